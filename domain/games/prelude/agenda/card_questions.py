"""Questions that cards ask."""

from domain.core.event import Seat
from domain.games.prelude.agenda.base import Path, Question


class AddCube(Question, frozen=True, tag="add_cube", kw_only=True):
    """A cube of `side`, in one of some places, at most so many in each."""

    side: Seat
    left: int
    places: tuple[str, ...]
    first: tuple[str, ...] = ()  # these as long as they have room
    most: int = 0  # 0: no limit
    added: dict[str, int] = {}
    optional: bool = False


class RemoveCube(Question, frozen=True, tag="remove_cube", kw_only=True):
    """A cube of `side`, from one of some places, at most so many from each."""

    side: Seat
    left: int
    places: tuple[str, ...]
    most: int = 0
    removed: dict[str, int] = {}
    optional: bool = False


class MoveCube(Question, frozen=True, tag="move_cube", kw_only=True):
    """A cube of `side`, from one place to another."""

    side: Seat
    left: int
    origins: tuple[str, ...]
    places: tuple[str, ...]
    optional: bool = False


class MatchCubes(Question, frozen=True, tag="match_cubes", kw_only=True):
    """A District in which to catch up with the opponent."""

    left: int
    places: tuple[str, ...]


class PickPlace(Question, frozen=True, tag="pick_place", kw_only=True):
    """A place for a card's step."""

    places: tuple[str, ...]
    path: Path
    you: Seat
    here: str = ""
    left: int = 1


class PickOption(Question, frozen=True, tag="pick_option", kw_only=True):
    """One of a card's possibilities."""

    options: tuple[int, ...]
    path: Path
    you: Seat
    here: str = ""


class SpendSome(Question, frozen=True, tag="spend_some", kw_only=True):
    """Opportunity Points for a card's step, or not."""

    least: int
    most: int
    path: Path
    you: Seat
    here: str = ""


class DiscardCard(Question, frozen=True, tag="discard_card", kw_only=True):
    """A card to discard from hand."""

    left: int


class PickFromPool(Question, frozen=True, tag="pick_from_pool", kw_only=True):
    """A card of the Pool whose Event is played now, or none."""

    less: int


class PickSpecial(Question, frozen=True, tag="pick_special", kw_only=True):
    """A Special Action of `of`, used by this seat and paid with these AP, or none."""

    of: Seat
    points: int
