"""The two sides in the picture: Opportunity Points, troops, Special Actions and hand."""

from domain.core.event import Seat
from domain.core.svg import AMBER, INK, LINE, SOFT, Lines, box, fitted, group, plate, unsaid, write
from domain.games.prelude.components import SpecialId
from domain.games.prelude.svg_cards import DEEP, hand_cards, rows
from domain.games.prelude.svg_parts import EDGE, FILL, TINT, WHITE, broken, centred, emblem, marker, side_mark
from domain.games.prelude.table import SIDES, PreludeTable
from domain.games.prelude.words import holdings, position
from domain.games.prelude.words.names import SHORT, TROOPS

WIDE = 470
_ROW, _SPECIALS, _COMING, _HAND = 40, 76, 172, 190  # where the parts of a side begin
_LETTERS, _CHIP = 22, (150, 36)  # of a Special Action: letters in a line, and its size


def sides(view: PreludeTable, left: int, top: int) -> tuple[Lines, int]:
    """The Revolutionary, below it the Government; gives back where they end."""
    lines: Lines = []
    for seat in SIDES:
        pile = view.hands[seat]
        tall = _HAND + 24 + rows(len(pile.known) + bool(pile.hidden)) * DEEP
        lines += _side(view, seat, left, top, tall)
        top += tall + 12
    return lines, top


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
    most, now = view.components.board.limits.opportunity, view.op[seat]
    wide = 204 // (most + 1)
    lines = [write(10, _ROW + 22, 17, "OP", at="start", bold=True)]
    for number in range(most + 1):
        fill = TINT[seat] if number < now else WHITE
        lines.append(box(56 + wide * number, _ROW + 6, wide, 20, fill, LINE))
    lines += marker(56 + wide * now + wide // 2, _ROW + 16, str(now), size=13)
    return group(f"Opportunity Points: {position.op(view, seat)}", unsaid(lines))


def _troops(view: PreludeTable, seat: Seat) -> Lines:
    """Markers of Military Preparations, each with what it is worth, from the right."""
    markers = sorted(view.military[seat])
    step = min(34, 150 // max(1, len(markers)))
    text = f"= {sum(markers)}" if markers else f"no {TROOPS[seat]}"
    lines = [write(WIDE - 10, _ROW + 22, 15, text, at="end", fill=SOFT)]
    for number, worth in enumerate(markers):
        x = WIDE - 76 - step * number
        lines += [
            box(x, _ROW + 5, 32, 23, FILL[seat], EDGE[seat], 3),
            emblem("military", x + 2, _ROW + 10, 13, WHITE),
            write(x + 24, _ROW + 22, 16, str(worth), fill=WHITE, bold=True),
        ]
    return group(f"Military Preparations, {position.troops(view, seat)}", unsaid(lines))


def _specials(view: PreludeTable, seat: Seat) -> Lines:
    told = holdings.this_turn(view, seat)
    lines = unsaid([_label(_SPECIALS + 12, f"Special Actions · {told}")])
    own = [one.id for one in view.components.specials.values() if one.faction == seat]
    for number, one in enumerate(own):
        row, place = divmod(number, 3)
        lines += _special(view, seat, one, 10 + place * (_CHIP[0] + 2), _SPECIALS + 17 + row * (_CHIP[1] + 3))
    return group(f"Special Actions: {told}", lines, role="group")


def _special(view: PreludeTable, seat: Seat, one: SpecialId, x: int, y: int) -> Lines:
    """Struck out once it has been used."""
    free = one in view.specials[seat]
    fill, ink, edge = (TINT[seat], INK, EDGE[seat]) if free else ("none", SOFT, LINE)
    text = holdings.special(view, one).removesuffix(", used")
    wide, tall = _CHIP
    names = broken(text.replace(" AP)", "\u00a0AP)"), _LETTERS)
    shape = f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}" rx="4" fill="{fill}" stroke="{edge}"'
    inside = [f"{shape}/>" if free else f'{shape} stroke-dasharray="4 3"/>']
    top = y + tall // 2 + 4 - 11 * (len(names) - 1) // 2
    inside += centred(
        names, (x + wide // 2, top), wide - 6, 11 if len(names) > 2 else 12, 11, ink, bold=False
    )
    if not free:
        inside.append(f'<path d="M{x + 4} {y + tall - 4}L{x + wide - 4} {y + 4}" stroke="{SOFT}"/>')
    return group(holdings.special(view, one), inside)


def _coming(view: PreludeTable, seat: Seat) -> Lines:
    """What waits for the next card or Action Round."""
    waits = holdings.waiting(view, seat)
    if not waits:
        return []
    text = f"To come: {', '.join(waits)}"
    return group(
        text, [emblem("star", 10, _COMING, 14, AMBER), fitted(30, _COMING + 12, 420, 14, text, bold=True)]
    )


def _hand(view: PreludeTable, seat: Seat) -> Lines:
    told = holdings.hand(view, seat)
    lines = unsaid([_label(_HAND + 12, f"Hand · {told}")])
    return group(f"Hand: {told}", [*lines, *hand_cards(view, seat, 5, _HAND + 20)], role="group")
