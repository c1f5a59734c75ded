"""Bot: a player that answers what it is asked."""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from msgspec import Struct

from domain.core.choices import Choices
from domain.core.event import Seat
from domain.core.ruleset import Ruleset


class Bot(ABC):
    """Plays one seat of one game."""

    def __init__(self, ruleset: Ruleset[Any], seat: Seat, random: Random) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.random = random

    @abstractmethod
    def decide(self, view: Any, choices: Choices) -> Struct:
        """A command that the choices allow, from what the seat sees."""
