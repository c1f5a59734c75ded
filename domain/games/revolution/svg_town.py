"""The town in the picture: its areas by rows, their influence spaces and whose cubes lie on them."""

from domain.core.event import Seat
from domain.core.svg import DARK, INK, LINE, SHEET, Lines, box, fitted, group, plate, unsaid
from domain.games.revolution.components import Area
from domain.games.revolution.svg_parts import emblem, medal, seat_mark
from domain.games.revolution.table import TownTable
from domain.games.revolution.words import position
from domain.games.revolution.words.english import side, title

TALL, GAP, BAND = 88, 12, 30
_LEFT, _WIDE = 24, 952


def town_height(view: TownTable) -> int:
    return len(position.rows(view)) * (TALL + GAP)


def town(view: TownTable, top: int) -> Lines:
    lines: Lines = []
    for row, areas in enumerate(position.rows(view)):
        wide = (_WIDE - GAP * (len(areas) - 1)) // len(areas)
        for place, area in enumerate(areas):
            lines += _area(view, area, _LEFT + place * (wide + GAP), top + row * (TALL + GAP), wide)
    return group("Town board", lines, role="group", name="rev-town")


def _area(view: TownTable, area: Area, x: int, y: int, wide: int) -> Lines:
    """A plate: name and worth on top, who leads, and a square for each influence space."""
    name, holder = title(area), view.holder(area)
    who = next(c.id for c in view.components.file.characters if c.area == area)
    room = wide - 120
    seen = [
        *plate(wide, TALL, BAND, DARK, INK, "1.5"),
        emblem(area, 8, 4, 22, "#ffffff"),
        fitted(38, 21, room * 6 // 10, 18, name, fill="#ffffff", bold=True),
        *(
            [fitted(wide - 90, 20, room * 4 // 10, 13, title(who), at="end", fill="#ffffff")]
            if room > 99
            else ()
        ),
        *medal(view.components.areas[area].support, wide - 20, 15, 13),
        *(_holder(holder, wide - 84) if holder else ()),
        *([emblem("lock", wide - 26, 36, 16)] if view.locked(area) else ()),
        *_spaces(view, area, wide),
    ]
    told = [position.area(view, area), *(f"{side(seat)} {n}" for seat, n in _cubes(view, area))]
    told.append(f"free {view.free_spaces(area)}")
    told.append(f"most influence: {side(holder) if holder else 'nobody'}")
    return group(", ".join(told), unsaid(seen), place=f"translate({x} {y})", name=f"rev-{area}")


def _holder(seat: Seat, x: int) -> Lines:
    """Who has the most influence, under a crown."""
    return [
        box(x, 3, 46, 24, SHEET, corner=4),
        emblem("crown", x + 3, 7, 16),
        *seat_mark(seat, x + 22, 4, 21),
    ]


def _cubes(view: TownTable, area: Area) -> list[tuple[Seat, int]]:
    return [(seat, view.town[area][seat]) for seat in view.seats if view.town[area][seat]]


def _spaces(view: TownTable, area: Area, wide: int) -> Lines:
    """In one row if they can be, as large as they can be."""
    cubes = [seat for seat, number in _cubes(view, area) for _ in range(number)]
    spaces = view.components.areas[area].spaces
    room, tall = wide - 40, TALL - BAND - 12
    size = next(s for s in range(40, 5, -1) if (room // s) * (tall // s) >= spaces)
    lines: Lines = []
    for place in range(spaces):
        row, column = divmod(place, room // size)
        x, y = 12 + column * size, BAND + 7 + row * size
        fill = SHEET if place < len(cubes) else "none"
        lines.append(box(x, y, size - 4, size - 4, fill, LINE, 3))
        if place < len(cubes):
            lines += seat_mark(cubes[place], x + size // 10, y + size // 10, size - 4 - 2 * (size // 10))
    return lines
