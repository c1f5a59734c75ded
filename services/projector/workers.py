"""Workers: processes that fold a log ahead of who writes, each its share of the games."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Self

from services.projector.folds import Folded
from services.store.errors import StoreError

LARGE_BATCH = 4_000  # still larger ones gain nothing: they no longer fit into the caches
WORTH_WORKERS = 100_000  # with fewer events, processes take longer to start than they save
AHEAD = 4  # batches that workers may be in front of the writing


class WorkerLost(StoreError):
    """A process that folded has ended before its work was done."""


class Workers:
    """They end when they are told to, and by themselves when this process is gone."""

    def __init__(self, path: Path, names: Sequence[str], many: int) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        self._lines: list[Connection] = []
        try:
            for number in range(many):
                ours, theirs = Pipe()
                self._lines.append(ours)
                with theirs:
                    self.processes.append(_started(theirs))
                ours.send((path, tuple(names), (number, many)))
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
            process.wait()

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


def _started(line: Connection) -> "subprocess.Popen[bytes]":
    """A worker at the other end of a line; it finds modules where this process finds them."""
    file = line.fileno()
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "services.projector.worker", str(file)],
        pass_fds=(file,),
        stdin=subprocess.DEVNULL,
        process_group=0,  # Ctrl-C is for the process that writes; it ends this one
        env={**os.environ, "PYTHONPATH": os.pathsep.join(place for place in sys.path if place)},
    )
