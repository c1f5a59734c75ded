"""The tracks in the picture: Turns and Action Rounds, points, Unrest, Prestige, and the scoring tracks."""

from domain.core.svg import AMBER, INK, LINE, SHEET, SOFT, Lines, box, fitted, group, unsaid, write
from domain.games.prelude.rules.duma import track_modifier
from domain.games.prelude.svg_parts import FILL, SAND, TINT, WHITE, broken, cell, centred, marker, side_mark
from domain.games.prelude.table import GOV, REV, SIDES, PreludeTable
from domain.games.prelude.words import position
from domain.games.prelude.words.names import LEVELS

CALENDAR, VICTORY, COUNTERS, SCORING = 80, 62, 58, 118  # heights
_ALL = 952
_LETTERS = 15  # of a Turn's name in one line
_HEAT = (SHEET, "#f6e3b0", "#efbf7d")  # what a modifier of 0, 1 or 2 looks like


def calendar(view: PreludeTable, top: int) -> Lines:
    """Turns; the Action Rounds of this one, with its Duma Sessions, and whose turn it is."""
    lines: Lines = []
    turns = view.components.turns
    wide = _ALL // len(turns)
    for number, turn in enumerate(turns):
        now = number == view.turn
        fill, ink = (INK, WHITE) if now else (SHEET, INK if number > view.turn else SOFT)
        x = 24 + number * wide
        names = broken(turn.name, _LETTERS)
        lines.append(box(x, top, wide, 36, fill, LINE))
        lines += centred(names, (x + wide // 2, 23 + top if len(names) == 1 else top + 15), wide, 13, 15, ink)
    rounds = view.now.rounds
    wide = _ALL // rounds
    for number in range(1, rounds + 1):
        lines += _round(view, number, 24 + (number - 1) * wide, top + 40, wide)
    told = f"{', '.join(position.progress(view))}; {position.first(view)}; Duma {position.session(view)}"
    return group(told, unsaid(lines), name="prelude-calendar")


def _round(view: PreludeTable, number: int, x: int, y: int, wide: int) -> Lines:
    now = number == view.round and view.turn >= 0
    sitting = [n for n, rounds in enumerate(view.now.sessions) if number in rounds]
    closed = bool(sitting) and sitting[0] in view.closed_sessions
    fill = AMBER if sitting and not closed else SHEET
    lines = [box(x, y, wide, 30, fill, INK if now else LINE, more=' stroke-width="3"' if now else "")]
    lines.append(
        write(
            x + 16,
            y + 21,
            18 if now else 14,
            str(number),
            fill=INK if number >= view.round else SOFT,
            bold=now,
        )
    )
    if sitting:
        word = "closed" if closed else "Duma"
        lines.append(write(x + wide - 8, y + 20, 13, word, at="end", fill=SOFT if closed else INK))
    if now and not view.over:
        for place, seat in enumerate((view.first, view.second)):
            lines += side_mark(seat, x + 29 + 20 * place, y + 6, 18, hollow=seat != view.active)
    return lines


def victory(view: PreludeTable, top: int) -> Lines:
    """One marker for both: red's end on the left, blue's on the right."""
    end = view.components.board.limits.victory
    wide = _ALL // (2 * end + 1)
    start = 500 - wide * (2 * end + 1) // 2
    lines = [
        write(24, top + 12, 15, "Victory Points", at="start", bold=True),
        write(976, top + 12, 14, position.score(view), at="end", fill=SOFT),
    ]
    top += 22
    for place in range(-end, end + 1):
        x = start + (place + end) * wide
        fill = SAND if not place else TINT[REV] if place < 0 else TINT[GOV]
        lines.append(box(x, top, wide, 32, fill, LINE))
        if wide >= 18:
            lines.append(write(x + wide // 2, top + 21, 12, str(abs(place)), fill=SOFT))
    x = start + (end - max(-end, min(end, view.vp))) * wide + wide // 2
    ahead = view.ahead()
    diamond = f"M{x} {top - 6}l22 22-22 22-22-22z"
    lines.append(
        f'<path d="{diamond}" fill="{FILL[ahead] if ahead else INK}" stroke="{WHITE}" stroke-width="2"/>'
    )
    lines.append(write(x, top + 22, 17, str(abs(view.vp)), fill=WHITE, bold=True))
    return group(f"Victory Points: {position.score(view)}", unsaid(lines), name="prelude-victory")


def counters(view: PreludeTable, top: int) -> Lines:
    """Unrest on the left and Prestige on the right, the boxes darker where extremism grows faster."""
    limits, modifiers = view.components.board.limits, view.components.board.modifiers
    gone = view.abdicated
    left = _counter("Revolutionary Unrest", view.unrest, limits.unrest, modifiers.unrest, 24, top)
    right = _counter(
        "Tsar's Prestige", None if gone else view.prestige, limits.prestige, modifiers.prestige, 508, top
    )
    rolls = {seat: f"extremism {track_modifier(view, seat):+d}" for seat in SIDES}
    left.append(write(492, top + 14, 14, rolls[REV], at="end", fill=SOFT))
    right.append(
        write(976, top + 14, 14, f"abdicated · {rolls[GOV]}" if gone else rolls[GOV], at="end", fill=SOFT)
    )
    return [
        *group(f"Revolutionary Unrest: {position.unrest(view)}", unsaid(left), name="prelude-unrest"),
        *group(f"Tsar's Prestige: {position.prestige(view)}", unsaid(right), name="prelude-prestige"),
    ]


def _counter(
    name: str, box_: int | None, most: int, steps: tuple[tuple[int, int], ...], x: int, y: int
) -> Lines:
    wide = 468 // (most + 1)
    lines = [write(x, y + 14, 15, name, at="start", bold=True)]
    for number in range(most + 1):
        heat = next((value for start, value in reversed(steps) if number >= start), 0)
        fill = _HEAT[max(0, min(heat, 2))]
        lines += cell(x + wide * number, y + 20, wide, 24, fill, str(number), number == box_)
    if box_ is None:
        lines.append(f'<path d="M{x} {y + 32}h{wide * (most + 1)}" stroke="{INK}" stroke-width="2"/>')
    return lines


def scoring(view: PreludeTable, top: int) -> Lines:
    """Four tracks side by side: the way to Score, and the Advantage with its VP."""
    lines: Lines = []
    for number, track in enumerate(view.components.tracks):
        lines += _track(view, track, 24 + number * 240, top)
    return lines


def _track(view: PreludeTable, name: str, x: int, y: int) -> Lines:
    track, at = view.components.tracks[name], view.scoring[name]
    inside = [
        box(0, 0, 232, SCORING - 12, SHEET, INK, 5, ' stroke-width="1.5"'),
        fitted(10, 20, 150, 16, track.name, bold=True),
        write(222, 20, 14, track.die, at="end", fill=SOFT),
    ]
    wide = 212 // (track.length + 1)
    for number in range(track.length + 1):
        text = "Start" if not number else "Score" if number == track.length else str(number)
        fill = AMBER if number == track.length else WHITE
        inside += [
            box(10 + wide * number, 28, wide, 24, fill, LINE),
            fitted(10 + wide * number + wide // 2, 44, wide - 2, 11, text, at="middle", fill=SOFT),
        ]
    inside += marker(10 + wide * at + wide // 2, 40, str(at))
    inside += _advantage(view, name)
    told = f"{track.name} Track: {position.scoring(view, name)}; {position.advantage(view, name)}"
    return group(told, unsaid(inside), place=f"translate({x} {y})", name=f"prelude-track-{name}")


def _advantage(view: PreludeTable, name: str) -> Lines:
    """The marker between red's end on the left and blue's on the right; what it is worth below."""
    track, stands = view.components.tracks[name], view.advantage(name)
    reach = max(abs(stands), len(track.points) - 1 if not track.each else 8)
    seat = view.favoured(name)
    x = 116 - stands * 84 // reach
    lines = [
        *side_mark(REV, 8, 60, 14),
        *side_mark(GOV, 210, 60, 14),
        f'<path d="M24 67h92" stroke="{FILL[REV]}" stroke-width="3"/>',
        f'<path d="M116 67h92" stroke="{FILL[GOV]}" stroke-width="3"/>',
        f'<path d="M116 61v12" stroke="{INK}" stroke-width="2"/>',
        *marker(x, 67, str(abs(stands)), FILL[seat] if seat else INK, 10),
    ]
    text = "nobody is favoured" if seat is None else f"{view.printed(name)} VP"
    if seat is not None:
        lines += [*side_mark(seat, 10, 82, 18), write(34, 97, 17, text, at="start", bold=True)]
        if name == "duma":
            level = LEVELS[view.duma_level(seat)]
            lines.append(write(222, 96, 14, level, at="end", fill=SOFT))
        return lines
    return [*lines, write(10, 97, 14, text, at="start", fill=SOFT)]
