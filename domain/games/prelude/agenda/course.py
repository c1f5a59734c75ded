"""The course of Turns and Action Rounds (2.2 to 2.5), and of what ends or changes a game."""

from domain.core.event import Seat
from domain.games.prelude.agenda.base import Task


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
