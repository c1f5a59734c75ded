"""Live games: a seat's command in, its copy of what happened out. The one write path of a server."""

from services.play.answers import Accepted, Listed, Opened, Refusal, Seen
from services.play.errors import BadRequest, CommandRefused, NoSuchMoment, NotPlayable, NotSeated, PlayError
from services.play.play import Play

__all__ = [
    "Accepted",
    "BadRequest",
    "CommandRefused",
    "Listed",
    "NoSuchMoment",
    "NotPlayable",
    "NotSeated",
    "Opened",
    "Play",
    "PlayError",
    "Refusal",
    "Seen",
]
