"""Rebuilding: a new generation beside the old one, compared with it, and put in its place at once."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from services.projector.projector import Projector
from services.projector.run import BATCH, Run
from services.projector.workers import Workers
from services.store.errors import StoreError
from services.store.log import game_id
from services.store.models import Switch
from services.store.sqlite import SqliteLog

MOST_NAMED = 10


class NoSuchProjection(StoreError):
    """There is no projection of that name."""


class Rebuilt(Struct, frozen=True):
    """A projection in a new generation: up to which position, and whether it equals the old one there."""

    projection: str
    generation: int
    position: int
    compared: bool
    differing: tuple[str, ...] = ()  # the first few rows that were other in the old generation


def rebuild(
    projector: Projector,
    names: Sequence[str] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
    batch: int = BATCH,
    workers: int = 0,
) -> list[Rebuilt]:
    """Build projections anew (all, when none is named) while the projector goes on.

    Only for the last few events and the comparison the projector waits; the store itself never does.
    With workers, so many processes fold what is in the log now, while this one writes.
    """
    check_names(projector, names)
    known = {kind.name: kind for kind in projector.kinds}
    kinds, store = [known[name] for name in names or known], projector.store
    with projector.turn:
        old = {one.projection: one for one in store.log.models.generations() if one.current}
        numbers = {kind.name: projector.numbers[kind.name] + 1 for kind in kinds}
        run = Run(store, kinds, numbers, 0)
    try:
        if workers and isinstance(store.log, SqliteLog):
            _fold_in_processes(run, store.log, batch, workers, progress)
        while run.step(batch) == batch:
            progress(run.position, store.log.last_position())
        with projector.turn:
            end = max(run.position, *(projector.position_of(name) for name in numbers))
            if any(name in old for name in numbers):
                projector.catch_up(end)
            while run.step(batch, end):
                pass
            found = [_compared(projector, name, run, name in old) for name in numbers]
            store.keep(Switch(tuple(numbers.items())))
            replaced = {name: projector.numbers[name] for name in numbers}
            projector.adopt(list(numbers), numbers, run.position)
            progress(run.position, run.position)
    except BaseException:
        for name, number in numbers.items():
            projector.discard(name, number)
        raise
    for name, number in replaced.items():
        projector.discard(name, number)
    return found


def check_names(projector: Projector, names: Sequence[str]) -> None:
    known = [kind.name for kind in projector.kinds]
    for name in names:
        if name not in known:
            raise NoSuchProjection(f"no projection {name!r}; there are {', '.join(known)}")


def _fold_in_processes(
    run: Run, log: SqliteLog, batch: int, workers: int, progress: Callable[[int, int], None]
) -> None:
    upto = log.last_position()
    with Workers(log.path, list(run.numbers), workers) as folding:
        for end, shares in folding.fold(run.position, upto, batch):
            run.write(run.join(shares, end))
            progress(end, upto)


def _compared(projector: Projector, name: str, run: Run, both: bool) -> Rebuilt:
    """Where the two generations are at the same position, their rows must be the same to the byte."""
    number = run.numbers[name]
    if not both or projector.position_of(name) != run.position:
        return Rebuilt(name, number, run.position, False)
    models = projector.store.log.models
    rows = models.differing(name, projector.numbers[name], number, MOST_NAMED)
    differing = tuple(f"{game_id(game)} {key}".strip() for game, key in rows)
    return Rebuilt(name, number, run.position, True, differing)
