"""Draw: the table as fixed-width text, as one audience sees it."""

from textwrap import wrap

from domain.core.event import Audience, Seat
from domain.games.revolution.components import KINDS, Area, CharacterId, Tokens
from domain.games.revolution.table import TownTable
from domain.games.revolution.words.english import ASKED, ENDED, PHASES, side, sides, title, tokens

WIDTH = 110
_INNER = WIDTH - 4
_LABEL = 14
_TRACK = 50
_COLUMNS = 4
SHORT = {"force": "F", "blackmail": "B", "gold": "G"}


def draw(view: TownTable, audience: Audience, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    if language != "en":
        raise ValueError(f"language: no {language!r}; there are en")
    blocks = [_head(view, audience), _town(view), _bid_board(view), _support(view), _seats(view), _foot(view)]
    rule = "─" * (WIDTH - 2)
    lines = [f"┌{rule}┐"]
    for number, block in enumerate(blocks):
        if number:
            lines.append(f"├{rule}┤")
        lines.extend(f"│ {line:<{_INNER}} │" for line in block)
    return "\n".join([*lines, f"└{rule}┘"])


def letter(seat: Seat) -> str:
    return seat[0].upper()


def short(some: Tokens) -> str:
    """Tokens in the fewest letters: `1F 2G`."""
    return " ".join(f"{getattr(some, kind)}{SHORT[kind]}" for kind in KINDS if getattr(some, kind))


def _head(view: TownTable, audience: Audience) -> list[str]:
    parts = [f"Round {view.round}", f"phase: {PHASES.get(view.phase, view.phase)}"]
    if view.phase == "resolution" and view.character:
        parts.append(f"resolved: {title(view.character)}")
    return ["  ".join([*parts, f"(seen by: {side(audience)})"])]


def _town(view: TownTable) -> list[str]:
    """The areas by rows, as on the town board: support, its spaces, whose cubes lie there."""
    rows: dict[int, list[Area]] = {}
    for area in view.components.file.areas:
        rows.setdefault(area.row, []).append(area.id)
    lines = ["TOWN BOARD"]
    for _, areas in sorted(rows.items()):
        cells = [_area(view, area) for area in areas]
        width = _INNER // len(cells)
        lines += ["".join(f"{cell[line]:<{width}}" for cell in cells).rstrip() for line in range(2)]
    return lines


def _area(view: TownTable, area: Area) -> tuple[str, str]:
    part = view.components.areas[area]
    who = next(c.id for c in view.components.file.characters if c.area == area)
    cubes = "".join(letter(seat) * view.town[area][seat] for seat in view.seats)
    lock = " locked" if view.locked(area) else ""
    return f"{title(area)} {part.support} ({title(who)}){lock}", "  " + " ".join(f"{cubes:·<{part.spaces}}")


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
    shown: dict[Seat, Tokens] = {}
    winner: Seat | None = None
    outcome = view.outcomes.get(name)
    if outcome is not None and view.phase != "bidding":
        shown, winner = outcome.bids, outcome.winner
    else:
        for seat in view.seats:
            board = view.boards.get(seat)
            if board is not None and board.bid is not None and name in board.bid:
                shown[seat] = board.bid[name]
    return [
        f"  {letter(seat)} {short(shown[seat])}{' *' if seat == winner else ''}"
        for seat in view.seats
        if seat in shown
    ]


def _support(view: TownTable) -> list[str]:
    """Each marker on the loop, from the exclamation point; a lap is a hundred."""
    lap = view.components.lap
    lines = ["SUPPORT TRACK"]
    for seat in view.seats:
        laps, place = divmod(view.support[seat], lap)
        spaces = ["·"] * _TRACK
        spaces[place * _TRACK // lap] = letter(seat)
        turned = f"  ({laps * lap} + {place})" if laps else ""
        lines.append(f"{'  ' + side(seat):<{_LABEL}}!{''.join(spaces)}  {view.support[seat]}{turned}")
    return lines


def _seats(view: TownTable) -> list[str]:
    lines = []
    for seat in view.seats:
        parts = [f"tokens {short(view.tokens[seat]) or '-'}"]
        if view.aside[seat]:
            parts.append(f"set aside {short(view.aside[seat])}")
        parts.append(f"cubes left {view.cubes_left(seat)}")
        if view.phase == "bidding":
            parts.append("has bid" if seat in view.boards else "is bidding")
        lines.append(f"{side(seat):<{_LABEL}}{'   '.join(parts)}")
    return lines


def _foot(view: TownTable) -> list[str]:
    lines = [f"{'Bank':<{_LABEL}}{tokens(view.bank)}"]
    talk = [f"{side(made.seat)} to {sides(made.to)}" for made in view.offers.values()]
    if talk:
        found = wrap("; ".join(talk), _INNER - _LABEL)
        lines += [f"{'Offers' if not number else '':<{_LABEL}}{line}" for number, line in enumerate(found)]
    due = view.asks()
    if view.over:
        verb = "wins" if len(view.winners) == 1 else "share the victory"
        reason = ENDED.get(view.reason, view.reason)
        lines.append(f"{'Result':<{_LABEL}}{sides(view.winners)} {verb} {reason}")
    elif due is not None:
        lines.append(f"{'Waiting for':<{_LABEL}}{sides(due.seats)}: {ASKED.get(due.what, due.what)}")
    else:
        lines.append(f"{'Waiting for':<{_LABEL}}nobody")
    return lines
