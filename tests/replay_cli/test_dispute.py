"""A dispute, from the claim to the report: did Stalin cross the blockade? And the README tells it truly."""

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.replay_cli.support import ROOT, replay

SELFPLAY = "selfplay dual_powers --games 3 --seed 3 --red sound --white sound --store sqlite:///dispute.db"
STORE, GAME = "sqlite:///dispute.db", "fd3feb3c"
BESIDE = "type == 'token_moved' && (event.start == 'brown' || contains(event.path, 'brown'))"
CROSSING = '{"type": "move", "token": "stalin", "path": ["white"]}'


def protokol(line: str, place: Path) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "services.cli", *shlex.split(line)]
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    return subprocess.run(words, cwd=place, env=environment, capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("dispute")
    assert protokol(SELFPLAY, place).returncode == 0
    return place


@pytest.fixture
def place(played: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(played)
    return played


def asked(command: str, *words: str) -> tuple[int, str]:
    said = replay(command, STORE, *words, "--game", GAME)
    return said.code, said.out


def test_the_organiser_finds_the_move(place: Path) -> None:
    code, out = asked("find", BESIDE, "--json")
    assert code == 0
    first, second = json.loads(out)["events"]
    assert (first["version"], first["moment"], first["by"]) == (37, "r1.t5", "red")
    assert (first["event"]["start"], first["event"]["path"]) == ("brown", ["purple"])
    assert second["event"]["path"] == ["brown"]
    crossed = "type == 'token_moved' && contains([event.start, event.path[0]], 'white')"
    assert asked("find", crossed) == (1, ""), "no move of the game begins or leads there"


def test_each_player_is_shown_the_board_as_it_was_seen(place: Path) -> None:
    boards = {who: asked("show", "--at", "36", "--as", who)[1] for who in ("red", "white")}
    for board in boards.values():
        assert "white ✕ brown" in board
        assert "Red: Stalin 4/2" in board
    assert "blue-5e" in boards["red"] and "blue-5e" not in boards["white"]
    assert "green-2a" in boards["white"] and "green-2a" not in boards["red"]


def test_what_each_knew_is_told_with_the_version_since_when(place: Path) -> None:
    knew = {
        who: json.loads(asked("knew", "--at", "36", "--as", who, "--json")[1]) for who in ("red", "white")
    }
    drawn = {who: [one for one in knew[who]["knew"] if one["type"] == "cards_drawn"] for who in knew}
    assert [one["version"] for one in drawn["red"]] == [9]
    assert [one["version"] for one in drawn["white"]] == [10]
    shown = next(one for one in knew["white"]["knew"] if one["version"] == 12)
    assert shown["known_to"]["white"] == 32
    assert (9, "cards") in [(one["version"], one["field"]) for one in knew["white"]["did_not_know"]]


def test_the_way_taken_was_allowed_and_crossing_is_refused_by_the_rule(place: Path) -> None:
    code, out = asked("try", "--at", "36", "--as", "red", "--json")
    assert code == 0
    ways = [one["path"] for one in json.loads(out)["choices"] if one.get("token") == "stalin"]
    assert ways == [["purple"]]
    code, out = asked("try", CROSSING, "--at", "36", "--as", "red")
    assert (code, out) == (1, "refused: blockaded (path): Command card actions: Move\n")
    allowed = CROSSING.replace("white", "purple")
    code, out = asked("try", allowed, "--at", "36", "--as", "arbiter", "--json")
    tried = json.loads(out)
    assert (code, tried["refused"], tried["chance"]) == (0, "", "with the game's own chance")
    assert tried["events"][0]["event"]["path"] == ["purple"]


def test_nothing_that_is_asked_changes_the_store(place: Path) -> None:
    before = {file.name: file.read_bytes() for file in place.iterdir()}
    for words in (["try", "27", "--as", "red", "--at", "36"], ["verify"], ["show"], ["export", "evidence"]):
        asked(*words)
    assert {file.name: file.read_bytes() for file in place.iterdir()} == before


def test_the_record_is_verified_and_the_report_can_be_checked_elsewhere(place: Path, tmp_path: Path) -> None:
    code, out = asked("verify", "--json")
    assert code == 0
    report = json.loads(out)["reports"][0]
    assert [report[verdict]["answer"] for verdict in ("intact", "fair", "by_the_rules")] == ["fine"] * 3
    files = {form: tmp_path / f"report.{form}" for form in ("text", "csv", "evidence")}
    for form, file in files.items():
        assert asked("export", form, "--as", "white", "-o", str(file))[0] == 0
    assert "Red moves Stalin from the brown region to the purple region." in files["text"].read_text("utf-8")
    rows = list(csv.DictReader(io.StringIO(files["csv"].read_text("utf-8"))))
    assert (rows[36]["type"], rows[36]["by"], len(rows)) == ("token_moved", "red", 63)
    for file in (files["text"], files["csv"]):
        assert "blue-5e" not in file.read_text("utf-8"), "white never saw this card of red's"
    assert replay("verify", files["evidence"]).code == 0
    assert replay("show", files["evidence"], "--as", "red").code == 3


def told() -> Iterator[tuple[str, list[str]]]:
    """The commands of the README's section, each with the lines that it shows."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("## A dispute\n")[1].split("\n## ")[0]
    for block in re.findall(r"```console\n(.*?)```", section, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.rstrip("\n").split("\n")
            yield command, lines


def is_in_order(shown: list[str], real: list[str]) -> bool:
    """Whether the shown lines come in this order; `...` stands for lines or their rest."""
    rest = iter(real)
    return all(
        any(line == one or (one.endswith("...") and line.startswith(one[:-3])) for line in rest)
        for one in shown
        if one != "..."
    )


def test_the_readme_tells_it_as_it_is(place: Path) -> None:
    commands = list(told())
    assert len(commands) >= 15
    assert {"list", "find", "show", "knew", "try", "verify", "export"} <= {c.split()[1] for c, _ in commands}
    for command, shown in commands:
        program, *words = shlex.split(command)
        if program == ".venv/bin/protokol":
            assert words == shlex.split(SELFPLAY)
            continue
        assert program == ".venv/bin/replay"
        said = replay(*words)
        assert said.code in (0, 1, 3), (command, said.err)
        assert is_in_order(shown, (said.out + said.err).splitlines()), (command, said.out, said.err)


def test_a_line_that_is_not_there_would_be_noticed() -> None:
    assert is_in_order(["a", "...", "c ..."], ["a", "b", "c 1"])
    assert not is_in_order(["a", "d"], ["a", "b", "c"])
    assert not is_in_order(["b", "a"], ["a", "b"])
