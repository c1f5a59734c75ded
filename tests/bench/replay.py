"""The `replay` command as whole processes: how soon a board is shown, and a thousand games judged."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from services.selfplay import Played, play_game
from tests.bench.measure import Figures, measured
from tests.laws.games import rules_of
from tests.replay_cli.support import keep_all

ROOT = Path(__file__).parents[2]
REPLAY = [sys.executable, "-m", "replay_cli.cli"]
IMPORTS = [sys.executable, "-c", "import msgspec, rich"]
GAMES = 1000
# As installed: with compiled modules kept, which some test environments switch off.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def process(words: list[str], cores: int | None = None) -> None:
    """One whole process, to its end, on so many cores."""

    def bound() -> None:
        if cores is not None:
            os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:cores]))

    done = subprocess.run(words, cwd=ROOT, env=ENVIRONMENT, capture_output=True, preexec_fn=bound)
    assert done.returncode == 0, done.stderr


def repeated(words: list[str]) -> Callable[[], int]:
    def run() -> int:
        for _ in range(3):
            process(words)
        return 3

    return run


def long_game(variant: str, events: int) -> list[bytes]:
    """The first so many events of a real game, with the components that come with it."""
    rules, options = rules_of(variant)
    for seed in range(1000):
        played = play_game(rules, options, {}, Random(seed), count().__next__)
        if len(played.records) >= events:
            return [record.line() for record in played.records[:events]]
    raise AssertionError("no game is that long")


def showing(folder: Path) -> None:
    """`replay show --at` the last event, beside Python that imports msgspec and rich and does nothing."""
    logs = {"revolution, 1,000 events": ("revolution-deals", 1000), "dual_powers, 300": ("dual_powers", 300)}
    runs = {"imports": repeated(IMPORTS)}
    for name, (variant, events) in logs.items():
        file = folder / f"{variant}.ndjson"
        file.write_bytes(b"\n".join(long_game(variant, events)) + b"\n")
        runs[name] = repeated([*REPLAY, "show", str(file), "--at", str(events)])
    for run in runs.values():
        run()  # so that every module is compiled
    found = measured(runs, 9)
    figures = Figures("replay show --at the last event, NDJSON: whole processes", found)
    for name in logs:
        figures.row(name, name, "python -c 'import msgspec, rich'", "imports", "0.40 x")
    console = figures.show()
    times = ", ".join(f"{name} {1000 / rate:.0f} ms" for name, rate in found.items())
    console.print(f"a process: {times}; the target is 2.5 times as long as the imports, which is 0.40 x")


def judging(folder: Path) -> None:
    """`replay verify --all` over a store of a thousand games, bound to one core and to two."""
    rules, options = rules_of("dual_powers")
    random, url = Random(1), f"sqlite:///{folder / 'many.db'}"
    started = time.perf_counter()
    games: list[Played] = [play_game(rules, options, {}, random, count().__next__) for _ in range(GAMES)]
    keep_all(url, games)
    events = sum(len(game.records) for game in games)
    print(f"{GAMES:,} games with {events:,} events played and kept in {time.perf_counter() - started:.0f} s")
    took, busy = {}, {}
    for cores in (1, 2):
        started, before = time.perf_counter(), _worked()
        process([*REPLAY, "verify", url, "--all"], cores)
        took[cores] = time.perf_counter() - started
        busy[cores] = (_worked() - before) / took[cores]
    there = len(os.sched_getaffinity(0))
    print(
        f"replay verify --all, {GAMES:,} games: one core {took[1]:.1f} s, two cores {took[2]:.1f} s,"
        f" {took[1] / took[2]:.2f} x as fast; {events / took[2]:,.0f} events/s;"
        f" kept busy: {busy[1]:.2f} and {busy[2]:.2f} cores of the {there} here"
    )


def _worked() -> float:
    """Seconds of processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    with TemporaryDirectory() as folder:
        showing(Path(folder))
        judging(Path(folder))
