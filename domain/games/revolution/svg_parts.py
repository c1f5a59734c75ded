"""The pieces of the picture: the seats' shapes and letters, token signs, emblems of the town."""

from domain.core.event import Seat
from domain.core.svg import AMBER, DARK, INK, SHEET, Lines, disc, sign, unsaid, write
from domain.games.revolution.components import KINDS, Tokens
from domain.games.revolution.words.position import letter

SEAT_FILL = {"red": "#c8371f", "blue": "#00639e", "green": "#00785a", "yellow": AMBER}
SEAT_EDGE = {"red": "#7d140e", "blue": "#003a5e", "green": "#00402f", "yellow": "#5f4508"}
SEAT_TEXT = {"red": "#ffffff", "blue": "#ffffff", "green": "#ffffff", "yellow": INK}
SEAT_SHAPE = {  # in a box of 24 by 24
    "red": "M2 2h20v20H2z",
    "blue": "M12 1a11 11 0 1 1-.01 0z",
    "green": "M12 0l12 23H0z",
    "yellow": "M12-.5L24.5 12 12 24.5-.5 12z",
}
KIND_FILL = {"force": "#8c2f16", "blackmail": DARK, "gold": "#e3bd68"}
KIND_TEXT = {"force": "#ffffff", "blackmail": "#ffffff", "gold": INK}
KIND_SHAPE = {  # a gauntlet's cuff, a letter, a coin
    "force": "M6 1h12l5 11-5 11H6L1 12z",
    "blackmail": "M1 4h22v16H1z",
    "gold": "M12 1.5a10.5 10.5 0 1 1-.01 0z",
}
EMBLEMS = {
    "plantation": "M11 23V12C5 12 2 9 2 4c5 0 8 2 9.5 5C12 5 15 1 22 1c0 7-3 11-9 11v11z",
    "tavern": "M4 5h12v3h3.5A2.5 2.5 0 0 1 22 10.5v5a2.5 2.5 0 0 1-2.5 2.5H16v4H4zM16 10.5v5h3.5v-5z",
    "cathedral": "M11 0h2v2.5h2.5v2H13V7l5 5v3l4 2v6h-8v-5a2 2 0 0 0-4 0v5H2v-6l4-2v-3l5-5V4.5H8.5v-2H11z",
    "town_hall": "M12 1l10 6v2H2V7zM4 11h3v8H4zM10.5 11h3v8h-3zM17 11h3v8h-3zM2 20.5h20V23H2z",
    "fortress": "M2 3h4v3h4V3h4v3h4V3h4v20h-7v-5a3 3 0 0 0-6 0v5H2z",
    "market": "M3 2h18l2 7a3 3 0 0 1-5.5 1.5 3 3 0 0 1-5.5 0 3 3 0 0 1-5.5 0A3 3 0 0 1 1 9zM4 13h16v10H4z"
    "M7 16v4h10v-4z",
    "harbor": "M12 1a3 3 0 0 1 1.5 5.6V9H17v2.5h-3.5v7.3c2.5-.4 4.3-2 5-4.3l-2 .5 3.5-5 2.5 5.5-1.6-.5"
    "c-1 4.5-4.6 7-8.9 7.5-4.3-.5-7.9-3-8.9-7.5L1.5 15 4 9.5l3.5 5-2-.5c.7 2.3 2.5 3.9 5 4.3v-6.8H7V9h3.5"
    "V6.6A3 3 0 0 1 12 1z",
    "crown": "M3 7l5 5 4-8 4 8 5-5v11H3zM3 19.5h18V22H3z",
    "lock": "M5 10V8a7 7 0 0 1 14 0v2h2v13H3V10zM8.5 10h7V8a3.5 3.5 0 0 0-7 0z",
    "replace": "M0 12c6-9.5 18-9.5 24 0-6 9.5-18 9.5-24 0zm12-4.5a4.5 4.5 0 1 0 .01 0z",
    "swap": "M1 7l6-6v4h15v4H7v4zM23 17l-6 6v-4H2v-4h15v-4z",
    "done": "M2 13l4-4 4 5L19 3l4 3.5L10.5 22z",
    "support": "M4 1h2.5v2H21l-4.5 5.5L21 14H6.5v9H4z",
    "cube": "M12 1l9 5v12l-9 5-9-5V6zM12 3.5L6 7l6 3.5L18 7z",
}  # fmt: skip


def emblem(name: str, x: int, y: int, size: int, fill: str = INK) -> str:
    """The emblem of an area, a power or a mark; a name that has none of its own shows as a bare square."""
    return sign(EMBLEMS.get(name, "M3 3h18v18H3z"), x, y, size, fill)


def seat_mark(seat: Seat, x: int, y: int, size: int) -> Lines:
    """A seat's shape with its letter: square, round, three-cornered, on its tip."""
    edge = f'stroke="{SEAT_EDGE[seat]}" stroke-width="1.5" stroke-linejoin="round"'
    low, type_ = (20, 12) if seat == "green" else (17, 14)
    return unsaid(
        [
            f'<path d="{SEAT_SHAPE[seat]}" fill="{SEAT_FILL[seat]}" {edge}/>',
            write(12, low, type_, letter(seat), fill=SEAT_TEXT[seat], bold=True),
        ],
        f' transform="translate({x} {y}) scale({size / 24:.3f})"',
    )


def token_sign(kind: str, x: int, y: int, size: int, barred: bool = False) -> Lines:
    """A token's shape with its letter; struck out where a character does not take it."""
    fill, ink = ("none", INK) if barred else (KIND_FILL[kind], KIND_TEXT[kind])
    stroke = f'stroke="{INK}" stroke-width="1.5"'
    faint = ' opacity=".45"' if barred else ""
    inside = [
        f'<path d="{KIND_SHAPE[kind]}" fill="{fill}" {stroke}/>',
        write(12, 17, 14, kind[0].upper(), fill=ink, bold=True),
    ]
    if barred:
        inside.append(f'<path d="M2 22L22 2" {stroke}/>')
    return unsaid(inside, f' transform="translate({x} {y}) scale({size / 24:.3f})"{faint}')


def tokens_row(some: Tokens, x: int, y: int, size: int, room: int = 999) -> Lines:
    """How many of each kind, strongest first, smaller where there is little room."""
    shown = [(kind, str(getattr(some, kind))) for kind in KINDS if getattr(some, kind)]
    while sum(len(text) * 7 + 14 for _, text in shown) * size > room * 10:
        size -= 1
    lines: Lines = []
    for kind, text in shown:
        wide = len(text) * size * 7 // 10
        lines.append(write(x, y + size * 86 // 100, size, text, at="start", bold=True))
        lines += token_sign(kind, x + wide + 1, y, size)
        x += wide + size * 14 // 10
    return lines


def medal(number: int, x: int, y: int, radius: int) -> Lines:
    """What something is worth in support."""
    return [disc(x, y, radius, SHEET), write(x, y + radius // 3 + 1, radius + 2, str(number), bold=True)]
