"""Playing a card (3.1, 4.0), checks, votes and Organizations (7.3, 9.0, 10.2)."""

from domain.core.event import Seat
from domain.games.prelude.agenda.base import Outcome, Task


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
