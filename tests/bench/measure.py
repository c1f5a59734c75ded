"""How figures are taken and shown: medians of interleaved rounds, each beside its anchor, one table."""

import gc
import statistics
import time
from collections.abc import Callable
from importlib import resources
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from domain.core.game import new_game
from domain.core.ruleset import Ruleset

ROUNDS = 7


def rate(run: Callable[[], int]) -> float:
    """How many a second one run of it does."""
    started = time.perf_counter()
    done = run()
    return done / (time.perf_counter() - started)


def measured(runs: dict[str, Callable[[], int]], rounds: int = ROUNDS) -> dict[str, float]:
    """Medians of interleaved rounds."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            gc.collect()
            found[name].append(rate(run))
    return {name: statistics.median(rates) for name, rates in found.items()}


class Figures:
    """A table of our figures, each with the anchor that was measured beside it."""

    def __init__(self, title: str, found: dict[str, float]) -> None:
        self.found = found
        self.grid = Grid(title=f"{title} (medians of interleaved rounds, one run)")
        for heading in ("what", "ours", "anchor", "its figure", "ratio", "target"):
            self.grid.add_column(heading, justify="left" if heading in ("what", "anchor") else "right")

    def row(self, what: str, ours: str, anchor: str, theirs: str, target: str) -> None:
        ratio = f"{self.found[ours] / self.found[theirs]:.2f} x"
        self.grid.add_row(
            what, f"{self.found[ours]:,.0f}/s", anchor, f"{self.found[theirs]:,.0f}/s", ratio, target
        )

    def show(self) -> Console:
        console = Console(width=150)
        console.print(self.grid)
        return console


def long_components(rules: Ruleset[Any], more_months: int = 80) -> Any:
    """A longer calendar and track, so that a game goes on for as many events as are wanted."""
    text = resources.files("domain.games.dual_powers").joinpath("components.toml").read_text(encoding="utf-8")
    more = [f"m{number}" for number in range(more_months)]
    months = ["mar_apr", "may_jun", "jul", "aug", "sep", *more, "oct", "nov"]
    lines = []
    for line in text.splitlines():
        if line.startswith("months = "):
            line = f"months = {months}"
        elif line.startswith("unrest_points = "):
            line = f"unrest_points = {[0] * len(months)}"
        elif line.startswith("side = 10"):
            line = "side = 50"
        lines.append(line)
    return rules.components("\n".join(lines))


def long_log(rules: Ruleset[Any], components: Any, events: int) -> list[bytes]:
    """The first so many events of a long game, played at random."""
    for seed in range(1000):
        random = Random(seed)
        name = "00000000-0000-4000-8000-00000000beef"
        game = new_game(
            rules, game=name, seed=random.randbytes(32), sealing_key=bytes(32), components=components
        )
        records = game.open(at=0, cause="open")
        while (due := game.table.asks()) is not None and len(records) < events:
            found = rules.choices(game.table, due.seats[0])
            assert found is not None
            command = found.sample(random.randrange)
            records += game.perform(due.seats[0], command, at=0, cause=str(len(records)))
        if len(records) >= events:
            return [record.line() for record in records[:events]]
    raise AssertionError("no long game found")
