"""The one writer: takes what waits, commits it together, and answers after the commit."""

import asyncio
import contextlib
import math
import threading
from bisect import bisect_left
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from services.store.bell import Bell
from services.store.errors import DiskFull, QueueFull, StoreAway, StoreClosed, StoreError, WriteFailed
from services.store.log import Log, Outcome, Part

MOST_WAITING = 4096
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, math.inf)
MOST_TOGETHER = 256  # and a handful at most
HANDFUL = 16

Answer = tuple["asyncio.Future[Any]", Outcome]


class _Waiting:
    """Something to be written, and who is told."""

    __slots__ = ("future", "loop", "part")

    def __init__(
        self,
        part: Part,
        loop: asyncio.AbstractEventLoop | None,
        future: "asyncio.Future[Any] | Future[Outcome]",
    ) -> None:
        self.part = part
        self.loop = loop
        self.future = future


class Writer:
    """Durable before visible: futures are resolved and the bell is rung only after COMMIT.

    Coroutines hand over by the handful, or what there is when their event loop's turn ends. One by one, the
    writer would take the first alone, and both threads would spend their time waiting for Python's lock.
    """

    def __init__(
        self,
        log: Log,
        bell: Bell,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._log = log
        self._bell = bell
        self._most_waiting = most_waiting
        self._waiting = 0
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
        self._queue: SimpleQueue[list[_Waiting] | None] = SimpleQueue()
        self._gate = threading.Lock()  # held to change any of these three
        self._turn = threading.Lock()  # held to write
        self._closed = False
        self._failed: StoreError | None = None
        self.batches = 0
        self.written = 0
        self.sizes: dict[float, int] = dict.fromkeys(SIZES, 0)  # batches by size, up to each bound
        self._thread = threading.Thread(target=self._run, name="protokol-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return self._waiting

    @property
    def failed(self) -> StoreError | None:
        """Why nothing more is written, once the disk has failed."""
        return self._failed

    def write_now(self, part: Part) -> Outcome:
        """For threads, which wait anyway: when nothing else does, the caller takes the writer's turn itself.

        That spares it two changes of thread, which cost about as much as half a commit.
        """
        if not self._waiting and self._turn.acquire(blocking=False):
            try:
                self._check_open()
                return self._write([part])[0]
            finally:
                self._turn.release()
        future: Future[Outcome] = Future()
        with self._gate:
            self._let_in()
            self._hand_over_all()  # whoever came first is written first
            self._queue.put([_Waiting(part, None, future)])
        return future.result()

    def submit_from_loop(self, part: Part) -> "asyncio.Future[Any]":
        """For coroutines: the outcome, or an error. Giving up waiting does not take the part back."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        with self._gate:
            self._let_in()
            gathered = self._gathered.setdefault(loop, [])
            gathered.append(_Waiting(part, loop, future))
            if len(gathered) == 1:
                loop.call_soon(self._end_turn, loop)
            elif len(gathered) == HANDFUL:
                self._queue.put(self._gathered.pop(loop))
        return future

    def _let_in(self) -> None:
        self._check_open()
        if self._waiting >= self._most_waiting:
            raise QueueFull(self._waiting)
        self._waiting += 1

    def _end_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._gate:
            if gathered := self._gathered.pop(loop, None):
                self._queue.put(gathered)

    def _hand_over_all(self) -> None:
        for gathered in self._gathered.values():
            self._queue.put(gathered)
        self._gathered.clear()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed
        if self._failed is not None:
            raise self._failed

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._gate:
            first, self._closed = not self._closed, True
            if first:
                self._hand_over_all()
                self._queue.put(None)
        self._thread.join()
        if first:
            self._turn.acquire()  # for good: whoever had taken the turn has finished, and nobody else may

    def _run(self) -> None:
        going = True
        while going:
            batch: list[_Waiting] = []
            handed = self._queue.get()
            with contextlib.suppress(Empty):
                while handed is not None:
                    batch += handed
                    if len(batch) >= MOST_TOGETHER:
                        break
                    handed = self._queue.get_nowait()
            going = handed is not None
            if batch:
                with self._gate:
                    self._waiting -= len(batch)
                with self._turn:
                    outcomes = self._write([waiting.part for waiting in batch])
                self._answer(batch, outcomes)

    def _write(self, batch: list[Part]) -> list[Outcome]:
        if self._failed is not None:
            return [self._failed] * len(batch)
        try:
            outcomes = self._log.write(batch)
        except (DiskFull, StoreAway) as passing:
            return [passing] * len(batch)
        except Exception as error:
            # After a failed flush nobody knows what is on the disk: stop, and let a new opening look.
            self._failed = error if isinstance(error, StoreError) else WriteFailed(str(error))
            return [self._failed] * len(batch)
        self.batches += 1
        self.written += len(batch)
        self.sizes[SIZES[bisect_left(SIZES, len(batch))]] += 1
        self._bell.ring(self._log.written_position)
        return outcomes

    def _answer(self, batch: list[_Waiting], outcomes: list[Outcome]) -> None:
        """All coroutines of one event loop are resumed by a single call into it."""
        loops: dict[asyncio.AbstractEventLoop, list[Answer]] = {}
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if waiting.loop is None:
                assert isinstance(waiting.future, Future)
                if waiting.future.set_running_or_notify_cancel():
                    waiting.future.set_result(outcome)
            else:
                assert isinstance(waiting.future, asyncio.Future)
                loops.setdefault(waiting.loop, []).append((waiting.future, outcome))
        for loop, answers in loops.items():
            with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits there any more
                loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: list[Answer]) -> None:
    for future, outcome in answers:
        if future.done():
            continue
        if isinstance(outcome, StoreError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
