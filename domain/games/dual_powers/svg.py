"""Svg: the table as a picture, as one audience sees it; no script, no font and nothing from outside."""

from domain.core.event import Audience
from domain.games.dual_powers.svg_city import city
from domain.games.dual_powers.svg_parts import (
    AMBER,
    INK,
    LINE,
    PAPER,
    SHEET,
    SIDE_FILL,
    SOFT,
    Lines,
    box,
    emblem,
    escape,
    fit,
    group,
    side_mark,
    write,
)
from domain.games.dual_powers.svg_sides import TALL, TOP, sides
from domain.games.dual_powers.table import PetrogradTable
from domain.games.dual_powers.words import board
from domain.games.dual_powers.words.board import Labels

WIDTH, HEIGHT = 1000, TOP + TALL + 70
_FOOT = TOP + TALL + 14
_BAR, _DAYS, _TRACK = 92, 126, 178
_FONTS = "Palatino, 'Palatino Linotype', 'Book Antiqua', 'PT Serif', Georgia, 'DejaVu Serif', serif"
_TURNED = 'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
_DEFS = [
    "<defs>",
    f'<pattern id="dp-hatch" width="6" height="6" {_TURNED}>',
    f'<path d="M0 0v6" stroke="{INK}" stroke-opacity=".3" stroke-width="3"/>',
    "</pattern>",
    f'<pattern id="dp-lattice" width="8" height="8" {_TURNED}>',
    f'<path d="M0 0h8M0 0v8" stroke="{LINE}" stroke-opacity=".7" stroke-width="1.5"/>',
    "</pattern>",
    "</defs>",
]


def svg(view: PetrogradTable, audience: Audience, language: str = "en") -> str:
    """The whole table as one picture, from nothing but what this audience's view holds."""
    words = board.labels(language)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="group"'
        f' lang="{language}" font-family="{_FONTS}">',
        "<title>Dual Powers</title>",
        f"<desc>{escape(_told(view, audience, words))}</desc>",
        *_DEFS,
        box(0, 0, WIDTH, HEIGHT, PAPER, PAPER),
        box(6, 6, WIDTH - 12, HEIGHT - 12, "none"),
        box(10, 10, WIDTH - 20, HEIGHT - 20, "none", LINE),
        *_head(view, audience, words),
        *_calendar(view, words),
        *_support(view, words),
        *city(view, words),
        *sides(view, words),
        *_foot(view, words),
        "</svg>",
    ]
    return "\n".join(lines)


def _told(view: PetrogradTable, audience: Audience, words: Labels) -> str:
    """The position in a paragraph, for whoever listens to it."""
    text = words.text
    label, what = board.outcome(view, words)
    unrest = words.colour(view.unrest_tile) if view.unrest_tile else "-"
    parts = [
        *board.progress(view, words),
        f"{text['seen']}: {words.viewer(audience)}",
        f"{text['calendar']}: {board.date(view, words)}",
        f"{text['support']}: {board.score(view, words)}",
        f"{text['will']}: {words.side(view.will)}",
        f"{text['unrest']}: {unrest}",
        f"{text['blockade']}: {board.connection(view, view.blockade, words, '✕')}",
        f"{label}: {what}",
    ]
    return "; ".join(parts)


def _head(view: PetrogradTable, audience: Audience, words: Labels) -> Lines:
    """Where the game is and who looks on the left; what it waits for, or its result, on the right."""
    seen = f"{words.text['seen']}: {words.viewer(audience)}"
    first, phase, *rest = board.progress(view, words)
    title, line = f"{first} · {phase}", " · ".join(rest)
    label, what = board.outcome(view, words)
    due = view.asks()
    who = (view.winner,) if view.winner else due.seats if due else ()
    marks = [part for n, side in enumerate(who) for part in side_mark(side, 932 - 50 * n, 28, "1")]
    edge = 970 - 50 * len(who)
    return [
        '<g aria-hidden="true">',
        f'<circle cx="52" cy="50" r="27" fill="#ffffff" stroke="{INK}" stroke-width="2"/>',
        f'<path d="M58 50L22 24l6 52z" fill="{SIDE_FILL["red"]}" stroke="{INK}" stroke-width="1.5"/>',
        f'<text x="92" y="32" font-size="12" letter-spacing="4" fill="{SOFT}">DUAL POWERS · 1917</text>',
        write(92, 57, fit(title, 470, 25, bold=True), title, at="start", bold=True),
        write(92, 78, fit(line, 470, 15), line, at="start", fill=SOFT),
        "</g>",
        *group(seen, [write(974, 82, 12, seen, at="end", fill=SOFT)]),
        *group(f"{label}: {what}", [
            *marks,
            write(edge, 40, 14, label, at="end", fill=SOFT),
            write(edge, 63, fit(what, 370, 20, bold=True), what, at="end", bold=True),
        ]),
    ]  # fmt: skip


