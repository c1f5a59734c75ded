"""Set-up, and the drawing of tiles and cards that later rounds repeat."""

from collections.abc import Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.event import Event, Seat, Secret
from domain.games.dual_powers.events import (
    BlockadeTileSet,
    CardsDrawn,
    DeckShuffled,
    LeadersShuffled,
    NeutralsPlaced,
    TilesShuffled,
    UnrestTileSet,
)
from domain.games.dual_powers.table import PetrogradTable as Table

Events = Iterator[Event[Any]]


def set_up(table: Table, chance: Chance) -> Events:
    """Set-up, steps 4 and 9 to 12, and solitaire set-up, step 4; the rest is how a new table lies."""
    parts = table.components
    neutrals = [unit.id for unit in parts.file.units if unit.side == "neutral"]
    yield NeutralsPlaced(chance.shuffle("neutrals", neutrals))
    yield from shuffle_tiles(table, chance, parts.regions)
    yield UnrestTileSet(table.tiles.known[0])
    yield from draw_blockade_tile(table, chance)
    yield from shuffle_deck(table, chance, tuple(parts.cards))
    if table.opposition:
        leaders = [leader.id for leader in parts.file.leaders if leader.side == table.opposition]
        order = chance.shuffle("leaders", leaders)
        yield LeadersShuffled(len(order), Secret((), order))


def shuffle_tiles(table: Table, chance: Chance, tiles: tuple[str, ...]) -> Events:
    number = table.tile_shuffles + 1
    yield TilesShuffled(number, len(tiles), Secret((), chance.shuffle(f"tiles/{number}", tiles)))


def draw_blockade_tile(table: Table, chance: Chance) -> Events:
    """The topmost tile onto the Blockade! space. An empty stack is made anew from used tiles (B5)."""
    if not len(table.tiles):
        yield from shuffle_tiles(table, chance, tuple(table.used_tiles))
    yield BlockadeTileSet(table.tiles.known[0])


def shuffle_deck(table: Table, chance: Chance, cards: tuple[str, ...]) -> Events:
    number = table.deck_shuffles + 1
    yield DeckShuffled(number, len(cards), Secret((), chance.shuffle(f"deck/{number}", cards)))


def refill_deck(table: Table, chance: Chance) -> Events:
    """An empty deck is made anew from the discard pile, also in the middle of a draw (C3)."""
    if not len(table.deck) and table.discard:
        yield from shuffle_deck(table, chance, tuple(table.discard))


def draw_cards(table: Table, chance: Chance, seat: Seat, count: int, *, bonus: bool = False) -> Events:
    """Draw command cards into a hand, as many as there are."""
    left = count
    while left:
        # A bonus draw answers a command, so its reshuffle comes first only when the deck is empty.
        yield from refill_deck(table, chance)
        cards = tuple(table.deck.known[:left])
        if not cards:
            return
        yield CardsDrawn(seat, len(cards), Secret((seat,), cards), bonus)
        left -= len(cards)
