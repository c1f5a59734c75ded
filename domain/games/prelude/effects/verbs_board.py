"""Verbs of the board: cubes, checks, Organizations."""

from collections.abc import Callable
from typing import Any

from domain.core.event import Seat
from domain.games.prelude import agenda, commands
from domain.games.prelude.cards import steps as s
from domain.games.prelude.components import Place
from domain.games.prelude.effects.frames import Act, count
from domain.games.prelude.events import (
    CubeMoved,
    CubesAdded,
    CubesRemoved,
    OrganizationCreated,
    OrganizationRemoved,
    PlaceChosen,
    SponsorChanged,
    WasDone,
)
from domain.games.prelude.rules.activities import may_organize
from domain.games.prelude.rules.checks import question_name
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.table import OTHER


def add(act: Act, step: s.Add) -> Events:
    """Cubes in such places, as many as fit (12, 13); where is up to `who`."""
    seat = act.who()
    side = seat if step.whose is None else act.scope.who(step.whose)
    if seat is None or side is None:
        return
    act.counting()
    places = [place for place in act.scope.places(step.where, side) if act.table.room(side, place)]
    number, most = act.scope.number(step.n), step.max_per or 0
    if step.each:
        for place in places:
            fits = min(number, act.table.room(side, place), most or number)
            if fits > 0:
                yield CubesAdded(side, place, fits)
                count(act.play, fits, place)
    elif number > 0:
        first = tuple(act.scope.places(step.first, side)) if step.first is not None else ()
        act.play.then(
            agenda.AddCube(
                seat=seat, side=side, left=number, places=tuple(places), first=first, most=most,
                optional=step.up_to,
            )
        )  # fmt: skip


def add_cube(play: Play, question: agenda.AddCube, command: commands.AnyCommand) -> Events:
    """One of several cubes."""
    if not isinstance(command, commands.ChoosePlace):
        yield WasDone(question.seat, question_name(question))
        return
    place = command.place
    yield CubesAdded(question.side, place, 1, question.seat)
    count(play, 1, place)
    if question.left > 1:
        added = {**question.added, place: question.added.get(place, 0) + 1}
        play.then(agenda.replaced(question, left=question.left - 1, added=added))


def remove(act: Act, step: s.Remove) -> Events:
    """Cubes from such places: if they can be removed, they must."""
    seat, side = act.who(), act.scope.who(step.whose)
    if seat is None or side is None:
        return
    act.counting()
    places = [place for place in act.scope.places(step.where, side) if act.table.mv(side, place)]
    number, most = act.scope.number(step.n), step.max_per or 0
    if step.each:
        for place in places:
            there = min(number, act.table.mv(side, place), most or number)
            if there > 0:
                yield CubesRemoved(side, place, there)
                count(act.play, there)
    elif number > 0:
        act.play.then(
            agenda.RemoveCube(
                seat=seat, side=side, left=number, places=tuple(places), most=most, optional=step.up_to
            )
        )


def remove_cube(play: Play, question: agenda.RemoveCube, command: commands.AnyCommand) -> Events:
    if not isinstance(command, commands.ChoosePlace):
        yield WasDone(question.seat, question_name(question))
        return
    place = command.place
    yield CubesRemoved(question.side, place, 1, question.seat)
    count(play, 1)
    if question.left > 1:
        removed = {**question.removed, place: question.removed.get(place, 0) + 1}
        play.then(agenda.replaced(question, left=question.left - 1, removed=removed))


def move(act: Act, step: s.Move) -> Events:
    """Cubes from such places to such places, one at a time."""
    seat = act.who()
    side = seat if step.whose is None else act.scope.who(step.whose)
    number = act.scope.number(step.n)
    if seat is None or side is None:
        return
    act.counting()
    if number > 0:
        origins = tuple(act.scope.places(step.from_, side))
        places = tuple(act.scope.places(step.to, side))
        act.play.then(
            agenda.MoveCube(
                seat=seat, side=side, left=number, origins=origins, places=places, optional=step.up_to
            )
        )
    yield from ()


def move_cube(play: Play, question: agenda.MoveCube, command: commands.AnyCommand) -> Events:
    if not isinstance(command, commands.MoveCube):
        yield WasDone(question.seat, question_name(question))
        return
    yield CubeMoved(question.side, command.origin, command.place, question.seat)
    count(play, 1, command.place)
    if question.left > 1:
        play.then(agenda.replaced(question, left=question.left - 1))


def match(act: Act, step: s.Match) -> Events:
    """Catch up with the opponent in some Districts."""
    seat, number = act.who(), act.scope.number(step.n)
    if seat is None:
        return
    act.counting()
    if number > 0:
        places = tuple(act.scope.places(step.where, seat))
        act.play.then(agenda.MatchCubes(seat=seat, left=number, places=places))
    yield from ()


