"""Action Rounds and the cards played in them."""

from collections.abc import Iterable

from msgspec import Struct

from domain.core.event import Draw, Event, Seat
from domain.games.prelude import commands as ask
from domain.games.prelude.agenda import Path
from domain.games.prelude.components import CardId
from domain.games.prelude.table import SIDES, Bonus, Later
from domain.games.prelude.table import PreludeTable as Table


class RoundBegan(Event[Table], frozen=True, tag="round_began"):
    """A player's Action Round; a skipped one passes without a card (36)."""

    seat: Seat
    round: int
    skipped: bool = False

    def apply(self, table: Table) -> None:
        table.active = self.seat
        table.round = self.round
        table.rounds_begun += 1
        table.mobilized = dict.fromkeys(SIDES, 0)
        table.tried = {}
        if self.skipped:
            table.skips[self.seat] -= 1


class CardPlayed(Event[Table], frozen=True, tag="card_played"):
    """A card is played for its `event`, `activities` or `both`; from `hand`, or for OP from the `pool`."""

    seat: Seat
    card: CardId
    use: str
    origin: str
    cost: int = 0

    def apply(self, table: Table) -> None:
        table.answered_all()
        if self.origin == "pool":
            table.pool.remove(self.card)
            table.op[self.seat] -= self.cost
        else:
            table.hands[self.seat].lose(self.card)
        table.playing.append(self.card)

    def asked(self) -> Struct | None:
        if self.origin == "pool":
            return ask.PlayFromPool(self.card)
        return ask.PlayEvent(self.card) if self.use == "event" else ask.PlayActivities(self.card)


class Passed(Event[Table], frozen=True, tag="passed"):
    """A player without cards does nothing."""

    seat: Seat

    def apply(self, table: Table) -> None:
        table.answered_all()

    def asked(self) -> Struct | None:
        return ask.Pass()


class SpecialSpent(Event[Table], frozen=True, tag="special_spent"):
    """A Special Action that waited for a card has had its effect, or was wasted on it."""

    seat: Seat
    effect: str
    wasted: bool = False

    def apply(self, table: Table) -> None:
        table.armed[self.seat].remove(self.effect)


class BonusSpent(Event[Table], frozen=True, tag="bonus_spent"):
    """What was promised for the next Action Round has been used, or is lost."""

    seat: Seat
    points: int
    wasted: bool = False

    def apply(self, table: Table) -> None:
        now = table.rounds_begun
        table.bonuses = [one for one in table.bonuses if one.seat != self.seat or one.after == now]


class EventNotMet(Event[Table], frozen=True, tag="event_not_met"):
    """A card's prerequisite is not met; a card of the opponent brings it `points` Opportunity Points."""

    card: CardId
    seat: Seat | None = None
    points: int = 0

    def apply(self, table: Table) -> None:
        if self.seat is not None:
            most = table.components.board.limits.opportunity
            table.op[self.seat] = min(most, table.op[self.seat] + self.points)


class EventBegan(Event[Table], frozen=True, tag="event_began"):
    """The Event of a card begins, or something that a card in play sets off."""

    card: CardId
    seat: Seat | None = None
    hook: bool = False

    def apply(self, table: Table) -> None:
        pass


class CardPutAway(Event[Table], frozen=True, tag="card_put_away"):
    """A card that was played goes to `discard`, `pool` or `in_play`, or is `removed`."""

    card: CardId
    to: str

    def apply(self, table: Table) -> None:
        table.playing.remove(self.card)
        getattr(table, self.to).append(self.card)


class CardMoved(Event[Table], frozen=True, tag="card_moved"):
    """A card moves by an Event: from `in_play`, `pool`, `aside`, `discard` or the `deck` of its era."""

    card: CardId
    origin: str
    to: str

    def apply(self, table: Table) -> None:
        if self.origin == "deck":
            entry = table.components.cards[self.card].entry
            table.decks[entry if entry in table.decks else "collapse"].lose(self.card)
        elif self.origin in SIDES:
            table.hands[self.origin].lose(self.card)
        else:
            getattr(table, self.origin).remove(self.card)
        getattr(table, self.to).append(self.card)


class CardDiscarded(Event[Table], frozen=True, tag="card_discarded"):
    """A card from hand is discarded; drawn at random, the die says which: its place in the hand."""

    seat: Seat
    card: CardId
    roll: int = 0
    of: int = 0
    place: int = 0

    def apply(self, table: Table) -> None:
        if self.roll:
            table.rolls = self.roll
        else:
            table.answered_all()
        table.hands[self.seat].lose(self.card)
        table.discard.append(self.card)

    def draws(self) -> Iterable[Draw]:
        if self.roll:
            yield Draw(f"roll/{self.roll}", die=(self.of, self.place))

    def asked(self) -> Struct | None:
        return None if self.roll else ask.ChooseCard(self.card)


class CardExchanged(Event[Table], frozen=True, tag="card_exchanged"):
    """A card from hand and a card of the Pool change places."""

    seat: Seat
    card: CardId
    for_card: CardId

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.hands[self.seat].lose(self.card)
        table.pool[table.pool.index(self.for_card)] = self.card
        table.hands[self.seat].known.append(self.for_card)

    def asked(self) -> Struct | None:
        return ask.ExchangeCard(self.card, self.for_card)


class ExchangeArranged(Event[Table], frozen=True, tag="exchange_arranged"):
    """The hands will change sides once this Action Round is over."""

    seat: Seat

    def apply(self, table: Table) -> None:
        table.exchange_due = True


class RoundSkippedNext(Event[Table], frozen=True, tag="round_skipped_next"):
    """A player's next Action Round will pass without a card."""

    seat: Seat

    def apply(self, table: Table) -> None:
        table.skips[self.seat] += 1


class BonusPromised(Event[Table], frozen=True, tag="bonus_promised"):
    """In a player's next Action Round a card from hand is worth more."""

    seat: Seat
    points: int

    def apply(self, table: Table) -> None:
        table.bonuses.append(Bonus(self.seat, self.points, table.rounds_begun))


class LaterPromised(Event[Table], frozen=True, tag="later_promised"):
    """A card will do something at the end of a player's next Action Round."""

    card: CardId
    path: Path
    you: Seat
    of: Seat

    def apply(self, table: Table) -> None:
        table.later.append(Later(self.card, self.path, self.you, self.of, table.rounds_begun))


class LaterBegan(Event[Table], frozen=True, tag="later_began"):
    """What a card had promised happens now."""

    card: CardId
    path: Path
    you: Seat
    of: Seat

    def apply(self, table: Table) -> None:
        same = (self.card, self.path, self.you, self.of)
        kept = [one for one in table.later if (one.card, one.path, one.you, one.of) != same]
        table.later = kept


class EventChosen(Event[Table], frozen=True, tag="event_chosen"):
    """End of Turn: the First Player says which Event triggers next."""

    seat: Seat
    card: CardId

    def apply(self, table: Table) -> None:
        table.answered_all()

    def asked(self) -> Struct | None:
        return ask.ChooseCard(self.card)
