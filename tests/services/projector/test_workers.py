"""Processes that fold: the same rows to the byte, and whatever befalls them, nothing half is put in place."""

import os
import signal
import threading
from pathlib import Path

import pytest

from services.projector import rebuilding
from services.projector.projector import Projector
from services.projector.rebuilding import rebuild
from services.projector.workers import WorkerLost, Workers
from services.store.errors import StoreDamaged
from services.store.sqlite import SqliteLog
from services.store.store import Store, open_store
from tests.services.projector.builders import GAMES, interleaved, kept, patience, poison
from tests.services.store.builders import another_like


@pytest.fixture
def projector(tmp_path: Path) -> Projector:
    """Kept by one process, with a game that is stuck in the middle of the log."""
    store = open_store(f"sqlite:///{tmp_path}/protokol.db", environment={})
    commands = list(interleaved())
    for number, command in enumerate(commands):
        command.append(store)
        if number == len(commands) // 2:
            stuck = another_like(GAMES[1])
            for one in stuck:
                one.append(store)
            poison(store, store.games()[-1])
    found = Projector(store)
    found.catch_up()
    return found


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_processes_give_the_rows_of_one_process_to_the_byte(projector: Projector, workers: int) -> None:
    before, stuck = kept(projector.store), projector.store.log.models.stuck("board", 1)
    found = rebuild(projector, batch=60, workers=workers)
    assert all(one.compared and not one.differing for one in found)
    assert kept(projector.store) == before
    assert len(stuck) == 1 and projector.store.log.models.stuck("board", 2) == stuck
    for command in another_like(GAMES[0]):
        command.append(projector.store)
    projector.catch_up()
    assert [one.stuck for one in projector.status()] == [1] * 4
    projector.store.close()


def test_shares_are_all_events_each_once(projector: Projector) -> None:
    log = projector.store.log
    assert isinstance(log, SqliteLog)
    whole = [(entry.game, entry.version, entry.body) for entry in log.page(7, 300, 200)]
    for of in (1, 2, 3, 7):
        shares = [log.share(7, 200, number, of) for number in range(of)]
        assert sorted(line for share in shares for line in share) == sorted(whole)
        assert sum(len({line[0] for line in share}) for share in shares) == len({line[0] for line in whole})
    projector.store.close()


def untouched(store: Store, before: object) -> None:
    assert kept(store) == before
    assert [one.number for one in store.log.models.generations()] == [1] * 4


def watched(monkeypatch: pytest.MonkeyPatch) -> list[Workers]:
    """The workers that a rebuild starts."""
    started: list[Workers] = []

    class Watched(Workers):
        def __init__(self, path: Path, names: list[str], many: int) -> None:
            super().__init__(path, names, many)
            started.append(self)

    monkeypatch.setattr(rebuilding, "Workers", Watched)
    return started


def ended(started: list[Workers]) -> bool:
    processes = [process for workers in started for process in workers.processes]
    return bool(processes) and all(process.poll() is not None for process in processes)


def test_a_worker_that_is_killed_ends_the_rebuild_and_leaves_nothing(
    projector: Projector, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, started = kept(projector.store), watched(monkeypatch)

    def kill(done: int, of: int) -> None:
        if done == 20:
            started[0].processes[1].kill()

    with pytest.raises(WorkerLost, match="has ended"):
        rebuild(projector, progress=kill, batch=20, workers=2)
    assert ended(started)
    untouched(projector.store, before)
    assert all(one.compared for one in rebuild(projector, workers=2))
    projector.store.close()


def test_ctrl_c_ends_the_workers_too(projector: Projector, monkeypatch: pytest.MonkeyPatch) -> None:
    before, started = kept(projector.store), watched(monkeypatch)

    def interrupt(done: int, of: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        rebuild(projector, progress=interrupt, batch=20, workers=2)
    assert ended(started)
    untouched(projector.store, before)
    projector.store.close()


def test_a_gap_in_what_workers_found_is_not_passed_over(
    projector: Projector, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, fold = kept(projector.store), Workers.fold
    monkeypatch.setattr(Workers, "fold", lambda *asked: ((end, shares[:1]) for end, shares in fold(*asked)))
    with pytest.raises(StoreDamaged, match="gap after 0"):
        rebuild(projector, workers=2)
    untouched(projector.store, before)
    projector.store.close()


def test_events_come_in_while_processes_fold(projector: Projector) -> None:
    store = projector.store

    def play() -> None:
        for game in GAMES:
            for command in another_like(game):
                command.append(store)

    with projector:
        projector.start()
        player = threading.Thread(target=play)
        player.start()
        found = rebuild(projector, batch=50, workers=2)
        player.join()
        patience(lambda: projector.lag == 0)
        assert projector.failed is None
    assert all(one.compared and not one.differing for one in found)
    assert all(one.compared and not one.differing for one in rebuild(projector))
    store.close()
