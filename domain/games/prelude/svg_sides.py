"""The two sides in the picture: Opportunity Points, troops, Special Actions and hand."""

from domain.core.event import Seat
from domain.core.svg import AMBER, INK, LINE, SOFT, Lines, box, fitted, group, plate, unsaid, write
from domain.games.prelude.components import SpecialId
from domain.games.prelude.svg_cards import DEEP, hand_cards, rows
from domain.games.prelude.svg_parts import EDGE, FILL, TINT, WHITE, broken, cell, centred, emblem, side_mark
from domain.games.prelude.table import REV, SIDES, PreludeTable
from domain.games.prelude.words import position
from domain.games.prelude.words.names import SHORT, TROOPS

WIDE, _EACH, _LETTERS = 470, 4, 30
_OP, _TROOPS, _SPECIALS, _COMING, _HAND = 42, 96, 150, 282, 300


def sides(view: PreludeTable, top: int) -> tuple[Lines, int]:
    """The Revolutionary on the left, the Government on the right; gives back where they end."""
    deep = max(rows(len(view.hands[s].known) + bool(view.hands[s].hidden), _EACH) for s in SIDES)
    tall = _HAND + 22 + deep * DEEP + 4
    lines: Lines = []
    for seat in SIDES:
        lines += _side(view, seat, 24 if seat == REV else 506, top, tall)
    return lines, top + tall


def _side(view: PreludeTable, seat: Seat, x: int, y: int, tall: int) -> Lines:
    asked = view.asks()
    due = asked is not None and seat in asked.seats
    name = SHORT[seat].upper()
    bar = [
        *plate(WIDE, tall, 34, FILL[seat], INK, "4" if due else "1.5"),
        *side_mark(seat, 6, 4, 26, hollow=True),
        write(42, 25, 21, name, at="start", fill=WHITE, bold=True),
    ]
    if view.first == seat and view.turn >= 0:
        bar += [
            emblem("flag", WIDE - 32, 7, 20, WHITE),
            write(WIDE - 38, 23, 15, "First Player", at="end", fill=WHITE),
        ]
    inside = [
        *unsaid(bar),
        *_opportunity(view, seat),
        *_troops(view, seat),
        *_specials(view, seat),
        *_coming(view, seat),
        *_hand(view, seat),
    ]
    return group(SHORT[seat], inside, role="group", place=f"translate({x} {y})", name=f"prelude-side-{seat}")


def _label(y: int, text: str) -> str:
    return fitted(10, y, WIDE - 20, 14, text, fill=SOFT)


def _opportunity(view: PreludeTable, seat: Seat) -> Lines:
    most = view.components.board.limits.opportunity
    wide = (WIDE - 20) // (most + 1)
    lines = [_label(_OP + 12, f"Opportunity Points · {position.op(view, seat)}")]
    for number in range(most + 1):
        fill = TINT[seat] if number < view.op[seat] else WHITE
        lines += cell(10 + wide * number, _OP + 18, wide, 24, fill, str(number), number == view.op[seat])
    return group(f"Opportunity Points: {position.op(view, seat)}", lines)


def _troops(view: PreludeTable, seat: Seat) -> Lines:
    """Markers of Military Preparations, each with what it is worth."""
    lines = [_label(_TROOPS + 16, f"Military Preparations · {TROOPS[seat]}")]
    markers = sorted(view.military[seat], reverse=True)
    step = min(40, (WIDE - 60) // max(1, len(markers)))
    for number, worth in enumerate(markers):
        x = 10 + step * number
        lines += [
            box(x, _TROOPS + 22, 34, 24, FILL[seat], EDGE[seat], 3),
            emblem("military", x + 3, _TROOPS + 27, 14, WHITE),
            write(x + 26, _TROOPS + 40, 16, str(worth), fill=WHITE, bold=True),
        ]
    total = str(sum(markers)) if markers else "none"
    end = 10 + step * len(markers) + (4 if markers else 0)
    lines.append(write(end, _TROOPS + 40, 15, f"= {total}" if markers else total, at="start", fill=SOFT))
    return group(f"Military Preparations, {position.troops(view, seat)}", lines)


def _specials(view: PreludeTable, seat: Seat) -> Lines:
    told = position.this_turn(view, seat)
    lines = unsaid([_label(_SPECIALS + 12, f"Special Actions · {told}")])
    own = [one.id for one in view.components.specials.values() if one.faction == seat]
    for number, one in enumerate(own):
        lines += _special(view, seat, one, 10 + number % 2 * 227, _SPECIALS + 18 + number // 2 * 37)
    return group(f"Special Actions: {told}", lines, role="group")


def _special(view: PreludeTable, seat: Seat, one: SpecialId, x: int, y: int) -> Lines:
    """Struck out once it has been used."""
    free = one in view.specials[seat]
    fill, ink, edge = (TINT[seat], INK, EDGE[seat]) if free else ("none", SOFT, LINE)
    text = position.special(view, one).removesuffix(", used")
    shape = f'<rect x="{x}" y="{y}" width="222" height="33" rx="4" fill="{fill}" stroke="{edge}"'
    inside = [f"{shape}/>" if free else f'{shape} stroke-dasharray="4 3"/>']
    names = broken(text.replace(" AP)", "\u00a0AP)"), _LETTERS)
    inside += centred(names, (x + 111, y + 21 if len(names) == 1 else y + 14), 212, 12, 14, ink, bold=False)
    if not free:
        inside.append(f'<path d="M{x + 4} {y + 29}L{x + 218} {y + 4}" stroke="{SOFT}"/>')
    return group(position.special(view, one), inside)


def _coming(view: PreludeTable, seat: Seat) -> Lines:
    """What waits for the next card or Action Round."""
    waits = position.waiting(view, seat)
    if not waits:
        return []
    text = f"To come: {', '.join(waits)}"
    return group(
        text, [emblem("star", 10, _COMING, 14, AMBER), fitted(30, _COMING + 12, 420, 14, text, bold=True)]
    )


def _hand(view: PreludeTable, seat: Seat) -> Lines:
    told = position.hand(view, seat)
    lines = unsaid([_label(_HAND + 12, f"Hand · {told}")])
    return group(f"Hand: {told}", [*lines, *hand_cards(view, seat, 6, _HAND + 20, _EACH)], role="group")
