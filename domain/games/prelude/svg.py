"""Svg: the table as a picture, as one audience sees it; no script, no font and nothing from outside."""

from domain.core.event import Audience, Seat
from domain.core.svg import INK, LINE, SHEET, SOFT, Lines, box, fitted, group, picture
from domain.games.prelude.components import Place
from domain.games.prelude.draw import cards_lines, head_lines, marker_lines
from domain.games.prelude.table import GOV, REV, PreludeTable
from domain.games.prelude.words import english

WIDTH, MARGIN, STEP = 1000, 24, 20
RED, BLUE = "#c8371f", "#2f5d9b"
CELL, STRIP = 84, 158  # the height of a District, the width of a strip of the board
ROWS = 3


def svg(view: PreludeTable, audience: Audience, language: str = "en") -> str:
    """The whole table as one picture, from nothing but what this audience's view holds."""
    if language != "en":
        raise ValueError(f"language: no {language!r}; there are en")
    lines: Lines = []
    y = 44
    for number, text in enumerate(head_lines(view, audience)):
        lines += _line(text, y, 22 if number == 0 else 15, f"head-{number}")
        y += 26
    for number, text in enumerate(marker_lines(view)):
        lines += _line(text, y, 14, f"marker-{number}")
        y += STEP
    lines += _board(view, y)
    y += ROWS * CELL + 10
    lines += _duma(view, y)
    y += 66
    for number, text in enumerate(cards_lines(view, audience)):
        lines += _line(text, y, 13, f"cards-{number}")
        y += STEP
    told = "; ".join(head_lines(view, audience))
    return picture("Prelude to Revolution", told, (WIDTH, y + MARGIN), language, lines)


def _line(text: str, y: int, size: int, name: str) -> Lines:
    return group(text, [fitted(MARGIN, y, WIDTH - 2 * MARGIN, size, text)], name=f"prelude-{name}")


def _board(view: PreludeTable, top: int) -> Lines:
    """Six strips from left to right, each of three Districts downwards, as random Districts are rolled."""
    lines: Lines = []
    for number, place in enumerate(view.cubes):
        x = MARGIN + number // ROWS * STRIP
        y = top + number % ROWS * CELL
        lines += _district(view, place, x, y)
    return lines


def _district(view: PreludeTable, place: Place, x: int, y: int) -> Lines:
    district = view.components.districts[place]
    holder = view.controller(place)
    edge = {REV: RED, GOV: BLUE}[holder] if holder else LINE
    organized = [seat for seat in (REV, GOV) if view.has_organization(seat, place)]
    held = f"controlled by {english.side(holder)}" if holder else "uncontrolled"
    title = (
        f"{district.name}, {district.subtype}: {view.mv(REV, place)} red, {view.mv(GOV, place)} blue, {held}"
    )
    title += "".join(f"; Organization of {english.side(seat)}" for seat in organized)
    inside = [
        box(x, y, STRIP - 8, CELL - 8, SHEET, edge, 6, ' stroke-width="3"'),
        fitted(x + 8, y + 18, STRIP - 24, 13, district.name, bold=True),
        fitted(x + 8, y + 34, STRIP - 24, 11, district.subtype, fill=SOFT),
        *_row(view, REV, place, x + 8, y + 42),
        *_row(view, GOV, place, x + 8, y + 57),
    ]
    return group(title, inside, name=f"prelude-{place}")


def _row(view: PreludeTable, seat: Seat, place: Place, x: int, y: int) -> Lines:
    """A faction's boxes: filled ones, and a heavy edge for the place of its Organization."""
    colour = RED if seat == REV else BLUE
    boxes = len(view.components.boxes[seat][place])
    lines = [
        box(x + 13 * n, y, 11, 11, colour if n < view.mv(seat, place) else "none", colour)
        for n in range(boxes)
    ]
    mark = colour if view.has_organization(seat, place) else "none"
    return [*lines, box(x + 13 * 9 + 5, y, 11, 11, mark, INK, 5)]


def _duma(view: PreludeTable, top: int) -> Lines:
    lines: Lines = []
    for number, party in enumerate(view.components.parties.values()):
        x = MARGIN + number * 238
        organized = view.has_organization(party.faction, party.id)
        title = f"{party.name}: {view.parties[party.id]} cubes{', with an Organization' if organized else ''}"
        if party.id in view.out_of_play:
            title = f"{party.name}: out of play"
        inside = [
            box(x, top, 230, 46, SHEET, LINE, 6),
            fitted(x + 8, top + 18, 214, 13, party.name, bold=True),
            *_row(view, party.faction, party.id, x + 8, top + 26),
        ]
        lines += group(title, inside, name=f"prelude-{party.id}")
    return lines
