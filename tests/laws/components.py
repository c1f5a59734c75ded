"""Conservation: each card and token is in exactly one place, of every ruleset."""

from collections import Counter
from typing import Any

from domain.games.dual_powers.components import TROTSKY
from domain.games.dual_powers.table import PetrogradTable


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


CHECKS = {PetrogradTable: dual_powers}