def match_cubes(play: Play, question: agenda.MatchCubes, command: commands.ChoosePlace) -> Events:
    """As many cubes as the opponent has there, as far as there are boxes."""
    table, seat, place = play.table, question.seat, command.place
    behind = table.mv(OTHER[seat], place) - table.mv(seat, place)
    fits = min(behind, table.room(seat, place))
    yield CubesAdded(seat, place, fits, seat)
    count(play, fits, place)
    left = tuple(one for one in question.places if one != place)
    if question.left > 1:
        play.then(agenda.replaced(question, left=question.left - 1, places=left))


def check(act: Act, step: s.Check) -> Events:
    """A check in one such place, or against a number; then what success or failure brings."""
    seat = act.who()
    if seat is None:
        return
    if step.where is None:
        begin_check(act, step, seat, "")
    else:
        pick(act, seat, act.scope.places(step.where, seat))
    yield from ()


def begin_check(act: Act, step: s.Check, seat: Seat, place: Place) -> None:
    scope = act.scope
    target = None if step.target is None else scope.number(step.target)
    act.play.then(
        agenda.Check(seat, place, scope.number(step.plus), target),
        agenda.CheckStep(path=act.path, you=act.you, here=place or act.here),
    )


def create_organization(act: Act, step: s.CreateOrganization) -> Events:
    """In one such place, with a check if the card gives it a bonus."""
    seat = act.who()
    if seat is not None:
        pick(act, seat, organizable(act, step, seat))
    yield from ()


def organizable(act: Act, step: s.CreateOrganization, seat: Seat) -> list[Place]:
    places = act.scope.places(step.where, seat)
    return [place for place in places if may_organize(act.table, seat, place, step.sponsored)]


def remove_organization(act: Act, step: s.RemoveOrganization) -> Events:
    """One or several, from such places."""
    seat, side = act.who(), act.scope.who(step.whose)
    number = act.scope.number(step.n)
    if seat is not None and side is not None and number > 0:
        places = [x for x in act.scope.places(step.where, side) if act.table.has_organization(side, x)]
        pick(act, seat, places, number)
    yield from ()


def pick(act: Act, seat: Seat, places: list[Place], left: int = 1) -> None:
    """Ask for one of these places; without any, the step does nothing."""
    if places:
        act.play.then(
            agenda.PickPlace(
                seat=seat, places=tuple(places), path=act.path, you=act.you, here=act.here, left=left
            )
        )


def pick_place(play: Play, question: agenda.PickPlace, command: commands.ChoosePlace) -> Events:
    """The step goes on at the place that was chosen."""
    yield PlaceChosen(question.seat, command.place)
    act = Act(play, question.path, question.you, question.here)
    left = tuple(place for place in question.places if place != command.place)
    if question.left > 1 and left:
        play.then(agenda.replaced(question, left=question.left - 1, places=left))
    step, seat, place = act.step, question.seat, command.place
    if isinstance(step, s.Check):
        begin_check(act, step, seat, place)
    elif isinstance(step, s.RemoveOrganization):
        side = act.scope.who(step.whose)
        assert side is not None
        yield OrganizationRemoved(side, place)
    elif step.plus is None:
        yield OrganizationCreated(seat, place)
    else:
        bonus = act.scope.number(step.plus)
        play.then(
            agenda.Check(seat, place, bonus, purpose="organization"),
            agenda.CreateStep(seat=seat, place=place),
        )


def each_place(act: Act, step: s.EachPlace) -> Events:
    """The same for every such place, in the board's order."""
    seat = act.who()
    places = act.scope.places(step.where, seat) if seat is not None else []
    if places:
        act.play.then(agenda.EachOf(act.path, act.you, tuple(places)))
    yield from ()


def random_districts(act: Act, step: s.RandomDistricts) -> Events:
    act.play.then(agenda.RandomPlaces(act.path, act.you, step.n))
    yield from ()


def sponsor(act: Act, step: s.Sponsor) -> Events:
    """The Party's Organization Sponsors Districts of more kinds from now on."""
    had = act.table.sponsors[step.party]
    now = (*had, *(kind for kind in step.types if kind not in had))
    if now != had:
        yield SponsorChanged(step.party, now)


VERBS: dict[type, Callable[[Act, Any], Events]] = {
    s.Add: add,
    s.Remove: remove,
    s.Move: move,
    s.Match: match,
    s.Check: check,
    s.EachPlace: each_place,
    s.RandomDistricts: random_districts,
    s.CreateOrganization: create_organization,
    s.RemoveOrganization: remove_organization,
    s.Sponsor: sponsor,
}
