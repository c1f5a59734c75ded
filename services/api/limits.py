"""Limits: a bucket of tokens for each caller, filled again with time."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_BUCKETS = 65_536


class TooMany(Exception):
    """More requests than this caller may make; `retry_after` says in how many seconds the next may come."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many requests: try again in {retry_after} s")
        self.retry_after = retry_after


class Limit:
    """So many requests a second for each name, and a burst on top. The longest unused bucket goes first."""

    def __init__(
        self,
        per_second: int,
        burst: int,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_BUCKETS,
    ) -> None:
        self._rate = per_second
        self._burst = burst
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @property
    def names(self) -> tuple[str, ...]:
        """Who is remembered, the longest unused first."""
        return tuple(self._buckets)

    def settle(self, name: str, left: float) -> None:
        """Others have taken from the same bucket: so much is left in it now; less than 0 if too much was."""
        if name in self._buckets:
            self._buckets[name] = (left, self._clock())

    def take(self, name: str) -> None:
        """One request of this caller, or `TooMany`."""
        if not self._rate:
            return
        now = self._clock()
        left, since = self._buckets.pop(name, (float(self._burst), now))
        left = min(self._burst, left + (now - since) * self._rate)
        self._buckets[name] = (max(left - 1, 0) if left >= 1 else left, now)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        if left < 1:
            raise TooMany(math.ceil((1 - left) / self._rate))
