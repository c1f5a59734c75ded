"""Limits on Redis: what processes have let through is added up a few times a second, behind the scenes.

A request is never kept waiting for Redis. Each process has buckets of its own; what it has taken from them
is taken from the shared ones a moment later, which may then hold less than nothing, and what is left there
counts from then on. So over time no more gets through than through one process; without Redis each counts
alone.
"""

import asyncio
import math
from collections.abc import Sequence
from hashlib import blake2b

from services.api.limits import Limit
from services.redis_link import RedisLink, ended

EVERY = 0.2  # seconds
TOGETHER = 1_000  # names in one message

_SETTLE = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1000000
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local left = {}
for i, key in ipairs(KEYS) do
    local held = redis.call('HMGET', key, 'left', 'at')
    local level = tonumber(held[1]) or burst
    level = math.min(burst, level + math.max(0, now - (tonumber(held[2]) or now)) * rate)
    level = level - tonumber(ARGV[i + 2])
    redis.call('HSET', key, 'left', tostring(level), 'at', string.format('%.6f', now))
    redis.call('EXPIRE', key, math.ceil((burst - level) / rate) + 10)
    left[i] = tostring(level)
end
return left
"""


class SharedLimit(Limit):
    """A limit that remembers what it let through since it was last settled."""

    def __init__(self, kind: str, per_second: int, burst: int) -> None:
        super().__init__(per_second, burst)
        self.kind = kind
        self.per_second, self.burst = per_second, burst
        self.taken: dict[str, int] = {}
        self.shared = False

    def take(self, name: str) -> None:
        super().take(name)
        if self.per_second and self.shared:
            self.taken[name] = self.taken.get(name, 0) + 1


class LimitExchange:
    """Settles limits with those of other processes."""

    def __init__(self, link: RedisLink, origin: str, limits: Sequence[SharedLimit]) -> None:
        self._link = link
        self._origin = origin
        self._limits = [limit for limit in limits if limit.per_second]
        for limit in self._limits:
            limit.shared = True
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            for limit in self._limits:
                taken, limit.taken = limit.taken, {}
                names = list(taken)
                for first in range(0, len(names), TOGETHER):
                    await self._settle(limit, {name: taken[name] for name in names[first : first + TOGETHER]})

    async def _settle(self, limit: SharedLimit, taken: dict[str, int]) -> None:
        keys = [self._key(limit.kind, name) for name in taken]
        figures = [limit.per_second, limit.burst, *taken.values()]
        found = await self._link.ask(lambda redis: redis.eval(_SETTLE, len(keys), *keys, *figures))
        for name, left in zip(taken, found or (), strict=False):
            if math.isfinite(level := float(left)):
                limit.settle(name, level - limit.taken.get(name, 0))

    def _key(self, kind: str, name: str) -> str:
        """Callers are known to Redis by a digest: it need not know anybody's address."""
        digest = blake2b(name.encode(), digest_size=12, key=self._origin.encode()[:64]).hexdigest()
        return f"protokol:{self._origin}:limit:{kind}:{digest}"

    async def close(self) -> None:
        await ended(self._task)
