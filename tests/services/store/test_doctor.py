"""The doctor says what it looked at, and finds what somebody did behind the store's back."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from services.store.doctor import examine
from services.store.log import Finding
from services.store.reader import open_reader
from services.store.store import open_store
from tests.services.store.builders import finished_game, running_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "protokol.db"
    with open_store(f"sqlite:///{path}", environment={}) as store:
        for game in (finished_game(1), running_game(2), finished_game(3, "solitaire-red-1")):
            game.append_all(store)
    return path


def findings(path: Path) -> list[Finding]:
    with open_reader(f"sqlite:///{path}") as reader:
        return list(examine(reader))


def wrong(path: Path) -> dict[str, str]:
    return {finding.what: finding.seen for finding in findings(path) if not finding.sound}


def protokol(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "services.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def tamper(path: Path, *statements: str) -> None:
    """As somebody with the file and a shell could: without the guards."""
    connection = sqlite3.connect(path)
    guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, sql in guards:
        connection.execute(sql)
    connection.commit()
    connection.close()


def test_a_sound_store_is_called_sound_and_what_was_looked_at_is_named(path: Path) -> None:
    found = findings(path)
    assert all(finding.sound for finding in found), found
    seen = {finding.what: finding.seen for finding in found}
    events = sum(len(game.records) for game in (finished_game(1), running_game(2)))
    events += len(finished_game(3, "solitaire-red-1").records)
    assert seen["games"].startswith(f"3 games, {events} events")
    assert seen["positions"] == f"{events} events, the last at position {events}"
    assert {
        "file",
        "tables",
        "disk",
        "keys",
        "games without events",
        "events without a game",
    } <= seen.keys()


LAST = "(SELECT max(position) FROM events)"
LATER = """CAST(replace(CAST(body AS TEXT), '"at":', '"at":9') AS BLOB)"""
GAME = f"(SELECT game FROM events WHERE position = {LAST})"


@pytest.mark.parametrize(
    ("what", "statement", "says"),
    [
        ("game", f"UPDATE events SET body = {LATER} WHERE position = {LAST}", "not that of version"),
        (
            "game",
            "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'at', 'ta') AS BLOB)",
            "version 1",
        ),
        ("positions", "DELETE FROM events WHERE position = 5", "last at position"),
        ("game", f"DELETE FROM events WHERE position = {LAST}", "only in part"),
        ("game", f"UPDATE events SET head = x'00' WHERE position = {LAST}", "not that of version"),
        ("game", "UPDATE events SET command = NULL WHERE version > 20", "commands are kept"),
        ("game", f"UPDATE events SET signature = x'00' WHERE game = {GAME}", "not signed"),
        ("game", f"UPDATE events SET command = command || 'x' WHERE game = {GAME}", "another command id"),
        ("game", f"UPDATE events SET head = x'00' WHERE game = {GAME} AND position < {LAST}", "another head"),
        ("game", f"UPDATE games SET seed = x'00' WHERE game = {GAME}", "not the one committed to"),
        ("game", f"UPDATE games SET seed = NULL WHERE game = {GAME}", "cannot go on"),
        ("game", f"UPDATE events SET type = 'os/system' WHERE position = {LAST}", "no installed ruleset"),
        ("keys", "UPDATE keys SET public = zeroblob(32)", "not that of the key"),
        ("games without events", "INSERT INTO games VALUES (x'00', 1, x'00', x'00')", "1"),
        ("events without a game", f"DELETE FROM games WHERE game = {GAME}", ""),
        ("tables", "DROP TABLE tracking", "tracking"),
    ],
)
def test_what_was_done_behind_its_back_is_found(path: Path, what: str, statement: str, says: str) -> None:
    if what == "tables":
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.execute("DROP TRIGGER events_no_delete")
        connection.commit()
        connection.close()
    else:
        tamper(path, statement)
    found = wrong(path)
    match = [seen for name, seen in found.items() if name.startswith(what)]
    assert match, found
    assert any(says in seen for seen in match), match


def test_the_command_prints_its_findings_and_its_exit_code_tells(path: Path) -> None:
    fine = protokol("doctor", f"sqlite:///{path}")
    assert fine.returncode == 0, fine.stderr
    assert fine.stdout.splitlines()[-1] == f"sound - sqlite:///{path}"
    tamper(path, "UPDATE events SET command = NULL WHERE version > 20")
    bad = protokol("doctor", f"sqlite:///{path}")
    assert bad.returncode == 1
    assert "WRONG" in bad.stdout
    told = msgspec.json.decode(protokol("doctor", f"sqlite:///{path}", "--json").stdout)
    assert (told["format"], told["sound"]) == ("protokol-doctor/1", False)


def test_bad_stores_are_one_line_and_a_code(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:5000])
    for words, code in (
        (("doctor", f"sqlite:///{path}"), 1),
        (("doctor", "protokol.db"), 2),
        (("doctor",), 2),
        (("doctor", f"sqlite:///{path}.gone"), 3),
        (("keys", "rotate", f"sqlite:///{path}.gone"), 3),
        (("keys", "show", f"sqlite:///{path}.gone"), 3),
    ):
        told = protokol(*words)
        assert told.returncode == code, (words, told)
        if len(words) > 1:
            lines = (told.stdout + told.stderr).splitlines()
            assert len([line for line in lines if "protokol:" in line or "WRONG" in line]) == 1, told
            assert "Traceback" not in told.stderr


def test_keys_are_shown_and_changed_from_the_command_line(path: Path) -> None:
    url = f"sqlite:///{path}"
    before = protokol("keys", "show", url).stdout.split()[0]
    told = protokol("keys", "rotate", url)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith(f"{before} is replaced by ")
    rows = protokol("keys", "show", url).stdout.splitlines()
    assert rows[1].endswith(f"vouched for by {before}, signs from the next start on")
    listed = msgspec.json.decode(protokol("keys", "show", url, "--json").stdout)
    assert [key["id"] for key in listed] == [row.split()[0] for row in rows]
    assert "private" not in protokol("keys", "show", url, "--json").stdout
