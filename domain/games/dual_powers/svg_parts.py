"""The pieces of the picture: emblems, tokens and cards, each with its title."""

from domain.core.event import Seat
from domain.core.svg import (
    DARK,
    INK,
    LINE,
    SHEET,
    SOFT,
    Lines,
    box,
    disc,
    fit,
    fitted,
    group,
    sign,
    unsaid,
    write,
)
from domain.games.dual_powers.components import CardId, Region, TokenId
from domain.games.dual_powers.table import PetrogradTable
from domain.games.dual_powers.words import position
from domain.games.dual_powers.words.board import Labels

SIDE_FILL = {"red": "#b3261e", "white": "#ffffff", "neutral": "#e3bd68"}
SIDE_TEXT = {"red": "#ffffff", "white": INK, "neutral": INK}
SIDE_EDGE = {"red": "#7d140e", "white": INK, "neutral": "#5f4508"}
REGION_FILL = {
    "purple": "#85477f", "green": "#00755a", "red": "#c24a0a", "blue": "#00639e", "white": "#ffffff",
    "brown": "#6e4a2a",
}  # fmt: skip
EMBLEMS = {  # in a box of 24 by 24
    "purple": "M3 7l5 5 4-8 4 8 5-5v11H3zM3 19.5h18V22H3z",
    "green": "M12 1l6 8h-3l5 8h-6.5v5h-3v-5H4l5-8H6z",
    "red": "M2 22V11l6 4v-4l6 4V2h5v13h3v7zM6 17.5v2h3v-2zM12 17.5v2h3v-2z",
    "blue": "M12 1a3 3 0 0 1 1.5 5.6V9H17v2.5h-3.5v7.3c2.5-.4 4.3-2 5-4.3l-2 .5 3.5-5 2.5"
    " 5.5-1.6-.5c-1 4.5-4.6 7-8.9 7.5-4.3-.5-7.9-3-8.9-7.5L1.5 15 4 9.5l3.5 5-2-.5c.7 2.3 2.5"
    " 3.9 5 4.3v-6.8H7V9h3.5V6.6A3 3 0 0 1 12 1z",
    "white": "M11.2 0h1.6v2H15v1.5h-2.2v2C14 9 19 10 19 14c0 2-1.5 3.2-3 4v4H8v-4c-1.5-.8-3-2-3-4 0-4 5-5"
    " 6.2-8.5v-2H9V2h2.2z",
    "brown": "M1 8h22v3h-2v10h-4v-3a5 5 0 0 0-10 0v3H3V11H1zM3 4h2v3H3zM11 4h2v3h-2zM19 4h2v3h-2z",
    "star": "M12 1l3.2 7.3 7.8.8-5.9 5.2 1.7 7.7-6.8-4-6.8 4 1.7-7.7L1 9.1l7.8-.8z",
    "shield": "M3 3c3 0 6-.8 9-2.5C15 2.2 18 3 21 3v9c0 6-4.5 9-9 11.5C7.5 21 3 18 3 12zM10.5 6v4.5h-4v3h4V19"
    "h3v-5.5h4v-3h-4V6z",
    "gem": "M12 2l8 10-8 10L4 12z",
    "banner": "M4 1h2.5v2H21l-4.5 5.5L21 14H6.5v9H4z",
    "flame": "M12.5.5C13 6 19.5 8.5 19.5 15a7.5 7.5 0 0 1-15 .5c0-4.5 3-6 3.2-9.5 2 1 3 2.5 3 4.5 1.5-2.5"
    " 2.6-5.5 1.8-10z",
    "move": "M3 9.5h9V4l9 8-9 8v-5.5H3z",
    "double_move": "M2 4l9 8-9 8zM12 4l9 8-9 8z",
    "refresh": "M12 4a8 8 0 1 0 8 8h-3.5A4.5 4.5 0 1 1 12 7.5V11l7-5.5L12 0z",
    "inspire": "M4 1h2.5v2H21l-4.5 5.5L21 14H6.5v9H4z",
    "espionage": "M0 12c6-9.5 18-9.5 24 0-6 9.5-18 9.5-24 0zm12-4.5a4.5 4.5 0 1 0 .01 0z",
    "mobilize": "M4 2l8 7 8-7 2.5 3-7.5 7 7.5 7-2.5 3-8-7-8 7-2.5-3L9 12 1.5 5z",
}  # fmt: skip
SIDE_EMBLEM = {"red": "star", "white": "shield", "neutral": "gem"}
CARD_WIDTH, CARD_HEIGHT = 56, 78


def emblem(name: str, x: int, y: int, size: int, fill: str, faint: bool = False) -> str:
    """The sign of a region, a side or an action."""
    return sign(EMBLEMS[name], x, y, size, fill + ('" fill-opacity=".08' if faint else ""))


def on(region: Region) -> str:
    """What can be read on a region's colour."""
    return INK if REGION_FILL[region] == "#ffffff" else "#ffffff"


def outline(side: str, width: int, inset: int, attributes: str) -> str:
    """The shape of a side's tokens: square for red, round for white, six-cornered for neutral ones."""
    size, tall = width - 2 * inset, 44 - 2 * inset
    if side == "neutral":
        right, low, mid = width - inset, 44 - inset, 22
        corner = inset + 9
        points = f"{inset},{mid} {corner},{inset} {width - corner},{inset} {right},{mid} "
        points += f"{width - corner},{low} {corner},{low}"
        return f'<polygon points="{points}" {attributes}/>'
    corner = 3 if side == "red" else tall // 2
    return f'<rect x="{inset}" y="{inset}" width="{size}" height="{tall}" rx="{corner}" {attributes}/>'


