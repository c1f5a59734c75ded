"""Mistakes of whoever asks: one clear line on stderr, and the exit code that says what kind it is."""

from pathlib import Path

import pytest

from replay_cli.cli import run
from replay_cli.problem import Problem
from services.store.store import open_store
from tests.replay_cli.conftest import Sources
from tests.replay_cli.support import LOGS, one_line, replay

LOG = LOGS / "dual_powers.ndjson"


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["show", LOG, "--game", "nope"], 3, "no game nope"),
        (["show", LOG, "--at", "120"], 3, "versions 1 to 119"),
        (["show", LOG, "--at", "0"], 3, "versions 1 to 119"),
        (["show", LOG, "--at", "r9"], 3, "no such moment"),
        (["show", LOG, "--at", "r1.t99"], 3, "no such moment"),
        (["show", LOG, "--at", "second round"], 2, "no such moment"),
        (["show", LOG, "--at", ""], 2, "no such moment"),
        (["show", LOG, "--at", "-1"], 2, "a version (1 to 119), start, end, a time"),
        (["show", LOG, "--at", "1969-01-01"], 3, "the game began later"),
        (["log", LOG, "r9.."], 3, "no such moment"),
        (["log", LOG, "20..10"], 2, "ends before it begins"),
        (["log", LOG, "1..2", "3"], 2, "unrecognized arguments: 3"),
        (["diff", LOG, "r2", "r1"], 2, "give the earlier one first"),
        (["diff", LOG, "r2"], 2, "give two moments"),
        (["diff", LOG, "1", "2", "--with", LOG], 2, "not both"),
        (["diff", LOG, "--with", LOGS / "revolution-3.ndjson"], 3, "has no game"),
        (["show", LOG, "--lang", "xx"], 2, "--lang xx: dual_powers is told in en, de, ru"),
        (["find", LOG, "version", "--lang", "xx"], 2, "--lang xx"),
        (["show", LOGS / "revolution-3.ndjson", "--lang", "ru"], 2, "revolution is told in en"),
        (["show", LOG, "--as", "blue"], 2, "not an audience of this game: red, white, public, arbiter"),
        (["knew", LOG, "--reveal", "blue"], 2, "not an audience of this game"),
        (["knew", LOG, "--secret", "14.card"], 3, "no secret of that name"),
        (["try", LOG, "--seat", "blue"], 2, "the seats of this game are red, white"),
        (["try", LOG, "--at", "3", "--as", "red"], 3, "nobody was asked anything up to there"),
        (["try", LOG, "--at", "15"], 3, "ask with --as red or --as arbiter"),
        (["try", LOG, "--at", "15", "--as", "white"], 3, "ask with --as red"),
        (["try", LOG, "--at", "15", "--as", "red", "{"], 2, "not a command of dual_powers"),
        (["try", LOG, "--at", "15", "--as", "red", '{"type": "fly"}'], 2, "Invalid value 'fly'"),
        (["try", LOG, "--at", "15", "--as", "red", '{"type": "play_card"}'], 2, "required field `card`"),
        (["try", LOG, "--at", "15", "--as", "red", "99"], 2, "there are choices 1 to"),
        (["try", LOG, "--at", "15", "--as", "red", "0"], 2, "there are choices 1 to"),
        (["verify", LOG, "--receipt", "/nowhere"], 3, "/nowhere: No such file"),
        (["verify", LOG, "--receipt", LOG], 2, "not a receipt"),
        (["verify", LOG, "--key", "abc"], 2, "a bare log carries no keys"),
        (["verify", LOG, "--all", "--head", "abc"], 2, "about one game"),
        (["export", LOG, "evidence"], 3, "made from a store, not from a file"),
        (["export", LOG, "pdf"], 2, "invalid choice: 'pdf'"),
        (["tail", LOG, "--after", "-1"], 2, "--after -1"),
        (["tail", LOG, "--after", "soon"], 2, "invalid int value: 'soon'"),
        (["show", "/nowhere.evidence"], 3, "no such file; a store is written sqlite:///"),
        (["show", "sqlite:///nowhere.db"], 3, "nowhere.db"),
        (["show", "sqlite://nowhere"], 2, "not the URL of a store"),
        (["show", "postgres://x"], 2, "not the URL of a store"),
        (["show", "memory:"], 3, "can be read only by the process that holds it"),
        (["show", "http://127.0.0.1:9"], 4, "not reachable"),
        (["show", Path(__file__)], 3, "not a log, not evidence and not a store"),
        (["show", "/dev/null"], 3, "not a log"),
        (["list", Path(__file__).parent], 3, "a folder without logs"),
        (["juggle", LOG], 2, "invalid choice: 'juggle'"),
        (["show"], 2, "required: SOURCE; see `replay show --help`"),
        (["show", LOG, "--upside-down"], 2, "unrecognized arguments: --upside-down"),
        (["find", LOG, "version", "--first", "--last"], 2, "not allowed with argument"),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if isinstance(value, list) else "",
)  # fmt: skip
def test_a_mistake_is_told_in_one_line(words: list[str | Path], code: int, why: str) -> None:
    one_line(replay(*words), code, why)


