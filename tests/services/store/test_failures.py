"""Full disks, failing disks, wrong files, second processes: one clear line each, and nothing lost."""

import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from services.store import sqlite_schema
from services.store.errors import (
    BadAddress,
    DiskFull,
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreNewer,
    StoreNotFound,
    StoreNotWritable,
    UnknownType,
)
from services.store.reader import open_reader
from services.store.sqlite import SqliteLog
from services.store.store import Store, open_store
from services.store.types import decode, knows
from tests.services.store.builders import opening, running_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with a game in it, closed."""
    path = tmp_path / "protokol.db"
    with write(path) as store:
        running_game(1).append_all(store)
    return path


def write(path: Path) -> Store:
    return open_store(f"sqlite:///{path}", environment={})


def fill(store: Store) -> int:
    """Write games until the disk is full; how many."""
    for written in range(1000):
        part = opening(written)
        try:
            part.append(store)
        except DiskFull:
            with pytest.raises(DiskFull, match="the disk is full; nothing was written"):
                part.append(store)
            return written
    raise AssertionError("the disk was never full")


def read_everything(path: Path) -> None:
    with open_reader(f"sqlite:///{path}") as reader:
        for game in reader.games():
            reader.lines(game)
        list(reader.follow(0, timeout=0))


def test_a_full_disk_is_said_and_when_there_is_room_again_the_store_goes_on(path: Path) -> None:
    with write(path) as store:
        assert isinstance(store.log, SqliteLog)
        connection = store.log._writer
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        before = store.page(0, 10_000)
        written = fill(store)
        before += store.page(len(before), 10_000)
        assert len({entry.game for entry in before}) == 1 + written
        assert store.page(0, 10_000) == before
        connection.execute("PRAGMA max_page_count = 1000000")
        done = opening(1000).append(store)
        assert not done.repeated
        positions = [entry.position for entry in store.page(0, 10_000)]
        assert positions == list(range(1, len(before) + 1 + done.last))


def test_after_a_failing_disk_nothing_more_is_taken_until_the_store_is_opened_again(path: Path) -> None:
    """A limit on the size of files makes the operating system itself refuse a write in mid-commit."""
    program = """
import resource, sys
from services.store.errors import StoreError
from services.store.store import open_store
from tests.services.store.builders import opening
store = open_store(sys.argv[1], environment={})
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
for seed in range(1000):
    try:
        command = opening(seed)
        command.append(store)
        print(command.game, command.id)
    except StoreError as error:
        print("failed", type(error).__name__)
        break
try:
    opening(5000).append(store)
except StoreError as error:
    print("refused", type(error).__name__)
