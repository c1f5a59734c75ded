"""Rounds: four phases, from one decision to the next."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.event import Event, Seat
from domain.core.refusal import Refused
from domain.games.revolution import commands as ask
from domain.games.revolution.components import Tokens
from domain.games.revolution.events import PhaseBegan, RoundBegan, TokensShown, TokensTaken
from domain.games.revolution.rules import bidding, deals, ending, influence, resolution
from domain.games.revolution.table import TownTable as Table

Events = Iterator[Event[Any]]
Rule = Callable[[Table, Seat, Any], Events]

BIDDING = frozenset({"bid"})
ANSWERS: dict[type, tuple[frozenset[str], Rule]] = {
    ask.PlaceBid: (BIDDING, bidding.place_bid),
    ask.MakeOffer: (BIDDING, deals.make_offer),
    ask.AnswerOffer: (BIDDING, deals.answer_offer),
    ask.ReplaceCube: (frozenset({"replace"}), influence.replace_cube),
    ask.SwapCubes: (frozenset({"swap"}), influence.swap_cubes),
    ask.Decline: (frozenset({"replace", "swap"}), influence.decline),
}


def start(table: Table, chance: Chance) -> Events:
    """Set-up: each player's first tokens; then to the first decision. Nothing in this game is drawn."""
    for seat in table.seats:
        yield TokensTaken(seat, table.components.tokens.start, "start")
    yield from begin_round(table)


def perform(table: Table, seat: Seat, command: Any, chance: Chance) -> Events:
    """Answer the decision that is due, then play on; while bids are awaited, every seat may speak."""
    asked = table.asks()
    if asked is None:
        raise Refused("game_is_over", "Ending the Game")
    if seat not in asked.seats and asked.what != "bid":
        raise Refused("not_your_turn", asked.rule)
    fits, rule = ANSWERS[type(command)]
    if asked.what not in fits:
        raise Refused("not_asked_now", asked.rule, "type")
    yield from rule(table, seat, command)
    while not table.pending and not table.over:
        yield from NEXT[table.phase](table)


def begin_round(table: Table) -> Events:
    """1. Espionage: everyone shows their tokens; then the screens go up."""
    yield RoundBegan(table.round + 1)
    yield TokensShown(dict(table.aside))
    yield PhaseBegan("bidding")


def end_bidding(table: Table) -> Events:
    """All players are ready: the screens are removed, and the bids are evaluated."""
    yield from bidding.reveal(table)
    yield PhaseBegan("resolution")


def go_on_resolving(table: Table) -> Events:
    """The next character; after the last one the game is over, or a new round begins."""
    yield from resolution.clear(table)
    character = resolution.following(table)
    if character is not None:
        yield from resolution.resolve(table, character)
    elif table.full():
        yield from ending.end(table, "board_full")
    elif table.round == table.options.round_limit:
        yield from ending.end(table, "round_limit")
    else:
        yield from patronage(table)
        yield from begin_round(table)


def patronage(table: Table) -> Events:
    """4. Patronage: whoever has fewer than five tokens takes Gold up to five, as far as the bank has it."""
    yield PhaseBegan("patronage")
    for seat in table.seats:
        missing = table.components.tokens.patronage - table.aside[seat].total
        gold = min(missing, table.bank.gold)
        if gold > 0:
            yield TokensTaken(seat, Tokens(gold=gold), "patronage")


NEXT = {"bidding": end_bidding, "resolution": go_on_resolving}
