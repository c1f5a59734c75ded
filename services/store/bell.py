"""The bell: it says how far the log is. Whoever hears it reads the log; it carries nothing else."""

import asyncio
import threading


class Bell:
    """Rung by the writer after each commit. Waiting is for a position, so a ring is never missed."""

    def __init__(self, position: int = 0) -> None:
        self._position = position
        self._silent = False
        self._changed = threading.Condition()
        self._sleepers: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}

    @property
    def position(self) -> int:
        return self._position

    def ring(self, position: int) -> None:
        """The log has come to `position`; wakes every thread and, once each, every event loop that waits."""
        with self._changed:
            if position <= self._position:
                return
            self._position = position
            sleepers, self._sleepers = self._sleepers, {}
            self._changed.notify_all()
        for loop, futures in sleepers.items():
            _call(loop, futures)

    def silence(self) -> None:
        """It will not ring again: nobody waits any longer."""
        with self._changed:
            self._silent = True
            sleepers, self._sleepers = self._sleepers, {}
            self._changed.notify_all()
        for loop, futures in sleepers.items():
            _call(loop, futures)

    def wait(self, after: int, timeout: float | None = None) -> bool:
        """Block this thread until the log is past `after`; whether it is."""
        with self._changed:
            self._changed.wait_for(lambda: self._position > after or self._silent, timeout)
            return self._position > after

    async def heard(self, after: int, timeout: float | None = None) -> bool:
        """The same for a coroutine."""
        loop = asyncio.get_running_loop()
        with self._changed:
            if self._position > after or self._silent:
                return self._position > after
            future = loop.create_future()
            self._sleepers.setdefault(loop, []).append(future)
        try:
            await asyncio.wait_for(future, timeout)
        except TimeoutError:
            pass
        finally:
            with self._changed:
                waiting = self._sleepers.get(loop)
                if waiting is not None and future in waiting:
                    waiting.remove(future)
        return self._position > after


def _call(loop: asyncio.AbstractEventLoop, futures: list[asyncio.Future[None]]) -> None:
    def wake() -> None:
        for future in futures:
            if not future.done():
                future.set_result(None)

    if not loop.is_closed():
        loop.call_soon_threadsafe(wake)
