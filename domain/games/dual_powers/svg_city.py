"""The city in the picture: six regions around the river, what joins them, and the piles on the island."""

from collections.abc import Iterable, Iterator

from domain.games.dual_powers.components import Region, TokenId
from domain.games.dual_powers.svg_parts import (
    AMBER,
    INK,
    LINE,
    REGION_FILL,
    SHEET,
    SIDE_FILL,
    SIDE_TEXT,
    SOFT,
    Lines,
    box,
    emblem,
    fit,
    group,
    on,
    outline,
    token,
    token_width,
    write,
)
from domain.games.dual_powers.table import SIDES, PetrogradTable
from domain.games.dual_powers.words import board
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
    return [
        '<g aria-hidden="true">',
        f'<path d="{bank}" fill="#cbdcde" stroke="#9db8bd" stroke-width="1.5"/>',
        f'<path d="{waves}" fill="none" stroke="#8fadb3" stroke-width="1.5" stroke-linecap="round"/>',
        "</g>",
    ]


def _connection(
    view: PetrogradTable, name: str, corners: dict[Region, tuple[int, int]], words: Labels
) -> Lines:
    """A street or bridge, with the sign of the tile that closes it, or the blockade itself."""
    (x1, y1), (x2, y2) = (corners[end] for end in view.components.connections[name])
    x1, x2, y1, y2 = x1 + WIDE // 2, x2 + WIDE // 2, y1 + TALL // 2, y2 + TALL // 2
    x, y = (x1 + x2) // 2, (y1 + y2) // 2
    way = f"M{x1} {y1}L{x2} {y2}"
    closed = view.blockade == name
    title = f"{words.text['connection']}: {board.connection(view, name, words)}"
    if closed:
        title = f"{words.text['blockade']}: {board.connection(view, name, words, '✕')}"
        sign = [
            f'<path d="M{x} {y - 22}l22 22-22 22-22-22z" fill="{AMBER}" stroke="{INK}" stroke-width="3"/>',
            emblem("mobilize", x - 11, y - 11, 22, INK),
        ]
    else:
        fill = REGION_FILL.get(name, INK)
        sign = [
            f'<circle cx="{x}" cy="{y}" r="13" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>',
            emblem(name, x - 8, y - 8, 16, on(name)),
        ]
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
    told = [name]
    told += [f"{text['marker']} {number}" for number in markers]
    told += [text["unrest"]] if unrest else []
    told.append(text["strength"])
    told += [f"{words.side(side)} {judged.strength[side]}" for side in SIDES]
    fill = REGION_FILL.get(region, INK)
    edge = INK if fill == "#ffffff" else fill
    plate = [
        '<g aria-hidden="true">',
        f'<rect width="{WIDE}" height="{TALL}" rx="7" fill="{SHEET}" stroke="{edge}" stroke-width="2.5"/>',
        f'<path d="M0 32V7a7 7 0 0 1 7-7h{WIDE - 14}a7 7 0 0 1 7 7v25z" fill="{fill}" stroke="{edge}"/>',
        emblem(region, WIDE - 150, 44, 140, edge, faint=True),
        emblem(region, 9, 4, 24, on(region)),
        write(42, 23, fit(name, 150, 19, bold=True), name, at="start", fill=on(region), bold=True),
        *_balance(judged.strength, judged.stronger),
        *(_unrest(text["unrest"]) if unrest else ()),
        *(part for place, number in enumerate(markers) for part in _marker(WIDE - 20 - 32 * place, number)),
        "</g>",
    ]
    height = TALL - (66 if unrest or markers else 44)
    tokens = flow(view, view.city[region].items(), (7, 38, WIDE - 14, height), words)
    place = f"translate({x} {y})"
    return group(", ".join(told), [*plate, *tokens], role="group", place=place, name=f"dp-{region}")


def _balance(strength: dict[str, int], stronger: str | None) -> Iterator[str]:
    """Each side's strength in its own shape; the stronger one stands out."""
    for side, x in (("white", WIDE - 88), ("red", WIDE - 48)):
        strong = stronger == side
        edge = f'stroke="{INK}" stroke-width="{6 if strong else 1}"'
        yield f'<g transform="translate({x} 2) scale(.64)">'
        yield outline(side, 58, 2, f'fill="{SIDE_FILL[side]}" {edge}')
        yield write(29, 31, 26, str(strength[side]), fill=SIDE_TEXT[side], bold=True)
        yield "</g>"


def _unrest(word: str) -> Lines:
    y = TALL - 26
    return [
        f'<path d="M0 {y}h128l-12 13 12 13H7a7 7 0 0 1-7-7z" fill="{AMBER}" stroke="{INK}"/>',
        emblem("flame", 8, y + 3, 20, INK),
        write(34, y + 19, fit(word, 78, 16, bold=True), word, at="start", bold=True),
    ]


def _marker(x: int, number: int) -> Lines:
    y = TALL - 15
    return [
        f'<circle cx="{x}" cy="{y}" r="13" fill="{INK}" stroke="{AMBER}" stroke-width="2.5"/>',
        write(x, y + 6, 17, str(number), fill="#ffffff", bold=True),
    ]


def flow(
    view: PetrogradTable,
    tokens: Iterable[tuple[TokenId, bool]],
    box: tuple[int, int, int, int],
    words: Labels,
    largest: int = 13,
) -> Lines:
    """Tokens in rows within a box, as large as they can be."""
    left, top, width, height = box
    wanted = list(tokens)
    for tenths in range(largest, 2, -1):
        places: list[tuple[int, int]] = []
        x = y = 0
        for one, _ in wanted:
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
        for (one, fresh), (x, y) in zip(wanted, places, strict=True)
        for line in token(view, one, fresh, words, f"translate({x} {y}){scale}")
    ]


def _piles(view: PetrogradTable, words: Labels) -> Lines:
    """Deck, discard, tiles and, in solitaire, the opposition's leaders: how many lie in each."""
    text = words.text
    piles = [("deck", len(view.deck)), ("discard", len(view.discard)), ("tiles", len(view.tiles))]
    if view.options.solitaire:
        piles.append(("leaders", len(view.leader_stack)))
    lines: Lines = []
    step = 140
    for place, (name, number) in enumerate(piles):
        x = 500 - (len(piles) - 1) * step // 2 + place * step
        y = TOP + TALL + 16
        wide = 44 if name == "tiles" else 34
        shape = [
            box(x - wide // 2 + 3, y - 3, wide, 44, LINE, corner=4),
            box(x - wide // 2, y, wide, 44, SHEET, corner=4),
            write(x, y + 29, 20, str(number), bold=True),
            write(x, y + 61, fit(text[name], step - 4, 14), text[name], fill=SOFT),
        ]
        lines += group(f"{text[name]} {number}", shape)
    return group(text["piles"], lines, role="group", name="dp-piles")
