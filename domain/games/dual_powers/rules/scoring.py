"""Scoring phase: region of unrest, secret objectives, exhaustion; and the end of the game."""

from collections.abc import Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.event import Event, Seat
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import TROTSKY, Region
from domain.games.dual_powers.events import (
    GameEnded,
    MarkerPlaced,
    PointsScored,
    RegionJudged,
    TokensExhausted,
    UnrestBonusChosen,
)
from domain.games.dual_powers.rules.actions import hidden_objective, reveal
from domain.games.dual_powers.rules.solitaire import find_opposition_objective
from domain.games.dual_powers.table import OTHER, RED, WHITE
from domain.games.dual_powers.table import PetrogradTable as Table

Events = Iterator[Event[Any]]


def resolve_unrest(table: Table) -> Events:
    """Marker 1 into the region of unrest; the stronger player is asked, the opposition takes the points."""
    yield from place_and_judge(table, 1, table.unrest_tile)
    stronger = table.judge(table.unrest_tile).stronger
    if stronger is not None and stronger == table.opposition:
        yield from score(table, stronger, unrest_points(table), 1)


def unrest_points(table: Table) -> int:
    return table.components.calendar.unrest_points[table.month]


def score_unrest(table: Table, seat: Seat, command: ask.ScoreUnrest, chance: Chance) -> Events:
    """The region of unrest as an additional objective: points by the month."""
    yield from score(table, seat, unrest_points(table), 1)


def take_bonus(table: Table, seat: Seat, command: ask.TakeBonus, chance: Chance) -> Events:
    """A bonus action instead, at once."""
    yield UnrestBonusChosen(seat)


def score_objectives(table: Table) -> Events:
    """Reveal Secret Objectives, then Score Objective Regions: marker 2, then marker 3."""
    first = reveals_first(table)
    for marker, owner in ((2, first), (3, OTHER[first])):
        if owner == table.opposition:
            yield find_opposition_objective(table)
        elif hidden_objective(table, owner):
            yield reveal(table, owner, "scoring")
        card = table.objectives[owner].card
        assert card is not None
        yield MarkerPlaced(marker, table.components.cards[card].region)
    for marker, owner in ((2, first), (3, OTHER[first])):
        card = table.objectives[owner].card
        assert card is not None
        objective = table.components.cards[card]
        yield judged(table, marker, objective.region)
        stronger = table.judge(objective.region).stronger
        if stronger:
            yield from score(table, stronger, objective.points, marker)
            if table.over:
                return


def reveals_first(table: Table) -> Seat:
    """The player with fewer points; in the centre the one without the will of the people."""
    if table.score:
        return WHITE if table.score > 0 else RED
    return OTHER[table.will]


def place_and_judge(table: Table, marker: int, region: Region) -> Events:
    yield MarkerPlaced(marker, region)
    yield judged(table, marker, region)


def judged(table: Table, marker: int, region: Region) -> RegionJudged:
    found = table.judge(region)
    return RegionJudged(marker, region, found.strength, found.tokens, found.by, found.stronger)


def score(table: Table, seat: Seat, points: int, marker: int) -> Events:
    """Move the score marker; its end of the support track ends the game at once."""
    yield PointsScored(seat, points, marker)
    if abs(table.score) == table.components.track:
        yield GameEnded(seat, "track")


def exhaust_tokens(table: Table) -> Events:
    """Each region with markers, once: fresh tokens turn over, exhausted ones leave the board."""
    for region in table.components.regions:
        if region not in table.markers.values():
            continue
        exhausted, to_supply, out = [], [], []
        for token, fresh in table.city[region].items():
            if fresh:
                exhausted.append(token)
            elif token in table.components.leaders or token == TROTSKY or table.side_of(token) is None:
                out.append(token)
            else:
                to_supply.append(token)
        if exhausted or to_supply or out:
            yield TokensExhausted(region, tuple(exhausted), tuple(to_supply), tuple(out))


def end_by_calendar(table: Table) -> Events:
    """After the Scoring phase: October or November, in solitaire the third round, ends the game."""
    if table.opposition:
        due, reason = table.round >= 3, "third_round"
    else:
        month = table.components.calendar.months[table.month]
        due, reason = month in table.components.calendar.last_months, "october"
    if due and table.score:
        yield GameEnded(RED if table.score > 0 else WHITE, reason)
    elif due:
        yield GameEnded(table.will, f"{reason}_will")
