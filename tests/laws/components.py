"""Conservation: each card and token is in exactly one place, of every ruleset."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.games.dual_powers.components import TROTSKY
from domain.games.dual_powers.table import PetrogradTable
from domain.games.prelude.table import SIDES, PreludeTable
from domain.games.revolution.components import NOTHING, Tokens
from domain.games.revolution.table import TownTable


def conserved(table: Any) -> None:
    """Raise if anything is lost or doubled."""
    CHECKS[type(table)](table)


def dual_powers(table: PetrogradTable) -> None:
    parts = table.components
    cards: Counter[str] = Counter(table.deck.known)
    cards.update(table.discard)
    for side in ("red", "white"):
        cards.update(table.hands[side].known)
        cards.update(table.played[side])
    cards.update(table.leader_stack.known)
    owners = [side for side in table.objectives if side != table.opposition]
    cards.update(str(table.objectives[side].card) for side in owners)
    cards.update(gone.removeprefix("card:") for gone in table.removed if gone.startswith("card:"))
    assert cards == Counter([*parts.cards, *parts.leaders])

    tokens: Counter[str] = Counter()
    for here in table.city.values():
        tokens.update(list(here))
    for supply in table.supply.values():
        tokens.update(supply)
    tokens.update(gone for gone in table.removed if not gone.startswith("card:"))
    expected = [unit.id for unit in parts.file.units] + list(parts.leaders)
    if table.opposition:
        expected = [token for token in expected if parts.units.get(token) is None or _stays(table, token)]
        expected += list(parts.opposing)
    trotskys = tokens.pop(TROTSKY, 0)
    assert tokens == Counter(expected)
    came = table.month >= parts.calendar.months.index(parts.calendar.trotsky_returns)
    assert trotskys <= came  # he comes one event after the month turns
    assert trotskys == came or not table.over

    tiles = [table.unrest_tile, table.blockade_tile, *table.tiles.known, *table.used_tiles]
    assert Counter(tile for tile in tiles if tile) == Counter(parts.regions)


def _stays(table: PetrogradTable, token: str) -> bool:
    return table.components.units[token].side != table.opposition


def revolution(table: TownTable) -> None:
    """12 Force, 12 Blackmail and 32 Gold; 25 cubes a seat, no more of them in an area than it has spaces."""
    held = sum((*table.tokens.values(), *table.aside.values()), table.bank)
    assert held == Tokens(force=12, blackmail=12, gold=32)
    counts = [table.bank, *table.tokens.values(), *table.aside.values()]
    assert all(min(some.force, some.blackmail, some.gold) >= 0 for some in counts)
    for seat, board in table.boards.items():
        if board.bid is not None:
            assert sum(board.bid.values(), NOTHING) == table.tokens[seat]
    for area, cubes in table.town.items():
        assert min(cubes.values()) >= 0
        assert sum(cubes.values()) <= table.components.areas[area].spaces
    for seat in table.seats:
        placed = sum(cubes[seat] for cubes in table.town.values())
        assert 0 <= placed <= 25
        assert table.cubes_left(seat) + placed == 25


def prelude(table: PreludeTable) -> None:
    """181 cards, each in one place; cubes in boxes, markers on their tracks, Organizations once each."""
    parts = table.components
    piles = [pile.known for pile in (*table.decks.values(), *table.hands.values())]
    open_cards = [table.pool, table.playing, table.in_play, table.discard, table.removed, table.aside]
    assert Counter(card for pile in (*piles, *open_cards) for card in pile) == Counter(list(parts.cards))
    assert not any(pile.hidden for pile in (*table.decks.values(), *table.hands.values()))
    for seat in SIDES:
        total = 0
        for place, boxes in parts.boxes[seat].items():
            assert 0 <= table.mv(seat, place) <= len(boxes)
            total += table.mv(seat, place)
        assert total <= 150
        assert len(set(table.organizations[seat])) == len(table.organizations[seat])
        assert set(table.organizations[seat]) <= set(parts.boxes[seat])
        assert 0 <= table.op[seat] <= 16
        own = {special.id for special in parts.specials.values() if special.faction == seat}
        assert len(set(table.specials[seat])) == len(table.specials[seat])
        assert set(table.specials[seat]) <= own
        assert set(table.military[seat]) <= {1, 2, 4}
    assert 0 <= table.unrest <= 15
    assert 0 <= table.prestige <= 15
    assert -5 <= table.world_affairs <= 5
    for track in parts.tracks.values():
        assert 0 <= table.scoring[track.id] <= track.length
    if table.abdicated and table.out_of_play:
        assert all(table.parties[party] == 0 for party in table.out_of_play)
        assert not {*table.organizations[SIDES[0]], *table.organizations[SIDES[1]]} & set(table.out_of_play)


CHECKS: dict[type, Callable[[Any], None]] = {
    PetrogradTable: dual_powers,
    TownTable: revolution,
    PreludeTable: prelude,
}
