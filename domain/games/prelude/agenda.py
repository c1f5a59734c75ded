"""The agenda: what is still to be done, as data. The top is done next; what it leaves to do comes on top.

Defaults are empty: msgspec leaves out a default only when it is the very same object, and a word that was
read from a line is another one.

A question is a task that waits for a seat's command. Tasks never change: one that goes on is replaced.
"""

from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.core.event import Seat

Path = tuple[str | int, ...]  # from a card's record to some of its steps


class Task(Struct, frozen=True, gc=False, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything on the agenda."""


T = TypeVar("T", bound=Task)


def replaced(task: T, **changes: object) -> T:
    """The same task, but."""
    return msgspec.structs.replace(task, **changes)


class Question(Task, frozen=True, kw_only=True):
    """Base of the tasks that a seat must answer."""

    seat: Seat


class Outcome(Task, frozen=True, kw_only=True):
    """Base of what goes on from a Mobilization Check: it lies under the check and is told its result."""

    succeeded: bool = False


# The course of a Turn (2.2 to 2.5).


class BeginTurn(Task, frozen=True, tag="begin_turn"):
    """The next Turn: Opportunity Pool, hands, initiative."""


class BeginRound(Task, frozen=True, tag="begin_round"):
    """A player's Action Round."""

    seat: Seat
    round: int


class VoteIfDue(Task, frozen=True, tag="vote_if_due"):
    """After the last Action Round of a session: a Duma Vote."""


class RoundEvents(Task, frozen=True, tag="round_events"):
    """Events that trigger at the end of the Action Round."""


class CheckEnd(Task, frozen=True, tag="check_end"):
    """The game-end conditions, in order; `final` at the end of the last Turn."""

    final: bool = False


class AbdicateIfDue(Task, frozen=True, tag="abdicate_if_due"):
    """Prestige at 0: the Tsar abdicates."""


class NextRound(Task, frozen=True, tag="next_round"):
    """The other player's Action Round, the next one, or the end of the Turn."""


class TurnEvents(Task, frozen=True, tag="turn_events"):
    """Events that trigger at the end of the Turn; the First Player orders them."""

    left: tuple[str, ...]


class LateTurn(Task, frozen=True, tag="late_turn"):
    """Events of this Turn are discarded, then Revolutionary Unrest rises."""


class CloseTurn(Task, frozen=True, tag="close_turn"):
    """An Era's cards are discarded; Opportunity Points come in."""


# Playing a card (3.1, 4.0).


class OpposingEvent(Task, frozen=True, tag="opposing_event"):
    """After the AP of an opposing card: its Event if the prerequisite is met, else to the Pool."""

    seat: Seat
    card: str


class OwnEvent(Task, frozen=True, tag="own_event"):
    """After the AP of an own card that gives both: its Event if the prerequisite is met."""

    seat: Seat
    card: str


class RollPrinted(Task, frozen=True, tag="roll_printed"):
    """The Scoring Die printed on a card."""

    seat: Seat
    card: str


class RollDie(Task, frozen=True, tag="roll_die"):
    """One Scoring Die, and what it sets off."""

    seat: Seat
    die: str


class ScoreTrack(Task, frozen=True, tag="score_track"):
    """The scoring sequence of a track."""

    track: str


class PutAway(Task, frozen=True, tag="put_away"):
    """A card that was played goes where it belongs: discard, pool, play or removed."""

    card: str
    to: str
    seat: Seat
    origin: str


# Checks, votes, Organizations (7.3, 9.0, 10.2).


class Check(Task, frozen=True, tag="check"):
    """A Mobilization Check; the task under it is told the result."""

    seat: Seat
    place: str
    bonus: int = 0
    target: int | None = None  # a fixed Target Number
    purpose: str = ""  # `organization` or `vote`


class OrganizationTried(Outcome, frozen=True, tag="organization_tried", kw_only=True):
    seat: Seat
    place: str


class Vote(Task, frozen=True, tag="vote"):
    """A player's part in a Duma Vote."""

    seat: Seat
    wing: str


class Voted(Outcome, frozen=True, tag="voted", kw_only=True):
    seat: Seat
    wing: str


class EndVote(Task, frozen=True, tag="end_vote"):
    """Majority or Dominance brings a point."""


# Red October and Abdication (11.2, 12.1).


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


# Events of cards: a frame with what is bound, and the steps that are being followed.


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


# Questions of the rulebook.


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


# Questions of cards.


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


AnyTask = (
    BeginTurn | BeginRound | VoteIfDue | RoundEvents | CheckEnd | AbdicateIfDue | NextRound | TurnEvents
    | LateTurn | CloseTurn | OpposingEvent | OwnEvent | RollPrinted | RollDie | ScoreTrack | PutAway |
    Check | OrganizationTried | Vote | Voted | EndVote | Reacted | RedStep | Provisional | WorldReacts |
    Finish | Frame | Steps | Trigger | EachOf | RandomPlaces | AndAgain | CheckStep | CreateStep | Judge
    | ChooseFirst | ChoosePlay | SpendPoints | ChooseDie | DeclareDie | ResetTrack | PickScoring |
    MoveMarker | Provoke | Exchange | Rescue | SpendAny | ChooseEvent | AddCube | RemoveCube | MoveCube
    | MatchCubes | PickPlace | PickOption | SpendSome | DiscardCard | PickFromPool | PickSpecial
)  # fmt: skip
