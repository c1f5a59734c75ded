"""Svg: the table as a picture, as one audience sees it; no script, no font and nothing from outside."""

from textwrap import wrap

from domain.core.event import Audience
from domain.core.svg import (
    AMBER,
    INK,
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
)
from domain.games.prelude.svg_cards import open_cards
from domain.games.prelude.svg_city import CITY, PARTIES, city, duma
from domain.games.prelude.svg_parts import EDGE, FILL, emblem, side_mark
from domain.games.prelude.svg_sides import sides
from domain.games.prelude.svg_tracks import (
    CALENDAR,
    COUNTERS,
    SCORING,
    VICTORY,
    calendar,
    counters,
    scoring,
    victory,
)
from domain.games.prelude.table import GOV, REV, PreludeTable
from domain.games.prelude.words import holdings, position
from domain.games.prelude.words.names import eyes, side, together

WIDTH, TOP = 1000, 98
_SCALE, _RIGHT, _FOOT = "0.6667", 1006, 64  # drawn half as wide again: city and tracks left, cards right
_LETTERS, _LINES = 46, 3  # of the question: what fits into a line, and the fewest lines
_CREST = "M12 0l3.5 8.2 8.5.6-6.5 5.6 2.1 8.4L12 18.2l-7.6 4.6 2.1-8.4L0 8.8l8.5-.6z"


def svg(view: PreludeTable, audience: Audience, language: str = "en") -> str:
    """The whole table as one picture, from nothing but what this audience's view holds."""
    position.spoken(language)
    lines = _head(view, audience)
    y = TOP
    for tall, part in (
        (CALENDAR, calendar), (VICTORY, victory), (COUNTERS, counters), (CITY, city), (PARTIES, duma),
        (SCORING, scoring),
    ):  # fmt: skip
        lines += part(view, y)
        y += tall
    lines += _foot(view, y)
    shown, right = _asked(view, 20)
    lines += shown
    shown, right = open_cards(view, _RIGHT, right)
    lines += shown
    shown, right = sides(view, _RIGHT, right + 4)
    lines += shown
    whole = [f'<g transform="scale({_SCALE})">', *lines, "</g>"]
    tall = max(y + _FOOT, right) + 12
    return picture("Prelude to Revolution", _told(view, audience), (WIDTH, tall * 2 // 3), language, whole)


def _told(view: PreludeTable, audience: Audience) -> str:
    """The position in a paragraph, for whoever listens to it."""
    parts = [
        *position.progress(view),
        position.first(view),
        f"seen by {eyes(audience)}",
        ": ".join(position.outcome(view)),
        f"Victory Points: {position.score(view)}",
        f"Revolutionary Unrest: {position.unrest(view)}",
        f"Tsar's Prestige: {position.prestige(view)}",
        f"The Duma: {position.duma(view)}",
    ]
    return "; ".join(parts)


def _head(view: PreludeTable, audience: Audience) -> Lines:
    """Where the game is and who looks on the left; what it waits for, or its result, on the right."""
    parts = position.progress(view)
    label, what = position.outcome(view)
    due = view.asks()
    if due is not None:
        what = together(side(seat) for seat in due.seats)
    who = (view.winner,) if view.winner else due.seats if due else ()
    crest = [
        disc(52, 50, 27, "#ffffff", thick="2"),
        f'<path d="M52 23a27 27 0 0 0 0 54z" fill="{FILL[REV]}" stroke="{EDGE[REV]}"/>',
        f'<path d="M52 23a27 27 0 0 1 0 54z" fill="{FILL[GOV]}" stroke="{EDGE[GOV]}"/>',
        f'<path transform="translate(36 33) scale(1.333)" fill="#ffffff" d="{_CREST}"/>',
    ]
    return head(
        crest,
        "PRELUDE TO REVOLUTION · 1905-1917",
        (parts[0], " · ".join(parts[1:]) or position.first(view)),
        f"seen by {eyes(audience)}",
        (label, what),
        [part for number, seat in enumerate(who) for part in side_mark(seat, 938 - 40 * number, 26, 34)],
        970 - 40 * len(who),
    )


def _asked(view: PreludeTable, top: int) -> tuple[Lines, int]:
    """What the game waits for in full, or the result, on a sheet of its own; gives back where that ends."""
    text = ": ".join(position.outcome(view))
    told = wrap(text, _LETTERS)
    tall = 14 + 19 * max(_LINES, len(told))
    inside = [box(_RIGHT, top, 470, tall, SHEET, AMBER, 5, ' stroke-width="2"')]
    inside += [fitted(_RIGHT + 12, top + 21 + 19 * n, 446, 15, line) for n, line in enumerate(told)]
    return group(text, inside, name="prelude-asked"), top + tall + 10


def _foot(view: PreludeTable, y: int) -> Lines:
    """The decks, and what the signs mean."""
    told = " · ".join(holdings.piles(view))
    lines = group(", ".join(holdings.piles(view)), [fitted(24, y + 14, 952, 14, told, fill=SOFT)])
    signs: list[tuple[str, Lines]] = [
        ("Worker", [emblem("worker", 1, 1, 17, INK)]),
        ("Military", [emblem("military", 1, 1, 17, INK)]),
        ("Urban", [emblem("urban", 1, 1, 17, INK)]),
        ("Revolutionary", side_mark(REV, 0, 0, 19)),
        ("Government", side_mark(GOV, 0, 0, 19)),
        ("neutral", side_mark(None, 0, 0, 19)),
        ("Organization", [emblem("banner", 1, 1, 17, INK)]),
        ("Duma Session", [box(1, 1, 17, 17, AMBER)]),
        ("Event possible", [emblem("done", 1, 1, 17, INK)]),
    ]
    return [*lines, *unsaid(key(signs, y + 26))]
