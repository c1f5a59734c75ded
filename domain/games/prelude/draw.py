"""Draw: the table as fixed-width text, as one audience sees it."""

from collections.abc import Iterable
from textwrap import wrap

from domain.core.event import Audience, Seat
from domain.games.prelude.components import CardId, Place
from domain.games.prelude.table import GOV, REV, SIDES, PreludeTable
from domain.games.prelude.words import holdings, position
from domain.games.prelude.words.names import FACTIONS, LETTER, SHORT, SUBTYPES, eyes

WIDTH = 100
_INNER = WIDTH - 4
_LABEL = 16
_NAME = 26
_NEAR = 45  # where a District's neighbours begin
_NUMBER, _TITLE, _FACTION, _POINTS, _DIE = 5, 40, 14, 5, 10  # columns of a card


def draw(view: PreludeTable, audience: Audience, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    position.spoken(language)
    blocks = [
        _head(view, audience),
        _markers(view),
        _tracks(view),
        _districts(view),
        _duma(view),
        _open_cards(view),
        *(_side(view, seat) for seat in SIDES),
        _foot(view),
    ]
    rule = "─" * (WIDTH - 2)
    lines = [f"┌{rule}┐"]
    for number, block in enumerate(blocks):
        if number:
            lines.append(f"├{rule}┤")
        lines.extend(f"│ {line:<{_INNER}} │" for line in block)
    return "\n".join([*lines, f"└{rule}┘"])


def _row(label: str, text: str, width: int = _LABEL) -> list[str]:
    """A label and its text, wrapped under itself."""
    lines = wrap(text, _INNER - width, break_on_hyphens=False) or ["-"]
    return [f"{label if not number else '':<{width}}{line}" for number, line in enumerate(lines)]


def _items(label: str, items: Iterable[str], width: int = _LABEL) -> list[str]:
    """A label and a list, of which nothing is broken over two lines."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= _INNER - width:
            lines[-1] += f", {item}"
        else:
            if lines:
                lines[-1] += ","
            lines += wrap(item, _INNER - width)
    return [f"{label if not number else '':<{width}}{line}" for number, line in enumerate(lines or ["none"])]


def _head(view: PreludeTable, audience: Audience) -> list[str]:
    where = [*position.progress(view), position.first(view), f"seen by {eyes(audience)}"]
    return [*wrap(" · ".join(where), _INNER), *_row(*position.outcome(view))]


def _bar(filled: int, of: int) -> str:
    return "■" * min(filled, of) + "·" * (of - filled)


def _markers(view: PreludeTable) -> list[str]:
    """Points, Unrest, Prestige, Opportunity, troops."""
    limits = view.components.board.limits
    lines = [
        *_row("Victory", _victory(view)),
        *_row("Unrest", f"{_bar(view.unrest, limits.unrest)}  {position.unrest(view)}"),
        *_row("Prestige", f"{_bar(view.prestige, limits.prestige)}  {position.prestige(view)}"),
    ]
    points = (
        f"{LETTER[seat]} {_bar(view.op[seat], limits.opportunity)} {position.op(view, seat)}"
        for seat in SIDES
    )
    lines += _row("Opportunity", "   ".join(points))
    return [*lines, *_row("Military", "; ".join(position.troops(view, seat) for seat in SIDES))]


def _victory(view: PreludeTable) -> str:
    """The Revolutionary's end on the left, as everything red on this page."""
    end = view.components.board.limits.victory
    boxes = ["·"] * (2 * end + 1)
    boxes[end] = "|"
    boxes[end - max(-end, min(end, view.vp))] = "◆"
    return f"R {end} {''.join(boxes)} {end} G  {position.score(view)}"


def _tracks(view: PreludeTable) -> list[str]:
    lines = []
    for track in view.components.tracks.values():
        bar = f"Start {_bar(view.scoring[track.id], track.length)} Score"
        what = f"{bar}  {position.scoring(view, track.id)}   {position.advantage(view, track.id)}"
        lines += _row(track.name, what)
    return lines


def _districts(view: PreludeTable) -> list[str]:
    """By subtype: cubes and boxes, what the next cube costs, control, Organizations, what is adjacent."""
    lines: list[str] = []
    for subtype, places in view.components.of_subtype.items():
        label = f"{SUBTYPES[subtype].upper()} DISTRICTS"
        lines.append(f"{label:<{_NAME}}{'R':<4}{'AP':<3}{'G':<4}{'AP':<3}C O  adjacent")
        for place in places:
            lines += _district(view, place)
    return [*lines, "R, G: cubes/boxes · AP: cost of the next cube · C: control · O: Organizations"]


def _district(view: PreludeTable, place: Place) -> list[str]:
    found = view.components.districts[place]
    holder = view.controller(place)
    text = f"{found.name[: _NAME - 1]:<{_NAME}}"
    for seat in SIDES:
        cost = position.next_cube(view, seat, place)
        cubes = f"{view.mv(seat, place)}/{len(view.components.boxes[seat][place])}"
        text += f"{cubes:<4}{cost or '-':<3}"
    text += f"{LETTER[holder] if holder else '·'} {position.letters(position.organized(view, place)):<3}"
    return _row(text[:_NEAR], position.named(view, position.near(view, place)), _NEAR)


def _duma(view: PreludeTable) -> list[str]:
    lines = _row("THE DUMA", f"{position.duma(view)}; {position.session(view)}")
    for party in view.components.parties.values():
        if party.id in view.out_of_play:
            lines.append(f"{party.name:<{_LABEL + 2}}out of play")
            continue
        boxes = view.components.boxes[party.faction][party.id]
        bar = _bar(view.parties[party.id], len(boxes))
        cost = position.next_cube(view, party.faction, party.id)
        parts = [f"next cube {cost} AP" if cost is not None else "full"]
        parts += ["Organization"] if position.organized(view, party.id) else []
        parts += [position.sponsoring(view, party.id)] if view.sponsors[party.id] else []
        text = f"{party.name:<{_LABEL + 2}}{LETTER[party.faction]} {bar} {view.parties[party.id]}  "
        lines += _row(text, f"{party.wing}, {', '.join(parts)}", len(text))
    return lines


def _card(view: PreludeTable, one: CardId, last: str) -> str:
    found = view.components.cards[one]
    text = f"{f'#{one}':<{_NUMBER}}{found.title[: _TITLE - 1]:<{_TITLE}}{FACTIONS[found.faction]:<{_FACTION}}"
    text += f"{f'{found.ap} AP':<{_POINTS}}{holdings.short_die(view, one):<{_DIE}}"
    return f"{text} {last}"[:_INNER].rstrip()


def _playable(view: PreludeTable, one: CardId) -> str:
    seats = holdings.players(view, one)
    return f"open to {' and '.join(LETTER[seat] for seat in seats)}" if seats else "not open"


def _open_cards(view: PreludeTable) -> list[str]:
    """The Opportunity Pool by faction, cards in play, and the card that is being played."""
    order = [REV, GOV, None]
    pool = sorted(view.pool, key=lambda one: order.index(view.owner(one)))
    lines = ["OPPORTUNITY POOL (a card costs its AP in Opportunity Points)"]
    lines += [_card(view, one, _playable(view, one)) for one in pool] or ["none"]
    if view.in_play:
        lines.append("IN PLAY")
        lines += [
            _card(view, one, holdings.STAYS_SHORT[view.components.cards[one].duration])
            for one in view.in_play
        ]
    if view.playing:
        lines.append("BEING PLAYED")
        for one in view.playing:
            text = wrap(holdings.event(view, one), _INNER - _NUMBER, break_on_hyphens=False)
            lines += [_card(view, one, ""), *(" " * _NUMBER + line for line in text)]
    return lines


def _side(view: PreludeTable, seat: Seat) -> list[str]:
    """A hand as far as it is known, Special Actions, and what waits."""
    pile = view.hands[seat]
    lines = [f"{SHORT[seat].upper()}, hand: {holdings.hand(view, seat)}"]
    lines += [_card(view, one, holdings.in_hand_short(view, seat, one)) for one in pile.known]
    names = [holdings.special(view, one) for one in view.specials[seat]]
    lines += [f"Special Actions: {holdings.this_turn(view, seat)}", *_items("", names, 2)]
    waits = holdings.waiting(view, seat)
    return [*lines, *_items("To come", waits)] if waits else lines


def _foot(view: PreludeTable) -> list[str]:
    return _items("Cards", holdings.piles(view))
