"""Svg: what the pictures of all games are made of; one element a line, and a title for each thing."""

from collections.abc import Iterable

PAPER, SHEET, INK, SOFT, LINE = "#f4ecd8", "#fdf9ef", "#23262d", "#655d4c", "#b9ad92"
DARK, AMBER = "#3d4252", "#f0c419"
_FONTS = "Palatino, 'Palatino Linotype', 'Book Antiqua', 'PT Serif', Georgia, 'DejaVu Serif', serif"
Lines = list[str]


def picture(title: str, told: str, size: tuple[int, int], language: str, inside: Iterable[str]) -> str:
    """A whole document: a sheet in a double frame; `told` is the position in a paragraph, for listeners."""
    width, height = size
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="group"'
        f' lang="{language}" font-family="{_FONTS}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(told)}</desc>",
        box(0, 0, width, height, PAPER, PAPER),
        box(6, 6, width - 12, height - 12, "none"),
        box(10, 10, width - 20, height - 20, "none", LINE),
        *inside,
        "</svg>",
    ]
    return "\n".join(lines)


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def write(
    x: int, y: int, size: int, text: str, *, at: str = "middle", fill: str = INK, bold: bool = False
) -> str:
    """A line of type."""
    weight = ' font-weight="700"' if bold else ""
    anchor = "" if at == "start" else f' text-anchor="{at}"'
    return f'<text x="{x}" y="{y}" font-size="{size}"{anchor}{weight} fill="{fill}">{escape(text)}</text>'


def fit(text: str, width: int, size: int, bold: bool = False) -> int:
    """The type size at which a text keeps to a width, whatever serif is at hand."""
    letter = 84 if text.isupper() else 70 if bold else 62
    return max(7, min(size, width * 100 // (letter * max(1, len(text)))))


def fitted(
    x: int,
    y: int,
    width: int,
    size: int,
    text: str,
    *,
    at: str = "start",
    fill: str = INK,
    bold: bool = False,
) -> str:
    """A line of type that is made smaller where it would not keep to a width."""
    return write(x, y, fit(text, width, size, bold), text, at=at, fill=fill, bold=bold)


def box(
    x: int, y: int, wide: int, tall: int, fill: str, edge: str = INK, corner: int = 0, more: str = ""
) -> str:
    """A rectangle with a thin edge."""
    size = f'x="{x}" y="{y}" width="{wide}" height="{tall}"' + (f' rx="{corner}"' if corner else "")
    return f'<rect {size} fill="{fill}" stroke="{edge}"{more}/>'


def disc(x: int, y: int, radius: int, fill: str, edge: str = INK, thick: str = "1.5") -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="{thick}"/>'


def sign(path: str, x: int, y: int, size: int, fill: str) -> str:
    """A sign drawn in a box of 24 by 24, at a place and size."""
    place = f"translate({x} {y}) scale({size / 24:.3f})"
    return f'<path transform="{place}" fill="{fill}" fill-rule="evenodd" d="{path}"/>'


def plate(wide: int, tall: int, band: int, fill: str, edge: str, thick: str) -> Lines:
    """A sheet with rounded corners under a coloured band, where its name is written."""
    stroke = f'stroke="{edge}" stroke-width="{thick}"'
    return [
        f'<rect width="{wide}" height="{tall}" rx="7" fill="{SHEET}" {stroke}/>',
        f'<path d="M0 {band}V7a7 7 0 0 1 7-7h{wide - 14}a7 7 0 0 1 7 7v{band - 7}z" fill="{fill}" {stroke}/>',
    ]


def group(title: str, inside: Iterable[str], *, role: str = "img", place: str = "", name: str = "") -> Lines:
    """What a reader of the screen is told as one thing."""
    moved = f' transform="{place}"' if place else ""
    called = f' id="{escape(name)}"' if name else ""
    return [f'<g{called} role="{role}"{moved}>', f"<title>{escape(title)}</title>", *inside, "</g>"]


def unsaid(inside: Iterable[str], attributes: str = "") -> Lines:
    """What is only seen, as a title says it already."""
    return [f'<g aria-hidden="true"{attributes}>', *inside, "</g>"]


def head(
    crest: Lines,
    over: str,
    place: tuple[str, str],
    seen: str,
    outcome: tuple[str, str] | None,
    marks: Lines,
    edge: int,
) -> Lines:
    """Crest, name and place in the game on the left; what is awaited or the result, and who looks, right."""
    title, line = place
    left = [
        *crest,
        f'<text x="92" y="32" font-size="12" letter-spacing="4" fill="{SOFT}">{escape(over)}</text>',
        fitted(92, 57, 470, 25, title, bold=True),
        fitted(92, 78, 640, 15, line, fill=SOFT),
    ]
    lines = [*unsaid(left), *group(seen, [write(974, 84, 12, seen, at="end", fill=SOFT)])]
    if outcome is None:
        return lines
    label, what = outcome
    right = [
        *marks,
        write(edge, 38, 14, label, at="end", fill=SOFT),
        fitted(edge, 61, 370, 20, what, at="end", bold=True),
    ]
    return [*lines, *group(f"{label}: {what}", right)]


def key(signs: list[tuple[str, Lines]], y: int) -> Lines:
    """What the signs mean, in one row."""
    room = 952 - 34 * len(signs)
    letters = sum(len(word) for word, _ in signs)
    size = fit("x" * letters, room, 13)
    lines: Lines = []
    x = 24
    for word, sign_ in signs:
        lines += [f'<g transform="translate({x} {y})">', *sign_, "</g>"]
        lines.append(write(x + 22, y + 14, size, word, at="start", fill=SOFT))
        x += 34 + room * len(word) // letters
    return unsaid(lines)