"""
    soft = resource.getrlimit(resource.RLIMIT_FSIZE)
    told = subprocess.run(
        [sys.executable, "-c", program, f"sqlite:///{path}"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert resource.getrlimit(resource.RLIMIT_FSIZE) == soft
    assert told[-2:] == ["failed WriteFailed", "refused WriteFailed"]
    acknowledged = [line.split() for line in told[:-2]]
    assert acknowledged
    with write(path) as store:
        for game, command in acknowledged:
            assert store.outcome(game, command) is not None
        assert not opening(5000).append(store).repeated


def test_a_second_process_is_told_who_writes(path: Path) -> None:
    program = "import sys; from services.store.store import open_store; open_store(sys.argv[1])"
    with write(path):
        second = subprocess.run(
            [sys.executable, "-c", program, f"sqlite:///{path}"], capture_output=True, text=True, check=False
        )
        assert second.returncode != 0
        assert f"is being written by process {os.getpid()} (" in second.stderr
        with pytest.raises(StoreLocked, match="only one process may"):
            write(path)
        with open_reader(f"sqlite:///{path}") as reader:
            assert reader.games(), "looking is always allowed"
    write(path).close()


def test_a_truncated_file_is_called_damaged(path: Path) -> None:
    whole = path.read_bytes()
    for size in (0, 50, 4096, len(whole) // 2, len(whole) - 4096):
        path.write_bytes(whole[:size])
        before = path.read_bytes()
        with pytest.raises((StoreDamaged, StoreNotFound), match=r"protokol\.db"):
            read_everything(path)
        assert path.read_bytes() == before


def test_what_is_no_store_is_not_touched(tmp_path: Path) -> None:
    text = tmp_path / "notes.db"
    text.write_text("shopping: bread, milk, and a good deal more than a hundred bytes of other things " * 3)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    for path in (text, other):
        before = path.read_bytes()
        for opens in (write, lambda path: open_reader(f"sqlite:///{path}")):
            with pytest.raises(StoreDamaged):
                opens(path)
        assert path.read_bytes() == before


def test_a_newer_store_is_refused_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {sqlite_schema.NEWEST + 1}")
    connection.close()
    before = path.read_bytes()
    for opens in (write, lambda path: open_reader(f"sqlite:///{path}")):
        with pytest.raises(StoreNewer, match="upgrade protokol"):
            opens(path)
    assert path.read_bytes() == before


def test_an_older_store_is_brought_forward_with_everything_in_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_reader(f"sqlite:///{path}") as reader:
        before = reader.page(0, 10_000)
    later = (*sqlite_schema.STEPS, "CREATE TABLE notes (text TEXT) STRICT;")
    monkeypatch.setattr(sqlite_schema, "STEPS", later)
    monkeypatch.setattr(sqlite_schema, "NEWEST", len(later))
    with open_reader(f"sqlite:///{path}") as reader:
        assert reader.page(0, 10_000) == before, "looking needs no newer tables"
    with write(path) as store:
        assert store.page(0, 10_000) == before
        opening(9).append(store)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(later),)
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (0,)
    connection.close()


def test_a_step_that_fails_leaves_the_older_store_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = (*sqlite_schema.STEPS, "CREATE TABLE notes (text TEXT) STRICT; CREATE TABLE events (x);")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_schema, "STEPS", later)
        patch.setattr(sqlite_schema, "NEWEST", len(later))
        with pytest.raises(StoreError):
            write(path)
    with write(path) as store:
        assert store.games()


@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
@pytest.mark.parametrize(
    ("table", "column"),
    [("events", "body"), ("games", "seed"), ("keys", "public"), ("origin", "name")],
)
def test_what_is_written_is_not_changed_or_removed(
    path: Path, statement: str, table: str, column: str
) -> None:
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        connection.execute(statement.format(table, column, column))
    connection.close()


def test_a_position_cannot_be_skipped(path: Path) -> None:
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="no gaps"):
        connection.execute(
            "INSERT INTO events (position, game, version, type, body) VALUES (9999, x'', 1, '', x'')"
        )
    connection.close()


def test_a_folder_that_may_not_be_written_is_named_and_can_still_be_read() -> None:
    """In a process that has given up its rights, as root may write anywhere."""
    program = """
import os, sys
from services.store.errors import StoreError
from services.store.reader import open_reader
from services.store.store import open_store
from domain.core.ruleset import ruleset
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
print(len(open_reader(sys.argv[1]).games()))
for url in (sys.argv[1], sys.argv[2]):
    try:
        open_store(url, environment={})
    except StoreError as error:
        print(type(error).__name__, error)
"""
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "protokol.db"
        with write(path) as store:
            opening(1).append(store)
        path.with_name(path.name + ".lock").unlink()
        folder.chmod(0o555)
        told = subprocess.run(
            [sys.executable, "-c", program, f"sqlite:///{path}", f"sqlite:///{folder}/sub/new.db"],
            capture_output=True,
            text=True,
            check=False,
        )
        folder.chmod(0o755)
        lines = told.stdout.splitlines()
        assert lines[:1] == ["1"], told.stderr
        assert [line.split()[0] for line in lines[1:]] == ["StoreNotWritable"] * 2
        assert {file.name for file in folder.iterdir()} == {"protokol.db", "protokol.db.keys"}


def test_an_address_that_names_no_store_says_what_one_looks_like(tmp_path: Path) -> None:
    for url in ("", "sqlite:", "sqlite:///", "mysql://x", "protokol.db"):
        with pytest.raises(BadAddress, match="sqlite:///"):
            open_store(url)
    with pytest.raises(StoreNotFound, match="no such store"):
        open_reader(f"sqlite:///{tmp_path}/nowhere.db")
    assert not (tmp_path / "nowhere.db").exists()
    with pytest.raises(StoreNotWritable):
        open_store(f"sqlite:///{__file__}/x.db", environment={})


def test_types_come_from_a_closed_list(path: Path) -> None:
    with open_reader(f"sqlite:///{path}") as reader:
        for entry in reader.page(0, 10_000):
            assert knows(entry.type)
            assert decode(entry.type, entry.body).line() == entry.body
    for kind in ("os:system", "os/system", "dual_powers/no_such_event", "core/card_played", "../x/y", ""):
        with pytest.raises(UnknownType):
            decode(kind, b"{}")
    first = open_reader(f"sqlite:///{path}").page(0, 1)[0]
    with pytest.raises(UnknownType, match="game_opened"):
        decode("core/seed_opened", first.body)
