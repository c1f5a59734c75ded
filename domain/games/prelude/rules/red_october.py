"""11.2 Red October."""

from domain.games.prelude import agenda
from domain.games.prelude.events import (
    OrganizationRemoved,
    RedOctoberBegan,
    VanguardScored,
    WorldRolled,
)
from domain.games.prelude.rules.duma import extremism
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.scoring import score
from domain.games.prelude.rules.tracks import move_world
from domain.games.prelude.table import GOV, REV
from domain.games.prelude.table import PreludeTable as Table


def red_october(play: Play) -> Events:
    """The five steps in order; then whoever is ahead wins."""
    yield RedOctoberBegan()
    table = play.table
    bonus = table.components.board.red_october.reaction
    contested = [
        place
        for place in table.components.of_subtype["military"]
        if table.has_organization(GOV, place) and table.has_organization(REV, place)
    ]
    reaction: list[agenda.AnyTask] = []
    for place in contested:
        reaction += [agenda.Check(GOV, place, bonus), agenda.Reacted(place=place)]
    steps = [
        agenda.RedStep(step) for step in ("reaction", "soviets", "vanguard", "rally", "districts", "world")
    ]
    play.instead(*reaction, *steps, agenda.Finish("red_october"))


def reacted(play: Play, task: agenda.Reacted) -> Events:
    """The Forces of Reaction: a success removes the Soldiers' Soviet."""
    if task.succeeded:
        yield OrganizationRemoved(REV, task.place)


def red_step(play: Play, task: agenda.RedStep) -> Events:
    yield from STEPS[task.step](play)


def reaction(play: Play) -> Events:
    """The Forces of Reaction, at the end: Organizations score."""
    yield from score(play, "organizations")


def soviets(play: Play) -> Events:
    """All Power to the Soviets: one Growing Extremism roll each, no second one when the Duma scores (6)."""
    for seat in (play.table.first, play.table.second):
        yield from extremism(play, seat)
    yield from score(play, "duma", extreme=False)


def vanguard(play: Play) -> Events:
    """Deploy the Revolutionary Vanguard: the difference of Red Guards and Loyal Troops."""
    lead = play.table.military_total(REV) - play.table.military_total(GOV)
    yield VanguardScored(None if lead == 0 else REV if lead > 0 else GOV, abs(lead))


def rally(play: Play) -> Events:
    """Rally the Workers: two cubes for each Workers' Soviet or Union more than the other side's."""
    table = play.table
    lead = workers(table, REV) - workers(table, GOV)
    if lead:
        seat = REV if lead > 0 else GOV
        cubes = table.components.board.red_october.rally * abs(lead)
        play.then(agenda.AddCube(seat=seat, side=seat, left=cubes, places=tuple(table.cubes)))
    yield from ()


def workers(table: Table, seat: str) -> int:
    """Workers' Soviets, or Unions."""
    return sum(table.has_organization(seat, place) for place in table.components.of_subtype["worker"])


def districts(play: Play) -> Events:
    """Rally the Workers, at the end: Districts score (39)."""
    yield from score(play, "districts")


def world(play: Play) -> Events:
    """Call for World Revolution: a die each until they differ; then World Affairs scores."""
    table = play.table
    while True:
        dice = {seat: play.die(f"/{seat}") for seat in (REV, GOV)}
        yield WorldRolled(play.roll(), dice[REV], dice[GOV])
        if dice[REV] != dice[GOV]:
            break
    seat = REV if dice[REV] > dice[GOV] else GOV
    yield from move_world(table, seat, table.components.board.red_october.world)
    yield from score(play, "world_affairs")


STEPS = {
    "reaction": reaction,
    "soviets": soviets,
    "vanguard": vanguard,
    "rally": rally,
    "districts": districts,
    "world": world,
}
