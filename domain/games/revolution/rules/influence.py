"""Spy and Apothecary: the winner may change cubes that are already on the board."""

from collections.abc import Iterator
from typing import Any

from domain.core.event import Event, Seat
from domain.core.refusal import Refused
from domain.games.revolution import commands as ask
from domain.games.revolution.components import Area
from domain.games.revolution.events import CubeReplaced, CubesSwapped, Declined, PowerLost, PowerOffered
from domain.games.revolution.table import POWER_RULE
from domain.games.revolution.table import TownTable as Table

Events = Iterator[Event[Any]]


def offer_power(table: Table, seat: Seat, power: str) -> Events:
    """The winner decides at once and openly, if there is anything to decide."""
    possible = replaceable(table, seat) if power == "replace" else swappable(table)
    yield PowerOffered(seat, power) if possible else PowerLost(seat, power)


def replace_cube(table: Table, seat: Seat, command: ask.ReplaceCube) -> Events:
    """Spy: an opponent's cube, in any area, makes room for one's own."""
    _movable(table, command.area, command.owner, "area", "owner")
    if command.owner == seat:
        raise Refused("own_cube", POWER_RULE, "owner")
    yield CubeReplaced(seat, command.area, command.owner)


def swap_cubes(table: Table, seat: Seat, command: ask.SwapCubes) -> Events:
    """Apothecary: two cubes of different colours in two areas, whoever owns them."""
    _movable(table, command.area, command.owner, "area", "owner")
    _movable(table, command.other_area, command.other_owner, "other_area", "other_owner")
    if command.owner == command.other_owner:
        raise Refused("same_colour", POWER_RULE, "other_owner")
    order = table.components.area_order
    if order[command.area] >= order[command.other_area]:
        raise Refused("not_two_areas_in_order", POWER_RULE, "other_area")
    yield CubesSwapped(seat, command.area, command.owner, command.other_area, command.other_owner)


def decline(table: Table, seat: Seat, command: ask.Decline) -> Events:
    """The Spy and the Apothecary allow a change; they do not demand it."""
    due = table.asks()
    assert due is not None
    yield Declined(seat, due.what)


def replaceable(table: Table, seat: Seat) -> list[tuple[Area, Seat]]:
    """Each area and opponent whose cube the Spy could replace; none without a cube to put there."""
    if table.cubes_left(seat) == 0:
        return []
    return [(area, owner) for area, owner in touchable(table) if owner != seat]


def swappable(table: Table) -> list[tuple[Area, Seat, Area, Seat]]:
    """Each two cubes that the Apothecary could swap with some effect, the earlier area first."""
    cubes = touchable(table)
    return [
        (area, owner, other_area, other_owner)
        for place, (area, owner) in enumerate(cubes)
        for other_area, other_owner in cubes[place + 1 :]
        if area != other_area and owner != other_owner
    ]


def touchable(table: Table) -> list[tuple[Area, Seat]]:
    """Where whose cubes lie, except in areas that are locked."""
    return [
        (area, seat)
        for area, cubes in table.town.items()
        if not table.locked(area)
        for seat, count in cubes.items()
        if count
    ]


def _movable(table: Table, area: Area, owner: Seat, area_field: str, owner_field: str) -> None:
    if area not in table.town:
        raise Refused("no_such_area", POWER_RULE, area_field)
    if not table.town[area].get(owner):
        raise Refused("no_cube_of_this_owner", POWER_RULE, owner_field)
    if table.locked(area):
        raise Refused("area_is_controlled", "Optional Rules: Area Control Bonus", area_field)
