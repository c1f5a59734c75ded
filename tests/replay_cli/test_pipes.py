"""`replay` as a process among others: pipes, stdin, colours, pagers, and what it loads."""

import os
import pty
import subprocess
import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest

from domain.core.record import Record
from services.selfplay import play_game
from services.store.store import open_store
from tests.laws.games import rules_of
from tests.replay_cli.conftest import Sources
from tests.replay_cli.support import LOGS, ROOT, python, replay
from tests.services.store.builders import commands_of

LOG = LOGS / "dual_powers.ndjson"
REPLAY = f"{sys.executable} -m replay_cli.cli"


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    words = ["bash", "-o", "pipefail", "-c", line]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_exit_codes_reach_the_shell() -> None:
    codes: dict[int, list[str | Path]] = {
        0: ["verify", LOG],
        1: ["verify", LOG, "--head", "00"],
        2: ["show", LOG, "--lang", "xx"],
        3: ["show", LOG, "--at", "9999"],
        4: ["show", "http://127.0.0.1:9"],
    }
    for code, words in codes.items():
        done = python(*words)
        assert done.returncode == code, words
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["log", "log --json", "show", "export csv", "tail", "find version"])
def test_a_pipe_that_closes_early_is_no_error(command: str) -> None:
    name, *rest = command.split()
    done = shell(f"{REPLAY} {name} {LOGS / 'revolution-4.ndjson'} {' '.join(rest)} | head -1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


def test_a_fault_is_still_told_by_the_exit_code_when_nobody_reads() -> None:
    done = shell(f"{REPLAY} verify {LOG} --head 00 | true")
    assert (done.returncode, done.stderr) == (1, "")


def test_a_log_and_evidence_are_read_from_stdin(sources: Sources) -> None:
    for name in ("my-red.evidence", "my-dual_powers-red.ndjson"):
        content = sources.file(name).read_bytes()
        done = python("show", "-", "--at", "r1.t3", input=content)
        assert done.stdout.decode() == replay("show", sources.file(name), "--at", "r1.t3").out
        assert python("verify", "-", input=content).returncode == 0
    again = python("export", "-", "evidence", input=sources.file("my-red.evidence").read_bytes())
    assert again.stdout == sources.file("my-red.evidence").read_bytes()
    nothing = python("show", "-", input=b"")
    assert (nothing.returncode, nothing.stderr.count(b"\n")) == (3, 1)


def test_one_command_feeds_another(sources: Sources) -> None:
    made = f"{REPLAY} export {sources.store} ndjson --game {sources.dual} --as red"
    done = shell(f"{made} | {REPLAY} knew - --at r1.t3")
    assert done.returncode == 0
    assert done.stdout == replay("knew", sources.file("my-red.evidence"), "--at", "r1.t3").out


def on_a_terminal(*words: str | Path, **environment: str) -> str:
    """What it writes when stdout is a terminal of 24 lines."""
    ours, theirs = pty.openpty()
    given = {**os.environ, "TERM": "xterm", **environment}
    given = {name: value for name, value in given.items() if value}
    command = [sys.executable, "-m", "replay_cli.cli", *map(str, words)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=theirs, stderr=theirs, env=given, stdin=theirs
    ) as process:
        os.close(theirs)
        found = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            found += part
        assert process.wait(60) == 0
    os.close(ours)
    return found.decode()


def test_colour_only_on_a_terminal_and_never_against_no_color(sources: Sources) -> None:
    assert "\x1b[1m" in on_a_terminal("list", sources.store, NO_COLOR="")
    assert "\x1b" not in on_a_terminal("list", sources.store, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal("list", sources.store, NO_COLOR="", TERM="dumb")
    assert b"\x1b" not in python("list", sources.store).stdout


def test_progress_is_shown_on_a_terminal_alone(sources: Sources) -> None:
    assert "verifying [" in on_a_terminal("verify", sources.store, "--all")
    done = python("verify", sources.store, "--all")
    assert (done.stderr, done.stdout) == (b"", b"3 games: 3 without fault, 0 at fault\n")


def test_long_output_is_not_paged_when_not_wanted() -> None:
    whole = replay("log", LOG).out
    assert on_a_terminal("log", LOG, "--no-pager", NO_COLOR="1").replace("\r\n", "\n") == whole


def test_looking_at_a_game_loads_no_server_and_no_cryptography() -> None:
    script = (
        "import sys; from replay_cli.cli import run; run(sys.argv[1:]);"
        "print([m for m in sys.modules if m.split('.')[0] in"
        " ('litestar', 'textual', 'cryptography', 'nacl', 'eventsourcing', 'rich', 'cyclopts')],"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "show", LOG], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "[]\n"


def test_a_live_game_is_followed_to_its_end(tmp_path: Path) -> None:
    """What was there, then what comes, without gap or double; the process ends with the game."""
    rules, options = rules_of("dual_powers")
    played = play_game(rules, options, {}, Random(5), count(1).__next__)
    records: list[Record[object]] = played.records
    commands = commands_of(records, played.secrets)
    url = f"sqlite:///{tmp_path / 'live.db'}"
    with open_store(url) as store:
        for command in commands[:10]:
            command.append(store)
        words = [sys.executable, "-m", "replay_cli.cli", "tail", url, "--as", "red"]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            for command in commands[10:]:
                command.append(store)
            lines = [first, *process.stdout.readlines()]
            assert process.wait(60) == 0
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(records) + 1))
    assert "".join(lines) == replay("log", url, "--as", "red").out
    assert replay("tail", url, "--after", str(len(records))) == (0, "", ""), "nothing more can come"
