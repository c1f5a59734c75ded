"""Action phase, steps 1, 3 and 4: play a card, perform an action, take a bonus action."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.event import Event, Opening, Seat, Secret
from domain.core.refusal import Refused
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import TROTSKY, Region
from domain.games.dual_powers.events import (
    BlockadeMoved,
    CardPlayed,
    Declined,
    LeaderRecruited,
    NeutralsRefreshed,
    ObjectiveChosen,
    ObjectiveRevealed,
    TokenMoved,
    TokenRefreshed,
    UnitsRecruited,
    WillTaken,
)
from domain.games.dual_powers.rules.calendar import advance_date
from domain.games.dual_powers.rules.setup import draw_cards
from domain.games.dual_powers.table import OTHER, PetrogradTable
from domain.games.dual_powers.table import PetrogradTable as Table

Events = Iterator[Event[Any]]
BONUS_RULE = "Action phase: Bonus Actions"


def choose_objective(table: Table, seat: Seat, command: ask.ChooseObjective, chance: Chance) -> Events:
    """Objective phase: a command card from the hand, face down."""
    if command.card not in table.hands[seat]:
        raise Refused("card_not_in_hand", "Objective phase", "card")
    if command.card in table.components.leaders:
        raise Refused("not_a_command_card", "Objective phase", "card")
    yield ObjectiveChosen(seat, Secret((seat,), command.card))


def play_card(table: Table, seat: Seat, command: ask.PlayCard, chance: Chance) -> Events:
    """Steps 1 and 2: play a card face up, then advance the date."""
    if command.card not in table.hands[seat]:
        raise Refused("card_not_in_hand", "Action phase: Play a Card", "card")
    yield CardPlayed(seat, command.card)
    yield from advance_date(table, seat, table.components.days[command.card])


def recruit(table: Table, seat: Seat, command: ask.Recruit, chance: Chance) -> Events:
    """Recruit units of a total value up to the card's; as a bonus, one unit of value 1 into any region."""
    bonus = due(table) == "bonus_action"
    rule = "Bonus Recruit" if bonus else "Command card actions: Recruit"
    if command.region not in table.city:
        raise Refused("no_such_region", rule, "region")
    card = None if bonus else table.components.cards[table.card]
    if card and command.region != card.region:
        raise Refused("not_the_region_of_the_card", rule, "region")
    units = table.components.units
    if not command.tokens or any(t not in table.supply[seat] or t not in units for t in command.tokens):
        raise Refused("token_not_in_supply", rule, "tokens")
    if list(command.tokens) != sorted(set(command.tokens), key=table.components.order.__getitem__):
        raise Refused("tokens_not_in_order", rule, "tokens")  # one way to say each handful
    cost = table.components.recruits.get(command.tokens)
    if cost is None or cost > (card.recruit if card else 1):
        raise Refused("recruit_value_exceeded", rule, "tokens")
    yield UnitsRecruited(seat, command.tokens, command.region)


def move(table: Table, seat: Seat, command: ask.Move, chance: Chance) -> Events:
    """Move a controlled token along open connections: one region, with Double Move one or two."""
    bonus = due(table) == "bonus_action"
    rule = "Bonus Move" if bonus else "Command card actions: Move"
    action = "move" if bonus else table.components.cards[table.card].action
    if action == "refresh":
        raise Refused("not_on_this_card", rule)
    start = _own_token(table, seat, command.token, bonus, rule)
    if bonus and table.options.bonus_move_weak_only and not weak(table, command.token):
        raise Refused("not_a_weak_unit_or_leader", rule, "token")
    if not 1 <= len(command.path) <= (2 if action == "double_move" else 1):
        raise Refused("wrong_number_of_steps", rule, "path")
    here = start
    for step in command.path:
        connection = table.components.neighbours[here].get(step)
        if connection is None:
            raise Refused("regions_not_connected", rule, "path")
        if connection == table.blockade:
            raise Refused("blockaded", rule, "path")
        here = step
    if here == start:
        raise Refused("path_returns", rule, "path")
    yield TokenMoved(seat, command.token, start, command.path)


def refresh(table: Table, seat: Seat, command: ask.Refresh, chance: Chance) -> Events:
    """Turn a controlled token from its exhausted side to its fresh side."""
    bonus = due(table) == "bonus_action"
    rule = "Bonus Refresh" if bonus else "Command card actions: Refresh"
    if not bonus and table.components.cards[table.card].action != "refresh":
        raise Refused("not_on_this_card", rule)
    region = _own_token(table, seat, command.token, bonus, rule)
    if table.city[region][command.token]:
        raise Refused("already_fresh", rule, "token")
    yield TokenRefreshed(seat, command.token, region)


def draw_card(table: Table, seat: Seat, command: ask.DrawCard, chance: Chance) -> Events:
    """Bonus Draw: one more card, for the rest of the game."""
    if not can_draw(table):
        raise Refused("no_cards_left", "Bonus Draw")
    yield from draw_cards(table, chance, seat, 1, bonus=True)


