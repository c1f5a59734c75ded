"""Red October and Abdication (11.2, 12.1), and the end of the game."""

from domain.core.event import Seat
from domain.games.prelude.agenda.base import Outcome, Task


class Reacted(Outcome, frozen=True, tag="reacted", kw_only=True):
    place: str


class RedStep(Task, frozen=True, tag="red_step"):
    """A later step of Red October."""

    step: str


class Provisional(Task, frozen=True, tag="provisional"):
    """Form the Provisional Government."""


class WorldReacts(Task, frozen=True, tag="world_reacts"):
    """World Affairs moves toward whoever spent more."""

    spent: dict[Seat, int] = {}


class Finish(Task, frozen=True, tag="finish"):
    """The game ends by points: whoever is ahead wins, on a tie the Government."""

    reason: str
