"""Position: what the text board and the picture both say of a table, as far as a view holds it."""

from collections.abc import Iterable

from domain.core.event import Seat
from domain.core.table import Pile
from domain.games.dual_powers.components import CardId, Region, TokenId
from domain.games.dual_powers.table import TURNS, PetrogradTable
from domain.games.dual_powers.words.board import Labels


def progress(view: PetrogradTable, words: Labels) -> list[str]:
    """Round and phase; while actions are taken also the turn, whose it is, and the card."""
    text = words.text
    parts = [text["round"].format(view.round)] if view.round else []
    parts.append(words.phases.get(view.phase, view.phase))
    if view.phase == "action":
        turns = 2 * TURNS + (1 if view.opposition else 0)
        parts.append(text["turn"].format(view.turn, turns))
        parts.append(text["active"].format(words.side(view.active)))
        if view.card:
            parts.append(text["card"].format(card(view, view.card, words)))
    if view.opposition:
        parts.append(text["solitaire"].format(view.options.solitaire))
    return parts


def month(view: PetrogradTable, place: int, words: Labels) -> str:
    names = words.months if place < len(words.months) else view.components.calendar.months
    return names[place]


def date(view: PetrogradTable, words: Labels) -> str:
    return words.text["date"].format(month(view, view.month, words), view.day)


def score(view: PetrogradTable, words: Labels) -> str:
    if not view.score:
        return "0"
    return f"{words.side('red' if view.score > 0 else 'white')} {abs(view.score)}"


def unrest(view: PetrogradTable, words: Labels) -> str:
    if not view.unrest_tile:
        return "-"
    points = view.components.calendar.unrest_points[view.month]
    return words.text["worth"].format(words.colour(view.unrest_tile), points)


def way(view: PetrogradTable, name: str, words: Labels) -> str:
    """The two regions that a connection joins, or no longer does."""
    sign = " ✕ " if name == view.blockade else " → "
    return sign.join(words.colour(end) for end in view.components.connections[name])


def blockade(view: PetrogradTable, words: Labels) -> str:
    """Where the marker is, and the tile beside it, which is the next round's unrest."""
    if view.blockade not in view.components.connections or not view.blockade_tile:
        return "-"
    tile = words.text["next"].format(words.colour(view.blockade_tile))
    return f"{way(view, view.blockade, words)}   ({tile})"


def ways(view: PetrogradTable, region: Region, words: Labels) -> list[str]:
    """Where a region's ways lead, and which of them the blockade closes."""
    return [
        f"{'✕' if name == view.blockade else '→'} {words.colour(to)}"
        for to, name in view.components.neighbours[region].items()
    ]


def ahead(view: PetrogradTable, region: Region, words: Labels) -> str:
    found = view.judge(region)
    if found.stronger is None:
        return words.text["level"]
    side = found.stronger
    behind = sum(found.strength.values()) - found.strength[side]
    return words.text["ahead"].format(words.side(side), found.strength[side], behind)


def card(view: PetrogradTable, card: CardId, words: Labels) -> str:
    """A card with all that is printed on it."""
    parts = view.components
    if card in parts.leaders:
        leader = parts.leaders[card]
        return f"{words.card(card)} ({leader.day} · {words.actions[leader.special]})"
    found = parts.cards[card]
    return f"{card} ({found.day} · {'■' * found.recruit}/{words.actions[found.action]} · {found.points})"


def pile(view: PetrogradTable, pile: Pile, words: Labels) -> list[str]:
    """The cards that are known, then how many are not."""
    cards = [card(view, one, words) for one in pile.known]
    return [*cards, words.text["hidden"].format(pile.hidden)] if pile.hidden else cards


def objective(view: PetrogradTable, side: Seat, words: Labels) -> str:
    found = view.objectives.get(side)
    if found is None:
        return "-"
    shown = words.text["unknown"] if found.card is None else card(view, found.card, words)
    return f"{shown}, {words.text['up' if found.face_up else 'down']}"


def name(view: PetrogradTable, token: TokenId, words: Labels) -> str:
    """Without its side, which stands before it."""
    if token in view.components.opposing:
        return f"{words.text['opposing']} {token.removeprefix('opposing-')}"
    _, found, code = token.partition("-unit-")
    return code if found else words.card(token)


def strengths(view: PetrogradTable, token: TokenId, fresh: bool) -> str:
    """What is up first, what is on the other side after the stroke."""
    return f"{view.strength(token, fresh)}/{view.strength(token, not fresh)}"


def token(view: PetrogradTable, token: TokenId, fresh: bool, words: Labels) -> str:
    return f"{name(view, token, words)} {strengths(view, token, fresh)}"


def alike(view: PetrogradTable, tokens: Iterable[TokenId]) -> dict[TokenId, int]:
    """Tokens one by one; of the opposition's units of a level, which are all alike, one and how many."""
    opposing = view.components.opposing
    levels: dict[int, list[TokenId]] = {}
    found: dict[TokenId, int] = {}
    for one in tokens:
        if one in opposing:
            levels.setdefault(opposing[one].level, []).append(one)
        else:
            found[one] = 1
    return found | {some[0]: len(some) for _, some in sorted(levels.items())}


def supplied(view: PetrogradTable, token_: TokenId, number: int, words: Labels) -> str:
    """A token in the supply, or a level of the opposition's units and how many of them there are."""
    unit = view.components.opposing.get(token_)
    if unit is None:
        return token(view, token_, True, words)
    return f"{words.text['opposing']} {unit.level} {strengths(view, token_, True)} × {number}"


def piles(view: PetrogradTable) -> list[tuple[str, int]]:
    """The piles beside the board, by the names of their words, and how many lie in each."""
    found = [("deck", len(view.deck)), ("discard", len(view.discard)), ("tiles", len(view.tiles))]
    return [*found, ("leaders", len(view.leader_stack))] if view.opposition else found


def by_side(view: PetrogradTable, tokens: Iterable[tuple[TokenId, str]], words: Labels) -> list[list[str]]:
    """Tokens as they are shown, red's, white's and the neutral ones apart, each list led by its owner."""
    shown: dict[Seat | None, list[str]] = {"red": [], "white": [], None: []}
    for token, text in tokens:
        shown[view.side_of(token)].append(text)
    owners = ((words.owner(side), some) for side, some in shown.items() if some)
    return [[f"{owner}: {some[0]}", *some[1:]] for owner, some in owners]


def out_of_the_game(view: PetrogradTable, words: Labels) -> list[str]:
    """The tokens that will not come back, a line for each owner."""
    gone = [one for one in view.removed if not one.startswith("card:")]
    named = by_side(view, ((one, name(view, one, words)) for one in gone), words)
    return [", ".join(some) for some in named]


def outcome(view: PetrogradTable, words: Labels) -> tuple[str, str] | None:
    """What the table waits for, or the result: a label and its text."""
    text = words.text
    due = view.asks()
    if view.over:
        return text["result"], _result(view, words)
    if due is None:
        return None
    who = ", ".join(words.side(seat) for seat in due.seats)
    return text["waits"], f"{who}: {words.asked.get(due.what, due.what)}"


def _result(view: PetrogradTable, words: Labels) -> str:
    winner = words.text["nobody"] if view.winner is None else words.side(view.winner)
    reason = view.reason.removesuffix("_will")
    told = f"{words.text['wins'].format(winner)}{words.ended.get(reason, f' ({reason})')}"
    return told if reason == view.reason else f"{told}, {words.text['by_will']}"
