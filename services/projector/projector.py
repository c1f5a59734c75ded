"""Projector: follows the store by its bell and keeps every projection's read model up to date."""

import threading
import time
from collections.abc import Sequence
from typing import Self

from msgspec import Struct

from projections.folding import ALL
from projections.projection import Projection
from services.projector.run import BATCH, Run
from services.store.errors import DiskFull, QueueFull, StoreAway, StoreClosed
from services.store.models import Discard
from services.store.store import Store

POLL = 0.25
REST = 0.1  # seconds between two small batches: each is a commit of its own, beside those of the players
LONGEST_REST = 1.5
SHARE = 10  # on a busy machine it rests this many times as long as it worked: larger batches cost less each
SLICE = 2_000  # rows removed in one transaction: the writer has others to serve


class Status(Struct, frozen=True):
    """How far a projection is: its generation, its position, how many events behind, how many games stuck."""

    projection: str
    generation: int
    position: int
    lag: int
    stuck: int


class Projector:
    """Folds in one thread, in batches; `rebuild` builds new generations beside it."""

    def __init__(self, store: Store, kinds: Sequence[type[Projection]] = ALL, batch: int = BATCH) -> None:
        self.store = store
        self.kinds = tuple(kinds)
        self.batch = batch
        self.turn = threading.RLock()  # held to fold, and to change what is folded
        self.failed: Exception | None = None
        self.numbers: dict[str, int] = {}
        self._stop = threading.Event()
        self._wanted = threading.Event()  # somebody waits for what is new
        self._thread: threading.Thread | None = None
        self._runs = self._open()

    # following

    def start(self) -> None:
        """Follow the store in a thread of its own, until it or this is closed."""
        self._thread = threading.Thread(target=self._follow, name="protokol-projector", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish the batch at hand, then stop."""
        self._stop.set()
        self._wanted.set()
        if self._thread is not None:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def catch_up(self, upto: int | None = None) -> None:
        """Fold until all projections are at the head, or at a position."""
        while self.step(upto):
            pass

    def step(self, upto: int | None = None) -> int:
        """One batch of whoever is furthest behind; how many events it had."""
        with self.turn:
            if len({run.position for run in self._runs}) < len(self._runs):
                self._runs = self._grouped({name: run.position for run in self._runs for name in run.numbers})
            run, *others = sorted(self._runs, key=lambda run: run.position)
            ends = [run.position for run in others] + ([] if upto is None else [upto])
            return run.step(self.batch, min(ends, default=None))

    def _follow(self) -> None:
        while not self._stop.is_set():
            try:
                began = time.monotonic()
                done = self.step()
                if not done:
                    self.store.bell.wait(self.position, POLL)
                elif done < self.batch:
                    worked = time.monotonic() - began
                    self._wanted.wait(min(max(REST, SHARE * worked), LONGEST_REST))
                    self._wanted.clear()
            except (DiskFull, QueueFull, StoreAway):
                self._stop.wait(1)
            except StoreClosed:
                return
            except Exception as error:
                self.failed = error
                return

    # how far

    @property
    def position(self) -> int:
        """The position that all projections have come to."""
        return min(run.position for run in self._runs)

    @property
    def lag(self) -> int:
        """How many events the slowest projection is behind."""
        return max(0, self.store.bell.position - self.position)

    def leading(self) -> Self:
        """The projector that keeps the read models: itself."""
        return self

    def hurry(self) -> None:
        """Do not rest: somebody waits for what is new."""
        self._wanted.set()

    def position_of(self, name: str) -> int:
        return next(run.position for run in self._runs if name in run.numbers)

    def status(self) -> list[Status]:
        """Every projection, in the order in which they are named."""
        with self.turn:
            head, models = self.store.bell.position, self.store.log.models
            found = []
            for kind in self.kinds:
                name, number = kind.name, self.numbers[kind.name]
                at = self.position_of(name)
                found.append(Status(name, number, at, max(0, head - at), len(models.stuck(name, number))))
            return found

    # generations

    def adopt(self, names: Sequence[str], numbers: dict[str, int], position: int) -> None:
        """Go on with other generations of some projections; whoever calls holds the turn."""
        positions = {name: run.position for run in self._runs for name in run.numbers}
        self.numbers |= {name: numbers[name] for name in names}
        self._runs = self._grouped(positions | dict.fromkeys(names, position))

    def discard(self, name: str, number: int) -> None:
        """Remove a generation that is read no longer, a slice at a time."""
        while self.store.keep(Discard(name, number, SLICE)).rows == SLICE:
            pass

    def _open(self) -> list[Run]:
        """Where to go on: at the current generations, if this version of their projection has made them."""
        positions: dict[str, int] = {}
        versions = {kind.name: kind.version for kind in self.kinds}
        for one in self.store.log.models.generations():
            if one.projection not in versions:
                continue
            if one.current and one.version == versions[one.projection]:
                positions[one.projection] = one.position
                self.numbers[one.projection] = one.number
            else:
                self.discard(one.projection, one.number)
                self.numbers.setdefault(one.projection, one.number + 1)
        for name in versions:
            self.numbers.setdefault(name, 1)
        return self._grouped({name: positions.get(name, 0) for name in versions})

    def _grouped(self, positions: dict[str, int]) -> list[Run]:
        return [
            Run(self.store, [k for k in self.kinds if positions[k.name] == at], self.numbers, at)
            for at in sorted(set(positions.values()))
        ]
