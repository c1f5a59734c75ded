"""Svg: the table as a picture, as one audience sees it; no script, no font and nothing from outside."""

from textwrap import shorten

from domain.core.event import Audience
from domain.core.svg import INK, SOFT, Lines, disc, fitted, group, head, key, picture, unsaid, write
from domain.games.revolution.svg_bids import HEIGHT, bid_board
from domain.games.revolution.svg_parts import emblem, seat_mark, token_sign, tokens_row
from domain.games.revolution.svg_seats import seats, seats_height
from domain.games.revolution.svg_town import town, town_height
from domain.games.revolution.table import TownTable
from domain.games.revolution.words import position
from domain.games.revolution.words.english import KIND, tokens

WIDTH, TOP, FOOT = 1000, 96, 60


def height(view: TownTable) -> int:
    return TOP + seats_height(view) + town_height(view) + HEIGHT + FOOT


def svg(view: TownTable, audience: Audience, language: str = "en") -> str:
    """The whole table as one picture, from nothing but what this audience's view holds."""
    position.spoken(language)
    middle = TOP + seats_height(view)
    low = middle + town_height(view)
    inside = [
        *_head(view, audience),
        *seats(view, TOP),
        *town(view, middle),
        *bid_board(view, low),
        *_foot(view, low + HEIGHT),
    ]
    told = "; ".join([*position.progress(view, audience), ": ".join(position.outcome(view))])
    return picture("Revolution!", told, (WIDTH, height(view)), language, inside)


def _head(view: TownTable, audience: Audience) -> Lines:
    *parts, seen = position.progress(view, audience)
    due = view.asks()
    who = view.winners or (due.seats if due else ())
    step = 36
    marks = [part for n, seat in enumerate(reversed(who)) for part in seat_mark(seat, 942 - step * n, 34, 30)]
    crest = [
        disc(52, 50, 27, "#ffffff", thick="2"),
        emblem("crown", 38, 34, 28, INK),
        '<path d="M30 72L74 28" stroke="#c8371f" stroke-width="5"/>',
    ]
    return head(
        crest,
        "REVOLUTION!",
        (" · ".join(parts[:2]), " · ".join(parts[2:])),
        seen.strip("()"),
        position.outcome(view),
        marks,
        970 - step * len(who),
    )


def _foot(view: TownTable, y: int) -> Lines:
    """The bank, who has a word with whom, and what the signs mean."""
    bank = [write(24, y + 20, 15, "Bank", at="start", fill=SOFT), *tokens_row(view.bank, 70, y + 7, 16)]
    lines = group(f"Bank: {tokens(view.bank)}", unsaid(bank), name="rev-bank")
    signs = [
        *((word, token_sign(kind, 0, 0, 18)) for kind, word in KIND.items()),
        ("not taken", token_sign("force", 0, 0, 18, barred=True)),
        ("support", [emblem("support", 0, 0, 18)]),
        ("influence", [emblem("cube", 0, 0, 18)]),
        ("won, or most influence", [emblem("crown", 0, 0, 18)]),
        ("has bid", [emblem("done", 0, 0, 18)]),
    ]
    lines += key(signs, y + 28)
    talk = position.offers(view)
    if not talk:
        return lines
    shown = shorten(f"Offers: {talk}", 100, placeholder=" …")
    return [*lines, *group(f"Offers: {talk}", [fitted(260, y + 20, 716, 13, shown, fill=SOFT)])]
