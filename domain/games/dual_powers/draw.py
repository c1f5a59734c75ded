"""Draw: the table as fixed-width text, as one audience sees it."""

from collections.abc import Iterable
from textwrap import wrap

from domain.core.event import Seat
from domain.core.table import Pile
from domain.games.dual_powers.components import CardId, Region, TokenId
from domain.games.dual_powers.table import SIDES, TURNS, PetrogradTable
from domain.games.dual_powers.words.board import LABELS, Labels

WIDTH = 100
_INNER = WIDTH - 4
_LABEL = 20
_GAP = 2
_CELL = (_INNER - _GAP) // 2


def draw(view: PetrogradTable, audience: str, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    if language not in LABELS:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(LABELS))}")
    words = LABELS[language]
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
    text = words.text
    parts = [text["round"].format(view.round)] if view.round else []
    parts.append(words.phases.get(view.phase, view.phase))
    if view.phase == "action":
        turns = 2 * TURNS + (1 if view.opposition else 0)
        parts.append(text["turn"].format(view.turn, turns))
        parts.append(text["active"].format(words.side(view.active)))
        if view.card:
            parts.append(text["card"].format(_card(view, view.card, words)))
    if view.opposition:
        parts.append(text["solitaire"].format(view.options.solitaire))
    parts.append(words.seen_by(audience))
    return wrap(" · ".join(parts), _INNER, break_on_hyphens=False)


