"""`protokol token`: for operators, beside a running server."""

from pathlib import Path

import msgspec
import pytest

from services.accounts.accounts import open_accounts
from services.accounts.errors import BadToken
from services.accounts.sqlite import SqliteLedger
from services.cli import app
from services.store.store import open_store
from tests.services.accounts.builders import Clock, run, some_accounts
from tests.services.store.builders import running_game


def protokol(*words: str) -> int:
    """The exit code of a command."""
    try:
        app(["token", *words], exit_on_error=True, result_action="return_value")
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


@pytest.fixture
def store(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/protokol.db"
    open_store(url, environment={}).close()
    return url


def test_a_running_server_takes_a_new_token_and_refuses_a_revoked_one(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    with some_accounts(clock, SqliteLedger(tmp_path / "protokol.db.accounts")) as server:
        assert protokol("new", store, "--role", "organiser", "--name", "Vera") == 0
        made = capsys.readouterr()
        caller = run(server.caller(made.out.strip()))
        assert (caller.role, caller.name) == ("organiser", "Vera")
        assert caller.id in made.err
        assert protokol("revoke", store, caller.id) == 0
        clock.turn(5)
        with pytest.raises(BadToken):
            run(server.caller(made.out.strip()))


def test_the_list_shows_ids_and_never_tokens(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert protokol("new", store, "--role", "observer", "--name", "Vera", "--days", "3") == 0
    assert protokol("new", store, "--role", "arbiter") == 0
    tokens = capsys.readouterr().out.split()
    with open_accounts(store) as accounts:
        ids = [grant.id for grant in run(accounts.tokens())]
    assert protokol("revoke", store, ids[1]) == 0
    capsys.readouterr()
    assert protokol("list", store) == 0
    first, second = (listed := capsys.readouterr().out).splitlines()
    assert first.startswith(f"{ids[0]}  token       observer   until 2")
    assert first.endswith("all games Vera")
    assert second.startswith(f"{ids[1]}  token       arbiter    ended 2")
    assert protokol("list", store, "--json") == 0
    json = capsys.readouterr().out
    assert [one["id"] for one in msgspec.json.decode(json)] == ids
    assert not [token for token in tokens if token in listed + json]


def test_a_players_token_is_for_a_seat_that_there_is(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = running_game(1)
    with open_store(store, environment={}) as opened:
        game.append_all(opened)
        seat = game.records[0].event.header.seats[0]
        words = ("new", store, "--role", "player", "--game")
        assert protokol(*words, game.id, "--seat", seat) == 0, "while a server writes the store"
    with open_accounts(store) as accounts:
        assert run(accounts.caller(capsys.readouterr().out.strip())).audience(game.id) == seat
    for game_id, wrong, code in ((game.id, "nobody", 2), (game.id, "arbiter", 2), ("0" * 32, "red", 3)):
        assert protokol(*words, game_id, "--seat", wrong) == code
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("protokol: ")
        assert told.err.count("\n") == 1


def test_errors_are_one_line_with_an_exit_code_and_make_no_file(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = f"sqlite:///{tmp_path}/nowhere.db"
    for words, code in (
        (("new", nowhere, "--role", "organiser"), 3),
        (("list", nowhere), 3),
        (("list", "memory:"), 3),
        (("list", "elsewhere"), 2),
        (("revoke", store, "0" * 12), 3),
        (("new", store, "--role", "player"), 2),
        (("new", store, "--role", "observer", "--name", "x" * 61), 2),
    ):
        assert protokol(*words) == code, words
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("protokol: ")
        assert told.err.count("\n") == 1
    assert not list(tmp_path.glob("nowhere*"))
    (tmp_path / "protokol.db.accounts").write_bytes(b"rubbish" * 1000)
    assert protokol("list", store) == 1
    assert "damaged" in capsys.readouterr().err