def _calendar(view: PetrogradTable, words: Labels) -> Lines:
    """Months with what unrest is worth in each; the days, bonus days starred and skipped ones struck out."""
    calendar = view.components.calendar
    names = words.months if len(words.months) == len(calendar.months) else calendar.months
    lines: Lines = []
    wide = 952 // len(names)
    for place, (name, worth) in enumerate(zip(names, calendar.unrest_points, strict=True)):
        x, now = 24 + place * wide, place == view.month
        fill, ink = (INK, "#ffffff") if now else (SHEET, INK)
        lines.append(box(x, _BAR, wide, 30, fill))
        lines.append(
            write(x + 8, _BAR + 20, fit(name, wide - 44, 15, now), name, at="start", fill=ink, bold=now)
        )
        lines.append(emblem("flame", x + wide - 38, _BAR + 6, 16, ink))
        lines.append(write(x + wide - 12, _BAR + 21, 15, str(worth), fill=ink))
    for day in range(1, calendar.last_day + 1):
        left, right = (24 + n * wide * len(names) // calendar.last_day for n in (day - 1, day))
        middle = (left + right) // 2
        now, bonus, skipped = day == view.day, day in calendar.bonus_days, day in calendar.skipped_days
        fill = INK if now else AMBER if bonus else "none" if skipped else SHEET
        lines.append(box(left, _DAYS, right - left, 32, fill, LINE))
        ink = "#ffffff" if now else LINE if skipped else INK
        lines.append(write(middle, _DAYS + 20, 20 if now else 14, str(day), fill=ink, bold=now))
        if skipped:
            lines.append(f'<path d="M{left + 4} {_DAYS + 27}L{right - 4} {_DAYS + 5}" stroke="{LINE}"/>')
        if bonus:
            lines.append(emblem("star", middle - 4, _DAYS + 22, 9, "#ffffff" if now else INK))
    title = f"{words.text['calendar']}: {board.date(view, words)}"
    return group(title, ['<g aria-hidden="true">', *lines, "</g>"], name="dp-calendar")


def _support(view: PetrogradTable, words: Labels) -> Lines:
    """White's end on the left, red's on the right; the marker stands where the score is."""
    track = view.components.track
    wide = 690 // (2 * track + 1)
    start = 500 - wide * (2 * track + 1) // 2
    lines: Lines = []
    for place in range(-track, track + 1):
        x = start + (place + track) * wide
        fill = "#cfe3d8" if not place else "#f3d3cd" if place > 0 else "#ffffff"
        lines.append(box(x, _TRACK, wide, 38, fill))
        if wide >= 18:
            lines.append(write(x + wide // 2, _TRACK + 25, 15, str(abs(place)), fill=SOFT))
    x = start + (view.score + track) * wide + wide // 2
    lines.append(
        f'<path d="M{x} {_TRACK - 5}l21 24-21 24-21-24z" fill="{INK}" stroke="{AMBER}" stroke-width="2.5"/>'
    )
    lines.append(write(x, _TRACK + 26, 20, str(abs(view.score)), fill="#ffffff", bold=True))
    for side, at, edge in (("white", "start", 24), ("red", "end", 976)):
        inner = 44 if at == "start" else -44
        lines += side_mark(side, edge if at == "start" else edge - 38, _TRACK, ".86")
        name = words.side(side)
        lines.append(write(edge + inner, _TRACK + 18, fit(name, 84, 16, bold=True), name, at=at, bold=True))
        if view.will == side:
            lines.append(emblem("banner", edge + (44 if at == "start" else -62), _TRACK + 22, 18, INK))
    title = (
        f"{words.text['support']}: {board.score(view, words)}; {words.text['will']}: {words.side(view.will)}"
    )
    return group(title, ['<g aria-hidden="true">', *lines, "</g>"], name="dp-support")


def _foot(view: PetrogradTable, words: Labels) -> Lines:
    """What is out of the game, and what the signs mean."""
    text, effects = words.text, words.effects
    gone = [one for one in view.removed if not one.startswith("card:")]
    told = ", ".join(board.token_name(view, one, words) for one in gone) or "-"
    label = f"{text['gone']}: {told}"
    lines = group(label, [write(24, _FOOT + 12, fit(label, 952, 14), label, at="start", fill=SOFT)])
    dot = f'<circle cx="9" cy="9" r="8.5" fill="{SHEET}" stroke="{INK}"/>'
    dark = f'<circle cx="9" cy="9" r="8.5" fill="{INK}"/>'
    hatch = f'fill="url(#dp-hatch)" stroke="{INK}" stroke-dasharray="3 2"'
    signs: list[tuple[str, Lines]] = [
        (text["fresh"], [box(1, 1, 17, 17, SIDE_FILL["neutral"])]),
        (text["exhausted"], [f'<rect x="1" y="1" width="17" height="17" {hatch}/>']),
        (text["marker"], [dark, write(9, 14, 13, "1", fill="#ffffff")]),
        (text["bonus"], [emblem("star", 1, 1, 17, INK)]),
        (text["blockade"], [emblem("mobilize", 1, 1, 17, INK)]),
        (text["recruit"], [f'<path d="M1 6h7v7H1zM10 6h7v7h-7z" fill="{INK}"/>']),
        (text["points"], [dot, write(9, 14, 13, "3")]),
        *((effects[name], [emblem(name, 1, 1, 17, INK)]) for name in ("move", "double_move", "refresh")),
    ]  # fmt: skip
    room = 952 - 34 * len(signs)
    letters = sum(len(word) for word, _ in signs)
    size = fit("x" * letters, room, 13)
    x = 24
    lines.append('<g aria-hidden="true">')
    for word, sign in signs:
        wide = room * len(word) // letters
        lines += [f'<g transform="translate({x} {_FOOT + 24})">', *sign, "</g>"]
        lines.append(write(x + 22, _FOOT + 38, size, word, at="start", fill=SOFT))
        x += 34 + wide
    lines.append("</g>")
    return lines
