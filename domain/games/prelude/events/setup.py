"""Decks, hands and Turns; and the question that the game waits with."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from domain.core.event import Draw, Event, Seat, Secret
from domain.core.table import Pending, Pile
from domain.games.prelude import commands as ask
from domain.games.prelude.agenda import AnyTask
from domain.games.prelude.components import CardId
from domain.games.prelude.table import SIDES
from domain.games.prelude.table import PreludeTable as Table


class Asked(Event[Table], frozen=True, tag="asked"):
    """A decision is due. The last task of the agenda is the question; the others are what hangs on it."""

    seat: Seat
    what: str
    rule: str
    agenda: tuple[AnyTask, ...]

    def apply(self, table: Table) -> None:
        table.agenda = list(self.agenda)
        table.pending = [Pending(self.what, (self.seat,), self.rule)]


class DeckShuffled(Event[Table], frozen=True, tag="deck_shuffled"):
    """An Era Deck lies shuffled; nobody knows its order. One that ran out is made of its discards (24)."""

    era: str
    roll: int
    count: int
    order: Secret[tuple[CardId, ...]]
    from_discards: bool = False

    def apply(self, table: Table) -> None:
        table.rolls = self.roll
        table.decks[self.era] = _pile(self.order.value, self.count)
        if self.from_discards:
            cards = table.components.cards
            table.discard = [card for card in table.discard if cards[card].entry != self.era]

    def draws(self) -> Iterable[Draw]:
        if self.order.value is not None:
            yield Draw(f"shuffle/{self.roll}", order=self.order.value)


class TurnBegan(Event[Table], frozen=True, tag="turn_began"):
    """A new Turn: Special Actions may be used again, sessions are open."""

    turn: int

    def apply(self, table: Table) -> None:
        begin_turn(table, self.turn)


class PoolFilled(Event[Table], frozen=True, tag="pool_filled"):
    """Cards from the Active Deck and Key Events come into the Opportunity Pool."""

    era: str
    cards: tuple[CardId, ...]
    key_events: tuple[CardId, ...] = ()

    def apply(self, table: Table) -> None:
        table.decks[self.era].take(len(self.cards))
        for card in self.key_events:
            table.aside.remove(card)
        table.pool += [*self.cards, *self.key_events]


class CardsDrawn(Event[Table], frozen=True, tag="cards_drawn"):
    """A player draws from the Active Deck; everyone sees how many, only the seat sees which."""

    seat: Seat
    era: str
    count: int
    cards: Secret[tuple[CardId, ...]]

    def apply(self, table: Table) -> None:
        table.decks[self.era].take(self.count)
        table.hands[self.seat].gain(self.cards.value, self.count)


class FirstPlayerNamed(Event[Table], frozen=True, tag="first_player_named"):
    """Initiative: whoever is behind has named the First Player."""

    seat: Seat
    first: Seat

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.first = table.active = self.first
        table.round = 1

    def asked(self) -> Struct | None:
        return ask.NameFirstPlayer(self.first)


class HandsExchanged(Event[Table], frozen=True, tag="hands_exchanged"):
    """The hands change sides: each seat sees its new one, and knows what it gave away."""

    revolutionary: Secret[tuple[CardId, ...]]
    government: Secret[tuple[CardId, ...]]

    def apply(self, table: Table) -> None:
        one, other = SIDES
        table.hands[one], table.hands[other] = table.hands[other], table.hands[one]
        for seat in SIDES:
            cards: tuple[CardId, ...] | None = getattr(self, seat).value
            if cards is not None:
                table.hands[seat] = Pile(list(cards))
        table.exchange_due = False


class EraEnded(Event[Table], frozen=True, tag="era_ended"):
    """Hands, cards in play and the whole Pool are discarded, for all to see."""

    hands: dict[Seat, tuple[CardId, ...]]

    def apply(self, table: Table) -> None:
        discard_everything(table, self.hands)


class TurnEnded(Event[Table], frozen=True, tag="turn_ended"):
    """Events that last until the end of the Turn are discarded."""

    turn: int
    cards: tuple[CardId, ...] = ()

    def apply(self, table: Table) -> None:
        for card in self.cards:
            table.in_play.remove(card)
            table.discard.append(card)


class CardsRemoved(Event[Table], frozen=True, tag="cards_removed"):
    """Abdication: every card with star and triangle leaves the game, wherever it is."""

    in_play: tuple[CardId, ...] = ()
    deck: tuple[CardId, ...] = ()
    pool: tuple[CardId, ...] = ()
    aside: tuple[CardId, ...] = ()
    hands: dict[Seat, tuple[CardId, ...]] = {}

    def apply(self, table: Table) -> None:
        for name in ("in_play", "pool", "aside"):
            here: list[CardId] = getattr(table, name)
            for card in getattr(self, name):
                here.remove(card)
                table.removed.append(card)
        for card in self.deck:
            table.decks["collapse"].lose(card)
            table.removed.append(card)
        for seat in SIDES:
            for card in self.hands.get(seat, ()):
                table.hands[seat].lose(card)
                table.removed.append(card)


class CollapseDeckFormed(Event[Table], frozen=True, tag="collapse_deck_formed"):
    """Abdication: both hands, the rest of the deck and the Provisional Government make a new deck."""

    roll: int
    count: int
    added: tuple[CardId, ...]
    order: Secret[tuple[CardId, ...]]

    def apply(self, table: Table) -> None:
        table.rolls = self.roll
        for card in self.added:
            table.aside.remove(card)
        table.hands = {seat: Pile() for seat in SIDES}
        table.decks["collapse"] = _pile(self.order.value, self.count)

    def draws(self) -> Iterable[Draw]:
        if self.order.value is not None:
            yield Draw(f"shuffle/{self.roll}", order=self.order.value)


def begin_turn(table: Table, turn: int) -> None:
    """What a new Turn resets."""
    table.turn = turn
    table.phase = "rounds"
    table.round = 0
    table.closed_sessions = []
    table.special_used = dict.fromkeys(SIDES, False)


def discard_everything(table: Table, hands: dict[Seat, tuple[CardId, ...]]) -> None:
    """Hands, cards in play and Pool go to the discards."""
    for seat in SIDES:
        table.discard += hands.get(seat, ())
        table.hands[seat] = Pile()
    table.discard += [*table.in_play, *table.pool]
    table.in_play = []
    table.pool = []


def _pile(order: Any, count: int) -> Pile:
    return Pile([], count) if order is None else Pile(list(order))
