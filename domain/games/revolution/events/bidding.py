"""The Bidding phase: bids behind screens, table talk, the reveal."""

from msgspec import Struct

from domain.core.event import Event, Opening, Seat, Secret
from domain.games.revolution import commands as ask
from domain.games.revolution.components import Bid, CharacterId, Tokens
from domain.games.revolution.table import BidBoard, Offer, OpenOffer
from domain.games.revolution.table import TownTable as Table


class BidPlaced(Event[Table], frozen=True, tag="bid_placed"):
    """A seat is done bidding, or bids anew: that it has, and nothing else, is known to the others."""

    seat: Seat
    bid: Secret[Bid]

    def apply(self, table: Table) -> None:
        bid = self.bid.value
        table.boards[self.seat] = BidBoard(None if bid is None else dict(bid), table.version)
        table.answered(self.seat)

    def asked(self) -> Struct | None:
        return None if self.bid.value is None else ask.PlaceBid(self.bid.value)


class BidRevealed(Event[Table], frozen=True, tag="bid_revealed"):
    """The screens are removed: a bid, just as it was sealed."""

    seat: Seat
    bid: Opening[Bid]

    def apply(self, table: Table) -> None:
        table.boards[self.seat].bid = dict(self.bid.value)


class BarredTokensRemoved(Event[Table], frozen=True, tag="barred_tokens_removed"):
    """Illegal Bids, at a table: tokens on characters who are immune to them go to the bank."""

    seat: Seat
    tokens: Bid

    def apply(self, table: Table) -> None:
        for character, barred in self.tokens.items():
            _to_bank(table, self.seat, character, barred)


class ExtraBidsDiscarded(Event[Table], frozen=True, tag="extra_bids_discarded"):
    """Illegal Bids, at a table: bids on more characters than allowed go to the bank, the last ones first."""

    seat: Seat
    tokens: Bid

    def apply(self, table: Table) -> None:
        for character, extra in self.tokens.items():
            _to_bank(table, self.seat, character, extra)


class OfferMade(Event[Table], frozen=True, tag="offer_made"):
    """Making Deals: everyone sees who talks to whom, only those two sides hear what is said."""

    seat: Seat
    offer: Secret[Offer]

    def apply(self, table: Table) -> None:
        to = tuple(seat for seat in self.offer.to if seat != self.seat)
        table.offers[table.version] = OpenOffer(self.seat, to, self.offer.value)

    def asked(self) -> Struct | None:
        offer = self.offer.value
        if offer is None:
            return None
        to = tuple(seat for seat in self.offer.to if seat != self.seat)
        return ask.MakeOffer(to, offer.mine, offer.yours)


class OfferAnswered(Event[Table], frozen=True, tag="offer_answered"):
    """Making Deals: yes or no to an offer, heard by those who heard the offer. It binds nobody."""

    seat: Seat
    offer: int
    agreed: Secret[bool]

    def apply(self, table: Table) -> None:
        made = table.offers[self.offer]
        table.offers[self.offer] = OpenOffer(made.seat, made.to, made.offer, (*made.answered, self.seat))

    def asked(self) -> Struct | None:
        return None if self.agreed.value is None else ask.AnswerOffer(self.offer, self.agreed.value)


def _to_bank(table: Table, seat: Seat, character: CharacterId, tokens: Tokens) -> None:
    """Tokens leave a revealed bid without having been evaluated."""
    bid = table.boards[seat].bid
    assert bid is not None
    left = bid.pop(character) - tokens
    if left:
        bid[character] = left
    table.tokens[seat] -= tokens
    table.bank += tokens
