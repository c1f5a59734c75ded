"""Workers: processes that fold a log ahead of who writes, each its share of the games."""

import contextlib
import gc
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self

from projections.folding import ALL
from services.projector.folds import Folded, Folds
from services.store.errors import StoreError
from services.store.sqlite import SqliteLog

LARGE_BATCH = 4_000  # still larger ones gain nothing: they no longer fit into the caches
WORTH_WORKERS = 100_000  # with fewer events, processes take longer to start than they save
AHEAD = 4  # batches that workers may be in front of the writing
_RARELY = 50_000  # a fold makes no cycles: looking for them often is for nothing


class WorkerLost(StoreError):
    """A process that folded has ended before its work was done."""


class Workers:
    """Started anew, not forked: they have nothing of this process's locks, threads and connections.

    They end when they are told to, and by themselves when this process is gone.
    """

    def __init__(self, path: Path, names: Sequence[str], many: int) -> None:
        start = multiprocessing.get_context("spawn")
        self.processes = []
        self._lines: list[Connection] = []
        try:
            for number in range(many):
                ours, theirs = start.Pipe()
                self._lines.append(ours)
                share = (number, many)
                process = start.Process(target=_work, args=(theirs, path, tuple(names), share), daemon=True)
                process.start()
                self.processes.append(process)
                theirs.close()
        except BaseException:
            self.close()
            raise

    def fold(self, after: int, upto: int, batch: int) -> Iterator[tuple[int, list[Folded]]]:
        """Batch by batch the position it goes to and what each worker made of its share."""
        ends = [*range(after + batch, upto, batch), upto]
        asked = 0
        try:
            for number, end in enumerate(ends):
                while asked < len(ends) and asked <= number + AHEAD:
                    span = (ends[asked - 1] if asked else after, ends[asked])
                    for line in self._lines:
                        line.send(span)
                    asked += 1
                yield end, [self._answer(line) for line in self._lines]
        except (EOFError, OSError) as error:
            raise WorkerLost("a process that was folding has ended; nothing was put in place") from error

    @staticmethod
    def _answer(line: Connection) -> Folded:
        found = line.recv()
        if isinstance(found, BaseException):
            raise found
        assert isinstance(found, Folded)
        return found

    def close(self) -> None:
        """Whoever is still folding is not waited for."""
        for line in self._lines:
            line.close()
        for process in self.processes:
            process.terminate()
            process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def cores() -> int:
    """How many this process may use, which can be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_for(events: int) -> int:
    """How many processes fold so many events; none where one is as fast, or has one core only."""
    return cores() if cores() > 1 and events >= WORTH_WORKERS else 0


def _work(line: Connection, path: Path, names: tuple[str, ...], share: tuple[int, int]) -> None:
    """One worker's life: spans of positions in, rows of its share of the games out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that writes; it ends this one
    gc.freeze()
    gc.set_threshold(_RARELY)
    with contextlib.suppress(EOFError, OSError), contextlib.closing(SqliteLog(path, writing=False)) as log:
        folds = Folds(log, [kind for kind in ALL if kind.name in names])
        while True:
            after, upto = line.recv()
            try:
                found: Folded | StoreError = folds.take(log.share(after, upto, *share))
            except StoreError as error:
                found = error
            line.send(found)
