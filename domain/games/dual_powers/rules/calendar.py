"""Action phase, step 2: advance the date, with the two special events of the calendar."""

from collections.abc import Iterator
from typing import Any

from domain.core.event import Event, Seat
from domain.games.dual_powers.components import TROTSKY
from domain.games.dual_powers.events import (
    BonusEarned,
    DateAdvanced,
    TrotskyJoined,
    TrotskyReturned,
    TrotskyStayedAway,
    WillTaken,
)
from domain.games.dual_powers.table import PetrogradTable as Table


def advance_date(table: Table, seat: Seat, days: int) -> Iterator[Event[Any]]:
    """Days pass; a new month brings the will of the people; the 15th and 31st earn a bonus action."""
    calendar = table.components.calendar
    month, day = table.month, table.day + days
    if day > calendar.last_day:
        month = min(month + 1, len(calendar.months) - 1)  # T8: past November cannot happen
        day = day - calendar.last_day if table.options.days_carry_over else 1
    if day in calendar.skipped_days:
        day = calendar.last_day
    turned = month != table.month
    yield DateAdvanced(month, day)
    if turned:
        if table.will != seat:
            yield WillTaken(seat, "month")
        yield from special_event(table, calendar.months[month])
    if day in calendar.bonus_days:
        yield BonusEarned(seat)


def special_event(table: Table, month: str) -> Iterator[Event[Any]]:
    """Calendar special events: Trotsky returns from exile, Trotsky joins the Bolsheviks."""
    calendar = table.components.calendar
    if month == calendar.trotsky_returns:
        yield TrotskyReturned(table.unrest_tile)
    elif month == calendar.trotsky_joins:
        region = table.region_of(TROTSKY)
        yield TrotskyJoined(region) if region else TrotskyStayedAway()