def test_one_of_several_games_must_be_named(sources: Sources, tmp_path: Path) -> None:
    one_line(replay("show", sources.store), 2, "holds 3 games: name one with --game")
    one_line(replay("verify", sources.store), 2, "holds 3 games")
    one_line(replay("show", sources.store, "--game", ""), 2, "3 games begin like that: write more of the id")
    for audience in ("red", "white"):
        (tmp_path / f"{audience}.evidence").write_bytes(sources.file(f"my-{audience}.evidence").read_bytes())
    said = replay("show", tmp_path, "--game", sources.dual)
    one_line(said, 2, "several copies of game", "red.evidence, white.evidence")


def test_an_empty_store_has_nothing_to_show(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/empty.db"
    open_store(url).close()
    for words in (["show", url], ["verify", url], ["verify", url, "--all"]):
        one_line(replay(*words), 3, "holds no games")
    assert replay("list", url, "--json").code == 0


@pytest.mark.parametrize(
    ("expression", "column", "why"),
    [
        ("type === 'x'", 8, "Unknown token '='"),
        ("type == 'x", 9, "Unclosed ' delimiter"),
        ("type == 'x' &&", 15, "Incomplete expression"),
        ("(version", 9, "Incomplete expression"),
        ("version table", 9, "Unexpected token: table"),
        ("", 1, "cannot be empty"),
        ("version && foo(table)", 12, "Unknown function: foo()"),
        ("type && length(version)", 9, "invalid type for value: 1"),
        ("abs(version, version)", 1, "1 argument for function abs()"),
    ],
)
def test_a_mistake_in_an_expression_is_shown_at_its_place(expression: str, column: int, why: str) -> None:
    code, out, err = replay("find", LOG, expression)
    assert (code, out) == (2, "")
    message, shown, caret = err.splitlines()
    assert f"at {column}: " in message
    assert why in message
    assert shown == f"  {expression}"
    assert caret == f"  {' ' * (column - 1)}^"


def test_an_export_never_writes_over_a_file_unless_forced(sources: Sources, tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    file.write_text("mine")
    one_line(replay("export", LOG, "text", "-o", file), 2, "is there already; --force writes over it")
    assert file.read_text() == "mine"
    assert replay("export", LOG, "text", "-o", file, "--force").code == 0
    assert "Lenin" in file.read_text("utf-8")
    one_line(replay("export", LOG, "text", "-o", tmp_path / "no/such/place"), 3, "No such file or directory")
    one_line(replay("export", LOG, "text", "-o", tmp_path), 2, "is there already")
    one_line(replay("export", LOG, "text", "--force", "-o", tmp_path), 2, "is a folder")
    one_line(replay("export", LOG, "text", "--at", "r9", "-o", tmp_path / "new"), 3, "no such moment")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["report.txt"]


def test_debug_shows_where_an_error_came_from() -> None:
    for words in (["--debug", "show", str(LOG), "--at", "r9"], ["show", str(LOG), "--at", "r9", "--debug"]):
        with pytest.raises(Problem, match="no such moment"):
            run(words)


def test_evidence_is_not_signed_with_keys_made_up_on_the_way(sources: Sources, tmp_path: Path) -> None:
    """A store without its keys is only read: no key file appears beside it."""
    (tmp_path / "alone.db").write_bytes(sources.file("my-store.db").read_bytes())
    words = ("export", tmp_path / "alone.db", "evidence", "--game", sources.dual)
    one_line(replay(*words), 3, "alone.db.keys: the signing keys of this store are not there")
    one_line(replay(*words, "--at", "17"), 2, "evidence is of the whole game")
    assert not (tmp_path / "alone.db.keys").exists()
