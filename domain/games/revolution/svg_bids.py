"""The bid board in the picture: what each character takes and brings, and the bids that are seen there."""

from domain.core.event import Seat
from domain.core.svg import (
    AMBER,
    DARK,
    INK,
    LINE,
    SHEET,
    SOFT,
    Lines,
    box,
    fitted,
    group,
    plate,
    unsaid,
    write,
)
from domain.games.revolution.components import KINDS, Character, CharacterId, Tokens
from domain.games.revolution.svg_parts import emblem, seat_mark, token_sign, tokens_row
from domain.games.revolution.table import TownTable
from domain.games.revolution.words import position
from domain.games.revolution.words.english import KIND, POWERS, side, title, together, tokens

COLUMNS, TALL, GAP, BAND = 4, 118, 10, 28
_LEFT, _WIDE = 24, 230
HEIGHT = 3 * (TALL + GAP)


def bid_board(view: TownTable, top: int) -> Lines:
    """In the order of resolution, four characters a row."""
    lines: Lines = []
    for place, name in enumerate(view.components.order):
        row, column = divmod(place, COLUMNS)
        lines += _character(view, name, _LEFT + column * (_WIDE + 11), top + row * (TALL + GAP))
    return group("Bid board", lines, role="group", name="rev-bids")


def _character(view: TownTable, name: CharacterId, x: int, y: int) -> Lines:
    """A plate: who it is and what may be bid there, what winning brings, then the bids."""
    part = view.components.characters[name]
    now = name == view.character and view.phase == "resolution"
    seen = [
        *plate(_WIDE, TALL, BAND, INK if now else "#6e4a2a", AMBER if now else INK, "4" if now else "1.5"),
        fitted(10, 20, 132, 17, f"{'► ' if now else ''}{title(name)}", fill="#ffffff", bold=True),
        box(_WIDE - 82, 3, 78, 23, SHEET, "none", 4),
    ]
    for place, kind in enumerate(KINDS):
        seen += token_sign(kind, _WIDE - 79 + 26 * place, 5, 19, barred=kind not in part.accepts)
    seen += _reward(part)
    found = position.bids(view, name)
    shown = [(seat, found.bids[seat]) for seat in view.seats if seat in found.bids]
    for place, (seat, some) in enumerate(shown):
        row, column = divmod(place, 2)
        seen += _bid(seat, some, 6 + 110 * column, 54 + 31 * row, seat == found.winner)
    tied = shown and found is view.outcomes.get(name) and found.winner is None
    told = [
        f"{title(name)}: takes {together(KIND[kind] for kind in KINDS if kind in part.accepts)}",
        f"brings {together(_gifts(part))}",
        *(f"{side(seat)} {tokens(some)}{', won' if seat == found.winner else ''}" for seat, some in shown),
        *(["nobody wins"] if tied else ()),
        *(["is being resolved"] if now else ()),
    ]
    return group("; ".join(told), unsaid(seen), place=f"translate({x} {y})", name=f"rev-{name}")


def _gifts(part: Character) -> list[str]:
    """What the winner gets, in words."""
    gifts = [f"{part.support} support"] if part.support else []
    gifts += [tokens(part.tokens)] if part.tokens else []
    gifts += [f"influence in the {title(part.area)}"] if part.area else []
    return gifts + ([POWERS[part.power]] if part.power else [])


def _reward(part: Character) -> Lines:
    """What the winner gets, in signs."""
    lines: Lines = []
    x = 10
    if part.support:
        lines += [emblem("support", x, 33, 15, SOFT), write(x + 17, 46, 15, str(part.support), at="start")]
        x += 42
    if part.tokens:
        lines += tokens_row(part.tokens, x, 32, 16)
        x += 36
    if part.area:
        lines += [emblem("cube", x, 32, 16, SOFT), emblem(part.area, x + 20, 32, 16, DARK)]
        lines.append(fitted(x + 40, 45, _WIDE - x - 46, 12, title(part.area), fill=SOFT))
    if part.power:
        word = POWERS[part.power]
        lines += [
            emblem(part.power, x, 32, 16, DARK),
            fitted(x + 22, 45, _WIDE - x - 28, 12, word, fill=SOFT),
        ]
    return lines


def _bid(seat: Seat, some: Tokens, x: int, y: int, won: bool) -> Lines:
    """A seat's tokens; those that won lie on gold, under a crown."""
    fill, edge = ("#fbe7a1", INK) if won else ("none", LINE)
    lines = [
        box(x, y, 108, 28, fill, edge, 4, ' stroke-width="2"'),
        *seat_mark(seat, x + 3, y + 3, 22),
        *tokens_row(some, x + 30, y + 7, 15, room=76),
    ]
    return [*lines, emblem("crown", x + 90, y - 8, 17)] if won else lines