def organize(table: Table, seat: Seat, command: ask.Organize, chance: Chance) -> Events:
    """Solitaire bonus action: reveal your own secret objective."""
    if not table.opposition:
        raise Refused("only_in_solitaire", "Solitaire: Organize")
    if not hidden_objective(table, seat):
        raise Refused("already_revealed", "Solitaire: Organize")
    yield reveal(table, seat, "organize")


def recruit_leader(table: Table, seat: Seat, command: ask.RecruitLeader, chance: Chance) -> Events:
    """Leader Recruit: the leader comes into any region, fresh."""
    rule = "Leader card actions: Leader Recruit"
    if "recruit" not in table.leader_steps:
        raise Refused("already_done", rule)
    if command.region not in table.city:
        raise Refused("no_such_region", rule, "region")
    yield LeaderRecruited(seat, table.card, command.region)
    if table.options.leader_refreshes_neutrals and table.will == seat:
        tired = tuple(
            token
            for token, fresh in table.city[command.region].items()
            if not fresh and token != TROTSKY and table.side_of(token) is None
        )
        if tired:
            yield NeutralsRefreshed(command.region, tired)


def mobilize_protest(table: Table, seat: Seat, command: ask.MobilizeProtest, chance: Chance) -> Events:
    """Move the blockade marker to any other connection."""
    rule = _special(table, "mobilize", "Leader special actions: Mobilize Protest")
    if command.connection not in table.components.connections:
        raise Refused("no_such_connection", rule, "connection")
    if command.connection == table.blockade:
        raise Refused("not_another_connection", rule, "connection")
    yield BlockadeMoved(seat, command.connection)


def espionage(table: Table, seat: Seat, command: ask.Espionage, chance: Chance) -> Events:
    """Turn the opponent's secret objective face up; in solitaire one's own."""
    rule = _special(table, "espionage", "Leader special actions: Espionage")
    target = spied_on(table, seat)
    if target is None:
        raise Refused("nothing_to_reveal", rule)
    yield reveal(table, target, "espionage")


def inspire(table: Table, seat: Seat, command: ask.InspireThePeople, chance: Chance) -> Events:
    """Take the will of the people."""
    rule = _special(table, "inspire", "Leader special actions: Inspire the People")
    if table.will == seat:
        raise Refused("already_has_the_will", rule)
    yield WillTaken(seat, "inspired")


def decline(table: Table, seat: Seat, command: ask.Decline, chance: Chance) -> Events:
    """Actions, bonus actions and leader specials are permissions (T2, T3); placing a leader is not."""
    what = due(table)
    if what == "leader_action" and "special" not in table.leader_steps:
        raise Refused("must_be_done", "Leader card actions: Leader Recruit")
    yield Declined(seat, what)


def due(table: Table) -> str:
    return table.pending[-1].what


def can_draw(table: Table) -> bool:
    return bool(len(table.deck) or table.discard)


def hidden_objective(table: Table, side: Seat) -> bool:
    return side in table.objectives and not table.objectives[side].face_up


def spied_on(table: Table, seat: Seat) -> Seat | None:
    """Whose objective Espionage would reveal now."""
    target: Seat | None = OTHER[seat]
    if table.opposition:
        target = seat if table.options.solitaire_espionage else None
    return target if target and hidden_objective(table, target) else None


def reveal(table: Table, owner: Seat, by: str) -> ObjectiveRevealed:
    objective = table.objectives[owner]
    assert objective.card is not None
    return ObjectiveRevealed(owner, Opening(objective.card, objective.sealed, "card"), by)


def weak(table: Table, token: str) -> bool:
    """A unit of recruit value 1, or a leader."""
    return token in table.components.leaders or token == TROTSKY or table.components.costs.get(token) == 1


def reaches(table: PetrogradTable, seat: Seat, token: str, region: Region, bonus: bool) -> bool:
    """Whether a seat may move or refresh a token there."""
    side = table.side_of(token)
    if side is not None:
        return side == seat
    if table.will != seat:
        return False
    return not (bonus and table.options.bonus_neutrals_in_company) or table.accompanied(seat, region)


def _own_token(table: Table, seat: Seat, token: str, bonus: bool, rule: str) -> Region:
    region = table.region_of(token)
    if region is None:
        raise Refused("token_not_in_the_city", rule, "token")
    if not reaches(table, seat, token, region, bonus):
        raise Refused("token_not_controlled", rule, "token")
    return region


def _special(table: Table, special: str, rule: str) -> str:
    if "special" not in table.leader_steps:
        raise Refused("already_done", rule)
    if table.components.leaders[table.card].special != special:
        raise Refused("not_on_this_card", rule)
    return rule


Rule = Callable[[Table, Seat, Any, Chance], Events]
