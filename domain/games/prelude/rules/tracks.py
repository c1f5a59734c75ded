"""Markers on their tracks: none of them ever leaves its track."""

from domain.core.event import Seat
from domain.games.prelude.events import OpportunityChanged, PrestigeMoved, UnrestMoved, WorldAffairsMoved
from domain.games.prelude.rules.play import Events
from domain.games.prelude.table import OTHER, TOWARD
from domain.games.prelude.table import PreludeTable as Table


def change_opportunity(table: Table, seat: Seat, points: int) -> Events:
    """The track ends at 0 and at 16 (11)."""
    most = table.components.board.limits.opportunity
    by = within(table.op[seat], points, most)
    if by:
        yield OpportunityChanged(seat, by)


def move_unrest(table: Table, boxes: int) -> Events:
    by = within(table.unrest, boxes, table.components.board.limits.unrest)
    if by:
        yield UnrestMoved(by)


def move_prestige(table: Table, boxes: int) -> Events:
    """Nothing once the Tsar has abdicated (12.1.1)."""
    by = within(table.prestige, boxes, table.components.board.limits.prestige)
    if by and not table.abdicated:
        yield PrestigeMoved(by)


def move_world(table: Table, seat: Seat, boxes: int) -> Events:
    """World Affairs, toward a player; the marker stops at the last box on either side."""
    limit = table.components.board.limits.world_affairs
    position = TOWARD[seat] * table.world_affairs
    by = max(-limit, min(limit, position + boxes)) - position
    if by:
        yield WorldAffairsMoved(seat, by) if by > 0 else WorldAffairsMoved(OTHER[seat], -by)


def within(box: int, by: int, most: int) -> int:
    """How far a marker can go."""
    return max(-box, min(by, most - box))
