"""Calling `replay` as people do, and comparing what it prints with golden files."""

import asyncio
import io
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from replay_cli.cli import run
from services.selfplay import Played
from services.store.store import Store, open_store
from tests.services.store.builders import commands_of

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "tests/golden"
GOLDEN = Path(__file__).parent / "golden"
WRITE = "REPLAY_GOLDEN"


class Said(NamedTuple):
    """What a call left: its exit code, stdout and stderr."""

    code: int
    out: str
    err: str


def replay(*words: str | Path) -> Said:
    """The command in this process."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run([str(word) for word in words])
    out.flush()
    written = out.buffer
    assert isinstance(written, io.BytesIO)
    return Said(code, written.getvalue().decode("utf-8", "surrogateescape"), err.getvalue())


def python(*words: str | Path, **options: object) -> "subprocess.CompletedProcess[bytes]":
    """The command as a process of its own."""
    command = [sys.executable, "-m", "replay_cli.cli", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, **options)  # type: ignore[call-overload,no-any-return]


def keep_all(url: str, games: Sequence[Played]) -> None:
    """Many games into one store at once, as a server does: their commands share commits."""

    async def one(store: Store, game: Played) -> None:
        for command in commands_of(game.records, game.secrets):
            await command.append_async(store)

    async def all_of_them(store: Store) -> None:
        for start in range(0, len(games), 100):
            await asyncio.gather(*(one(store, game) for game in games[start : start + 100]))

    with open_store(url) as store:
        asyncio.run(all_of_them(store))


def one_line(said: Said, code: int, *words: str) -> None:
    """It failed as it should, and says so in one line."""
    assert (said.code, said.out) == (code, ""), said
    assert said.err.startswith("replay: ")
    assert said.err.count("\n") == 1, said.err
    for word in words:
        assert word in said.err, said.err


def same_as_golden(name: str, said: Said, *places: Path) -> None:
    """Compare with the golden file; REPLAY_GOLDEN=write writes it anew, and then the test fails to say so."""
    text = f"exit {said.code}\n{said.out}"
    if said.err:
        text += f"--- stderr\n{said.err}"
    for place in places:
        text = text.replace(f"{place}/", "")
    file = GOLDEN / f"{name}.txt"
    if os.environ.get(WRITE) == "write":
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            pytest.fail(f"{file} was written anew: look at the difference")
        return
    assert file.exists(), f"{file} is missing: {WRITE}=write makes it"
    assert text == file.read_text(encoding="utf-8")
