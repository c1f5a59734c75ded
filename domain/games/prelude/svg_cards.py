"""Cards in the picture: the Opportunity Pool, what is in play, and hands as far as they are known."""

from collections.abc import Callable, Sequence

from domain.core.event import Seat
from domain.core.svg import (
    AMBER,
    DARK,
    INK,
    LINE,
    SHEET,
    SOFT,
    Lines,
    box,
    disc,
    fitted,
    group,
    unsaid,
    write,
)
from domain.games.prelude.components import CardId
from domain.games.prelude.svg_parts import FILL, SAND, WHITE, broken, centred, emblem, side_mark
from domain.games.prelude.table import GOV, OTHER, REV, PreludeTable
from domain.games.prelude.words import holdings
from domain.games.prelude.words.names import plural

WIDE, TALL, PITCH, EACH = 113, 92, 116, 4  # of a card; and how many lie in a row
DEEP = TALL + 8
_BAND, _LETTERS = 22, 13
Foot = Callable[[PreludeTable, CardId], tuple[str, Lines]]  # what can be done with a card: said, and shown
_DICE = {"rev": "R?", "gov": "G?", "all": "all"}


def rows(count: int) -> int:
    return -(-count // EACH)


def card(view: PreludeTable, one: CardId, x: int, y: int, told: str, foot: Lines) -> Lines:
    """Faction, AP and die on the band, the title, and at the foot what can be done with it."""
    found = view.components.cards[one]
    owner = view.owner(one)
    fill, ink = (FILL[owner], WHITE) if owner else (SAND, INK)
    titles = broken(found.title, _LETTERS)[:4]
    face = [
        box(0, 0, WIDE, TALL, SHEET, INK, 5),
        f'<path d="M.5 {_BAND}V5a5 5 0 0 1 5-4.5h{WIDE - 11}a5 5 0 0 1 5 4.5v{_BAND - 5}z" fill="{fill}"/>',
        *side_mark(owner, 3, 3, 17),
        write(26, 16, 14, f"{found.ap} AP", at="start", fill=ink, bold=True),
        write(WIDE - 6, 16, 13, _DICE.get(found.die, found.die), at="end", fill=ink),
    ]
    if found.is_key_event:
        face.append(f'<path d="M1 {_BAND}h{WIDE - 2}v4H1z" fill="{AMBER}"/>')
    face += centred(titles, (WIDE // 2, 39), WIDE - 8, 12, 12, INK)
    face.append(write(6, TALL - 5, 11, f"#{one}", at="start", fill=SOFT))
    title = f"{holdings.card(view, one)}: {told}. {holdings.event(view, one)}"
    return group(title, unsaid([*face, *foot]), place=f"translate({x} {y})")


def back(title: str, number: int, x: int, y: int) -> Lines:
    """Cards face down, as one back with their number."""
    inside = [
        box(4, -4, WIDE - 4, TALL, LINE, corner=5),
        box(0, 0, WIDE - 4, TALL, DARK, corner=5),
        box(5, 5, WIDE - 14, TALL - 10, "none", LINE, 3),
        disc(WIDE // 2 - 2, TALL // 2, 20, SHEET, thick="1"),
        write(WIDE // 2 - 2, TALL // 2 + 9, 25, str(number), bold=True),
    ]
    return group(title, unsaid(inside), place=f"translate({x} {y})")


def _foot(text: str) -> Lines:
    return [fitted(WIDE - 6, TALL - 5, 78, 11, text, at="end", fill=SOFT)]


def open_cards(view: PreludeTable, left: int, top: int) -> tuple[Lines, int]:
    """The Pool; below it what is in play or being played. Gives back where that ends."""
    order = [REV, GOV, None]
    pool = sorted(view.pool, key=lambda one: order.index(view.owner(one)))
    told = f"Opportunity Pool · {len(pool)}"
    lines, top = _shelf(view, "Opportunity Pool", told, pool, (left, top), _in_pool)
    playing = [*view.playing, *view.in_play]
    if playing:
        told = f"In play · {len(view.in_play)}{' · one being played' if view.playing else ''}"
        more, top = _shelf(view, "In play", told, playing, (left, top), _in_play)
        lines += more
    return lines, top


def _shelf(
    view: PreludeTable, name: str, told: str, cards: Sequence[CardId], at: tuple[int, int], foot: Foot
) -> tuple[Lines, int]:
    left, top = at
    lines = [fitted(left, top + 14, 470, 15, told, bold=True)]
    if not cards:
        return group(f"{name}: none", lines), top + 24
    for number, one in enumerate(cards):
        row, place = divmod(number, EACH)
        said, signs = foot(view, one)
        lines += card(view, one, left + place * PITCH, top + 24 + row * DEEP, said, signs)
    return group(f"{name}: {len(cards)}", lines, role="group"), top + 24 + rows(len(cards)) * DEEP + 6


def _in_pool(view: PreludeTable, one: CardId) -> tuple[str, Lines]:
    """Whoever could play it now."""
    seats = holdings.players(view, one)
    signs: Lines = []
    for number, seat in enumerate(seats):
        signs += side_mark(seat, WIDE - 20 - 17 * number, TALL - 18, 15)
    return holdings.in_pool(view, one), signs


def _in_play(view: PreludeTable, one: CardId) -> tuple[str, Lines]:
    if one in view.playing:
        return "being played", [
            *_foot("being played"),
            box(0, 0, WIDE, TALL, "none", AMBER, 5, ' stroke-width="4"'),
        ]
    text = holdings.staying(view, one)
    return f"in play {text}", _foot(holdings.STAYS_SHORT[view.components.cards[one].duration])


def hand_cards(view: PreludeTable, seat: Seat, x: int, y: int) -> Lines:
    """The cards that are known, then the backs of the others as one."""
    pile = view.hands[seat]
    lines: Lines = []
    for number, one in enumerate(pile.known):
        row, place = divmod(number, EACH)
        told = holdings.in_hand(view, seat, one)
        signs = _event_sign(view, seat, one)
        lines += card(view, one, x + place * PITCH, y + row * DEEP, told, signs)
    if pile.hidden:
        row, place = divmod(len(pile.known), EACH)
        lines += back(
            f"{plural(pile.hidden, 'card')} face down", pile.hidden, x + place * PITCH, y + row * DEEP + 4
        )
    return lines


def _event_sign(view: PreludeTable, seat: Seat, one: CardId) -> Lines:
    """A tick or a cross for an Event of one's own; the opponent's sign for one that it would resolve."""
    owner = view.owner(one)
    met = holdings.met(view, one, owner or seat)
    if owner != OTHER[seat]:
        return [emblem("done" if met else "cross", WIDE - 20, TALL - 18, 13, INK if met else LINE)]
    return side_mark(owner, WIDE - 20, TALL - 18, 15) if met else _foot("to the Pool")
