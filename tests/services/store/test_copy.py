"""A store moves from one database to another with everything in it, or not at all."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from services.store import copy as copying
from services.store.copy import copy_store
from services.store.doctor import examine
from services.store.errors import BadAddress, NotEmpty, StoreDamaged, StoreNotFound
from services.store.keys import FILE_FROM_ENVIRONMENT
from services.store.log import Row
from services.store.reader import open_reader
from services.store.store import open_store
from tests.databases import SIGNING, execute
from tests.services.store.builders import another_like, finished_game, open_any, opening, running_game


@pytest.fixture
def source(tmp_path: Path) -> str:
    """Games side by side, rows of no command, a follower."""
    url = f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url, environment={}) as store:
        finished_game(1).append_all(store)
        for pair in zip(another_like(running_game(2)), another_like(running_game(3)), strict=False):
            for command in pair:
                command.append(store)
        store.insert([Row(uuid4().bytes, 1, "x/y", b"\x00\xff")])
        store.insert([], ("follower", 7))
    return url


@pytest.fixture
def games_only(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url, environment={}) as store:
        finished_game(1).append_all(store)
        running_game(2).append_all(store)
        for command in another_like(running_game(3)):
            command.append(store)
        store.insert([], ("follower", 7))
    return url


def everything(url: str) -> list[object]:
    with open_reader(url) as reader:
        log = reader.log
        games = log.games()
        commands = [
            (done, log.command(game, done.command)) for game, _ in games for done in log.commands(game)
        ]
        secrets = [log.secrets(game) for game, _ in games]
        return [
            reader.origin,
            games,
            commands,
            secrets,
            log.page(0, 1 << 30),
            log.public_keys(),
            log.followers(),
        ]


def sound_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of games whose secrets were sealed for another id are for filling stores, not for judging."""
    monkeypatch.setattr(copying, "examine", lambda reader: [])


def test_a_store_goes_to_postgresql_and_back_and_is_the_same(
    source: str, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound_parts(monkeypatch)
    monkeypatch.setattr(copying, "TOGETHER", 50)
    copied = copy_store(source, postgres_url)
    before = everything(source)
    assert everything(postgres_url) == before
    assert (copied.games, copied.events) == (4, before[4][-1].position)  # type: ignore[index]
    back = f"sqlite:///{tmp_path}/back.db"
    assert copy_store(postgres_url, back) == copied
    assert {file.name for file in tmp_path.iterdir() if "back" in file.name} == {"back.db"}
    assert everything(back) == before


def test_the_copy_is_sound_and_games_go_on_in_it_under_the_same_key(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, game = f"sqlite:///{tmp_path}/protokol.db", running_game(2)
    with open_store(url, environment={}) as store:
        for command in game.commands[:6]:
            command.append(store)
        finished_game(1).append_all(store)
    words = [sys.executable, "-m", "services.cli", "copy", url, postgres_url]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("2 games, ")
    assert "protokol.db.keys: name it with PROTOKOL_SIGNING_KEY_FILE" in told.stderr
    named = {FILE_FROM_ENVIRONMENT: f"{tmp_path}/protokol.db.keys"}
    with open_store(postgres_url, environment=named) as store:
        assert game.commands[3].append(store).repeated
        for command in game.commands[6:]:
            command.append(store)
        assert len(store.public_keys()) == 1
    with open_reader(postgres_url) as reader:
        assert all(finding.sound for finding in examine(reader))


def test_large_batches_go_by_copy(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound_parts(monkeypatch)
    url = f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url, environment={}) as store:
        for _ in range(12):
            for command in another_like(finished_game(1)):
                command.append(store)
    assert copy_store(url, postgres_url).events > copying.TOGETHER
    assert everything(postgres_url) == everything(url)


def test_a_place_that_is_not_empty_is_refused(source: str, postgres_url: str, tmp_path: Path) -> None:
    with open_any(postgres_url) as store:
        opening(1).append(store)
    before = everything(postgres_url)
    with pytest.raises((NotEmpty, StoreDamaged)):
        copy_store(source, postgres_url)
    assert everything(postgres_url) == before
    with pytest.raises((NotEmpty, StoreDamaged)):
        copy_store(postgres_url, source)
    with pytest.raises(StoreNotFound):
        copy_store(f"sqlite:///{tmp_path}/nowhere.db", postgres_url)


def test_an_unsound_store_is_not_copied(tmp_path: Path, postgres_url: str) -> None:
    url = f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url, environment={}) as store:
        finished_game(1).append_all(store)
    connection = sqlite3.connect(tmp_path / "protokol.db")
    connection.executescript(
        "DROP TRIGGER events_no_update; UPDATE events SET body = x'7b7d' WHERE position = 9"
    )
    connection.close()
    with pytest.raises(StoreDamaged, match="the source is not sound"):
        copy_store(url, postgres_url)
    with pytest.raises(StoreNotFound):
        open_reader(postgres_url)


@pytest.mark.parametrize("back", [False, True])
def test_a_copy_that_was_broken_off_is_no_store_and_can_be_begun_anew(
    games_only: str, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: bool
) -> None:
    sound_parts(monkeypatch)
    monkeypatch.setattr(copying, "TOGETHER", 50)
    source, target = games_only, postgres_url
    if back:
        copy_store(games_only, postgres_url)
        source, target = postgres_url, f"sqlite:///{tmp_path}/back.db"

    def break_off(done: int, of: int) -> None:
        if done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_store(source, target, break_off)
    for opens in (open_reader, open_any)[: 1 if back else 2]:
        with pytest.raises((StoreDamaged, StoreNotFound), match=r"not whole|no such store"):
            opens(target)
    copy_store(source, target)
    assert everything(target) == everything(source)


def test_a_copy_that_differs_is_found(
    games_only: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound_parts(monkeypatch)
    fill = copying._fill

    def fill_and_forge(*words: object) -> None:
        fill(*words)  # type: ignore[arg-type]
        execute(
            postgres_url,
            "ALTER TABLE protokol.events DISABLE TRIGGER ALL",
            "UPDATE protokol.events SET signature = '\\x00' WHERE position = "
            "(SELECT max(position) FROM protokol.events WHERE command IS NOT NULL)",
        )

    monkeypatch.setattr(copying, "_fill", fill_and_forge)
    with pytest.raises(StoreDamaged, match="differs in the commands"):
        copy_store(games_only, postgres_url)
    with pytest.raises(StoreDamaged, match="not whole"):
        open_reader(postgres_url)


def test_memory_is_no_place_to_copy_to(games_only: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound_parts(monkeypatch)
    with pytest.raises(BadAddress):
        copy_store(games_only, "memory:")
    assert SIGNING.keys().isdisjoint(os.environ)
