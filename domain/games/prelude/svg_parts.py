"""The pieces of the picture: the sides' shapes and letters, signs, cubes in their boxes."""

from textwrap import wrap

from domain.core.event import Seat
from domain.core.svg import INK, LINE, SHEET, SOFT, Lines, disc, fit, sign, unsaid, write
from domain.games.prelude.table import GOV, REV
from domain.games.prelude.words.names import LETTER

FILL = {REV: "#b92d1c", GOV: "#2b5894"}
EDGE = {REV: "#6d120c", GOV: "#142f55"}
TINT = {REV: "#f3d6cf", GOV: "#d3deee"}
SAND = "#ddd0b0"  # what is neutral or nobody's
WHITE = "#ffffff"
EMBLEMS = {
    "worker": "M3 3h13l5 5-5 3h-4v12H8V11H3z",
    "military": "M1 4l3-3 4 4 14 15-3 3L4 8zM23 4l-3-3-4 4L2 20l3 3L20 8z",
    "urban": "M2 23V8l5-4 5 4v3h2V3l4-2 4 2v20h-7v-5h-3v5zM5 10v3h3v-3zM5 16v3h3v-3z"
    "M17 6v3h2V6zM17 12v3h2v-3z",
    "banner": "M4 1h2.5v2H21l-4.5 5.5L21 14H6.5v9H4z",
    "done": "M2 13l4-4 4 5L19 3l4 3.5L10.5 22z",
    "cross": "M4 2l8 7 8-7 2.5 3-7.5 7 7.5 7-2.5 3-8-7-8 7-2.5-3L9 12 1.5 5z",
    "crown": "M3 7l5 5 4-8 4 8 5-5v11H3zM3 19.5h18V22H3z",
    "flag": "M5 1h3v2h12l-3 5 3 5H8v10H5z",
    "star": "M12 0l3.5 8.2 8.5.6-6.5 5.6 2.1 8.4L12 18.2l-7.6 4.6 2.1-8.4L0 8.8l8.5-.6z",
}  # fmt: skip


def emblem(name: str, x: int, y: int, size: int, fill: str = INK) -> str:
    return sign(EMBLEMS[name], x, y, size, fill)


def side_mark(seat: Seat | None, x: int, y: int, size: int, hollow: bool = False) -> Lines:
    """A side's shape with its letter: square and R, round and G; six-cornered for what is neutral."""
    fill, edge = (FILL[seat], EDGE[seat]) if seat else (SAND, SOFT)
    ink = (edge if hollow else WHITE) if seat else INK
    stroke = f'fill="{SHEET if hollow else fill}" stroke="{edge}" stroke-width="1.5"'
    if seat == REV:
        shape = f'<rect x="1.5" y="1.5" width="21" height="21" rx="2" {stroke}/>'
    elif seat == GOV:
        shape = f'<circle cx="12" cy="12" r="11" {stroke}/>'
    else:
        shape = f'<polygon points="6,1.5 18,1.5 23,12 18,22.5 6,22.5 1,12" {stroke}/>'
    letter = write(12, 17, 15, LETTER[seat] if seat else "N", fill=ink, bold=True)
    return unsaid([shape, letter], f' transform="translate({x} {y}) scale({size / 24:.3f})"')


def cube_box(seat: Seat, at: tuple[int, int], size: tuple[int, int], filled: bool, extra: int) -> Lines:
    """A Mobilization Box: square corners for red, round ones for blue; in an empty one what it costs more."""
    (x, y), (wide, tall) = at, size
    corner = 1 if seat == REV else min(5, tall // 2)
    fill, edge = (FILL[seat], EDGE[seat]) if filled else (WHITE, FILL[seat])
    shape = f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}" rx="{corner}" fill="{fill}"'
    lines = [f'{shape} stroke="{edge}" stroke-width="{"1" if filled else ".7"}"/>']
    if extra and not filled:
        lines.append(write(x + wide // 2, y + tall - tall // 5 - 1, min(10, tall), f"+{extra}", fill=SOFT))
    return lines


def centred(
    lines: list[str], at: tuple[int, int], wide: int, size: int, step: int, fill: str, bold: bool = True
) -> Lines:
    """Lines of type under each other, all as small as the longest needs."""
    x, y = at
    size = min([size, *(fit(line, wide, size, bold=bold) for line in lines)])
    return [write(x, y + step * n, size, line, fill=fill, bold=bold) for n, line in enumerate(lines)]


def broken(text: str, letters: int) -> list[str]:
    """A text in lines; no word is broken."""
    return wrap(text, letters, break_long_words=False, break_on_hyphens=False)


def marker(x: int, y: int, number: str, fill: str = INK, size: int = 12) -> Lines:
    """A round marker with a number."""
    return [
        disc(x, y, size, fill, WHITE),
        write(x, y + size * 2 // 5, size * 6 // 5, number, fill=WHITE, bold=True),
    ]


def cell(x: int, y: int, wide: int, tall: int, fill: str, text: str, here: bool) -> Lines:
    """A box of a track; dark where its marker stands."""
    shown = INK if here else fill
    size = 14 if here else 11
    return [
        f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}" fill="{shown}" stroke="{LINE}"/>',
        write(
            x + wide // 2, y + tall // 2 + size * 2 // 5, size, text, fill=WHITE if here else SOFT, bold=here
        ),
    ]