def token_width(view: PetrogradTable, token: TokenId) -> int:
    return 44 if token in view.components.units or token in view.components.opposing else 92


def token(
    view: PetrogradTable, token: TokenId, fresh: bool, words: Labels, place: str, number: int = 0
) -> Lines:
    """A unit or a leader: strength large, that of the other side small; exhausted ones hollow and hatched.

    With a number it lies in the supply, for that many of its kind.
    """
    side = view.side_of(token) or "neutral"
    width = token_width(view, token)
    edge = SIDE_EDGE[side]
    told = (
        position.supplied(view, token, number, words) if number else position.token(view, token, fresh, words)
    )
    title = f"{words.owner(view.side_of(token))}: {told}"
    ink = SIDE_TEXT[side] if fresh else edge
    if fresh:
        shapes = [outline(side, width, 2, f'fill="{SIDE_FILL[side]}" stroke="{edge}" stroke-width="2"')]
    else:
        title = f"{title} ({words.text['exhausted']})"
        dashed = f'fill="{SHEET}" stroke="{edge}" stroke-width="2" stroke-dasharray="4 3"'
        shapes = [outline(side, width, 2, dashed), outline(side, width, 4, 'fill="url(#dp-hatch)"')]
    if token in view.components.opposing:
        shapes.append(outline(side, width, 5, f'fill="none" stroke="{ink}" stroke-width="1"'))
    shown, other = view.strength(token, fresh), view.strength(token, not fresh)
    leader = width > 44
    middle = width // 2
    name = words.leaders.get(token, token) if leader else token.rpartition("-")[2]
    if token in view.components.opposing and number:
        name = f"× {number}"
    face = [
        write(middle - 6, 26, 23, str(shown), fill=ink, bold=True),
        write(middle + 3, 26, 13, f"/{other}", at="start", fill=ink),
        write(middle, 38, fit(name, 74, 13) if leader else 11, name, fill=ink),
    ]
    if leader:
        face.append(emblem(SIDE_EMBLEM[side], 14, 8, 16, ink))
    halo = "" if fresh else f' stroke="{SHEET}" stroke-width="4" paint-order="stroke"'
    return group(title, [*shapes, *unsaid(face, halo)], place=place)


def card(
    view: PetrogradTable, card: CardId, words: Labels, x: int, y: int, note: str = "", lifted: bool = False
) -> Lines:
    """A card face up: region and points on the band, then the day, recruits as squares, the action."""
    parts = view.components
    edge = f'stroke="{INK}" stroke-width="{3 if lifted else 1}"'
    face = [f'<rect width="56" height="78" rx="5" fill="{SHEET}" {edge}/>']
    band = "M1 22V6a5 5 0 0 1 5-5h44a5 5 0 0 1 5 5v16z"
    if card in parts.leaders:
        leader = parts.leaders[card]
        name = words.card(card)
        side, text = SIDE_FILL[leader.side], SIDE_TEXT[leader.side]
        face += [
            f'<path d="{band}" fill="{side}" stroke="{SIDE_EDGE[leader.side]}"/>',
            emblem(SIDE_EMBLEM[leader.side], 19, 3, 18, text),
            write(7, 50, 26, str(leader.day), at="start", bold=True),
            emblem(leader.special, 30, 32, 18, INK),
            fitted(28, 69, 50, 13, name, at="middle", bold=True),
        ]
    else:
        found = parts.cards[card]
        squares = "".join(f"M{7 + 9 * i} 60h7v7h-7z" for i in range(found.recruit))
        letters = card.rpartition("-")[2].lstrip("0123456789")
        face += [
            f'<path d="{band}" fill="{REGION_FILL[found.region]}" stroke="{INK}"/>',
            emblem(found.region, 5, 3, 17, on(found.region)),
            disc(43, 12, 9, SHEET, thick="1"),
            write(43, 16, 13, str(found.points), bold=True),
            write(6, 50, 26, str(found.day), at="start", bold=True),
            write(25, 50, 14, letters, at="start", fill=SOFT),
            f'<path d="{squares}" fill="{INK}"/>',
            emblem(found.action, 35, 53, 16, INK),
        ]
    title = position.card(view, card, words) + (f", {note}" if note else "")
    return group(title, unsaid(face), place=f"translate({x} {y})")


def back(title: str, number: str, x: int, y: int) -> Lines:
    """Cards face down, as one back with their number."""
    return group(
        title,
        [
            box(3, -3, CARD_WIDTH, CARD_HEIGHT, LINE, corner=5),
            box(0, 0, CARD_WIDTH, CARD_HEIGHT, DARK, corner=5),
            box(4, 4, CARD_WIDTH - 8, CARD_HEIGHT - 8, "url(#dp-lattice)", LINE, 3),
            disc(28, 39, 16, SHEET, thick="1"),
            write(28, 46, 20, number, bold=True),
        ],
        place=f"translate({x} {y})",
    )


def side_mark(side: Seat, x: int, y: int, scale: str) -> Lines:
    """A side's shape with its emblem."""
    edge = f'fill="{SIDE_FILL[side]}" stroke="{SIDE_EDGE[side]}" stroke-width="2"'
    star = emblem(SIDE_EMBLEM[side], 10, 10, 24, SIDE_TEXT[side])
    return unsaid([outline(side, 44, 2, edge), star], f' transform="translate({x} {y}) scale({scale})"')
