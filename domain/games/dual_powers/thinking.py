"""What a player may think: a table that fits what they see, and a plain estimate of how they stand."""

from domain.core.chance import Chance
from domain.core.event import Seat
from domain.core.table import Pile
from domain.games.dual_powers.table import OTHER, Objective
from domain.games.dual_powers.table import PetrogradTable as Table

KEPT_LEADER = 30  # for each of at most two months (in solitaire rounds) that are still to come


def imagine(view: Table, seat: Seat, chance: Chance) -> Table:
    """The view with its holes filled: unseen cards, tiles and leaders in some order."""
    table = view.copy()
    parts = table.components
    seen = set(table.discard)
    for side, hand in table.hands.items():
        seen.update(hand.known, table.played[side])
    seen.update(obj.card for obj in table.objectives.values() if obj.card)
    seen.update(table.deck.known)
    unseen = list(chance.shuffle("imagined/cards", [card for card in parts.cards if card not in seen]))
    for side, objective in table.objectives.items():
        if objective.card is None:
            table.objectives[side] = Objective(unseen.pop(), objective.sealed)
    for pile in (*table.hands.values(), table.deck):
        _fill(pile, unseen)
    gone = {table.unrest_tile, table.blockade_tile, *table.used_tiles, *table.tiles.known}
    _fill(table.tiles, list(chance.shuffle("imagined/tiles", [r for r in parts.regions if r not in gone])))
    if table.leader_stack.hidden:
        waiting = [token for token in table.supply[OTHER[seat]] if token in parts.leaders]
        _fill(table.leader_stack, list(chance.shuffle("imagined/leaders", waiting)))
    return table


def _fill(pile: Pile, unseen: list[str]) -> None:
    for _ in range(pile.hidden):
        pile.known.append(unseen.pop())
    pile.hidden = 0


def worth(view: Table, seat: Seat) -> int:
    """Points on the track first; then what each region would bring if it were scored now."""
    other = OTHER[seat]
    if view.over:
        return 100_000 if view.winner == seat else -100_000
    total = 100 * view.points(seat) + 12 * len(view.hands[seat])
    stakes = dict.fromkeys(view.components.regions, 2)
    stakes[view.unrest_tile] += 6 * view.components.calendar.unrest_points[view.month]
    for side, objective in view.objectives.items():
        if objective.card and (side == seat or objective.face_up):
            card = view.components.cards[objective.card]
            stakes[card.region] += 20 * card.points
    for region, stake in stakes.items():
        found = view.judge(region)
        margin = 4 * (found.strength[seat] - found.strength[other])
        margin += found.tokens[seat] - found.tokens[other]
        lead = max(-3, min(3, margin))
        if found.stronger:
            lead += 24 if found.stronger == seat else -24
        total += stake * lead // 12
    total += _kept_leaders(view, seat)
    # Neutrals and ties are counted above; beyond them the will's holder must move first next round.
    return total - (10 if view.will == seat else -10)


def _kept_leaders(view: Table, seat: Seat) -> int:
    """A leader is played once, so one kept back is worth something while there are rounds to come."""
    waiting = sum(token in view.components.leaders for token in view.supply[seat])
    if view.opposition:
        return KEPT_LEADER * waiting * min(2, 3 - view.round)
    calendar = view.components.calendar
    return KEPT_LEADER * waiting * max(0, min(2, calendar.months.index(calendar.last_months[0]) - view.month))
