"""Draw: the table as fixed-width text, as one audience sees it."""

from textwrap import wrap

from domain.core.event import Audience
from domain.games.revolution.components import KINDS, Area, CharacterId, Tokens
from domain.games.revolution.table import TownTable
from domain.games.revolution.words import position
from domain.games.revolution.words.english import side, title, tokens
from domain.games.revolution.words.position import letter

WIDTH = 110
_INNER = WIDTH - 4
_LABEL = 14
_TRACK = 50
_COLUMNS = 4
SHORT = {"force": "F", "blackmail": "B", "gold": "G"}


def draw(view: TownTable, audience: Audience, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    position.spoken(language)
    head = ["  ".join(position.progress(view, audience))]
    blocks = [head, _town(view), _bid_board(view), _support(view), _seats(view), _foot(view)]
    rule = "─" * (WIDTH - 2)
    lines = [f"┌{rule}┐"]
    for number, block in enumerate(blocks):
        if number:
            lines.append(f"├{rule}┤")
        lines.extend(f"│ {line:<{_INNER}} │" for line in block)
    return "\n".join([*lines, f"└{rule}┘"])


def short(some: Tokens) -> str:
    """Tokens in the fewest letters: `1F 2G`."""
    return " ".join(f"{getattr(some, kind)}{SHORT[kind]}" for kind in KINDS if getattr(some, kind))


def _town(view: TownTable) -> list[str]:
    """The areas by rows, as on the town board: support, its spaces, whose cubes lie there."""
    lines = ["TOWN BOARD"]
    for areas in position.rows(view):
        cells = [_area(view, area) for area in areas]
        width = _INNER // len(cells)
        lines += ["".join(f"{cell[line]:<{width}}" for cell in cells).rstrip() for line in range(2)]
    return lines


def _area(view: TownTable, area: Area) -> tuple[str, str]:
    cubes = "".join(letter(seat) * view.town[area][seat] for seat in view.seats)
    spaces = view.components.areas[area].spaces
    return position.area(view, area), "  " + " ".join(f"{cubes:·<{spaces}}")


def _bid_board(view: TownTable) -> list[str]:
    """Four characters a row; what this audience sees lying there, or how it was resolved."""
    width = _INNER // _COLUMNS
    lines = ["BID BOARD  (F Force, B Blackmail, G Gold; * won)"]
    order = view.components.order
    for start in range(0, len(order), _COLUMNS):
        row = order[start : start + _COLUMNS]
        cells = [_bids(view, name) for name in row]
        lines.append("".join(f"{_character(view, name):<{width}}" for name in row).rstrip())
        for line in range(max(map(len, cells))):
            texts = (cell[line] if line < len(cell) else "" for cell in cells)
            lines.append("".join(f"{text:<{width}}" for text in texts).rstrip())
    return lines


def _character(view: TownTable, name: CharacterId) -> str:
    here = "►" if name == view.character and view.phase == "resolution" else ""
    accepts = "".join(SHORT[kind] for kind in KINDS if kind in view.components.accepts[name])
    return f"{here}{title(name)} [{accepts}]"


def _bids(view: TownTable, name: CharacterId) -> list[str]:
    found = position.bids(view, name)
    return [
        f"  {letter(seat)} {short(found.bids[seat])}{' *' if seat == found.winner else ''}"
        for seat in view.seats
        if seat in found.bids
    ]


def _support(view: TownTable) -> list[str]:
    """Each marker on the loop, from the exclamation point; a lap is a hundred."""
    lap = view.components.lap
    lines = ["SUPPORT TRACK"]
    for seat in view.seats:
        spaces = ["·"] * _TRACK
        spaces[view.support[seat] % lap * _TRACK // lap] = letter(seat)
        lines.append(f"{'  ' + side(seat):<{_LABEL}}!{''.join(spaces)}  {position.support(view, seat)}")
    return lines


def _seats(view: TownTable) -> list[str]:
    held = {seat: position.holdings(view, seat, lambda some: short(some) or "-") for seat in view.seats}
    return [f"{side(seat):<{_LABEL}}{'   '.join(parts)}" for seat, parts in held.items()]


def _foot(view: TownTable) -> list[str]:
    lines = [f"{'Bank':<{_LABEL}}{tokens(view.bank)}"]
    found = wrap(position.offers(view), _INNER - _LABEL)
    lines += [f"{'Offers' if not number else '':<{_LABEL}}{line}" for number, line in enumerate(found)]
    label, what = position.outcome(view)
    return [*lines, f"{label:<{_LABEL}}{what}"]