def _tracks(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    months = words.months if view.month < len(words.months) else view.components.calendar.months
    return [
        *_row(text["calendar"], text["date"].format(months[view.month], view.day)),
        *_row(text["support"], _support(view, words)),
        *_row(text["will"], words.side(view.will)),
        *_row(text["unrest"], _unrest(view, words)),
        f"{text['blockade']:<{_LABEL}}{_blockade(view, words)}",
    ]


def _support(view: PetrogradTable, words: Labels) -> str:
    """White's end on the left, red's on the right, as the score counts."""
    track = view.components.track
    spaces = ["·"] * (2 * track + 1)
    spaces[track] = "|"
    spaces[view.score + track] = "◆"
    white, red = words.side("white"), words.side("red")
    value = "0"
    if view.score:
        value = f"{red if view.score > 0 else white} {abs(view.score)}"
    return f"{white} {track} {''.join(spaces)} {track} {red}  ({value})"


def _unrest(view: PetrogradTable, words: Labels) -> str:
    if not view.unrest_tile:
        return "-"
    points = view.components.calendar.unrest_points[view.month]
    return words.text["worth"].format(words.colour(view.unrest_tile), points)


def _blockade(view: PetrogradTable, words: Labels) -> str:
    """Where the marker is, and the tile beside it, which is the next round's unrest."""
    ends = view.components.connections.get(view.blockade)
    if ends is None or not view.blockade_tile:
        return "-"
    shut = " ✕ ".join(words.colour(end) for end in ends)
    return words.text["next"].format(shut, words.colour(view.blockade_tile))


def _card(view: PetrogradTable, card: CardId, words: Labels) -> str:
    """A card with all that is printed on it."""
    parts = view.components
    if card in parts.leaders:
        leader = parts.leaders[card]
        return f"{words.card(card)} ({leader.day} · {words.actions[leader.special]})"
    found = parts.cards[card]
    return f"{card} ({found.day} · {'■' * found.recruit}/{words.actions[found.action]} · {found.points})"


def _token(view: PetrogradTable, token: TokenId, fresh: bool, words: Labels) -> str:
    """What is up first, what is on the other side after the stroke."""
    strength = f"{view.strength(token, fresh)}/{view.strength(token, not fresh)}"
    return f"{_name(view, token, words)} {strength}{'' if fresh else ' (x)'}"


def _name(view: PetrogradTable, token: TokenId, words: Labels) -> str:
    """Without its side, which stands before it."""
    if token in view.components.opposing:
        return f"{words.text['opposing']} {token.removeprefix('opposing-')}"
    _, found, code = token.partition("-unit-")
    return code if found else words.card(token)


def _by_side(view: PetrogradTable, tokens: Iterable[tuple[TokenId, str]], words: Labels) -> list[list[str]]:
    """Tokens as they are shown, red's, white's and the neutral ones apart, each list led by its owner."""
    shown: dict[Seat | None, list[str]] = {"red": [], "white": [], None: []}
    for token, text in tokens:
        shown[view.side_of(token)].append(text)
    owners = {side: words.text["neutral"] if side is None else words.side(side) for side in shown}
    return [[f"{owners[side]}: {some[0]}", *some[1:]] for side, some in shown.items() if some]


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
    text = words.text
    return [*lines, f"{text['key']:<{_LABEL}}{text['tokens']}", f"{'':<{_LABEL}}{text['cards']}"]


def _region(view: PetrogradTable, region: Region, words: Labels) -> list[str]:
    """A region's markers, its ways out, who is ahead in it, and its tokens."""
    marks = "".join(f" [{number}]" for number, place in sorted(view.markers.items()) if place == region)
    unrest = f" ! {words.text['unrest']}" if view.unrest_tile == region else ""
    title = f"── {words.colour(region).upper()}{marks}{unrest} "
    ways = "  ".join(
        f"{'✕' if name == view.blockade else '→'} {words.colour(to)}"
        for to, name in view.components.neighbours[region].items()
    )
    ahead = _ahead(view, region, words)
    facts = [f"{ways:<{_CELL - len(ahead)}}{ahead}"] if len(ways) + len(ahead) < _CELL else [ways, ahead]
    here = view.city[region].items()
    tokens = _by_side(view, ((token, _token(view, token, fresh, words)) for token, fresh in here), words)
    return [f"{title:─<{_CELL}}", *facts, *(line for some in tokens for line in _packed(some, _CELL))]


def _ahead(view: PetrogradTable, region: Region, words: Labels) -> str:
    found = view.judge(region)
    if found.stronger is None:
        return words.text["level"]
    side = found.stronger
    behind = sum(found.strength.values()) - found.strength[side]
    return words.text["ahead"].format(words.side(side), found.strength[side], behind)


def _side(view: PetrogradTable, side: Seat, words: Labels) -> list[str]:
    text = words.text
    lines = [words.side(side).upper()]
    lines += _items(
        text["stack" if side == view.opposition else "hand"], _pile(view, view.hands[side], words)
    )
    lines += _row(text["objective"], _objective(view, side, words))
    lines += _items(text["played"], (words.card(card) for card in view.played[side]))
    return lines + _items(text["supply"], _supply(view, side, words))


def _pile(view: PetrogradTable, pile: Pile, words: Labels) -> list[str]:
    cards = [_card(view, card, words) for card in pile.known]
    return [*cards, words.text["hidden"].format(pile.hidden)] if pile.hidden else cards


def _supply(view: PetrogradTable, side: Seat, words: Labels) -> list[str]:
    """Token by token; the opposition's units of a level, which are all alike, as a number."""
    opposing = view.components.opposing
    shown = [_token(view, token, True, words) for token in view.supply[side] if token not in opposing]
    alike: dict[int, list[TokenId]] = {}
    for token in view.supply[side]:
        if token in opposing:
            alike.setdefault(opposing[token].level, []).append(token)
    for level, tokens in sorted(alike.items()):
        strength = f"{view.strength(tokens[0], True)}/{view.strength(tokens[0], False)}"
        shown.append(f"{words.text['opposing']} {level} {strength} × {len(tokens)}")
    return shown


def _objective(view: PetrogradTable, side: Seat, words: Labels) -> str:
    objective = view.objectives.get(side)
    if objective is None:
        return "-"
    shown = words.text["unknown"] if objective.card is None else _card(view, objective.card, words)
    return f"{shown}, {words.text['up' if objective.face_up else 'down']}"


def _foot(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    piles = [("deck", len(view.deck)), ("discard", len(view.discard)), ("tiles", len(view.tiles))]
    if view.opposition:
        piles.append(("leaders", len(view.leader_stack)))
    lines = _row(text["piles"], ", ".join(text[name].format(count) for name, count in piles))
    tokens = [one for one in view.removed if not one.startswith("card:")]
    if tokens:
        names = _by_side(view, ((token, _name(view, token, words)) for token in tokens), words)
        lines += _items(text["gone"], (", ".join(some) for some in names))
    due = view.asks()
    if view.over:
        lines += _row(text["result"], _result(view, words))
    elif due is not None:
        who = ", ".join(words.side(seat) for seat in due.seats)
        lines += _row(text["waits"], f"{who}: {words.asked.get(due.what, due.what)}")
    return lines


def _result(view: PetrogradTable, words: Labels) -> str:
    winner = words.text["nobody"] if view.winner is None else words.side(view.winner)
    reason = view.reason.removesuffix("_will")
    told = f"{words.text['wins'].format(winner)}{words.ended.get(reason, f' ({reason})')}"
    return told if reason == view.reason else f"{told}, {words.text['by_will']}"
