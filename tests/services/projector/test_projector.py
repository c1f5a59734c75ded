"""The projector: what it keeps is what a fold from zero gives, whatever happens meanwhile."""

import itertools
import sqlite3
import threading
from pathlib import Path

import pytest

from services.projector.projector import Projector
from services.projector.run import Run
from services.store import sqlite_schema
from services.store.errors import NotContinuous, StoreDamaged
from services.store.log import game_id
from services.store.models import Advance, Discard, Kept, ModelPart, ModelRow, Switch, Upsert
from services.store.store import Store, open_store
from tests.services.projector.builders import GAMES, from_zero, interleaved, kept, patience, poison
from tests.services.store.builders import another_like, finished_game


def test_kept_bit_by_bit_it_equals_a_fold_from_zero_to_the_byte(store: Store) -> None:
    commands = list(interleaved())
    for start in range(0, len(commands), 40):
        for command in commands[start : start + 40]:
            command.append(store)
        if start % 120 == 0:  # a new start: everything goes on from rows and log
            projector = Projector(store, batch=17)
        projector.catch_up()
        assert projector.lag == 0
    assert kept(store) == from_zero(store)
    assert [one.position for one in store.log.models.generations()] == [store.log.last_position()] * 4


def test_it_follows_the_bell_and_says_how_far_it_is_behind(store: Store) -> None:
    projector = Projector(store, batch=50)
    GAMES[0].append_all(store)
    behind = projector.status()
    assert [one.lag for one in behind] == [store.log.last_position()] * 4
    with projector:
        projector.start()
        for command in another_like(GAMES[2]):
            command.append(store)
        patience(lambda: projector.lag == 0)
        assert projector.failed is None
        assert [one.lag for one in projector.status()] == [0] * 4
    assert kept(store) == from_zero(store)


def test_it_says_that_it_is_somewhere_only_when_the_rows_are_there(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for a position reads the rows at once: they must be committed by then."""
    GAMES[0].append_all(store)
    projector, honest, said = Projector(store, batch=50), store.keep, []

    def keep(part: ModelPart) -> Kept:
        said.append(projector.position)
        return honest(part)

    monkeypatch.setattr(store, "keep", keep)
    projector.catch_up()
    assert said == list(range(0, store.log.last_position(), 50))


def test_a_poisoned_event_holds_up_its_own_game_alone(store: Store) -> None:
    projector = Projector(store, batch=40)
    for command in itertools.islice(interleaved(), 60):
        command.append(store)
    poisoned = GAMES[1].id
    at = store.head(poisoned).version + 1
    clean = from_zero(store)
    poison(store, poisoned)
    projector.catch_up()
    for name, rows in kept(store).items():
        assert rows == clean[name]  # the game stands where it was
    assert [one.stuck for one in projector.status()] == [1] * 4
    GAMES[0].commands[0].append(store)  # repeated: nothing new
    for command in another_like(GAMES[4]):
        command.append(store)
    again = Projector(store)
    again.catch_up()
    assert again.lag == 0
    [stuck] = store.log.models.stuck("board", 1)
    assert (game_id(stuck.game), stuck.version) == (poisoned, at)
    assert "no_such_thing" in stuck.why
    assert len({row.game for row in kept(store)["board"]}) == len(store.log.games())


def test_poison_in_the_middle_of_a_batch_gives_the_same_rows_as_in_a_batch_of_its_own(store: Store) -> None:
    game = finished_game(1)
    game.append_all(store)
    clean = from_zero(store)
    poison(store, game.id)
    Projector(store).catch_up()
    assert kept(store) == clean


def test_a_gap_in_the_positions_is_not_passed_over(store: Store) -> None:
    GAMES[0].append_all(store)
    projector = Projector(store)
    run = Run(store, projector.kinds, projector.numbers, 0)
    entries = store.log.page(0, 20)
    with pytest.raises(StoreDamaged, match="gap after 0"):
        run.fold(entries[1:])
    with pytest.raises(StoreDamaged, match="gap after 0"):
        run.fold([*entries[:5], *entries[6:]])


def test_rows_without_their_checkpoint_are_refused(store: Store) -> None:
    rows = [ModelRow(b"g" * 16, "", b"{}")]
    store.keep(Upsert((Advance("board", 1, 1, 0, 5, rows),)))
    for wrong in (0, 4, 6):
        with pytest.raises(NotContinuous, match="at position 5"):
            store.keep(Upsert((Advance("new", 1, 1, 0, 5), Advance("board", 1, 1, wrong, 9, rows * 2))))
    assert [one[:4] for one in store.log.models.generations()] == [("board", 1, 1, 5)]
    with pytest.raises(NotContinuous, match="no generation board 2"):
        store.keep(Switch((("board", 2),)))
    assert store.keep(Discard("board", 1, 1)).rows == 1
    assert store.keep(Discard("board", 1, 1)).rows == 0
    assert store.keep(Discard("board", 1, 1)).rows == 0
    assert store.log.models.generations() == []


def test_another_version_of_a_projection_is_built_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    GAMES[0].append_all(store)
    projector = Projector(store)
    projector.catch_up()
    monkeypatch.setattr(projector.kinds[3], "version", 2)
    again = Projector(store)
    assert {one.projection: one.lag for one in again.status() if one.lag} == {
        "timeline": store.log.last_position()
    }
    again.catch_up()
    assert {one.projection: one[1:3] for one in store.log.models.generations()}["timeline"] == (2, 2)
    assert kept(store) == from_zero(store)


def test_an_old_store_is_brought_forward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/protokol.db"
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_schema, "STEPS", sqlite_schema.STEPS[:1])
        patch.setattr(sqlite_schema, "NEWEST", 1)
        with open_store(url, environment={}) as old:
            GAMES[0].append_all(old)
    with sqlite3.connect(tmp_path / "protokol.db") as file:
        assert file.execute("PRAGMA user_version").fetchone() == (1,)
    file.close()
    with open_store(url, environment={}) as store:
        Projector(store).catch_up()
        assert kept(store) == from_zero(store)
        GAMES[2].append_all(store)


def test_commands_are_written_between_the_batches(store: Store) -> None:
    """Players and projector share the one writer: both get on."""
    with Projector(store, batch=10) as projector:
        projector.start()
        threads = [threading.Thread(target=game.append_all, args=(store,)) for game in GAMES]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        patience(lambda: projector.lag == 0)
    assert len(store.games()) == len(GAMES)
    assert kept(store) == from_zero(store)
