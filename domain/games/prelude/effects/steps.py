"""How the steps of a card are followed, one after the other."""

from collections.abc import Callable
from typing import Any

from domain.games.prelude import agenda
from domain.games.prelude.effects import verbs_board, verbs_cards, verbs_tracks
from domain.games.prelude.effects.frames import Act, part_of
from domain.games.prelude.events import DistrictRolled, OrganizationCreated
from domain.games.prelude.rules.play import Events, Play

VERBS: dict[type, Callable[[Act, Any], Events]] = {
    **verbs_board.VERBS,
    **verbs_tracks.VERBS,
    **verbs_cards.VERBS,
}


def follow(play: Play, task: agenda.Steps) -> Events:
    """The next step; those after it wait until all it sets off is done."""
    frame = play.frame()
    assert frame is not None
    steps = part_of(play.table, frame.card, task.path)
    if task.at < len(steps):
        if task.at + 1 < len(steps):
            play.then(agenda.replaced(task, at=task.at + 1))
        act = Act(play, (*task.path, task.at), task.you, task.here)
        yield from VERBS[type(act.step)](act, act.step)


def each_of(play: Play, task: agenda.EachOf) -> Events:
    """One place after the other, each on the table as it has become."""
    first, *rest = task.places
    again = [agenda.replaced(task, places=tuple(rest))] if rest else []
    play.then(agenda.Steps((*task.path, "steps"), task.you, first), *again)
    yield from ()


def random_places(play: Play, task: agenda.RandomPlaces) -> Events:
    """13.0: red is the column, blue the row (40); a District that was rolled before is rolled again."""
    districts = tuple(play.table.cubes)
    while True:
        red, blue = play.die("/red"), play.die("/blue")
        place = districts[(red - 1) * 3 + (blue - 1) // 2]
        yield DistrictRolled(play.roll(), red, blue, place)
        if place not in task.had:
            break
    had = (*task.had, place)
    again = [agenda.replaced(task, left=task.left - 1, had=had)] if task.left > 1 else []
    play.then(agenda.Steps((*task.path, "steps"), task.you, place), *again)


def and_again(play: Play, task: agenda.AndAgain) -> Events:
    again = [agenda.replaced(task, left=task.left - 1)] if task.left > 1 else []
    play.then(agenda.Steps((*task.path, "steps"), task.you, task.here), *again)
    yield from ()


def check_step(play: Play, task: agenda.CheckStep) -> Events:
    """What a card says of success or failure, at the place of the check."""
    name = "success" if task.succeeded else "failure"
    play.then(agenda.Steps((*task.path, name), task.you, task.here))
    yield from ()


def create_step(play: Play, task: agenda.CreateStep) -> Events:
    """A card's check for an Organization; its failure bars nothing (31)."""
    if task.succeeded:
        yield OrganizationCreated(task.seat, task.place)
