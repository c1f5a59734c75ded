"""What is different while certain cards are in play: costs, checks, rolls."""

from collections.abc import Iterator
from typing import TypeVar

from domain.core.event import Seat
from domain.games.prelude import agenda
from domain.games.prelude.cards import standing
from domain.games.prelude.components import CardId, Place
from domain.games.prelude.effects.scope import Scope, you_of
from domain.games.prelude.table import PreludeTable as Table

M = TypeVar("M", bound=standing.Modifier)


def modifiers(table: Table, kind: type[M]) -> Iterator[tuple[CardId, M]]:
    """Those of one kind, of all cards in play."""
    for card in table.in_play:
        for modifier in table.components.cards[card].modifiers:
            if isinstance(modifier, kind):
                yield card, modifier


def changed_cost(table: Table, seat: Seat, place: Place, cost: int) -> int:
    """What a cube costs with the cards in play: so much more or less, then at most so much, at least 1."""
    plus, caps = 0, [99]
    for card, change in modifiers(table, standing.MobilizeCost):
        scope = Scope(table, you_of(table, card))
        if scope.who(change.who) == seat and place in scope.places(change.where, seat):
            plus += change.plus
            caps.append(change.at_most or 99)
    return max(1, min(cost + plus, *caps))


def check_change(table: Table, check: agenda.Check) -> int:
    """What cards in play add to a Target Number."""
    total = 0
    for card, change in modifiers(table, standing.CheckChange):
        scope = Scope(table, you_of(table, card))
        fits = change.purpose in ("any", check.purpose) and scope.who(change.who) == check.seat
        if fits and (change.where is None or check.place in scope.places(change.where, check.seat)):
            total += change.plus
    return total


def extremism_change(table: Table, seat: Seat) -> int:
    """What cards in play add to a Growing Extremism roll."""
    return sum(
        change.plus
        for card, change in modifiers(table, standing.ExtremismChange)
        if Scope(table, you_of(table, card)).who(change.who) == seat
    )


def roll_change(table: Table, rolling: CardId) -> int:
    """What cards in play add to the dice of a card."""
    return sum(
        change.plus for _, change in modifiers(table, standing.RollChange) if str(change.card) == rolling
    )
