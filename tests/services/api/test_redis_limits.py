"""Limits that processes share: over time no more gets through than through one, and nobody waits."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from services.api.limits import TooMany
from services.api.redis_limits import LimitExchange, SharedLimit
from services.redis_link import RedisLink
from tests.valkey import a_valkey

ORIGIN = "11111111-2222-4333-8444-555555555555"


@asynccontextmanager
async def processes(url: str, many: int, rate: int, burst: int) -> AsyncIterator[list[SharedLimit]]:
    links = [RedisLink(url) for _ in range(many)]
    limits = [SharedLimit("callers", rate, burst) for _ in range(many)]
    running = [LimitExchange(link, ORIGIN, [limit]) for link, limit in zip(links, limits, strict=True)]
    try:
        yield limits
    finally:
        for exchange in running:
            await exchange.close()
        for link in links:
            await link.close()


async def storm(limits: list[SharedLimit], name: str, seconds: float) -> int:
    """As many requests as get through, tried on all processes in turn."""
    through, refused, until = 0, 0, time.monotonic() + seconds
    while time.monotonic() < until:
        for limit in limits:
            try:
                limit.take(name)
                through += 1
            except TooMany:
                refused += 1
        await asyncio.sleep(0.002)
    assert refused > 0
    return through


def test_four_processes_let_through_what_one_would_and_no_more() -> None:
    """At once each may let its own burst through; what was too much is then waited for."""

    async def play() -> None:
        with a_valkey() as valkey:
            async with processes(valkey.url, 4, 100, 50) as limits:
                through = await storm(limits, "anna", 3.0)
                assert 250 <= through <= 350 + 4 * 30  # one bucket: 50 + 3 s of 100, and a tick's worth
                await storm(limits, "boris", 0.5)
                with pytest.raises(TooMany):
                    limits[3].take("boris")

    asyncio.run(play())


@pytest.mark.parametrize("trouble", ["killed", "paused", "never there"])
def test_without_redis_each_process_counts_alone_and_nobody_waits(trouble: str) -> None:
    async def play() -> None:
        with a_valkey() as valkey:
            if trouble == "never there":
                valkey.kill()
            async with processes(valkey.url, 2, 50, 20) as limits:
                await storm(limits, "anna", 0.5)
                if trouble == "killed":
                    valkey.kill()
                elif trouble == "paused":
                    valkey.pause()
                began = time.monotonic()
                through = await storm(limits, "anna", 1.4)
                assert time.monotonic() - began < 1.9
                assert 60 <= through <= 2 * (20 + 70) + 20

    asyncio.run(play())


def test_a_limit_of_none_stays_none_and_redis_knows_no_names() -> None:
    async def play() -> None:
        with a_valkey() as valkey:
            async with processes(valkey.url, 1, 0, 1) as (free,), processes(valkey.url, 1, 5, 5) as (one,):
                for _ in range(1000):
                    free.take("anna")
                one.take("203.0.113.77")
                async with Redis.from_url(valkey.url) as redis, asyncio.timeout(5):
                    while not (keys := await redis.keys("*")):
                        await asyncio.sleep(0.02)
                    assert len(keys) == 1
                    assert b"203.0.113.77" not in keys[0]
                    assert 0 < await redis.ttl(keys[0]) <= 12

    asyncio.run(play())
