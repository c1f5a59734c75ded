"""`random`: any choice is as good as another."""

from typing import Any

from msgspec import Struct

from domain.core.choices import Choices
from services.bots.base import Bot


class RandomBot(Bot):
    def decide(self, view: Any, choices: Choices) -> Struct:
        return choices.sample(self.random.randrange)
