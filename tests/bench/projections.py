"""Rebuilding all read models beside a raw scan and decode of the same rows."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from domain.core.ruleset import ruleset
from projections.folding import ALL, GameFold
from projections.projection import Projection
from services.projector.projector import Projector
from services.projector.rebuilding import rebuild
from services.projector.workers import LARGE_BATCH, workers_for
from services.store.log import game_id
from services.store.store import Store, open_store
from tests.bench.measure import Figures, measured
from tests.services.store.builders import another_like, finished_game

EVENTS = 200_000  # enough that starting processes is a small part
GROUPS = {"dual_powers": ("dual_powers",), "revolution": ("revolution-4",)}


def filled(folder: Path, name: str, variants: tuple[str, ...]) -> Store:
    """A store with finished games, one after the other."""
    store = open_store(f"sqlite:///{folder}/{name}.db", environment={})
    played = [finished_game(seed, variant) for seed in range(4) for variant in variants]
    while store.log.last_position() < EVENTS:
        for game in played:
            for command in another_like(game):
                command.append(store)
    Projector(store, batch=LARGE_BATCH).catch_up()
    return store


def scanned(folder: Path, name: str) -> Callable[[], int]:
    """What any reader of these rows must do at least: fetch them and decode them."""

    def run() -> int:
        file = sqlite3.connect(folder / f"{name}.db")
        decode = ruleset(name).records.decode
        rows = file.execute("SELECT body FROM events ORDER BY position").fetchall()
        done = len([decode(body) for (body,) in rows])
        file.close()
        return done

    return run


def folded(store: Store, kinds: tuple[type[Projection], ...]) -> Callable[[], int]:
    """The folds and the encoding of their rows alone: what a rebuild costs without reading and writing."""
    games = [(game_id(game), [entry.body for entry in store.log.game(game)]) for game, _ in store.log.games()]

    def run() -> int:
        for name, lines in games:
            fold = GameFold(name, kinds)
            fold.take(lines)
            for _ in fold.rows():
                pass
        return sum(len(lines) for _, lines in games)

    return run


def rebuilt(store: Store, workers: int) -> Callable[[], int]:
    def run() -> int:
        projector = Projector(store)
        [first, *_] = rebuild(projector, batch=LARGE_BATCH, workers=workers)
        return first.position

    return run


def main() -> None:
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, variants in GROUPS.items():
            with filled(folder, name, variants) as store:
                workers = workers_for(store.log.last_position())
                runs = {"scan": scanned(folder, name), "rebuild": rebuilt(store, workers)}
                runs |= {"alone": rebuilt(store, 0), "fold": folded(store, ALL)}
                runs |= {kind.name: folded(store, (kind,)) for kind in ALL}
                found = measured(runs, 3)
                figures = Figures(f"read models of {name}, events", found)
                anchor = "raw sqlite3 scan, msgspec decode"
                figures.row(f"rebuild all four, {workers} workers", "rebuild", anchor, "scan", "300,000/s")
                figures.row("rebuild all four, one process", "alone", anchor, "scan", "")
                figures.row("fold all four, in memory", "fold", anchor, "scan", "")
                for kind in ALL:
                    figures.row(f"fold {kind.name} alone", kind.name, anchor, "scan", "")
                figures.show()
                Console(width=150).print(
                    f"{store.log.last_position():,} events in {len(store.games())} games"
                )


if __name__ == "__main__":
    main()
