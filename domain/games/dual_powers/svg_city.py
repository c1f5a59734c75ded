"""The city in the picture: six regions around the river, what joins them, and the piles on the island."""

from collections.abc import Iterable, Iterator

from domain.core.svg import (
    AMBER,
    INK,
    LINE,
    SHEET,
    SOFT,
    Lines,
    box,
    disc,
    fitted,
    group,
    plate,
    unsaid,
    write,
)
from domain.games.dual_powers.components import Region, TokenId
from domain.games.dual_powers.svg_parts import (
    REGION_FILL,
    SIDE_FILL,
    SIDE_TEXT,
    emblem,
    on,
    outline,
    token,
    token_width,
)
from domain.games.dual_powers.table import PetrogradTable
from domain.games.dual_powers.words import position
from domain.games.dual_powers.words.board import Labels

TOP, WIDE, TALL, RIVER = 240, 290, 196, 96
_LEFT = (24, 355, 686)
CORNERS = [(x, TOP) for x in _LEFT] + [(x, TOP + TALL + RIVER) for x in reversed(_LEFT)]
BOTTOM = TOP + 2 * TALL + RIVER


def city(view: PetrogradTable, words: Labels) -> Lines:
    """The regions lie in the order of the board, clockwise from the upper left."""
    corners = dict(zip(view.components.regions, CORNERS, strict=True))
    lines = [*_river(), *_piles(view, words)]
    for name in view.components.connections:
        lines += _connection(view, name, corners, words)
    for region, (x, y) in corners.items():
        lines += _region(view, region, x, y, words)
    return group(words.text["city"], lines, role="group", name="dp-city")


def _river() -> Lines:
    y = TOP + TALL + RIVER // 2
    bank = f"M12 {y - 40}C180 {y - 66} 330 {y - 14} 500 {y - 44}S820 {y - 60} 988 {y - 34}V{y + 40}"
    bank += f"C820 {y + 18} 660 {y + 66} 500 {y + 42}S180 {y + 24} 12 {y + 44}z"
    waves = "".join(
        f"M{x} {y + dy}q14 -7 28 0t28 0"
        for x, dy in ((30, 0), (74, 22), (216, -8), (708, 20), (744, -18), (882, 4), (922, -16), (34, -22))
    )
    return unsaid(
        [
            f'<path d="{bank}" fill="#cbdcde" stroke="#9db8bd" stroke-width="1.5"/>',
            f'<path d="{waves}" fill="none" stroke="#8fadb3" stroke-width="1.5" stroke-linecap="round"/>',
        ]
    )


def _connection(
    view: PetrogradTable, name: str, corners: dict[Region, tuple[int, int]], words: Labels
) -> Lines:
    """A street or bridge, with the sign of the tile that closes it, or the blockade itself."""
    (x1, y1), (x2, y2) = (corners[end] for end in view.components.connections[name])
    x1, x2, y1, y2 = x1 + WIDE // 2, x2 + WIDE // 2, y1 + TALL // 2, y2 + TALL // 2
    x, y = (x1 + x2) // 2, (y1 + y2) // 2
    way = f"M{x1} {y1}L{x2} {y2}"
    closed = view.blockade == name
    title = f"{words.text['blockade' if closed else 'way']}: {position.way(view, name, words)}"
    if closed:
        sign = [
            f'<path d="M{x} {y - 22}l22 22-22 22-22-22z" fill="{AMBER}" stroke="{INK}" stroke-width="3"/>',
            emblem("mobilize", x - 11, y - 11, 22, INK),
        ]
    else:
        fill = REGION_FILL[name]
        sign = [disc(x, y, 13, fill), emblem(name, x - 8, y - 8, 16, on(name))]
    return group(
        title,
        [
            f'<path d="{way}" stroke="{INK}" stroke-width="20"/>',
            f'<path d="{way}" stroke="{SHEET}" stroke-width="16"/>',
            f'<path d="{way}" stroke="{LINE}" stroke-width="1.5" stroke-dasharray="7 6"/>',
            *sign,
        ],
    )


def _region(view: PetrogradTable, region: Region, x: int, y: int, words: Labels) -> Lines:
    """A plate: name and balance of strength on top, the tokens, then unrest and objective markers."""
    text = words.text
    name = words.colour(region).upper()
    judged = view.judge(region)
    unrest = view.unrest_tile == region
    markers = [number for number, place in sorted(view.markers.items()) if place == region]
    told = [name, *(f"{text['marker']} {number}" for number in markers)]
    told += [f"{text['unrest']}: {position.unrest(view, words)}"] if unrest else []
    told += [position.ahead(view, region, words), *position.ways(view, region, words)]
    fill = REGION_FILL[region]
    edge = INK if fill == "#ffffff" else fill
    seen = [
        *plate(WIDE, TALL, 32, fill, edge, "2.5"),
        emblem(region, WIDE - 150, 44, 140, edge, faint=True),
        emblem(region, 9, 4, 24, on(region)),
        fitted(42, 23, 150, 19, name, fill=on(region), bold=True),
        *_balance(judged.strength, judged.stronger),
        *(_unrest(view, text["unrest"]) if unrest else ()),
        *(part for place, number in enumerate(markers) for part in _marker(WIDE - 20 - 32 * place, number)),
    ]
    height = TALL - (66 if unrest or markers else 44)
    here = ((one, fresh, 0) for one, fresh in view.city[region].items())
    tokens = flow(view, here, (7, 38, WIDE - 14, height), words)
    place = f"translate({x} {y})"
    return group(", ".join(told), [*unsaid(seen), *tokens], role="group", place=place, name=f"dp-{region}")


