"""Backups, made while somebody plays, put back, and judged by what players were told."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.accounts import open_accounts
from services.store.store import Store, open_store
from tests.databases import new_database
from tests.e2e.servers import BIN
from tests.postgres_server import programs
from tests.services.accounts.builders import run
from tests.services.store.builders import finished_game, open_any, running_game

DEPLOY = Path(__file__).parents[2] / "deploy"


def script(name: str, *arguments: object) -> "subprocess.CompletedProcess[str]":
    tools = {
        "PROTOKOL": str(BIN / "protokol"),
        "PYTHON": str(BIN / "python"),
        "PG_DUMP": str(programs() / "pg_dump"),
        "PG_RESTORE": str(programs() / "pg_restore"),
    }
    command = ["sh", str(DEPLOY / name), *map(str, arguments)]
    return subprocess.run(command, env={**os.environ, **tools}, capture_output=True, text=True, timeout=120)


def told_by(url: str, file: Path) -> Path:
    done = subprocess.run([str(BIN / "protokol"), "heads", "publish", url], capture_output=True, check=True)
    file.write_bytes(done.stdout)
    return file


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Path, Store, str]]:
    """A SQLite store that somebody has open, with a finished game, and an organiser's token."""
    path = tmp_path / "protokol.db"
    with open_store(f"sqlite:///{path}") as store, open_accounts(f"sqlite:///{path}") as accounts:
        finished_game(1).append_all(store)
        yield path, store, run(accounts.issue("organiser")).token


def test_a_sqlite_backup_is_made_beside_a_running_server_and_holds_all(
    tmp_path: Path, played: tuple[Path, Store, str]
) -> None:
    path, store, token = played
    done = script("backup-sqlite.sh", path, tmp_path / "backup")
    assert done.returncode == 0, done.stderr
    assert "sound" in done.stdout
    modes = {file.stat().st_mode & 0o77 for file in (tmp_path / "backup").iterdir()}
    assert modes == {0}
    target = tmp_path / "elsewhere" / "protokol.db"
    target.parent.mkdir()
    back = script(
        "restore-sqlite.sh", tmp_path / "backup", target, told_by(f"sqlite:///{path}", tmp_path / "now")
    )
    assert back.returncode == 0, back.stdout + back.stderr
    with open_store(f"sqlite:///{target}") as restored, open_accounts(f"sqlite:///{target}") as accounts:
        assert restored.games() == store.games()
        assert restored.signer is not None and store.signer is not None
        assert restored.signer.id == store.signer.id
        assert run(accounts.caller(token)).role == "organiser"
        running_game(2).append_all(restored)


def test_a_sqlite_backup_that_is_behind_a_published_head_changes_nothing(
    tmp_path: Path, played: tuple[Path, Store, str]
) -> None:
    path, store, _ = played
    assert script("backup-sqlite.sh", path, tmp_path / "backup").returncode == 0
    running_game(2).append_all(store)
    target = tmp_path / "there" / "protokol.db"
    target.parent.mkdir()
    target.write_text("what is here now")
    now = told_by(f"sqlite:///{path}", tmp_path / "now")
    back = script("restore-sqlite.sh", tmp_path / "backup", target, now)
    assert back.returncode == 1
    assert "behind what was published" in back.stderr and "does not have this game" in back.stdout
    assert target.read_text() == "what is here now"


def test_a_postgres_backup_is_put_into_an_empty_database_and_judged(tmp_path: Path) -> None:
    with new_database() as url, new_database() as empty, new_database() as other:
        with open_any(url) as store, open_accounts(url) as accounts:
            finished_game(1).append_all(store)
            token = run(accounts.issue("organiser")).token
            done = script("backup-postgres.sh", url, tmp_path / "backup")
            assert done.returncode == 0, done.stderr
            before = told_by(url, tmp_path / "before")
            running_game(2).append_all(store)
            after = told_by(url, tmp_path / "after")
            games = store.games()
        back = script("restore-postgres.sh", tmp_path / "backup", empty, before)
        assert back.returncode == 0, back.stdout + back.stderr
        with open_any(empty) as restored, open_accounts(empty) as accounts:
            assert restored.games() == games[:1]
            assert run(accounts.caller(token)).role == "organiser"
            running_game(2).append_all(restored)
        late = script("restore-postgres.sh", tmp_path / "backup", other, after)
        assert late.returncode == 1 and "does not have this game" in late.stdout
        assert "behind what was published" in late.stderr
