"""9.0 Mobilization Checks."""

from domain.core.event import Seat
from domain.games.prelude import agenda, commands
from domain.games.prelude.components import Place
from domain.games.prelude.effects.modifiers import check_change
from domain.games.prelude.events import CheckRescued, CheckRolled, WasDone
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.table import PreludeTable as Table

ORGANIZED = 2  # what an adjacent Urban District counts if its controller has an Organization there; else 1


def adjacency(table: Table, seat: Seat, place: Place) -> int:
    """Adjacent Urban Districts, for checks in Worker and Military Districts only: +1 or -1, +2 or -2."""
    if place not in table.cubes:
        return 0
    total = 0
    for near in table.components.districts[place].adjacent:
        holder = table.controller(near)
        if holder is not None:
            weight = ORGANIZED if table.has_organization(holder, near) else 1
            total += weight if holder == seat else -weight
    return total


def target_number(table: Table, task: agenda.Check) -> int:
    """Mobilization Value, bonus and adjacency; or a number that is given."""
    if task.target is not None:
        return task.target
    value = table.mv(task.seat, task.place) + task.bonus
    return value + adjacency(table, task.seat, task.place) + check_change(table, task)


def check(play: Play, task: agenda.Check) -> Events:
    """Three dice; too much can be made good with Opportunity Points, if there are enough."""
    target = target_number(play.table, task)
    dice = (play.die("/1"), play.die("/2"), play.die("/3"))
    yield CheckRolled(task.seat, task.place, target, play.roll(), dice)
    need = sum(dice) - target
    if need <= 0:
        play.settle(True)
    elif need <= play.table.op[task.seat]:
        play.then(agenda.Rescue(seat=task.seat, place=task.place, need=need))


def rescue(play: Play, question: agenda.Rescue, command: commands.AnyCommand) -> Events:
    """Spend what is missing, or confirm the failure."""
    if isinstance(command, commands.SpendOpportunity):
        yield CheckRescued(question.seat, command.points)
        play.settle(True)
    else:
        yield WasDone(question.seat, question_name(question))


def question_name(question: agenda.Question) -> str:
    """The tag under which a question stands in the log."""
    tag = type(question).__struct_config__.tag
    assert isinstance(tag, str)
    return tag
