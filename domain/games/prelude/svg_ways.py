"""Which Districts are adjacent, as lines in the gaps between the tiles, so that none runs under a tile."""

from typing import NamedTuple

from domain.core.svg import PAPER, SOFT, Lines, disc, unsaid
from domain.games.prelude.svg_parts import FILL
from domain.games.prelude.table import PreludeTable

ROWS, STRIPS = 3, 6
TALL, WIDE, GAP = 138, 140, 40  # of a tile, and below each row
_LANE, _LANES, _FIRST, _CORNER = 9, 4, 8, 16
_PORT, _NEAR = 12, 84  # where lines along a gap leave a tile: right of its middle, ever further out
Point = tuple[int, int]


class Way(NamedTuple):
    """From a Worker or Military District to an Urban one: strip and row of both."""

    strip: int
    row: int
    to_strip: int
    to_row: int
    colour: str
    thick: int


class Streets:
    """The gaps between the tiles: who runs where in them."""

    def __init__(self, left: int, top: int, pitch: int) -> None:
        self.left, self.top, self.pitch = left, top, pitch
        self.lanes: dict[int, list[list[tuple[int, int]]]] = {}
        self.ports: dict[tuple[int, int, int, int], int] = {}

    def x(self, strip: int) -> int:
        return self.left + strip * self.pitch

    def y(self, row: int) -> int:
        return self.top + row * (TALL + GAP)

    def lane(self, gap: int, one: int, other: int) -> int:
        """The height at which a line runs below row `gap`, beside those that share its way."""
        start, end = min(one, other), max(one, other)
        lanes = self.lanes.setdefault(gap, [])
        free = (
            number
            for number, taken in enumerate(lanes)
            if all(end < first or last < start for first, last in taken)
        )
        number = next(free, len(lanes))
        if number == len(lanes):
            lanes.append([])
        lanes[number].append((start, end))
        return self.y(gap) + TALL + _FIRST + _LANE * (number % _LANES)

    def port(self, strip: int, row: int, edge: int, toward: int) -> int:
        """Where a line leaves a tile's upper (-1) or lower (1) edge toward the left (-1) or the right (1)."""
        key = (strip, row, edge, toward)
        number = self.ports[key] = self.ports.get(key, -1) + 1
        middle = self.x(strip) + WIDE // 2
        return middle + toward * (_NEAR - WIDE // 2 + _PORT * number)

    def path(self, way: Way) -> list[Point]:
        """The corners of a line."""
        strip, row, to_strip, to_row = way[:4]
        right, down = _sign(to_strip - strip), _sign(to_row - row)
        far, deep = abs(to_strip - strip), abs(to_row - row)
        if far <= 1 and deep <= 1:
            return self._straight(way, right, down)
        if far <= 1:
            return self._beside(way, right, down)
        gap = row if down >= 0 else row - 1
        edge = 1 if gap == row else -1
        start, first = self.port(strip, row, edge, right), self._edge(row, edge)
        if deep > 1:
            aside, side, to_y = self._aside(to_strip, to_row, -right, down)
            height = self.lane(gap, start, aside)
            return [(start, first), (start, height), (aside, height), (aside, to_y), (side, to_y)]
        to_edge = -1 if to_row > gap else 1
        end = self.port(to_strip, to_row, to_edge, -right)
        height = self.lane(gap, start, end)
        return [(start, first), (start, height), (end, height), (end, self._edge(to_row, to_edge))]

    def _edge(self, row: int, edge: int) -> int:
        return self.y(row) + (TALL if edge > 0 else 0)

    def _straight(self, way: Way, right: int, down: int) -> list[Point]:
        """Neighbours: across one gap, or across the corner where two meet."""
        strip, row, to_strip, to_row = way[:4]
        if not down:
            y = self.y(row) + TALL // 2
            x, to_x = self.x(strip), self.x(to_strip)
            return [(x + WIDE, y), (to_x, y)] if right > 0 else [(x, y), (to_x + WIDE, y)]
        aside = right * (WIDE // 2 - _CORNER)
        x, to_x = self.x(strip) + WIDE // 2 + aside, self.x(to_strip) + WIDE // 2 - aside
        return [(x, self._edge(row, down)), (to_x, self._edge(to_row, -down))]

    def _beside(self, way: Way, right: int, down: int) -> list[Point]:
        """Two rows away: up or down the gap between two strips."""
        strip, row, to_strip, to_row = way[:4]
        toward = right or (1 if strip < STRIPS - 1 else -1)
        gap, start, y = self._aside(strip, row, toward, -down)
        _, end, to_y = self._aside(to_strip, to_row, -right or toward, down)
        return [(start, y), (gap, y), (gap, to_y), (end, to_y)]

    def _aside(self, strip: int, row: int, toward: int, down: int) -> tuple[int, int, int]:
        """The middle of the gap to the left (-1) or right (1) of a tile, its edge, and a height there."""
        edge = self.x(strip) + (WIDE if toward > 0 else 0)
        return edge + toward * (self.pitch - WIDE) // 2, edge, self.y(row) + TALL // 2 - down * TALL // 4


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def drawn(points: list[Point]) -> str:
    """A path with round corners."""
    text = f"M{points[0][0]} {points[0][1]}"
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        one, other = _toward(here, before), _toward(here, after)
        text += f"L{one[0]} {one[1]}Q{here[0]} {here[1]} {other[0]} {other[1]}"
    return f"{text}L{points[-1][0]} {points[-1][1]}"


def _toward(here: Point, there: Point) -> Point:
    """A little way from a corner."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    reach = min(5, (abs(dx) + abs(dy)) // 2)
    return here[0] + _sign(dx) * reach, here[1] + _sign(dy) * reach


def ways(view: PreludeTable, left: int, top: int, pitch: int) -> Lines:
    """In the colour of whoever controls the Urban District; heavy where that counts double."""
    cells = {place: divmod(number, ROWS) for number, place in enumerate(view.cubes)}
    streets = Streets(left, top, pitch)
    lines: Lines = []
    found = []
    for district in view.components.districts.values():
        for near in district.adjacent:
            holder = view.controller(near)
            heavy = holder is not None and view.has_organization(holder, near)
            colour = FILL[holder] if holder else SOFT
            found.append(Way(*cells[district.id], *cells[near], colour, 4 if heavy else 2))
    for way in sorted(found, key=lambda way: abs(way.to_strip - way.strip)):
        points = streets.path(way)
        path = drawn(points)
        lines.append(f'<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="{way.thick + 3}"/>')
        lines.append(f'<path d="{path}" fill="none" stroke="{way.colour}" stroke-width="{way.thick}"/>')
        lines.append(disc(*points[0], 4, way.colour, PAPER))
    return unsaid(lines)
