"""The solitaire variant: what the opposition does by itself."""

from collections.abc import Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.event import Event, Seat, Secret
from domain.games.dual_powers.components import Card
from domain.games.dual_powers.events import (
    CardPlayed,
    LeaderRecruited,
    ObjectiveDealt,
    OppositionDealt,
    OppositionObjectiveFound,
    UnitsRecruited,
    WillTaken,
)
from domain.games.dual_powers.rules.calendar import advance_date
from domain.games.dual_powers.rules.setup import draw_cards, refill_deck
from domain.games.dual_powers.table import PetrogradTable as Table

Events = Iterator[Event[Any]]


def deal(table: Table, chance: Chance, player: Seat, opposition: Seat) -> Events:
    """Draw phase: four cards, an objective that nobody looks at, five face down for the opposition."""
    yield from draw_cards(table, chance, player, 4)
    yield from refill_deck(table, chance)
    yield ObjectiveDealt(player, Secret((), table.deck.known[0]))
    left = 5
    while left:
        yield from refill_deck(table, chance)
        cards = tuple(table.deck.known[:left])
        if not cards:
            return
        yield OppositionDealt(opposition, len(cards), Secret((), cards))
        left -= len(cards)


def opposition_leader(table: Table, opposition: Seat) -> Events:
    """Objective phase: its topmost leader comes into the region of unrest, and it takes the will."""
    if len(table.leader_stack):
        yield LeaderRecruited(opposition, table.leader_stack.known[0], table.unrest_tile)
    if table.will != opposition:
        yield WillTaken(opposition, "solitaire")


def opposition_turn(table: Table, opposition: Seat) -> Events:
    """Reveal its topmost card, advance the date, place a unit of the card's recruit value there."""
    card = table.components.cards[table.hands[opposition].known[0]]
    yield CardPlayed(opposition, card.id)
    yield from advance_date(table, opposition, card.day)
    yield from place_opposing(table, opposition, card.recruit, card.region)
    if table.day in table.components.calendar.bonus_days:
        yield from place_opposing(table, opposition, 1, table.unrest_tile)


def place_opposing(table: Table, opposition: Seat, level: int, region: str) -> Events:
    """One unit of a level, if its stock has one left (O5)."""
    for token in table.supply[opposition]:
        kind = table.components.opposing.get(token)
        if kind is not None and kind.level == level:
            yield UnitsRecruited(opposition, (token,), region)
            return


def find_opposition_objective(table: Table) -> OppositionObjectiveFound:
    """Most days, then most cards, then the last card played names the region; then its best card."""
    assert table.opposition is not None
    cards = [table.components.cards[card] for card in table.played[table.opposition]]
    regions = list(dict.fromkeys(card.region for card in cards))

    def best(measure: dict[str, int], among: list[str]) -> list[str]:
        most = max(measure[region] for region in among)
        return [region for region in among if measure[region] == most]

    tied = best({r: sum(c.day for c in cards if c.region == r) for r in regions}, regions)
    by = "days"
    if len(tied) > 1:
        tied = best({r: sum(c.region == r for c in cards) for r in regions}, tied)
        by = "cards"
    if len(tied) > 1:
        tied = [next(card.region for card in reversed(cards) if card.region in tied)]
        by = "last"
    objective: Card = max((card for card in cards if card.region == tied[0]), key=lambda card: card.points)
    return OppositionObjectiveFound(table.opposition, objective.id, by)
