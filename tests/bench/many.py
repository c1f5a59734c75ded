"""Many processes: how long after a command its followers know, on its own server and on another one.

Two servers on one PostgreSQL, with a Valkey between them and without. A command is decided, written, flushed
and then read by whoever follows; the time runs from the decision (`at` in the record) to the line at the
follower, which is in the same process as the players. The anchor is the follower on the same server.
"""

import statistics
import tempfile
import time
from pathlib import Path
from random import Random

import httpx
from rich.console import Console
from rich.table import Table as Grid

from tests.databases import stop_server
from tests.e2e.fleet import Fleet, Follower, a_fleet
from tests.e2e.servers import Game

GAMES = 3
PACE = 0.04  # seconds between two commands


def measure(fleet: Fleet, random: Random) -> dict[str, list[float]]:
    """Latencies of each event at a follower of the same server and at one of the other."""
    found: dict[str, list[float]] = {"same server": [], "another server": []}
    organiser = fleet.organiser()
    with httpx.Client(base_url=fleet.urls[0], timeout=30) as http:
        for _ in range(GAMES):
            game = Game(http, organiser, {"ruleset": "dual_powers"})
            followers = [Follower(url, game.id) for url in fleet.urls[:2]]
            time.sleep(0.5)
            began = time.time()
            while game.step(random):
                time.sleep(PACE)
            for name, follower in zip(found, followers, strict=True):
                follower.ended()
                found[name] += [late for at, late in follower.late if at > began]
    return found


def main() -> None:
    grid = Grid(title="Many processes: from a command's decision to its followers (one run)")
    for heading in ("follower at", "bell", "events", "p50", "p99", "most", "p50 beside the same server"):
        grid.add_column(heading, justify="left" if heading in ("follower at", "bell") else "right")
    try:
        for bell in ("Valkey", "none: polling"):
            with (
                tempfile.TemporaryDirectory() as folder,
                a_fleet(Path(folder), 2, redis=bell == "Valkey") as fleet,
            ):
                found = measure(fleet, Random(1917))
            anchor = statistics.median(found["same server"])
            for name, late in found.items():
                ordered = sorted(late)
                half, most = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
                grid.add_row(
                    name,
                    bell,
                    str(len(late)),
                    f"{1e3 * half:.1f} ms",
                    f"{1e3 * most:.1f} ms",
                    f"{1e3 * ordered[-1]:.1f} ms",
                    f"{half / anchor:.1f} x",
                )
    finally:
        stop_server()
    Console(width=150).print(grid)


if __name__ == "__main__":
    main()
