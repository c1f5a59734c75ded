"""Draw: the table as fixed-width text, as one audience sees it."""

from collections.abc import Iterable
from textwrap import wrap

from domain.core.event import Seat
from domain.games.dual_powers.components import Region, TokenId
from domain.games.dual_powers.table import SIDES, PetrogradTable
from domain.games.dual_powers.words import position
from domain.games.dual_powers.words.board import Labels, labels

WIDTH = 100
_INNER = WIDTH - 4
_LABEL = 20
_GAP = 2
_CELL = (_INNER - _GAP) // 2


def draw(view: PetrogradTable, audience: str, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    words = labels(language)
    blocks = [
        _head(view, audience, words),
        _tracks(view, words),
        _city(view, words),
        *(_side(view, side, words) for side in SIDES),
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


def _items(label: str, items: Iterable[str]) -> list[str]:
    """A label and a list, of which nothing is broken over two lines."""
    lines = _packed(items, _INNER - _LABEL) or ["-"]
    return [f"{label if not number else '':<{_LABEL}}{line}" for number, line in enumerate(lines)]


def _packed(items: Iterable[str], width: int) -> list[str]:
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1] += f", {item}"
        else:
            if lines:
                lines[-1] += ","
            lines.append(item)
    return lines


def _head(view: PetrogradTable, audience: str, words: Labels) -> list[str]:
    parts = [*position.progress(view, words), words.seen_by(audience)]
    return wrap(" · ".join(parts), _INNER, break_on_hyphens=False)


def _tracks(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    return [
        *_row(text["calendar"], position.date(view, words)),
        *_row(text["support"], _support(view, words)),
        *_row(text["will"], words.side(view.will)),
        *_row(text["unrest"], position.unrest(view, words)),
        f"{text['blockade']:<{_LABEL}}{position.blockade(view, words)}",
    ]


def _support(view: PetrogradTable, words: Labels) -> str:
    """White's end on the left, red's on the right, as the score counts."""
    track = view.components.track
    spaces = ["·"] * (2 * track + 1)
    spaces[track] = "|"
    spaces[view.score + track] = "◆"
    white, red = words.side("white"), words.side("red")
    return f"{white} {track} {''.join(spaces)} {track} {red}  ({position.score(view, words)})"


def _token(view: PetrogradTable, token: TokenId, fresh: bool, words: Labels) -> str:
    return f"{position.token(view, token, fresh, words)}{'' if fresh else ' (x)'}"


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
    key = words.text["key"]
    return [*lines, f"{key:<{_LABEL}}{words.key('tokens')}", f"{'':<{_LABEL}}{words.key('cards')}"]


def _region(view: PetrogradTable, region: Region, words: Labels) -> list[str]:
    """A region's markers, its ways out, who is ahead in it, and its tokens."""
    marks = "".join(f" [{number}]" for number, place in sorted(view.markers.items()) if place == region)
    unrest = f" ! {words.text['unrest']}" if view.unrest_tile == region else ""
    title = f"── {words.colour(region).upper()}{marks}{unrest} "
    ways, ahead = "  ".join(position.ways(view, region, words)), position.ahead(view, region, words)
    facts = [f"{ways:<{_CELL - len(ahead)}}{ahead}"] if len(ways) + len(ahead) < _CELL else [ways, ahead]
    here = view.city[region].items()
    tokens = position.by_side(
        view, ((token, _token(view, token, fresh, words)) for token, fresh in here), words
    )
    return [f"{title:─<{_CELL}}", *facts, *(line for some in tokens for line in _packed(some, _CELL))]


def _side(view: PetrogradTable, side: Seat, words: Labels) -> list[str]:
    text = words.text
    hand = position.pile(view, view.hands[side], words)
    supply = position.alike(view, view.supply[side]).items()
    return [
        words.side(side).upper(),
        *_items(text["stack" if side == view.opposition else "hand"], hand),
        *_row(text["objective"], position.objective(view, side, words)),
        *_items(text["played"], (words.card(card) for card in view.played[side])),
        *_items(text["supply"], (position.supplied(view, one, number, words) for one, number in supply)),
    ]


def _foot(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    piles = (text[name].format(count) for name, count in position.piles(view))
    lines = _row(text["piles"], ", ".join(piles))
    gone = position.out_of_the_game(view, words)
    lines += _items(text["gone"], gone) if gone else []
    outcome = position.outcome(view, words)
    return lines if outcome is None else [*lines, *_row(*outcome)]
