"""Score line: how the points went over a game, and where in it one is, in a row of characters."""

from collections.abc import Iterable, Sequence

BARS = "▁▂▃▄▅▆▇█"
PLACE, ROUND, TURN, LINE = "●", "┼", "┴", "─"


def column_of(version: int, last: int, width: int) -> int:
    """The column that a version falls into."""
    return (version - 1) * (width - 1) // max(1, last - 1)


def version_of(column: int, last: int, width: int) -> int:
    """The first version of a column; where versions are fewer than columns, the one it is drawn from."""
    kept = min(max(0, column), width - 1)
    return min(last, 1 + -(-kept * (last - 1) // max(1, width - 1)))


def spark(values: Sequence[int], width: int, low: int, high: int) -> str:
    """One bar a column: the value after the last version that falls into it."""
    last = len(values)
    row = []
    for column in range(width):
        upto = last if column == width - 1 else max(1, version_of(column + 1, last, width) - 1)
        row.append(BARS[(values[upto - 1] - low) * (len(BARS) - 1) // max(1, high - low)])
    return "".join(row)


def ruler(version: int, last: int, width: int, turns: Sequence[int], rounds: Sequence[int]) -> str:
    """A line through the game with a mark where turns and rounds end, and a dot where one is."""
    row = [LINE] * width
    if len(turns) * 2 <= width:
        _mark(row, turns, TURN, last)
    if len(rounds) * 2 <= width:
        _mark(row, rounds, ROUND, last)
    row[column_of(version, last, width)] = PLACE
    return "".join(row)


def _mark(row: list[str], versions: Iterable[int], sign: str, last: int) -> None:
    for version in versions:
        row[column_of(version, last, len(row))] = sign


def bounds(points: Sequence[dict[str, int]]) -> tuple[int, int]:
    """The least and the most points that anyone ever had."""
    every = [number for one in points for number in one.values()]
    return min(every, default=0), max(every, default=0)
