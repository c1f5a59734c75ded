"""`replay step` from the shell: what can be wrong, a real terminal, and the tables behind the screen."""

import os
import pty
import re
import select
import subprocess
import sys
from io import FileIO
from pathlib import Path

import pytest

from replay_cli import cli
from replay_cli.match import Match
from replay_cli.source import open_source
from replay_cli.stepping import prepared
from tests.replay_cli.stepper import DUEL, TOWN


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((DUEL,), 2, "replay: step needs a terminal: `replay log` and `replay show` print"),
        ((DUEL, "--at", "r9"), 3, "replay: --at r9: no such moment"),
        ((DUEL, "--lang", "xx"), 2, "replay: --lang xx: dual_powers is told in en, de, ru"),
        ((DUEL, "--json"), 2, "replay: step prints nothing"),
        (("nowhere.ndjson",), 3, "replay: nowhere.ndjson: no such file"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_before_the_screen_opens(
    words: tuple[str, ...], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["step", *words]) == code
    error = capsys.readouterr().err
    assert error.startswith(said) and error.count("\n") == 1


def test_without_textual_one_line_says_how_to_get_it() -> None:
    program = "import sys; sys.modules['textual'] = None; from replay_cli.cli import main; main()"
    done = python(program, "step", DUEL)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == "replay: step needs the package textual: pip install 'protokol[tui]'\n"


def test_no_other_command_loads_textual() -> None:
    program = (
        "import sys; from replay_cli.cli import run; run(sys.argv[1:]); assert 'textual' not in sys.modules"
    )
    assert python(program, "show", DUEL).returncode == 0
    assert python(program, "list", DUEL).returncode == 0


def python(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("piped", [False, True])
def test_in_a_real_terminal_without_colours_also_when_the_log_comes_through_a_pipe(piped: bool) -> None:
    """A process of its own on a pseudo-terminal: it paints, takes keys, quits with 0; NO_COLOR holds."""
    ours, theirs = pty.openpty()
    takes_the_terminal = "import os; os.close(os.open(os.ttyname(1), os.O_RDWR))"
    program = f"{takes_the_terminal}; from replay_cli.cli import main; main()"
    words = ["step", "-" if piped else DUEL, "--at", "60"]
    with Path(DUEL).open("rb") as log:
        child = subprocess.Popen(
            [sys.executable, "-c", program, *words],
            stdin=log if piped else theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"},
            start_new_session=True,
        )
    os.close(theirs)
    with child, open(ours, "r+b", buffering=0) as terminal:  # noqa: PTH123
        painted = read_until(terminal, b"version 60/119")
        terminal.write(b"\x1b[C")
        painted += read_until(terminal, b"61/119")
        terminal.write(b"q")
        assert child.wait(timeout=20) == 0
    assert "Round 1 · scoring phase".encode() in painted
    assert not re.search(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)[\d;]*m", painted)


def read_until(terminal: FileIO, wanted: bytes) -> bytes:
    seen = b""
    while wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], 20)
        assert ready, seen
        seen += terminal.read(65536)
    return seen


def test_the_course_gives_the_same_tables_as_folding_from_the_start() -> None:
    """Every checkpoint and every version between, in a game of several checkpoints."""
    match = Match(open_source(TOWN))
    viewer = prepared(cli.parser().parse_args(["step", TOWN, "--as", "blue"]))
    versions = [1, 2, 63, 64, 65, 128, 129, 300, 64, 1, 536, 537]
    for version in versions:
        table = match.table("blue", version)
        assert viewer.sight.table(version) == table
        assert viewer.sight.moments[version - 1] == match.rules.moment(table)
        assert viewer.sight.points[version - 1] == match.rules.standing(table).points
