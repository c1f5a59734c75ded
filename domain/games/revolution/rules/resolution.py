"""3. Resolution and Winning a Bid: characters in board order, the highest bid, what it brings."""

from collections.abc import Iterator
from typing import Any

from domain.core.event import Event, Seat
from domain.games.revolution.components import Character, CharacterId, Tokens
from domain.games.revolution.events import (
    CharacterResolved,
    InfluenceLost,
    InfluencePlaced,
    SupportGained,
    TokensRemoved,
    TokensTaken,
)
from domain.games.revolution.rules.influence import offer_power
from domain.games.revolution.table import TownTable as Table

Events = Iterator[Event[Any]]


def following(table: Table) -> CharacterId | None:
    """The next character: each row from left to right, then the row below."""
    order = table.components.order
    place = order.index(table.character) + 1 if table.character else 0
    return order[place] if place < len(order) else None


def resolve(table: Table, character: CharacterId) -> Events:
    """The highest bid wins and takes the benefits at once; tied for highest, or not bid on, nobody does."""
    bids = bids_on(table, character)
    winner = highest(bids)
    yield CharacterResolved(character, bids, winner)
    if winner is not None:
        yield from benefits(table, winner, table.components.characters[character])


def bids_on(table: Table, character: CharacterId) -> dict[Seat, Tokens]:
    found = {}
    for seat in table.seats:
        bid = table.boards[seat].bid
        assert bid is not None
        if character in bid:
            found[seat] = bid[character]
    return found


def highest(bids: dict[Seat, Tokens]) -> Seat | None:
    """Who has bid more than everyone else: Force before Blackmail before Gold."""
    if not bids:
        return None
    best = max(bids.values())
    bidders = [seat for seat, tokens in bids.items() if tokens == best]
    return bidders[0] if len(bidders) == 1 else None


def benefits(table: Table, seat: Seat, character: Character) -> Events:
    """Support, tokens, influence, or a change of cubes already on the board."""
    if character.support:
        yield SupportGained(seat, character.support, character.id)
    tokens = character.tokens.at_most(table.bank)
    if tokens:
        yield TokensTaken(seat, tokens, character.id)
    if character.area is not None:
        if table.free_spaces(character.area) == 0:
            yield InfluenceLost(seat, character.area, "full")
        elif table.cubes_left(seat) == 0:
            yield InfluenceLost(seat, character.area, "no_cubes")
        else:
            yield InfluencePlaced(seat, character.area)
    if character.power is not None:
        yield from offer_power(table, seat, character.power)


def clear(table: Table) -> Events:
    """All tokens on the character just resolved go to the bank; with Bid Refunds only the winner's do."""
    if not table.character or not bids_on(table, table.character):
        return
    refunded: tuple[Seat, ...] = ()
    if table.options.bid_refunds:
        outcome = table.outcomes[table.character]
        refunded = tuple(s for s in table.seats if s in outcome.bids and s != outcome.winner)
    yield TokensRemoved(table.character, refunded)
