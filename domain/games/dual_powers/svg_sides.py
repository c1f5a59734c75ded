"""The two sides in the picture: hand, played cards, objective and supply, as far as they are known."""

from domain.core.event import Seat
from domain.core.svg import DARK, INK, LINE, SOFT, Lines, box, fitted, group, plate, unsaid, write
from domain.games.dual_powers.svg_city import BOTTOM, flow
from domain.games.dual_powers.svg_parts import CARD_WIDTH, SIDE_FILL, SIDE_TEXT, back, card, emblem, side_mark
from domain.games.dual_powers.table import PetrogradTable
from domain.games.dual_powers.words import position
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
    bar = [
        *plate(WIDE, TALL, 34, SIDE_FILL[side], INK, "4" if due else "1.5"),
        *side_mark(side, 8, 3, ".65"),
        write(46, 25, 21, name, at="start", fill=SIDE_TEXT[side], bold=True),
        *(_will(words.text["will"], SIDE_TEXT[side]) if view.will == side else ()),
    ]
    inside = [
        *unsaid(bar),
        *_hand(view, side, words),
        *_played(view, side, words),
        *_objective(view, side, words),
        *_supply(view, side, words),
    ]
    return group(name, inside, role="group", place=f"translate({x} {TOP})", name=f"dp-side-{side}")


def _will(word: str, ink: str) -> Lines:
    return [emblem("banner", WIDE - 34, 6, 22, ink), fitted(WIDE - 42, 23, 190, 16, word, at="end", fill=ink)]


def _label(y: int, word: str, number: int | None = None, x: int = 12) -> str:
    told = word if number is None else f"{word} · {number}"
    return fitted(x, y, 200, 14, told, fill=SOFT)


def _row(word: str, side: Seat, told: list[str], inside: Lines, words: Labels) -> Lines:
    return group(f"{word} ({words.side(side)}): {', '.join(told) or '-'}", inside, role="group")


def _hand(view: PetrogradTable, side: Seat, words: Labels) -> Lines:
    hand, word = view.hands[side], words.text["stack" if side == view.opposition else "hand"]
    lines = [_label(_HAND + 8, word, len(hand))]
    count = len(hand.known) + bool(hand.hidden)
    step = min(CARD_WIDTH + 4, (_INNER - CARD_WIDTH - 4) // max(1, count - 1))
    x = 12
    for one in hand.known:
        lines += card(view, one, words, x, _HAND + 14)
        x += step
    if hand.hidden:
        lines += back(words.text["hidden"].format(hand.hidden), str(hand.hidden), x, _HAND + 14)
    return _row(word, side, position.pile(view, hand, words), lines, words)


def _played(view: PetrogradTable, side: Seat, words: Labels) -> Lines:
    word, played = words.text["played"], view.played[side]
    lines = [_label(_PLAYED + 8, word)]
    step = min(CARD_WIDTH + 4, (_OBJECTIVE - 24 - CARD_WIDTH) // max(1, len(played) - 1))
    for place, one in enumerate(played):
        now = one == view.card and place == len(played) - 1
        lines += card(view, one, words, 12 + place * step, _PLAYED + 14, lifted=now)
    return _row(word, side, [words.card(one) for one in played], lines, words)


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
            lines += back(position.objective(view, side, words), "?", x, y)
        else:
            if not found.face_up:
                lines.append(box(x - 4, y - 4, 64, 86, DARK, corner=6))
                lines.append(box(x - 4, y - 4, 64, 86, "url(#dp-lattice)", corner=6))
            lines += card(view, found.card, words, x, y, note=face)
        lines.append(fitted(x + 64, y + 44, 50, 13, face, fill=SOFT))
    return _row(text["objective"], side, [position.objective(view, side, words)], lines, words)


def _supply(view: PetrogradTable, side: Seat, words: Labels) -> Lines:
    word, supply = words.text["supply"], view.supply[side]
    box = (12, _SUPPLY + 14, _INNER, TALL - _SUPPLY - 18)
    shown = ((one, True, number) for one, number in position.alike(view, supply).items())
    tokens = flow(view, shown, box, words, largest=8)
    return _row(word, side, [str(len(supply))], [_label(_SUPPLY + 8, word, len(supply)), *tokens], words)
