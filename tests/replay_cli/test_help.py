"""Help: every command has one, with an example that works; completion is printed for the shells."""

import re
import shlex

import pytest

from replay_cli.cli import COMMANDS, SOURCE
from services.store.keys import FROM_ENVIRONMENT
from tests.replay_cli.conftest import SIGNING, Sources
from tests.replay_cli.support import ROOT, one_line, python, replay

EXITS = "exit codes: 0 fine, 1 the check found something, 2 usage"


def help_of(command: str) -> str:
    done = python(command, "--help")
    assert done.returncode == 0
    return done.stdout.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_in_a_commands_help_works(
    command: str, sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FROM_ENVIRONMENT, SIGNING)
    text = help_of(command)
    assert EXITS in text
    found = re.search(r"example:\n  replay (.+)\n", text)
    assert found
    words = shlex.split(found[1])
    assert words[0] == command
    real = {
        "sqlite:///protokol.db": sources.store,
        "game.evidence": str(sources.file("my-red.evidence")),
        "game.ndjson": str(ROOT / "tests/golden/dual_powers.ndjson"),
        "3f2a": sources.dual[:4],
        "my-receipts.ndjson": str(sources.file("my-receipts.ndjson")),
    }
    if "-o" in words:
        real[words[words.index("-o") + 1]] = str(sources.place / f"made-by-{command}")
        (sources.place / f"made-by-{command}").unlink(missing_ok=True)
    said = replay(*(real.get(word, word) for word in words))
    if command == "step":  # all is made ready, then the terminal is missed
        one_line(said, 2, "step needs a terminal")
        return
    assert said.code == 0, said.err
    assert said.out or "-o" in words


def test_without_a_command_the_commands_are_listed() -> None:
    said = replay()
    assert said.code == 0
    listed = " ".join(said.out.split())
    for name, command in COMMANDS.items():
        assert f" {name} {command.help}" in listed
    assert EXITS in listed


def test_every_kind_of_source_is_named_in_the_help() -> None:
    shown = " ".join(help_of("show").split())
    assert SOURCE in shown
    for flag in ("--game", "--as", "--lang", "--at", "--json", "--no-pager"):
        assert flag in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_is_printed_for_a_shell(shell: str) -> None:
    said = replay("--print-completion", shell)
    assert said.code == 0
    for name in COMMANDS:
        assert name in said.out
