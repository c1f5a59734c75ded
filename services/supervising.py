"""`protokol serve --workers N`: processes that share one socket, and the one that looks after them."""

import contextlib
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from services.logs import set_up_logs
from services.places import Place
from services.settings import Settings

BEGIN = 60.0  # seconds in which a worker must have opened its store
STEADY = 10.0  # whoever lived this long is replaced at once; others after a while
LONGEST_REST = 10.0
GRACE = 10.0  # seconds beyond the drain after which a worker is ended by force

log = structlog.get_logger()


class Worker:
    """One process that serves. It is started anew, not forked: it has nothing of ours but the socket."""

    def __init__(self, number: int, settings: Settings, listening: socket.socket, folder: Path) -> None:
        self.number = number
        self.began = time.monotonic()
        start = multiprocessing.get_context("spawn")
        self._ready, theirs = start.Pipe(duplex=False)
        self.process: SpawnProcess = start.Process(
            target=_work, args=(number, settings, listening, folder, theirs), name=f"worker {number}"
        )
        self.process.start()
        theirs.close()

    def becomes_ready(self) -> bool:
        """Waits until it serves; False when it has ended instead."""
        try:
            return self._ready.poll(BEGIN) and self._ready.recv() is True
        except (EOFError, OSError):
            return False

    @property
    def lived(self) -> float:
        return time.monotonic() - self.began


class Supervisor:
    """Starts the workers, replaces one that has ended, and passes on the order to stop."""

    def __init__(self, settings: Settings, listening: socket.socket, folder: Path) -> None:
        self._settings = settings
        self._listening = listening
        self._folder = folder
        self._workers: dict[int, Worker] = {}
        self._due: dict[int, float] = {}  # when the next one of each number that is missing is started
        self._rests: dict[int, float] = {}
        self._stopping = 0
        self._waker, self._woken = socket.socketpair()

    def run(self) -> int:
        """Until told to stop; the exit code. The first worker must begin well before there are others."""
        self._waker.setblocking(False)
        for order in (signal.SIGTERM, signal.SIGINT):
            signal.signal(order, self._stop)
        first = self._start(0)
        if not first.becomes_ready():
            if self._stopping:
                return self._end()
            first.process.terminate()
            first.process.join()
            return first.process.exitcode or 4
        for number in range(1, self._settings.workers):
            self._start(number)
        while not self._stopping:
            sentinels = [worker.process.sentinel for worker in self._workers.values()]
            soonest = min(self._due.values(), default=None)
            timeout = None if soonest is None else max(0.0, soonest - time.monotonic())
            wait([*sentinels, self._woken], timeout)
            self._replace()
        return self._end()

    def _start(self, number: int) -> Worker:
        worker = self._workers[number] = Worker(number, self._settings, self._listening, self._folder)
        return worker

    def _replace(self) -> None:
        for number, worker in list(self._workers.items()):
            if not worker.process.is_alive() and not self._stopping:
                rest = 0.0
                if worker.lived < STEADY:
                    rest = min(max(0.25, 2 * self._rests.get(number, 0.0)), LONGEST_REST)
                self._rests[number] = rest
                self._due[number] = time.monotonic() + rest
                log.error("worker has ended", worker=number, code=worker.process.exitcode, seconds=rest)
                del self._workers[number]
        for number, at in list(self._due.items()):
            if at <= time.monotonic() and not self._stopping:
                del self._due[number]
                self._start(number)

    def _stop(self, number: int, _: object) -> None:
        self._stopping += 1
        with contextlib.suppress(OSError):
            self._waker.send(b"!")
        if self._stopping > 1 and number == signal.SIGINT:
            for worker in self._workers.values():
                worker.process.kill()

    def _end(self) -> int:
        """All drain together; whoever does not come to an end is ended."""
        log.info("stopping")
        for worker in self._workers.values():
            worker.process.terminate()
        until = time.monotonic() + self._settings.drain_seconds + GRACE
        for worker in self._workers.values():
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.is_alive():
                log.error("worker does not end", worker=worker.number)
                worker.process.kill()
                worker.process.join()
        return 0


def supervise(settings: Settings, listening: socket.socket) -> int:
    """Serve with several processes until told to stop; the exit code."""
    with TemporaryDirectory(prefix="protokol-") as folder:
        return Supervisor(settings, listening, Path(folder)).run()


def _work(number: int, settings: Settings, listening: socket.socket, folder: Path, ready: Connection) -> None:
    """One worker's life. It drains when it is told to, and when the process that looks after it is gone."""
    set_up_logs(settings.log, settings.log_level)
    structlog.contextvars.bind_contextvars(worker=number)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.join,), daemon=True).start()
    from services.process import serve_on  # the parent does not need it

    serve_on(settings, listening, Place(number, folder), lambda: ready.send(True))


def _end_with(gone: Callable[[], None]) -> None:
    gone()
    os.kill(os.getpid(), signal.SIGTERM)
