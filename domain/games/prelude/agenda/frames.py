"""Events of cards: a frame with what is bound, and the steps that are being followed."""

from domain.core.event import Seat
from domain.games.prelude.agenda.base import Outcome, Path, Task


class Frame(Task, frozen=True, tag="frame"):
    """A card's Event, or a hook of it, is going on, above it the steps; when it is on top, they are done."""

    card: str
    hook: bool = False  # of a card in play: nothing comes after it
    seat: Seat = ""  # whose play it is
    origin: str = ""  # hand or pool
    rolls: bool = True  # the Scoring Die is still to be rolled
    leading: dict[str, Seat] = {}  # who controlled each District when it began
    received: dict[str, int] = {}
    result: int = 0
    to: str = ""  # where the card goes, if its Event says so


class Steps(Task, frozen=True, tag="steps"):
    """Follow the steps at a place of the card in the frame below, from number `at` on."""

    path: Path
    you: Seat
    here: str = ""
    at: int = 0


class Trigger(Task, frozen=True, tag="trigger"):
    """A hook of a card, if that card is still in play."""

    card: str
    hook: int


class EachOf(Task, frozen=True, tag="each_of"):
    """Follow the same steps for each place, one at a time, each on the table as it is then."""

    path: Path
    you: Seat
    places: tuple[str, ...]


class RandomPlaces(Task, frozen=True, tag="random_places"):
    """Roll for so many more different Districts, and follow the same steps for each."""

    path: Path
    you: Seat
    left: int
    had: tuple[str, ...] = ()


class AndAgain(Task, frozen=True, tag="and_again"):
    """Follow the same steps so many times more."""

    path: Path
    you: Seat
    left: int
    here: str = ""


class CheckStep(Outcome, frozen=True, tag="check_step", kw_only=True):
    """A check of a card: what follows success or failure."""

    path: Path  # of the check
    you: Seat
    here: str = ""


class CreateStep(Outcome, frozen=True, tag="create_step", kw_only=True):
    """A card's check to create an Organization."""

    seat: Seat
    place: str


class Judge(Task, frozen=True, tag="judge"):
    """A card's contest in Opportunity Points is decided."""

    path: Path
    spent: dict[Seat, int] = {}
