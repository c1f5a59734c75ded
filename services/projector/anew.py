"""Anew: rebuilding the read models of a server that goes on meanwhile, one rebuild at a time."""

import threading
from collections.abc import Sequence

import structlog

from services.projector.elected import ElectedProjector
from services.projector.projector import Projector
from services.projector.rebuilding import Rebuilt, check_names, rebuild
from services.projector.workers import LARGE_BATCH, workers_for
from services.store.errors import StoreClosed

log = structlog.get_logger()


class AlreadyRebuilding(Exception):
    """One rebuild is being made; it is to be waited for."""


class Anew:
    """A thread of its own that builds beside what is read; whoever asks is told how far it is."""

    def __init__(self, projector: Projector | ElectedProjector) -> None:
        self.percent = 0
        self.rebuilt: list[Rebuilt] | None = None
        self.failed = ""
        self._projector = projector
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._gate = threading.Lock()

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def begin(self, names: Sequence[str]) -> None:
        """Start, for some projections or for all.

        Or `NoSuchProjection`, `AlreadyRebuilding`, or `KeptElsewhere` by another process.
        """
        projector = self._projector.leading()
        check_names(projector, names)
        with self._gate:
            if self.running:
                raise AlreadyRebuilding("read models are being rebuilt: wait for the end of it")
            self.percent, self.rebuilt, self.failed = 0, None, ""
            self._thread = threading.Thread(
                target=self._run, args=(projector, list(names)), name="protokol-rebuild", daemon=True
            )
            self._thread.start()

    def close(self) -> None:
        """Give up what is being built; what is read stays."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, projector: Projector, names: list[str]) -> None:
        try:
            workers = workers_for(projector.store.log.last_position())
            self.rebuilt = rebuild(projector, names, self._told, LARGE_BATCH, workers)
            self.percent = 100
        except Exception as error:
            self.failed = str(error) if isinstance(error, StoreClosed) else type(error).__name__
            log.warning("rebuild", exc_info=error)

    def _told(self, done: int, of: int) -> None:
        self.percent = 100 * done // max(of, 1)
        if self._stop.is_set():
            raise StoreClosed
