"""Questions that the rulebook asks."""

from domain.core.event import Seat
from domain.games.prelude.agenda.base import Question


class ChooseFirst(Question, frozen=True, tag="choose_first", kw_only=True):
    """Who is behind names the First Player."""


class ChoosePlay(Question, frozen=True, tag="choose_play", kw_only=True):
    """A card from hand or from the Pool; pass with an empty hand."""


class SpendPoints(Question, frozen=True, tag="spend_points", kw_only=True):
    """Activity Points to spend."""

    points: int
    barred: bool = False  # an attempt at an Organization has failed in this Action Round
    only: tuple[str, ...] = ()  # the activities that these points are for; none: all
    places: tuple[str, ...] | None = None  # where; None: anywhere


class ChooseDie(Question, frozen=True, tag="choose_die", kw_only=True):
    """A Scoring Die of one's choice, rolled by another perhaps."""

    roller: Seat


class DeclareDie(Question, frozen=True, tag="declare_die", kw_only=True):
    """All dice are declared, then rolled one at a time."""

    left: int
    tracks: tuple[str, ...]
    declared: tuple[str, ...] = ()


class ResetTrack(Question, frozen=True, tag="reset_track", kw_only=True):
    """A scoring track whose marker goes back to Start."""

    left: int
    tracks: tuple[str, ...]


class PickScoring(Question, frozen=True, tag="pick_scoring", kw_only=True):
    """A scoring track that scores."""

    left: int
    tracks: tuple[str, ...]


class MoveMarker(Question, frozen=True, tag="move_marker", kw_only=True):
    """A Scoring Marker to move, and which way."""

    left: int
    tracks: tuple[str, ...]
    boxes: int
    direction: str


class Provoke(Question, frozen=True, tag="provoke", kw_only=True):
    """Deliberate Provocation: either player."""


class Exchange(Question, frozen=True, tag="exchange", kw_only=True):
    """A card from hand for one of the Pool, none twice."""

    left: int
    given: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    optional: bool = False


class Rescue(Question, frozen=True, tag="rescue", kw_only=True):
    """A failed check, and Opportunity Points enough to make it a success."""

    place: str
    need: int


class SpendAny(Question, frozen=True, tag="spend_any", kw_only=True):
    """Any number of Opportunity Points; the task below counts them."""


class ChooseEvent(Question, frozen=True, tag="choose_event", kw_only=True):
    """Which of several Events triggers next."""

    left: tuple[str, ...]
