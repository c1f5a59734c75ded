"""Waiting between attempts: longer each time, never in step with others, as long as the server asks."""

import asyncio
import random
import time

import httpx

from services.client.errors import Unreachable

FIRST, LONGEST = 0.2, 10.0


class Patience:
    """Attempts at one thing; `pause` waits before the next, or says that it has been long enough."""

    def __init__(self, seconds: float, first: float = FIRST) -> None:
        self.seconds = seconds
        self.first = first
        self.begin_anew()

    def begin_anew(self) -> None:
        """It worked: the next trouble is a new one."""
        self._attempts = 0
        self._until: float | None = None

    async def pause(self, why: str, at_least: float = 0.0) -> None:
        now = time.monotonic()
        if self._until is None:
            self._until = now + self.seconds
        longest = min(LONGEST, self.first * 2**self._attempts)
        wait = max(at_least, longest * random.uniform(0.5, 1.0))
        if now + at_least > self._until:
            raise Unreachable(f"{why}; tried for {self.seconds:g} s")
        self._attempts += 1
        await asyncio.sleep(min(wait, max(at_least, self._until - now)))


def retry_after(response: httpx.Response) -> float:
    """How long the server asks to be left alone, in seconds; 0 when it does not say."""
    try:
        return max(0.0, float(response.headers.get("retry-after", "0")))
    except ValueError:
        return 0.0


def is_passing(status: int) -> bool:
    """Whether an answer says nothing of the request, only that now is not the time."""
    return status == 429 or status >= 500
