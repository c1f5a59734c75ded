"""The doctor on PostgreSQL: what it looks at, and what somebody with rights did behind the store's back."""

from pathlib import Path

import msgspec
import pytest

from services.cli import app
from services.store import postgres_schema as schema
from services.store.doctor import examine
from services.store.keys import FILE_FROM_ENVIRONMENT
from services.store.log import Finding
from services.store.reader import open_reader
from tests.databases import execute
from tests.services.store.builders import finished_game, open_any, running_game

LAST = "(SELECT max(position) FROM protokol.events)"
GAME = f"(SELECT game FROM protokol.events WHERE position = {LAST})"


@pytest.fixture
def url(postgres_url: str) -> str:
    with open_any(postgres_url) as store:
        for game in (finished_game(1), running_game(2)):
            game.append_all(store)
    return postgres_url


def findings(url: str) -> list[Finding]:
    with open_reader(url) as reader:
        return list(examine(reader))


def protokol(*words: str) -> int:
    try:
        app(list(words), exit_on_error=True, result_action="return_value")
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def tamper(url: str, *statements: str) -> None:
    """As a superuser could: without the guards, which are put back."""
    for able in ("DISABLE TRIGGER ALL", "ENABLE ALWAYS TRIGGER {}_append_only"):
        for table in schema.APPEND_ONLY:
            execute(url, f"ALTER TABLE protokol.{table} {able.format(table)}")
        if "DISABLE" in able:
            execute(url, *statements)


def test_a_sound_store_is_called_sound_and_what_was_looked_at_is_named(url: str) -> None:
    found = findings(url)
    assert all(finding.sound for finding in found), found
    seen = {finding.what: finding.seen for finding in found}
    events = len(finished_game(1).records) + len(running_game(2).records)
    assert seen["games"].startswith(f"2 games, {events} events")
    assert seen["positions"] == f"{events} events, the last at position {events}"
    assert seen["tables"] == "schema 1, 10 tables, 4 guards"
    assert {"server", "durability", "rights", "keys", "games without events"} <= seen.keys()


@pytest.mark.parametrize(
    ("what", "statement", "says"),
    [
        ("game", f"UPDATE protokol.events SET body = '{{}}' WHERE position = {LAST}", "version"),
        ("game", f"UPDATE protokol.events SET head = '\\x00' WHERE position = {LAST}", "not that of version"),
        ("game", f"UPDATE protokol.events SET signature = '\\x00' WHERE game = {GAME}", "not signed"),
        ("game", f"UPDATE protokol.games SET seed = '\\x00' WHERE game = {GAME}", "not the one committed to"),
        ("positions", "DELETE FROM protokol.events WHERE position = 5", "last at position"),
        ("positions", "UPDATE protokol.counter SET position = position + 1", "counted"),
        ("keys", "UPDATE protokol.keys SET public = '\\x00'", "not that of the key"),
        ("events without a game", f"DELETE FROM protokol.games WHERE game = {GAME}", ""),
        ("games without events", "INSERT INTO protokol.games VALUES ('\\x00', 1, NULL, NULL)", "1"),
    ],
)
def test_what_was_done_behind_its_back_is_found(url: str, what: str, statement: str, says: str) -> None:
    tamper(url, statement)
    found = {one.what: one.seen for one in findings(url) if not one.sound}
    match = [seen for name, seen in found.items() if name.startswith(what)]
    assert match, found
    assert any(says in seen for seen in match), match


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("DROP TABLE protokol.tracking", "tracking.name"),
        ("DROP INDEX protokol.commands_by_game", "index commands_by_game"),
        ("DROP TRIGGER events_append_only ON protokol.events", "guard of events"),
        ("ALTER TABLE protokol.events DISABLE TRIGGER events_append_only", "guard of events"),
        ("ALTER TABLE protokol.events ALTER body DROP NOT NULL", "events.body"),
        (
            "CREATE OR REPLACE FUNCTION protokol.refuse() RETURNS trigger LANGUAGE plpgsql"
            " AS $$BEGIN RETURN NULL; END$$",
            "guard of games",
        ),
    ],
)
def test_tables_and_guards_that_were_changed_are_named(url: str, statement: str, missing: str) -> None:
    execute(url, statement)
    (seen,) = [one.seen for one in findings(url) if one.what == "tables"]
    assert seen.startswith("changed or missing: ")
    assert missing in seen


def test_the_commands_work_on_a_database_and_print_no_password(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    password, file, told = url.partition("@")[0].rpartition(":")[2], tmp_path / "signing.keys", []

    def said() -> str:
        out, err = capsys.readouterr()
        told.append(out + err)
        return out + err

    assert protokol("doctor", url) == 0
    assert said().splitlines()[-1].startswith("sound - postgresql://")
    assert protokol("doctor", url, "--json") == 0
    assert msgspec.json.decode(said())["sound"]
    assert protokol("rebuild", url) == 0
    assert "scoreboard: generation" in said()
    assert protokol("keys", "show", url) == 0
    assert len(said().splitlines()) == 1
    assert protokol("keys", "rotate", url) == 4
    assert said().startswith("protokol: no signing key")
    assert protokol("keys", "new", str(file)) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert protokol("keys", "new", str(file)) != 0
    monkeypatch.setenv(FILE_FROM_ENVIRONMENT, str(file))
    assert protokol("keys", "rotate", url) == 0
    assert " is replaced by " in said()
    assert password not in "".join(told)
