"""Draw: the table as fixed-width text, as one audience sees it."""

from collections.abc import Iterable
from textwrap import wrap

from domain.core.table import Pile
from domain.games.dual_powers.components import Region, TokenId
from domain.games.dual_powers.table import SIDES, PetrogradTable
from domain.games.dual_powers.words import board
from domain.games.dual_powers.words.board import Labels

WIDTH = 100
_INNER = WIDTH - 4
_LABEL = 18
_GAP = 2
_CELL = (_INNER - _GAP) // 2


def draw(view: PetrogradTable, audience: str, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    words = board.labels(language)
    blocks = [
        _head(view, audience, words),
        _tracks(view, words),
        _city(view, words),
        _sides(view, words),
        _foot(view, words),
    ]
    rule = "─" * (WIDTH - 2)
    lines = [f"┌{rule}┐"]
    for number, block in enumerate(blocks):
        if number:
            lines.append(f"├{rule}┤")
        lines.extend(f"│ {line:<{_INNER}} │" for line in block)
    return "\n".join([*lines, f"└{rule}┘"])


def _row(label: str, text: str) -> list[str]:
    """A label and its text, wrapped under itself."""
    lines = wrap(text, _INNER - _LABEL, break_on_hyphens=False) or ["-"]
    return [f"{label if not number else '':<{_LABEL}}{line}" for number, line in enumerate(lines)]


def _head(view: PetrogradTable, audience: str, words: Labels) -> list[str]:
    parts = [*board.progress(view, words), f"({words.text['seen']}: {words.viewer(audience)})"]
    return wrap("  ".join(parts), _INNER, break_on_hyphens=False)


def _tracks(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    return [
        *_row(text["calendar"], board.date(view, words)),
        *_row(text["support"], _support(view, words)),
        *_row(text["will"], words.side(view.will)),
        *_row(text["unrest"], words.colour(view.unrest_tile) if view.unrest_tile else "-"),
        *_row(text["blockade"], board.connection(view, view.blockade, words, "✕")),
    ]


def _support(view: PetrogradTable, words: Labels) -> str:
    """White's end on the left, red's on the right, as the score counts."""
    track = view.components.track
    spaces = ["·"] * (2 * track + 1)
    spaces[track] = "|"
    spaces[view.score + track] = "◆"
    white, red = words.side("white"), words.side("red")
    return f"{white} {track} {''.join(spaces)} {track} {red}  ({board.score(view, words)})"


def _token(view: PetrogradTable, token: TokenId, fresh: bool, words: Labels) -> str:
    told = board.token(view, token, fresh, words)
    return told if fresh else f"{told} (x)"


def _city(view: PetrogradTable, words: Labels) -> list[str]:
    """Two regions side by side, three times."""
    regions = view.components.regions
    lines: list[str] = []
    for one, other in zip(regions[::2], regions[1::2], strict=True):
        left, right = _region(view, one, words), _region(view, other, words)
        height = max(len(left), len(right))
        left += [""] * (height - len(left))
        right += [""] * (height - len(right))
        lines += [f"{a:<{_CELL}}{' ' * _GAP}{b:<{_CELL}}" for a, b in zip(left, right, strict=True)]
    return [*lines, *_row(words.text["legend"], words.text["key"])]


def _region(view: PetrogradTable, region: Region, words: Labels) -> list[str]:
    marks = "".join(f" [{number}]" for number, place in sorted(view.markers.items()) if place == region)
    unrest = f" ! {words.text['unrest']}" if view.unrest_tile == region else ""
    title = f"── {words.colour(region).upper()}{marks}{unrest} "
    tokens = [_token(view, token, fresh, words) for token, fresh in view.city[region].items()]
    return [f"{title:─<{_CELL}}", *(_packed(tokens, _CELL) or ["-"])]


def _packed(items: Iterable[str], width: int) -> list[str]:
    """Items after one another, none of them broken over two lines."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= width:
            lines[-1] += f", {item}"
        else:
            lines.append(item)
    return lines


def _sides(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    lines: list[str] = []
    for side in SIDES:
        supply = (board.token(view, token, True, words) for token in view.supply[side])
        packed = _packed(supply, _INNER - _LABEL) or ["-"]
        lines.append(words.side(side).upper())
        lines += _row(f"  {text['hand']}", _pile(view.hands[side], words))
        lines += _row(f"  {text['objective']}", board.objective(view, side, words))
        lines += _row(f"  {text['played']}", ", ".join(words.card(card) for card in view.played[side]))
        label = f"  {text['supply']}"
        lines += [f"{label if not number else '':<{_LABEL}}{line}" for number, line in enumerate(packed)]
    return lines


def _pile(pile: Pile, words: Labels) -> str:
    parts = [words.card(card) for card in pile.known]
    if pile.hidden:
        parts.append(f"{words.text['hidden']}: {pile.hidden}")
    return ", ".join(parts)


def _foot(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    piles = f"{text['deck']} {len(view.deck)}, {text['discard']} {len(view.discard)}"
    piles += f", {text['tiles']} {len(view.tiles)}"
    if view.options.solitaire:
        piles += f", {text['leaders']} {len(view.leader_stack)}"
    lines = _row(text["piles"], piles)
    tokens = [one for one in view.removed if not one.startswith("card:")]
    if tokens:
        lines += _row(text["gone"], ", ".join(board.token_name(view, token, words) for token in tokens))
    return lines + _row(*board.outcome(view, words))
