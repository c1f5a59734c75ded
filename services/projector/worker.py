"""A worker's life: spans of positions in, rows of its share of the games out.

A program of its own (`python -m services.projector.worker FD`), so that it loads what folding needs and
nothing else, and has nothing of the locks, threads and connections of the process that started it.
"""

import contextlib
import gc
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from projections.folding import ALL
from services.projector.folds import Folded, Folds
from services.store.errors import StoreError
from services.store.sqlite import SqliteLog

_RARELY = 50_000  # a fold makes no cycles: looking for them often is for nothing

Task = tuple[Path, tuple[str, ...], tuple[int, int]]  # the store, the projections, which share of how many


def work(line: Connection) -> None:
    """Until nobody is at the other end of the line."""
    with contextlib.suppress(EOFError, OSError):
        path, names, share = line.recv()
        with contextlib.closing(SqliteLog(path, writing=False)) as log:
            folds = Folds(log, [kind for kind in ALL if kind.name in names])
            while True:
                after, upto = line.recv()
                try:
                    found: Folded | StoreError = folds.take(log.share(after, upto, *share))
                except StoreError as error:
                    found = error
                line.send(found)


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(_RARELY)
    work(Connection(int(sys.argv[1])))
