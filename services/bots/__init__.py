"""Players to try a game with. They get what a seat gets, its view and its choices, and nothing else."""

from services.bots.base import Bot
from services.bots.random_bot import RandomBot
from services.bots.sound import SoundBot

KINDS: dict[str, type[Bot]] = {"random": RandomBot, "sound": SoundBot}

__all__ = ["KINDS", "Bot", "RandomBot", "SoundBot"]
