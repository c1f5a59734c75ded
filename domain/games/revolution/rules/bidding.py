"""2. Bidding: tokens on the bid board behind the screen, illegal bids, the reveal."""

from collections.abc import Iterator
from typing import Any

from domain.core.event import Event, Opening, Seat, Secret
from domain.core.refusal import Refused
from domain.games.revolution import commands as ask
from domain.games.revolution.components import KINDS, NOTHING, Bid, Tokens
from domain.games.revolution.events import BarredTokensRemoved, BidPlaced, BidRevealed, ExtraBidsDiscarded
from domain.games.revolution.table import BIDDING_RULE
from domain.games.revolution.table import TownTable as Table

Events = Iterator[Event[Any]]
ILLEGAL_RULE = "2. Bidding: Illegal Bids"


def place_bid(table: Table, seat: Seat, command: ask.PlaceBid) -> Events:
    """All tokens, on at most six characters, none on a character who is immune to it."""
    used = NOTHING
    for character, tokens in command.bid.items():
        if character not in table.components.accepts:
            raise Refused("no_such_character", BIDDING_RULE, "bid")
        if not tokens or min(tokens.force, tokens.blackmail, tokens.gold) < 0:
            raise Refused("bid_without_tokens", BIDDING_RULE, "bid")
        used += tokens
    if table.options.illegal_bids == "refused":
        if barred(table, command.bid):
            raise Refused("character_is_immune", ILLEGAL_RULE, "bid")
        if len(command.bid) > table.components.most_bids:
            raise Refused("too_many_characters", ILLEGAL_RULE, "bid")
    if any(getattr(used, kind) > getattr(table.tokens[seat], kind) for kind in KINDS):
        raise Refused("tokens_not_held", BIDDING_RULE, "bid")
    if used != table.tokens[seat]:
        raise Refused("all_tokens_must_be_bid", BIDDING_RULE, "bid")
    yield BidPlaced(seat, Secret((seat,), command.bid))


def reveal(table: Table) -> Events:
    """The screens are removed; what is illegal is taken off before anything is evaluated."""
    for seat in table.seats:
        board = table.boards[seat]
        assert board.bid is not None
        yield BidRevealed(seat, Opening(dict(board.bid), board.sealed, "bid"))
    if table.options.illegal_bids == "corrected":
        for seat in table.seats:
            yield from correct(table, seat)


def correct(table: Table, seat: Seat) -> Events:
    """Barred tokens first, so that a bid of nothing else is no bid (12); then all but the first six."""
    bid = table.boards[seat].bid
    assert bid is not None
    immune = barred(table, bid)
    if immune:
        yield BarredTokensRemoved(seat, immune)
    named = [character for character in table.components.order if character in bid]
    extra = {character: bid[character] for character in named[table.components.most_bids :]}
    if extra:
        yield ExtraBidsDiscarded(seat, extra)


def barred(table: Table, bid: Bid) -> Bid:
    """The tokens of a bid that lie on characters who are immune to them."""
    found: dict[str, Tokens] = {}
    for character in table.components.order:
        if character in bid:
            immune = bid[character] - bid[character].of(table.components.accepts[character])
            if immune:
                found[character] = immune
    return found
