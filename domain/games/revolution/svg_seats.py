"""The seats in the picture: the support track, a lane for each, and what each of them holds."""

from domain.core.event import Seat
from domain.core.svg import AMBER, LINE, SHEET, SOFT, Lines, box, fitted, group, unsaid, write
from domain.games.revolution.svg_parts import SEAT_FILL, emblem, seat_mark, tokens_row
from domain.games.revolution.table import TownTable
from domain.games.revolution.words import position
from domain.games.revolution.words.english import side, tokens

TALL, HEAD = 46, 20
_TRACK, _STEP = 144, 4  # where a lane begins, and how wide a hundredth of a lap is
_POINTS, _TOKENS, _ASIDE, _CUBES = 562, 642, 764, 884


def seats_height(view: TownTable) -> int:
    return HEAD + len(view.seats) * TALL + 10


def seats(view: TownTable, top: int) -> Lines:
    """A row for each seat, in the order of the table."""
    heads = ((_TRACK, "support"), (_TOKENS, "tokens"), (_ASIDE, "set aside"), (_CUBES, "cubes left"))
    labels = [write(24 + x, top + 12, 13, word, at="start", fill=SOFT) for x, word in heads]
    lines = unsaid(labels)
    for place, seat in enumerate(view.seats):
        lines += _seat(view, seat, top + HEAD + place * TALL)
    return group("Support track", lines, role="group", name="rev-seats")


def _seat(view: TownTable, seat: Seat, y: int) -> Lines:
    due = view.asks()
    asked = due is not None and seat in due.seats
    seen = [
        box(0, 0, 952, TALL - 6, SHEET, corner=6, more=f' stroke-width="{4 if asked else 1}"'),
        f'<path d="M6 0h6v{TALL - 6}H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z" fill="{SEAT_FILL[seat]}"/>',
        *seat_mark(seat, 20, 7, 26),
        fitted(54, 26, 70, 18, side(seat), bold=True),
        *_lane(view, seat),
        *tokens_row(view.tokens[seat], _TOKENS, 12, 16, room=116),
        *tokens_row(view.aside[seat], _ASIDE, 12, 16, room=116),
        emblem("cube", _CUBES, 11, 18, SOFT),
        write(_CUBES + 22, 26, 17, str(view.cubes_left(seat)), at="start"),
    ]
    if view.phase == "bidding" and seat in view.boards:
        seen.append(emblem("done", _CUBES + 46, 11, 18))
    told = [f"{position.support(view, seat)} support", *position.holdings(view, seat, tokens)]
    words = f"{side(seat)}: {', '.join(' '.join(part.split()) for part in told)}"
    return group(words, unsaid(seen), place=f"translate(24 {y})", name=f"rev-seat-{seat}")


def _lane(view: TownTable, seat: Seat) -> Lines:
    """From the exclamation point; laps that are done stand as crowns before the points."""
    lap = view.components.lap
    laps, place = divmod(view.support[seat], lap)
    ticks = "".join(
        f"M{_TRACK + tenth * _STEP * 10} {8 if tenth % 5 else 4}v{24 if tenth % 5 else 32}"
        for tenth in range(11)
    )
    x = _TRACK + place * _STEP * 100 // lap
    lines = [
        f'<path d="M{_TRACK} 20h{_STEP * 100}" stroke="{LINE}" stroke-width="10"/>',
        f'<path d="{ticks}" stroke="{LINE}" stroke-width="1.5"/>',
        write(_TRACK - 6, 25, 16, "!", bold=True),
        f'<path d="M{_TRACK} 20H{x}" stroke="{SEAT_FILL[seat]}" stroke-width="6"/>',
        *seat_mark(seat, x - 12, 8, 24),
        fitted(_POINTS, 27, 40, 22, str(view.support[seat]), bold=True),
    ]
    return lines + [box(_POINTS + 48 + 12 * n, 12, 9, 16, AMBER) for n in range(min(laps, 3))]
