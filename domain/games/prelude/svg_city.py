"""The city in the picture: six strips of three Districts, what is adjacent, and the Duma below."""

from domain.core.svg import INK, LINE, SHEET, SOFT, Lines, box, fitted, group, unsaid, write
from domain.games.prelude.components import PartyId, Place
from domain.games.prelude.svg_parts import FILL, SAND, WHITE, broken, centred, cube_box, emblem, side_mark
from domain.games.prelude.svg_ways import GAP, ROWS, TALL, WIDE, ways
from domain.games.prelude.table import REV, SIDES, PreludeTable
from domain.games.prelude.words import position
from domain.games.prelude.words.names import upper

LEFT, PITCH = 24, 162
CITY = ROWS * (TALL + GAP) + 6
PARTIES = 118
_BAND, _STACK, _BOX = 32, 30, 10
_LETTERS = 16  # of a name in one line


def city(view: PreludeTable, top: int) -> Lines:
    """The board from left to right, each strip downwards, as random Districts are rolled."""
    lines = ways(view, LEFT, top, PITCH)
    for number, place in enumerate(view.cubes):
        strip, row = divmod(number, ROWS)
        lines += _district(view, place, LEFT + strip * PITCH, top + row * (TALL + GAP))
    return group("Petrograd", lines, role="group", name="prelude-city")


def _district(view: PreludeTable, place: Place, x: int, y: int) -> Lines:
    """Name on a band of whoever controls it; boxes filled from the bottom, red left and blue right."""
    found = view.components.districts[place]
    holder = view.controller(place)
    fill, ink = (FILL[holder], WHITE) if holder else (SAND, INK)
    names = broken(found.name, _LETTERS)
    inside = [
        box(0, 0, WIDE, TALL, SHEET, INK, 5, ' stroke-width="1.5"'),
        f'<path d="M1 {_BAND}V5a4 4 0 0 1 4-4h{WIDE - 10}a4 4 0 0 1 4 4v{_BAND - 5}z" fill="{fill}"/>',
        *centred(names[:2], (WIDE // 2, 21 if len(names) == 1 else 14), WIDE - 8, 12, 13, ink),
        emblem(found.subtype, WIDE // 2 - 11, _BAND + 6, 22, SOFT),
        *_control(view, place),
    ]  # fmt: skip
    for seat in SIDES:
        inside += _stack(view, seat, place)
    return group(
        position.district(view, place), unsaid(inside), place=f"translate({x} {y})", name=f"prelude-{place}"
    )


def _control(view: PreludeTable, place: Place) -> Lines:
    """Who controls a District; a short line where nobody does."""
    holder = view.controller(place)
    if holder:
        return side_mark(holder, WIDE // 2 - 11, 62, 22)
    return [f'<path d="M{WIDE // 2 - 8} 73h16" stroke="{LINE}" stroke-width="3"/>']


def _stack(view: PreludeTable, seat: str, place: Place) -> Lines:
    costs = view.components.boxes[seat][place]
    filled = view.mv(seat, place)
    left = 8 if seat == REV else WIDE - 8 - _STACK
    inner = 8 + _STACK + 4 if seat == REV else WIDE - 8 - _STACK - 4
    pitch = min(_BOX, (TALL - _BAND - 16) // max(1, len(costs)))
    lines: Lines = []
    for number, extra in enumerate(costs):
        y = TALL - 6 - pitch * (number + 1)
        lines += cube_box(seat, (left, y), (_STACK, pitch - 1), number < filled, extra)
    at = "start" if seat == REV else "end"
    lines.append(write(inner, TALL - 7, 20, str(filled), at=at, fill=FILL[seat], bold=True))
    if view.has_organization(seat, place):
        lines.append(emblem("banner", inner if seat == REV else inner - 22, TALL - 48, 22, FILL[seat]))
    return lines


def duma(view: PreludeTable, top: int) -> Lines:
    """The four Parties from red to blue, and who leads."""
    told = f"The Duma · {position.duma(view)} · {position.session(view)}"
    lines = group(told.replace(" · ", ": ", 1), [fitted(24, top + 14, 952, 15, told, bold=True)])
    for number, party in enumerate(view.components.parties):
        lines += _party(view, party, 24 + number * 240, top + 24)
    return lines


def _party(view: PreludeTable, party: PartyId, x: int, y: int) -> Lines:
    found = view.components.parties[party]
    seat, costs = found.faction, view.components.boxes[found.faction][party]
    gone = party in view.out_of_play
    fill, ink = (SAND, SOFT) if gone else (FILL[seat], WHITE)
    inside = [
        box(0, 0, 232, PARTIES - 34, SHEET, INK, 5, ' stroke-width="1.5"'),
        f'<path d="M1 26V5a4 4 0 0 1 4-4h222a4 4 0 0 1 4 4v21z" fill="{fill}"/>',
        *side_mark(seat, 4, 3, 20, hollow=gone),
        fitted(30, 19, 190, 15, found.name, fill=ink, bold=True),
    ]
    if gone:
        inside.append(write(116, 60, 18, "out of play", fill=SOFT))
    else:
        wide = 186 // max(1, len(costs))
        for number, extra in enumerate(costs):
            filled = number < view.parties[party]
            inside += cube_box(seat, (8 + wide * number, 33), (wide - 3, 22), filled, extra)
        sponsors = view.sponsors[party]
        text = upper(found.wing) + (", sponsors" if sponsors else "")
        inside.append(write(224, 52, 22, str(view.parties[party]), at="end", fill=FILL[seat], bold=True))
        inside.append(fitted(8, 74, 140, 13, text, fill=SOFT))
        inside += [emblem(kind, 136 + 22 * n, 61, 16, SOFT) for n, kind in enumerate(sponsors)]
        if view.has_organization(seat, party):
            inside.append(emblem("banner", 204, 60, 20, FILL[seat]))
    return group(
        position.party(view, party), unsaid(inside), place=f"translate({x} {y})", name=f"prelude-{party}"
    )
