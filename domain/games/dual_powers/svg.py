"""Svg: the table as a picture, as one audience sees it; no script, no font and nothing from outside."""

from domain.core.event import Audience
from domain.core.svg import (
    AMBER,
    INK,
    LINE,
    SHEET,
    SOFT,
    Lines,
    box,
    disc,
    fitted,
    group,
    head,
    key,
    picture,
    unsaid,
    write,
)
from domain.games.dual_powers.svg_city import city
from domain.games.dual_powers.svg_parts import SIDE_FILL, emblem, side_mark
from domain.games.dual_powers.svg_sides import TALL, TOP, sides
from domain.games.dual_powers.table import PetrogradTable
from domain.games.dual_powers.words import position
from domain.games.dual_powers.words.board import Labels, labels

WIDTH, HEIGHT = 1000, TOP + TALL + 70
_FOOT = TOP + TALL + 14
_BAR, _DAYS, _TRACK = 92, 126, 178
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
    words = labels(language)
    inside = [
        *_DEFS,
        *_head(view, audience, words),
        *_calendar(view, words),
        *_support(view, words),
        *city(view, words),
        *sides(view, words),
        *_foot(view, words),
    ]
    return picture("Dual Powers", _told(view, audience, words), (WIDTH, HEIGHT), language, inside)


def _told(view: PetrogradTable, audience: Audience, words: Labels) -> str:
    """The position in a paragraph, for whoever listens to it."""
    text = words.text
    outcome = position.outcome(view, words)
    parts = [
        *position.progress(view, words),
        words.seen_by(audience),
        f"{text['calendar']}: {position.date(view, words)}",
        f"{text['support']}: {position.score(view, words)}",
        f"{text['will']}: {words.side(view.will)}",
        f"{text['unrest']}: {position.unrest(view, words)}",
        f"{text['blockade']}: {' '.join(position.blockade(view, words).split())}",
        *([": ".join(outcome)] if outcome else ()),
    ]
    return "; ".join(parts)


def _head(view: PetrogradTable, audience: Audience, words: Labels) -> Lines:
    """Where the game is and who looks on the left; what it waits for, or its result, on the right."""
    parts = position.progress(view, words)
    first = 2 if view.round else 1
    due = view.asks()
    who = (view.winner,) if view.winner else due.seats if due else ()
    crest = [
        disc(52, 50, 27, "#ffffff", thick="2"),
        f'<path d="M58 50L22 24l6 52z" fill="{SIDE_FILL["red"]}" stroke="{INK}" stroke-width="1.5"/>',
    ]
    return head(
        crest,
        "DUAL POWERS · 1917",
        (" · ".join(parts[:first]), " · ".join(parts[first:])),
        words.seen_by(audience),
        position.outcome(view, words),
        [part for n, side in enumerate(who) for part in side_mark(side, 932 - 50 * n, 24, "1")],
        970 - 50 * len(who),
    )


def _calendar(view: PetrogradTable, words: Labels) -> Lines:
    """Months with what unrest is worth in each; the days, bonus days starred and skipped ones struck out."""
    calendar = view.components.calendar
    names = [position.month(view, place, words) for place in range(len(calendar.months))]
    lines: Lines = []
    wide = 952 // len(names)
    for place, (name, worth) in enumerate(zip(names, calendar.unrest_points, strict=True)):
        x, now = 24 + place * wide, place == view.month
        fill, ink = (INK, "#ffffff") if now else (SHEET, INK)
        lines.append(box(x, _BAR, wide, 30, fill))
        lines.append(fitted(x + 8, _BAR + 20, wide - 44, 15, name, fill=ink, bold=now))
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
    title = f"{words.text['calendar']}: {position.date(view, words)}"
    return group(title, unsaid(lines), name="dp-calendar")


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
        lines.append(fitted(edge + inner, _TRACK + 18, 84, 16, name, at=at, bold=True))
        if view.will == side:
            lines.append(emblem("banner", edge + (44 if at == "start" else -62), _TRACK + 22, 18, INK))
    text = words.text
    title = f"{text['support']}: {position.score(view, words)}; {text['will']}: {words.side(view.will)}"
    return group(title, unsaid(lines), name="dp-support")


def _foot(view: PetrogradTable, words: Labels) -> Lines:
    """What is out of the game, and what the signs mean."""
    text = words.text
    label = f"{text['gone']}: {', '.join(position.out_of_the_game(view, words)) or '-'}"
    lines = group(label, [fitted(24, _FOOT + 12, 952, 14, label, fill=SOFT)])
    hatch = ' stroke-dasharray="3 2"'
    signs: list[tuple[str, Lines]] = [
        (text["exhausted"], [box(1, 1, 17, 17, "url(#dp-hatch)", more=hatch)]),
        (text["marker"], [disc(9, 9, 9, INK), write(9, 14, 13, "1", fill="#ffffff")]),
        (words.asked["bonus_action"], [emblem("star", 1, 1, 17, INK)]),
        (text["blockade"], [emblem("mobilize", 1, 1, 17, INK)]),
        (text["recruit"], [f'<path d="M1 6h7v7H1zM10 6h7v7h-7z" fill="{INK}"/>']),
        (text["points"], [disc(9, 9, 9, SHEET, thick="1"), write(9, 14, 13, "3")]),
        *((words.actions[one], [emblem(one, 1, 1, 17, INK)]) for one in ("move", "double_move", "refresh")),
    ]  # fmt: skip
    return [*lines, *key(signs, _FOOT + 24)]
