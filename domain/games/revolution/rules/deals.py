"""Optional rule Making Deals: offers while bids are placed. They are kept for a judge and bind nobody."""

from collections.abc import Iterator
from typing import Any

from domain.core.event import Event, Seat, Secret
from domain.core.refusal import Refused
from domain.games.revolution import commands as ask
from domain.games.revolution.events import OfferAnswered, OfferMade
from domain.games.revolution.table import Offer
from domain.games.revolution.table import TownTable as Table

RULE = "Optional Rules: Making Deals"
OFFERS_A_ROUND = 6  # of each seat (26): talk is free, a log is not


def make_offer(table: Table, seat: Seat, command: ask.MakeOffer) -> Iterator[Event[Any]]:
    """Say to some of the others what one would do this round, and what one asks for it."""
    if not table.options.making_deals:
        raise Refused("no_deals_in_this_game", RULE)
    if offers_left(table, seat) == 0:
        raise Refused("enough_offers_this_round", RULE)
    others = table.others(seat)
    if not command.to or [other for other in others if other in command.to] != list(command.to):
        raise Refused("not_other_seats_in_order", RULE, "to")
    for field, promises in (("mine", command.mine), ("yours", command.yours)):
        if any(character not in table.components.accepts for character in promises):
            raise Refused("no_such_character", RULE, field)
    if not command.mine and not command.yours:
        raise Refused("nothing_offered", RULE)
    yield OfferMade(seat, Secret((seat, *command.to), Offer(command.mine, command.yours)))


def answer_offer(table: Table, seat: Seat, command: ask.AnswerOffer) -> Iterator[Event[Any]]:
    """Say yes or no to an offer of this round, once."""
    if not table.options.making_deals:
        raise Refused("no_deals_in_this_game", RULE)
    made = table.offers.get(command.offer)
    if made is None or seat not in made.to:
        raise Refused("no_such_offer", RULE, "offer")
    if seat in made.answered:
        raise Refused("already_answered", RULE, "offer")
    yield OfferAnswered(seat, command.offer, Secret((made.seat, *made.to), command.agreed))


def offers_left(table: Table, seat: Seat) -> int:
    """How many more offers a seat may make this round."""
    return OFFERS_A_ROUND - sum(made.seat == seat for made in table.offers.values())
