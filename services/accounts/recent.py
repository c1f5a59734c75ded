"""Recent: what was read a moment ago, so that the same question need not go to the database each time."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

SECONDS = 3.0  # another process's change is seen after this at the latest
MOST = 20_000


class Recent(Generic[K, V]):
    """Answers of `read`, believed for a few seconds; errors are never remembered."""

    def __init__(self, read: Callable[[K], V], ticking: Callable[[], float]) -> None:
        self._read = read
        self._ticking = ticking
        self._held: dict[K, tuple[float, V]] = {}

    async def ask(self, key: K) -> V:
        held, asked = self._held, self._ticking()
        found = held.get(key)
        if found is not None and asked < found[0]:
            return found[1]
        value = await asyncio.to_thread(self._read, key)
        if len(held) >= MOST:
            held.clear()
        held[key] = (asked + SECONDS, value)  # lost, as it should be, if all was forgotten meanwhile
        return value

    def forget(self) -> None:
        """Believe nothing that was read, or is being read, before now. Any thread may say so."""
        self._held = {}
