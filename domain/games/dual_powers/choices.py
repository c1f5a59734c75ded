"""What a seat may do now, from what it knows. Command objects are made once and reused."""

from functools import cache

from msgspec import Struct

from domain.core.choices import Choices
from domain.core.event import Seat
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.rules.actions import can_draw, hidden_objective, reaches, spied_on, weak
from domain.games.dual_powers.table import PetrogradTable as Table

_objective = cache(ask.ChooseObjective)
_play = cache(ask.PlayCard)
_recruit = cache(ask.Recruit)
_move = cache(ask.Move)
_refresh = cache(ask.Refresh)
_leader = cache(ask.RecruitLeader)
_protest = cache(ask.MobilizeProtest)
DECLINE = ask.Decline()
DRAW = ask.DrawCard()
ORGANIZE = ask.Organize()
ESPIONAGE = ask.Espionage()
INSPIRE = ask.InspireThePeople()
UNREST = (ask.ScoreUnrest(), ask.TakeBonus())


def choices(view: Table, seat: Seat) -> Choices | None:
    """Everything the decision that is due allows; None when it is not this seat's, or not of this game."""
    due = view.asks()
    if due is None or seat not in due.seats or due.what not in LISTS:
        return None
    return Choices(seat, due.what, due.rule, tuple(LISTS[due.what](view, seat)))


def _objectives(view: Table, seat: Seat) -> list[Struct]:
    return [_objective(card) for card in view.hands[seat].known if card in view.components.cards]


def _cards(view: Table, seat: Seat) -> list[Struct]:
    return [_play(card) for card in view.hands[seat].known]


def _actions(view: Table, seat: Seat) -> list[Struct]:
    card = view.components.cards[view.card]
    found: list[Struct] = [DECLINE]
    found += _recruits(view, seat, card.recruit, (card.region,))
    if card.action == "refresh":
        found += _refreshes(view, seat, False)
    else:
        found += _moves(view, seat, False, card.action == "double_move")
    return found


def _bonus(view: Table, seat: Seat) -> list[Struct]:
    found: list[Struct] = [DECLINE]
    found += _recruits(view, seat, 1, view.components.regions)
    found += _moves(view, seat, True, False)
    found += _refreshes(view, seat, True)
    if can_draw(view):
        found.append(DRAW)
    if view.opposition and hidden_objective(view, seat):
        found.append(ORGANIZE)
    return found


def _leader_actions(view: Table, seat: Seat) -> list[Struct]:
    found: list[Struct] = []
    if "recruit" in view.leader_steps:
        found += [_leader(region) for region in view.components.regions]
    if "special" in view.leader_steps:
        found.append(DECLINE)
        special = view.components.leaders[view.card].special
        if special == "mobilize":
            found += [_protest(name) for name in view.components.connections if name != view.blockade]
        elif special == "espionage" and spied_on(view, seat):
            found.append(ESPIONAGE)
        elif special == "inspire" and view.will != seat:
            found.append(INSPIRE)
    return found


def _unrest(view: Table, seat: Seat) -> list[Struct]:
    return list(UNREST)


def _recruits(view: Table, seat: Seat, value: int, regions: tuple[str, ...]) -> list[Struct]:
    """Every handful of units whose total is within the value."""
    costs = view.components.costs
    units = [token for token in view.supply[seat] if costs.get(token, 9) <= value]
    units.sort(key=view.components.order.__getitem__)
    handfuls: list[tuple[str, ...]] = [(token,) for token in units]
    if value > 1:
        for i, one in enumerate(units):
            left = value - costs[one]
            for j in range(i + 1, len(units)):
                two = units[j]
                if costs[two] > left:
                    break
                handfuls.append((one, two))
                if left - costs[two] >= 1:
                    for three in units[j + 1 :]:
                        if costs[three] > left - costs[two]:
                            break
                        handfuls.append((one, two, three))
    return [_recruit(handful, region) for region in regions for handful in handfuls]


def _moves(view: Table, seat: Seat, bonus: bool, double: bool) -> list[Struct]:
    limited = bonus and view.options.bonus_move_weak_only
    found: list[Struct] = []
    for region, tokens in view.city.items():
        mine = [token for token in tokens if reaches(view, seat, token, region, bonus)]
        if limited:
            mine = [token for token in mine if weak(view, token)]
        if not mine:
            continue
        paths: list[tuple[str, ...]] = []
        for step in view.open_steps(region):
            paths.append((step,))
            if double:
                paths += [(step, on) for on in view.open_steps(step) if on != region]
        found += [_move(token, path) for token in mine for path in paths]
    return found


def _refreshes(view: Table, seat: Seat, bonus: bool) -> list[Struct]:
    return [
        _refresh(token)
        for region, tokens in view.city.items()
        for token, fresh in tokens.items()
        if not fresh and reaches(view, seat, token, region, bonus)
    ]


LISTS = {
    "objective": _objectives,
    "play_card": _cards,
    "action": _actions,
    "bonus_action": _bonus,
    "leader_action": _leader_actions,
    "unrest": _unrest,
}
