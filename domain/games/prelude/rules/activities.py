"""10.0 Activity Points: Mobilization, Organizations, Special Actions."""

from collections.abc import Iterator

from domain.core.event import Seat
from domain.games.prelude import agenda, commands
from domain.games.prelude.components import Place
from domain.games.prelude.effects.hooks import hooks
from domain.games.prelude.effects.modifiers import changed_cost
from domain.games.prelude.events import Mobilized, OrganizationCreated, OrganizationTried, WasDone
from domain.games.prelude.rules.checks import question_name
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.special_actions import use_special
from domain.games.prelude.table import OTHER
from domain.games.prelude.table import PreludeTable as Table


def spend_points(play: Play, question: agenda.SpendPoints, command: commands.AnyCommand) -> Events:
    """Any activities in any order; what is left unspent is lost (3)."""
    seat = question.seat
    if isinstance(command, commands.Mobilize):
        yield from mobilize(play, question, command.place)
    elif isinstance(command, commands.CreateOrganization):
        yield OrganizationTried(seat, command.place, command.points)
        play.then(
            agenda.Check(seat, command.place, command.points, purpose="organization"),
            agenda.OrganizationTried(seat=seat, place=command.place),
            *points_left(question, command.points),
        )
    elif isinstance(command, commands.UseSpecialAction):
        play.then(*points_left(question, command.points))
        yield from use_special(play, seat, command.special, command.points)
    else:
        yield WasDone(seat, question_name(question))


def points_left(question: agenda.SpendPoints, spent: int) -> list[agenda.SpendPoints]:
    """The same question again, while there are points."""
    left = question.points - spent
    return [agenda.replaced(question, points=left)] if left > 0 else []


def mobilize(play: Play, question: agenda.SpendPoints, place: Place) -> Events:
    """10.1: one cube, in the next box from the bottom."""
    table, seat = play.table, question.seat
    cost = mobilization_cost(table, seat, place)
    before = table.mobilized[seat]
    yield Mobilized(seat, place, cost)
    fired = hooks(table, "mobilized", seat=seat, before=before, now=before + cost)
    play.then(*fired, *points_left(question, cost))


def mobilization_cost(table: Table, seat: Seat, place: Place) -> int:
    """10.1.1 and 10.1.2; catching up makes each cube cheaper as long as one is behind (32)."""
    rule = table.components.board.activities
    here = table.cubes.get(place)
    boxes = table.components.boxes[seat][place]
    if here is None:
        cost = rule.party + boxes[table.parties[place]]
    else:
        mine = here[seat]
        cost = rule.district + boxes[mine]
        if mine < here[OTHER[seat]]:
            cost = max(1, cost - rule.catching_up)
    return changed_cost(table, seat, place, cost) if table.in_play else cost


def mobilizable(table: Table, question: agenda.SpendPoints) -> Iterator[Place]:
    """Where a cube can be paid for."""
    for place in (*table.cubes, *table.parties_in_play(question.seat)):
        if may_mobilize(table, question, place):
            yield place


def may_mobilize(table: Table, question: agenda.SpendPoints, place: Place) -> bool:
    """These points are for such a place, it is one, a box is free there, and they reach for it."""
    if question.only and ("districts" if place in table.cubes else "parties") not in question.only:
        return False
    if question.places is not None and place not in question.places:
        return False
    seat = question.seat
    return table.room(seat, place) > 0 and mobilization_cost(table, seat, place) <= question.points


def organizable(table: Table, question: agenda.SpendPoints) -> list[Place]:
    """10.2: where an Organization can be tried, if points suffice and no attempt has failed."""
    least = table.components.board.activities.organization
    if question.barred or question.points < least or not allowed(question, "organizations"):
        return []
    return [
        place
        for place in (*table.cubes, *table.parties_in_play(question.seat))
        if (question.places is None or place in question.places) and may_organize(table, question.seat, place)
    ]


def may_organize(table: Table, seat: Seat, place: Place, sponsored: bool = True) -> bool:
    """One of each player in a place; Worker and Military Districts need a Party that can Sponsor them."""
    if table.has_organization(seat, place) or place in table.out_of_play:
        return False
    if place in table.parties:
        return table.components.parties[place].faction == seat
    subtype = table.components.districts[place].subtype
    if subtype == "urban" or not sponsored:
        return True
    return any(
        table.has_organization(seat, party) and subtype in table.sponsors[party]
        for party in table.parties_in_play(seat)
    )


def allowed(question: agenda.SpendPoints, activity: str) -> bool:
    return not question.only or activity in question.only


def organization_tried(play: Play, task: agenda.OrganizationTried) -> Events:
    """Success brings the marker; failure bars all further attempts of this Action Round (31)."""
    if task.succeeded:
        yield OrganizationCreated(task.seat, task.place)
    else:
        play.agenda = [
            agenda.replaced(one, barred=True)
            if isinstance(one, agenda.SpendPoints) and one.seat == task.seat
            else one
            for one in play.agenda
        ]