def _balance(strength: dict[str, int], stronger: str | None) -> Iterator[str]:
    """Each side's strength in its own shape; the stronger one stands out."""
    for side, x in (("white", WIDE - 88), ("red", WIDE - 48)):
        strong = stronger == side
        edge = f'stroke="{INK}" stroke-width="{6 if strong else 1}"'
        yield f'<g transform="translate({x} 2) scale(.64)">'
        yield outline(side, 58, 2, f'fill="{SIDE_FILL[side]}" {edge}')
        yield write(29, 31, 26, str(strength[side]), fill=SIDE_TEXT[side], bold=True)
        yield "</g>"


def _unrest(view: PetrogradTable, word: str) -> Lines:
    """A flag: the points of this month, or the star of a bonus action."""
    y = TALL - 26
    worth = str(view.components.calendar.unrest_points[view.month])
    return [
        f'<path d="M0 {y}h178l-12 13 12 13H7a7 7 0 0 1-7-7z" fill="{AMBER}" stroke="{INK}"/>',
        emblem("flame", 8, y + 3, 20, INK),
        fitted(34, y + 19, 78, 16, word, bold=True),
        disc(124, y + 13, 10, SHEET, thick="1"),
        write(124, y + 18, 15, worth, bold=True),
        write(138, y + 18, 14, "/"),
        emblem("star", 144, y + 5, 16, INK),
    ]


def _marker(x: int, number: int) -> Lines:
    y = TALL - 15
    return [
        disc(x, y, 13, INK, AMBER, "2.5"),
        write(x, y + 6, 17, str(number), fill="#ffffff", bold=True),
    ]


def flow(
    view: PetrogradTable,
    tokens: Iterable[tuple[TokenId, bool, int]],
    box: tuple[int, int, int, int],
    words: Labels,
    largest: int = 13,
) -> Lines:
    """Tokens (whether fresh, and how many if in the supply) in rows in a box, as large as they can be."""
    left, top, width, height = box
    wanted = list(tokens)
    for tenths in range(largest, 2, -1):
        places: list[tuple[int, int]] = []
        x = y = 0
        for one, _, _ in wanted:
            wide = token_width(view, one)
            if x and (x + wide) * tenths > width * 10:
                x, y = 0, y + 46
            places.append((left + x * tenths // 10, top + y * tenths // 10))
            x += wide + 2
        if (y + 44) * tenths <= height * 10:
            break
    scale = "" if tenths == 10 else f" scale({tenths / 10})"
    return [
        line
        for (one, fresh, number), (x, y) in zip(wanted, places, strict=True)
        for line in token(view, one, fresh, words, f"translate({x} {y}){scale}", number)
    ]


def _piles(view: PetrogradTable, words: Labels) -> Lines:
    """On the island: how many lie in each pile, and the tile of the next unrest beside them."""
    text = words.text
    piles = [(name, text[name].format(number), str(number)) for name, number in position.piles(view)]
    if view.blockade_tile:
        piles.append(("next", words.text["next"].format(words.colour(view.blockade_tile)), ""))
    lines: Lines = []
    step = 610 // len(piles)
    for place, (name, told, number) in enumerate(piles):
        x = 500 - (len(piles) - 1) * step // 2 + place * step
        y = TOP + TALL + 16
        wide = 44 if name in ("tiles", "next") else 34
        if name == "next":
            fill = REGION_FILL[view.blockade_tile]
            shape = [
                box(x - 22, y, 44, 44, fill, corner=4),
                emblem(view.blockade_tile, x - 13, y + 9, 26, on(view.blockade_tile)),
            ]
        else:
            shape = [
                box(x - wide // 2 + 3, y - 3, wide, 44, LINE, corner=4),
                box(x - wide // 2, y, wide, 44, SHEET, corner=4),
                write(x, y + 29, 20, number, bold=True),
            ]
        shown = told.partition(":")[0]
        lines += group(told, [*shape, fitted(x, y + 61, step - 4, 14, shown, at="middle", fill=SOFT)])
    return group(text["piles"], lines, role="group", name="dp-piles")
