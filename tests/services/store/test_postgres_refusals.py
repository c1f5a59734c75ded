"""Wrong addresses, passwords, rights, databases and servers: one clear line each, never a password in it."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from services.cli import app
from services.store import postgres_schema as schema
from services.store.errors import (
    BadAddress,
    BadKeys,
    NotLetIn,
    ServerTooOld,
    StoreAway,
    StoreDamaged,
    StoreError,
    StoreNewer,
    StoreNotFound,
    StoreNotWritable,
)
from services.store.reader import open_reader
from services.store.store import open_store
from tests.databases import SIGNING, execute, new_database, server_url, with_database
from tests.postgres_server import free_port
from tests.services.store.builders import open_any, opening

SECRET = "s3cret-word"


@pytest.fixture
def role() -> Iterator[str]:
    """A role that may do nothing but connect."""
    name = f"protokol_nobody_{free_port()}"
    execute(server_url(), f"CREATE ROLE {name} LOGIN PASSWORD '{SECRET}'")
    yield name
    execute(server_url(), f"DROP ROLE {name}")


def as_role(url: str, role: str, password: str = SECRET) -> str:
    _, _, place = url.partition("@")
    return f"postgresql://{role}:{password}@{place}"


def exit_code_of(*words: str) -> int:
    try:
        app(list(words), exit_on_error=True, result_action="return_value")
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def one_line(error: StoreError) -> str:
    line = str(error)
    assert "\n" not in line
    assert SECRET not in line
    return line


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://",
        "postgresql://host",
        f"postgresql://user:{SECRET}@host",
        f"postgresql://user:{SECRET}@host:port/db",
        f"postgresql://user:{SECRET}@host/db?no_such_option=1",
        f"postgresql://user:{SECRET}%zz@host/db",
        f"mysql://user:{SECRET}@host/db",
    ],
)
def test_a_wrong_address_is_told_without_its_password(url: str) -> None:
    for opens in (open_reader, open_any):
        with pytest.raises(
            (BadAddress, StoreAway), match=r"not the URL of a store|cannot be reached"
        ) as refusal:
            opens(url)
        assert "postgresql://" in one_line(refusal.value)


def test_nobody_there_and_nothing_of_that_name(postgres_url: str) -> None:
    with pytest.raises(StoreAway, match="refused"):
        open_any(f"postgresql://u:{SECRET}@127.0.0.1:{free_port()}/db")
    with pytest.raises(StoreNotFound, match='"no_such_database" does not exist: create it first'):
        open_any(with_database(postgres_url, "no_such_database"))
    with pytest.raises(StoreNotFound, match="no such store"):
        open_reader(postgres_url)
    assert exit_code_of("doctor", with_database(postgres_url, "no_such_database")) == 3
    assert exit_code_of("doctor", f"postgresql://u:{SECRET}@127.0.0.1:{free_port()}/db") == 4
    assert exit_code_of("rebuild", postgres_url) == 3


def test_a_wrong_password_or_user_is_not_let_in(
    postgres_url: str, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for url in (as_role(postgres_url, role, SECRET + "x"), as_role(postgres_url, "nobody_at_all")):
        with pytest.raises(NotLetIn, match="authentication failed") as refusal:
            open_any(url)
        one_line(refusal.value)
    assert exit_code_of("doctor", as_role(postgres_url, role, SECRET + "x")) == 3
    said = capsys.readouterr().err
    assert said.startswith("protokol: postgresql://")
    assert (said.count("\n"), SECRET in said) == (1, False)


def test_a_role_that_may_not_make_tables_is_told_what_to_do(postgres_url: str, role: str) -> None:
    with pytest.raises(StoreNotWritable, match=r"may not make .* tables here .*doctor --migrate") as refusal:
        open_any(as_role(postgres_url, role))
    one_line(refusal.value)
    assert execute(postgres_url, "SELECT count(*) FROM pg_namespace WHERE nspname = 'protokol'") == [(0,)]
    open_any(postgres_url).close()
    for opens in (open_any, open_reader):
        with pytest.raises(StoreNotWritable, match=f"GRANT protokol_writer TO {role}"):
            opens(as_role(postgres_url, role))


def test_a_member_of_the_writers_serves_and_can_change_nothing(postgres_url: str, role: str) -> None:
    open_any(postgres_url).close()
    execute(postgres_url, f"GRANT protokol_writer TO {role}")
    url = as_role(postgres_url, role)
    with open_any(url) as store:
        opening(1).append(store)
        opening(2).append(store)
        assert len(store.games()) == 2
        rights = {one.what: one.seen for one in store.log.examine()}["rights"]
        assert rights == f"role {role} can only add events"
    for table in schema.APPEND_ONLY:
        for statement in (
            "DELETE FROM {}",
            "TRUNCATE {}",
            "ALTER TABLE {} DISABLE TRIGGER ALL",
            "DROP TABLE {}",
        ):
            with pytest.raises(Exception, match=r"permission denied|must be owner"):
                execute(url, statement.format(f"protokol.{table}"))
    with pytest.raises(Exception, match="permission denied"):
        execute(url, "UPDATE protokol.events SET body = body")


@pytest.mark.parametrize(
    "statement", ["UPDATE protokol.{} SET {} = {}", "DELETE FROM protokol.{}", "TRUNCATE protokol.{} CASCADE"]
)
@pytest.mark.parametrize(
    ("table", "column"), [("events", "body"), ("games", "seed"), ("keys", "public"), ("origin", "name")]
)
def test_not_even_a_superuser_changes_what_is_written_by_mistake(
    postgres_url: str, statement: str, table: str, column: str
) -> None:
    with open_any(postgres_url) as store:
        opening(1).append(store)
    with pytest.raises(Exception, match=f"{table}: append only"):
        execute(postgres_url, statement.format(table, column, column))
    with pytest.raises(Exception, match=f"{table}: append only"):
        execute(
            f"{postgres_url}?options=-csession_replication_role%3Dreplica",
            statement.format(table, column, column),
        )


@pytest.mark.parametrize(
    "strangers",
    [
        "CREATE TABLE users (id int)",
        "CREATE SCHEMA protokol; CREATE TABLE protokol.x ()",
        "CREATE SCHEMA protokol; CREATE TABLE protokol.about (x int)",
    ],
)
def test_a_database_with_tables_of_something_else_is_left_alone(postgres_url: str, strangers: str) -> None:
    execute(postgres_url, *strangers.split("; "))
    for opens in (open_any, open_reader):
        with pytest.raises(StoreDamaged, match="holds tables of something else") as refusal:
            opens(postgres_url)
        one_line(refusal.value)
    assert execute(postgres_url, "SELECT count(*) FROM pg_class WHERE relname IN ('events', 'counter')") == [
        (0,)
    ]


def test_a_newer_store_is_refused_and_left_alone(postgres_url: str) -> None:
    open_any(postgres_url).close()
    execute(postgres_url, f"UPDATE protokol.about SET schema = {schema.NEWEST + 1}")
    for opens in (open_any, open_reader):
        with pytest.raises(StoreNewer, match="upgrade protokol"):
            opens(postgres_url)


def test_an_older_store_is_brought_forward_with_everything_in_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_any(postgres_url) as store:
        opening(1).append(store)
        before = store.page(0, 10_000)
    later = (*schema.STEPS, "CREATE TABLE protokol.notes (text text)")
    monkeypatch.setattr(schema, "STEPS", later)
    monkeypatch.setattr(schema, "NEWEST", len(later))
    with open_reader(postgres_url) as reader:
        assert reader.page(0, 10_000) == before, "looking needs no newer tables"
    with open_any(postgres_url) as store:
        assert store.page(0, 10_000) == before
        opening(9).append(store)
    assert execute(postgres_url, "SELECT schema FROM protokol.about") == [(len(later),)]


def test_a_step_that_fails_leaves_the_older_store_as_it_was(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_any(postgres_url) as store:
        opening(1).append(store)
    later = (*schema.STEPS, "CREATE TABLE protokol.notes (text text); CREATE TABLE protokol.events (x int)")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", later)
        patch.setattr(schema, "NEWEST", len(later))
        with pytest.raises(StoreNotWritable, match="could not be brought forward"):
            open_any(postgres_url)
    with open_any(postgres_url) as store:
        assert store.games()
    assert execute(postgres_url, "SELECT to_regclass('protokol.notes')") == [(None,)]


def test_processes_that_begin_together_make_the_tables_once(postgres_url: str) -> None:
    program = (
        "import sys; from tests.services.store.builders import open_any; print(open_any(sys.argv[1]).origin)"
    )
    words = [sys.executable, "-c", program, postgres_url]
    together = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({one.communicate()[0] for one in together}) == 1
    assert [one.returncode for one in together] == [0] * 4


def test_an_older_server_is_refused(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "OLDEST_SERVER", 990000)
    for opens in (open_any, open_reader):
        with pytest.raises(ServerTooOld, match=r"PostgreSQL \d+ is too old: protokol needs 99 or later"):
            opens(postgres_url)


def test_another_encoding_is_refused() -> None:
    with (
        new_database("TEMPLATE template0 ENCODING 'SQL_ASCII'") as url,
        pytest.raises(StoreDamaged, match="UTF8"),
    ):
        open_any(url)


def test_without_a_signing_key_no_game_is_opened(postgres_url: str) -> None:
    with pytest.raises(BadKeys, match=r"PROTOKOL_SIGNING_KEY_FILE .* `protokol keys new FILE`"):
        open_store(postgres_url, environment={})
    with open_store(postgres_url, environment={}, signing=False) as store:
        assert store.signer is None
    with open_store(postgres_url, environment=SIGNING) as store:
        assert [key.id for key in store.public_keys()] == [store.signer.id if store.signer else ""]
