"""Redis link: a connection that may be away. Then nobody waits for it; it is sought behind the scenes."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Any, TypeVar

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError

T = TypeVar("T")

DEADLINE = 0.5  # seconds after which Redis counts as away
LONGEST_REST = 2.0  # seconds between two attempts to find it again
FAILURES = (RedisError, OSError, TimeoutError)

log = structlog.get_logger()


class BadRedis(Exception):
    """What was given is not the URL of a Redis; the message never repeats it, for it may hold a password."""

    def __init__(self) -> None:
        super().__init__("not the URL of a Redis: redis://host:6379/0, rediss://… or unix:///path")


async def ended(*tasks: "asyncio.Task[None]") -> None:
    """Cancel until they have ended: redis-py takes a cancellation in mid-answer for a lost connection."""
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.05)


def connected(url: str, tries: int = 2, cap: float = 0.1) -> "Redis":
    """A client that gives up soon. Connections are made when they are first needed."""
    try:
        return Redis.from_url(
            url,
            socket_timeout=DEADLINE,
            socket_connect_timeout=DEADLINE,
            retry=Retry(ExponentialBackoff(cap=cap, base=0.02), tries),
            retry_on_error=list(FAILURES),
            health_check_interval=15,
            protocol=2,  # what every version speaks
        )
    except ValueError:
        raise BadRedis from None


class RedisLink:
    """What all of this process asks of Redis goes through here. It belongs to one event loop.

    A Redis that does not answer within the deadline is away: from then on every question is answered with
    None at once, until it has been found again. So losing Redis costs a process one deadline, no error.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.up = True
        self.losses = 0  # how often it was lost
        self._redis = connected(url)
        self._reviving: asyncio.Task[None] | None = None
        self._closed = False

    async def ask(self, question: Callable[[Any], Awaitable[T]]) -> T | None:
        """The answer of Redis, or None when it is away."""
        if not self.up or self._closed:
            return None
        asking = asyncio.create_task(self._ask(question))
        return await asyncio.shield(asking)  # whoever gives up waiting must not look like a lost connection

    async def _ask(self, question: Callable[[Any], Awaitable[T]]) -> T | None:
        try:
            async with asyncio.timeout(DEADLINE):
                return await question(self._redis)
        except FAILURES as error:
            self._lost(error)
            return None

    def _lost(self, error: BaseException) -> None:
        if self.up and not self._closed:
            self.up = False
            self.losses += 1
            log.warning("redis lost", reason=type(error).__name__)
            self._reviving = asyncio.create_task(self._revive())

    async def _revive(self) -> None:
        began, rest = time.monotonic(), 0.05
        while True:
            await asyncio.sleep(uniform(0.5, 1) * rest)
            rest = min(2 * rest, LONGEST_REST)
            try:
                async with asyncio.timeout(DEADLINE):
                    await self._redis.ping()
            except FAILURES:
                continue
            self.up = True
            log.info("redis is back", seconds=round(time.monotonic() - began, 1))
            return

    async def close(self) -> None:
        self._closed = True
        if self._reviving is not None:
            await ended(self._reviving)
        await self._redis.aclose()
