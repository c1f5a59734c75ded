"""What a player may think: a table that fits what they see, and a plain estimate of how they stand."""

from functools import lru_cache
from math import comb

from domain.core.chance import Chance
from domain.core.event import Seat
from domain.core.table import Pending
from domain.games.revolution.components import Character, Kind, Tokens
from domain.games.revolution.table import BIDDING_RULE
from domain.games.revolution.table import TownTable as Table

ONE = 1_000_000  # certainty
POINT = 100  # what a point of support counts
TOKENS = Tokens(70, 45, 15)  # what a token for the next round is worth, in tenths of a point


def imagine(view: Table, seat: Seat, chance: Chance) -> Table:
    """As if those whose bids are closed had yet to bid, and as if nobody else had talked."""
    table = view.copy()
    table.offers = {version: made for version, made in table.offers.items() if made.offer is not None}
    unseen = [other for other in table.seats if other in table.boards and table.boards[other].bid is None]
    if unseen:
        due = table.asks()
        assert due is not None
        for other in unseen:
            del table.boards[other]
        awaited = tuple(s for s in table.seats if s in due.seats or s in unseen)
        table.pending[-1] = Pending("bid", awaited, BIDDING_RULE)
    return table


def worth(view: Table, seat: Seat) -> int:
    """One's own support and prospects against those of the others; with a bid placed, what it may win."""
    if view.over:
        return (1000 if seat in view.winners else -1000) * POINT
    stands = {other: _prospects(view, other) for other in view.seats}
    rivals = view.others(seat)
    total = 2 * stands[seat] - sum(stands[other] for other in rivals) // len(rivals)
    total -= max(stands[other] for other in rivals)
    board = view.boards.get(seat)
    if view.phase == "bidding" and board is not None and board.bid is not None:
        for character, tokens in board.bid.items():
            counts = tokens.of(view.components.accepts[character])
            gain = _gain(view, seat, view.components.characters[character])
            total += 2 * gain * _chance(view, rivals, character, counts) // ONE
    return total


def _prospects(view: Table, seat: Seat) -> int:
    """Support so far, tokens set aside, and each area by how sure it is."""
    total = POINT * view.support[seat] + _tokens(view.aside[seat])
    for area, cubes in view.town.items():
        total += _hold(view, area, cubes[seat], max(cubes[other] for other in view.others(seat)))
    return total


def _hold(view: Table, area: str, mine: int, best: int) -> int:
    """From nothing, when even all free spaces would not do, to everything, when nobody can catch up."""
    free = view.free_spaces(area)
    lead = max(-free - 1, min(free + 1, mine - best))
    stake = view.components.areas[area].support * POINT
    if free == 0:
        return stake if lead > 0 else 0
    return stake * (lead + free + 1) // (2 * free + 2)


def _gain(view: Table, seat: Seat, character: Character) -> int:
    """What a character would bring this seat."""
    gain = POINT * character.support + _tokens(character.tokens)
    if character.area is not None and view.free_spaces(character.area):
        cubes = view.town[character.area]
        best = max(cubes[other] for other in view.others(seat))
        area = view.components.areas[character.area]
        close = abs(cubes[seat] - best) <= view.free_spaces(character.area)
        gain += (2 if close else 0) * POINT * area.support // area.spaces
    if character.power is not None:
        placed = sum(sum(cubes.values()) for cubes in view.town.values())
        gain += placed * POINT * (30 if character.power == "replace" else 20) // 100
    return gain


def _tokens(tokens: Tokens) -> int:
    found = tokens.force * TOKENS.force + tokens.blackmail * TOKENS.blackmail + tokens.gold * TOKENS.gold
    return found * POINT // 10


def _chance(view: Table, rivals: tuple[Seat, ...], character: str, tokens: Tokens) -> int:
    """How likely a bid beats all rivals, if each spreads what they hold without thought."""
    accepts = view.components.accepts[character]
    takers = view.components.takers
    chance = ONE
    for rival in rivals:
        held = view.tokens[rival]
        below = _below(held, accepts, tokens, (takers["force"], takers["blackmail"], takers["gold"]))
        chance = chance * below // ONE
    return chance


@lru_cache(maxsize=1 << 16)
def _below(held: Tokens, accepts: tuple[Kind, ...], bid: Tokens, takers: tuple[int, int, int]) -> int:
    """How likely a rival who holds these tokens bids less than this on one character."""
    below = 0
    for kind, places in zip(("gold", "blackmail", "force"), reversed(takers), strict=True):
        have = getattr(held, kind) if kind in accepts else 0
        mine = getattr(bid, kind)
        less = sum(_exactly(have, places, count) for count in range(mine))
        below = less + _exactly(have, places, mine) * below // ONE
    return below


def _exactly(have: int, places: int, count: int) -> int:
    """How likely exactly `count` of `have` like tokens lie on one of `places` characters."""
    if count > have or places < 2:
        return ONE * (count == have)
    return ONE * comb(have - count + places - 2, places - 2) // comb(have + places - 1, places - 1)
