"""Rebuilding: beside the old generation, compared with it, swapped at once, while events come in."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from services.projector.projector import Projector
from services.projector.reading import Models
from services.projector.rebuilding import NoSuchProjection, rebuild
from services.store.models import Advance, ModelRow, Upsert
from services.store.store import Store, open_store
from tests.services.projector.builders import GAMES, from_zero, interleaved, kept, patience, poison


def filled(store: Store) -> Projector:
    for command in interleaved():
        command.append(store)
    projector = Projector(store)
    projector.catch_up()
    return projector


def test_a_rebuilt_projection_equals_the_one_that_was_kept_to_the_byte(store: Store) -> None:
    projector, seen = filled(store), list[tuple[int, int]]()
    before = kept(store)
    for names in (["timeline"], []):
        found = rebuild(projector, names, lambda done, of: seen.append((done, of)), batch=200)
        assert [one.projection for one in found] == (names or [kind.name for kind in projector.kinds])
        assert all(one.compared and not one.differing for one in found)
        assert all(one.position == store.log.last_position() for one in found)
        assert kept(store) == before
    assert seen[-1] == (store.log.last_position(),) * 2 and len(seen) > 4
    assert seen[0][0] == 200
    numbers = {one.projection: one.number for one in store.log.models.generations()}
    assert numbers == {"board": 2, "hidden_information": 2, "scoreboard": 2, "timeline": 3}


def test_what_was_wrong_in_the_old_generation_is_named_and_gone(store: Store) -> None:
    projector = filled(store)
    game, at = store.log.games()[0][0], store.log.last_position()
    wrong = [ModelRow(game, "", b"{}"), ModelRow(game, "seat/nobody", b"{}")]
    store.keep(Upsert((Advance("hidden_information", 1, 1, at, at, wrong),)))
    found = {one.projection: one for one in rebuild(projector)}
    assert found["hidden_information"].differing == (GAMES_BY_KEY[game], f"{GAMES_BY_KEY[game]} seat/nobody")
    assert not found["board"].differing
    assert kept(store) == from_zero(store)


GAMES_BY_KEY = {bytes.fromhex(game.id.replace("-", "")): game.id for game in GAMES}


def test_events_come_in_while_it_rebuilds_and_readers_never_see_a_gap(store: Store) -> None:
    commands = list(interleaved())
    for command in commands[:100]:
        command.append(store)
    stop, models = threading.Event(), Models(store)
    seen: list[int] = []

    def play() -> None:
        for command in commands[100:]:
            command.append(store)

    def look() -> None:
        while not stop.wait(0.001):
            version = models.board(GAMES[0].id).version
            assert models.timeline(GAMES[0].id, limit=5).value[0].version == 1
            seen.append(version)

    with Projector(store, batch=30) as projector:
        projector.catch_up()
        projector.start()
        players, watcher = threading.Thread(target=play), threading.Thread(target=look)
        watcher.start()
        players.start()
        found = [one for _ in range(3) for one in rebuild(projector, batch=100)]
        players.join()
        patience(lambda: projector.lag == 0)
        stop.set()
        watcher.join()
        assert projector.failed is None
    assert len(found) == 12 and all(one.compared and not one.differing for one in found)
    assert seen and seen == sorted(seen)
    assert kept(store) == from_zero(store)


def test_a_stuck_game_is_tried_again_by_a_rebuild_and_counted_alike(store: Store) -> None:
    projector = filled(store)
    poison(store, GAMES[0].id)
    projector.catch_up()
    assert all(one.compared and not one.differing for one in rebuild(projector))
    assert [one.stuck for one in projector.status()] == [1] * 4


def test_the_generation_of_a_rebuild_that_was_cut_off_is_removed(store: Store) -> None:
    projector = filled(store)

    def cut(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(projector, batch=50, progress=cut)
    store.keep(Upsert((Advance("board", 9, 1, 0, 3, [ModelRow(b"g" * 16, "", b"{}")]),)))  # killed, that is
    assert Projector(store).lag == 0
    assert [one.number for one in store.log.models.generations()] == [1] * 4
    assert kept(store) == from_zero(store)


def test_an_unknown_name_is_refused(store: Store) -> None:
    with pytest.raises(NoSuchProjection, match="'bord'; there are board, hidden"):
        rebuild(Projector(store), ["bord"])


def protokol(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "services.cli", *words], capture_output=True, text=True, check=False
    )


def test_the_command_rebuilds_a_store_that_nobody_writes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url) as store:
        GAMES[0].append_all(store)
        at = store.log.last_position()
        refused = protokol("rebuild", url)
        assert (refused.returncode, refused.stdout) == (4, "")
        assert "is being written by" in refused.stderr and refused.stderr.count("\n") == 1
    done = protokol("rebuild", url)
    assert done.returncode == 0 and done.stdout.splitlines()[0] == f"board: generation 2, position {at}"
    one = protokol("rebuild", "board", url)
    assert one.stdout == f"board: generation 3, position {at}, the same as before\n"
    wrong = protokol("rebuild", "bord", url)
    assert wrong.returncode == 2 and wrong.stderr.startswith("protokol: no projection 'bord'")
    assert protokol("rebuild", f"sqlite:///{tmp_path}/other.db").returncode == 3
    with open_store(url) as store:
        assert kept(store) == from_zero(store)
