"""The two sides in the picture: hand, played cards, objective and supply, as far as they are known."""

from domain.core.event import Seat
from domain.games.dual_powers.svg_city import BOTTOM, flow
from domain.games.dual_powers.svg_parts import (
    CARD_WIDTH,
    DARK,
    INK,
    LINE,
    SHEET,
    SIDE_FILL,
    SIDE_TEXT,
    SOFT,
    Lines,
    back,
    box,
    card,
    emblem,
    fit,
    group,
    side_mark,
    write,
)
from domain.games.dual_powers.table import PetrogradTable
from domain.games.dual_powers.words import board
from domain.games.dual_powers.words.board import Labels

TOP, WIDE, TALL = BOTTOM + 20, 468, 322
_INNER = WIDE - 24
_HAND, _PLAYED, _SUPPLY = 44, 146, 248
_OBJECTIVE = WIDE - 12 - 2 * CARD_WIDTH - 4


def sides(view: PetrogradTable, words: Labels) -> Lines:
    """White on the left and red on the right, as on the support track."""
    return [*_side(view, "white", 24, words), *_side(view, "red", 508, words)]


def _side(view: PetrogradTable, side: Seat, x: int, words: Labels) -> Lines:
    name = words.side(side).upper()
    asked = view.asks()
    due = asked is not None and side in asked.seats
    edge = f'stroke="{INK}" stroke-width="{4 if due else 1.5}"'
    bar = [
        '<g aria-hidden="true">',
        f'<rect width="{WIDE}" height="{TALL}" rx="7" fill="{SHEET}" {edge}/>',
        f'<path d="M0 34V7a7 7 0 0 1 7-7h{WIDE - 14}a7 7 0 0 1 7 7v27z" fill="{SIDE_FILL[side]}" {edge}/>',
        *side_mark(side, 8, 3, ".65"),
        write(46, 25, 21, name, at="start", fill=SIDE_TEXT[side], bold=True),
        *(_will(words.text["people"], SIDE_TEXT[side]) if view.will == side else ()),
        "</g>",
    ]
    inside = [
        *bar,
        *_hand(view, side, words),
        *_played(view, side, words),
        *_objective(view, side, words),
        *_supply(view, side, words),
    ]
    return group(name, inside, role="group", place=f"translate({x} {TOP})", name=f"dp-side-{side}")


def _will(word: str, ink: str) -> Lines:
    size = fit(word, 190, 16)
    return [emblem("banner", WIDE - 34, 6, 22, ink), write(WIDE - 42, 23, size, word, at="end", fill=ink)]


def _label(y: int, word: str, number: int | None = None, x: int = 12) -> str:
    told = word if number is None else f"{word} · {number}"
    return write(x, y, fit(told, 200, 14), told, at="start", fill=SOFT)


def _hand(view: PetrogradTable, side: Seat, words: Labels) -> Lines:
    hand, text = view.hands[side], words.text
    lines = [_label(_HAND + 8, text["hand"], len(hand))]
    count = len(hand.known) + bool(hand.hidden)
    step = min(CARD_WIDTH + 4, (_INNER - CARD_WIDTH - 4) // max(1, count - 1))
    x = 12
    for one in hand.known:
        lines += card(view, one, words, x, _HAND + 14)
        x += step
    if hand.hidden:
        lines += back(f"{text['hidden']}: {hand.hidden}", str(hand.hidden), x, _HAND + 14)
    known = [words.card(one) for one in hand.known]
    told = ", ".join([*known, f"{text['hidden']}: {hand.hidden}"] if hand.hidden else known)
    return group(f"{text['hand']} ({words.side(side)}): {told or '-'}", lines, role="group")


def _played(view: PetrogradTable, side: Seat, words: Labels) -> Lines:
    word, played = words.text["played"], view.played[side]
    lines = [_label(_PLAYED + 8, word)]
    step = min(CARD_WIDTH + 4, (_OBJECTIVE - 24 - CARD_WIDTH) // max(1, len(played) - 1))
    for place, one in enumerate(played):
        now = one == view.card and place == len(played) - 1
        lines += card(view, one, words, 12 + place * step, _PLAYED + 14, lifted=now)
    told = ", ".join(words.card(one) for one in played)
    return group(f"{word} ({words.side(side)}): {told or '-'}", lines, role="group")


def _objective(view: PetrogradTable, side: Seat, words: Labels) -> Lines:
    """A known card that lies face down is shown on a dark back, with the words beside it."""
    text, found = words.text, view.objectives.get(side)
    x, y = _OBJECTIVE, _PLAYED + 14
    lines = [_label(_PLAYED + 8, text["objective"], x=x)]
    if found is None:
        empty = f'fill="none" stroke="{LINE}" stroke-width="1.5" stroke-dasharray="5 4"'
        lines.append(f'<rect x="{x}" y="{y}" width="56" height="78" rx="5" {empty}/>')
    else:
        face = text["up" if found.face_up else "down"]
        if found.card is None:
            lines += back(board.objective(view, side, words), "?", x, y)
        else:
            if not found.face_up:
                lines.append(box(x - 4, y - 4, 64, 86, DARK, corner=6))
                lines.append(box(x - 4, y - 4, 64, 86, "url(#dp-lattice)", corner=6))
            lines += card(view, found.card, words, x, y, note=face)
        lines.append(write(x + 64, y + 44, fit(face, 50, 13), face, at="start", fill=SOFT))
    told = board.objective(view, side, words)
    return group(f"{text['objective']} ({words.side(side)}): {told}", lines, role="group")


def _supply(view: PetrogradTable, side: Seat, words: Labels) -> Lines:
    word, supply = words.text["supply"], view.supply[side]
    box = (12, _SUPPLY + 14, _INNER, TALL - _SUPPLY - 18)
    tokens = flow(view, ((one, True) for one in supply), box, words, largest=8)
    lines = [_label(_SUPPLY + 8, word, len(supply)), *tokens]
    return group(f"{word} ({words.side(side)}): {len(supply)}", lines, role="group")
