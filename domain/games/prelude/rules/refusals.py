"""Why a command is none of the answers to the question that is due, as far as the asking seat may know it."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.core.event import Seat
from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude import commands as ask
from domain.games.prelude.components import CardId
from domain.games.prelude.effects.scope import prerequisite_met
from domain.games.prelude.rules.activities import allowed, may_organize
from domain.games.prelude.table import OTHER
from domain.games.prelude.table import PreludeTable as Table

Why = tuple[str, str]  # a code, and the field at fault


def refusal(table: Table, rule: str, question: Any, possible: tuple[Struct, ...], command: Struct) -> Refused:
    """The reason that a rule gives, or the first part of the command that fits no possible one."""
    if type(command) not in ANSWERED_BY.get(type(question), {type(one) for one in possible}):
        return Refused("not_asked_now", rule, "type")
    why = REASONS.get(type(command))
    found = why(table, question, command) if why is not None else None
    if found is not None:
        return Refused(found[0], rule, found[1])
    left: list[Struct] = [one for one in possible if type(one) is type(command)]
    for field in command.__struct_fields__:
        value = getattr(command, field)
        fits = [one for one in left if getattr(one, field) == value]
        if not fits:
            return Refused(f"{field}_not_possible", rule, field)
        left = fits
    return Refused("not_possible_now", rule)


def _from_hand(table: Table, question: agenda.ChoosePlay, command: Any) -> Why | None:
    if command.card not in table.hands[question.seat]:
        return "card_not_in_hand", "card"
    return _event(table, question.seat, command.card)


def _from_pool(table: Table, question: Any, command: ask.PlayFromPool) -> Why | None:
    if command.card not in table.pool:
        return "card_not_in_pool", "card"
    less = getattr(question, "less", 0)
    cost = max(0, table.components.cards[command.card].ap - less)
    if cost > table.op[question.seat]:
        return "not_enough_opportunity_points", "card"
    return _event(table, question.seat, command.card)


def _event(table: Table, seat: Seat, card: CardId) -> Why | None:
    """3.1: only own and neutral Events, and only while their prerequisite is met."""
    if table.owner(card) == OTHER[seat]:
        return "opposing_event", "card"
    return None if prerequisite_met(table, card, seat) else ("prerequisite_not_met", "card")


def _mobilize(table: Table, question: agenda.SpendPoints, command: ask.Mobilize) -> Why | None:
    place, seat = command.place, question.seat
    if place not in table.components.boxes[seat]:
        return "no_such_place", "place"
    if place in table.out_of_play:
        return "party_out_of_play", "place"
    if not allowed(question, "districts" if place in table.cubes else "parties"):
        return "not_for_these_points", "place"
    if question.places is not None and place not in question.places:
        return "not_for_these_points", "place"
    return (
        ("no_free_box", "place") if not table.room(seat, place) else ("not_enough_activity_points", "place")
    )


def _organize(table: Table, question: agenda.SpendPoints, command: ask.CreateOrganization) -> Why | None:
    place, seat = command.place, question.seat
    if place not in table.components.boxes[seat]:
        return "no_such_place", "place"
    if place in table.out_of_play:
        return "party_out_of_play", "place"
    if question.barred:
        return "an_attempt_has_failed", ""
    if table.has_organization(seat, place):
        return "already_organized", "place"
    if not may_organize(table, seat, place):
        return "no_sponsor", "place"
    if command.points < table.components.board.activities.organization:
        return "too_few_points", "points"
    return ("not_enough_activity_points", "points") if command.points > question.points else None


def _special(table: Table, question: Any, command: ask.UseSpecialAction) -> Why | None:
    special = table.components.specials.get(command.special)
    of = getattr(question, "of", question.seat)
    if special is None or special.faction != of:
        return "no_such_special_action", "special"
    if command.special not in table.specials[of]:
        return "special_action_used_up", "special"
    if isinstance(question, agenda.SpendPoints) and table.special_used[question.seat]:
        return "one_special_action_a_turn", "special"
    return ("not_enough_activity_points", "points") if command.points > question.points else None


ANSWERED_BY: dict[type, set[type]] = {
    agenda.ChoosePlay: {ask.PlayEvent, ask.PlayActivities, ask.PlayFromPool, ask.Pass},
    agenda.SpendPoints: {ask.Mobilize, ask.CreateOrganization, ask.UseSpecialAction, ask.Done},
}

REASONS: dict[type, Callable[[Table, Any, Any], Why | None]] = {
    ask.PlayEvent: _from_hand,
    ask.PlayActivities: _from_hand,
    ask.PlayFromPool: _from_pool,
    ask.Mobilize: _mobilize,
    ask.CreateOrganization: _organize,
    ask.UseSpecialAction: _special,
    ask.Pass: lambda table, question, command: ("cards_left_in_hand", ""),
}
