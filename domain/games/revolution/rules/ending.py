"""Ending the Game: support for tokens and areas; the most support wins."""

from collections.abc import Iterator
from typing import Any

from domain.core.event import Event
from domain.games.revolution.events import AreaScored, GameEnded, PhaseBegan, TokensScored
from domain.games.revolution.table import TownTable as Table


def end(table: Table, reason: str) -> Iterator[Event[Any]]:
    """Tokens earned on the last round, then areas; without Patronage. Equal support shares the victory."""
    yield PhaseBegan("scoring")
    worth = table.components.tokens.support
    for seat in table.seats:
        left = table.aside[seat]
        points = left.force * worth.force + left.blackmail * worth.blackmail + left.gold * worth.gold
        if points:
            yield TokensScored(seat, points)
    for area in table.components.file.areas:
        holder = table.holder(area.id)
        if holder is None:
            yield AreaScored(area.id)
        else:
            bonus = table.components.influence.control_bonus if table.locked(area.id) else 0
            yield AreaScored(area.id, holder, area.support, bonus)
    most = max(table.support.values())
    yield GameEnded(tuple(seat for seat in table.seats if table.support[seat] == most), reason)
