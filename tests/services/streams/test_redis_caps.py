"""Caps that processes share: exact while Redis is there, each process's own when it is not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from services.redis_link import RedisLink
from services.streams import StreamLimits, TooManyStreams
from services.streams.redis_caps import RedisCaps
from tests.services.streams.builders import a_scene, until
from tests.valkey import a_redis, a_valkey

ORIGIN = "11111111-2222-4333-8444-555555555555"


@asynccontextmanager
async def processes(
    url: str, many: int, most: int, most_each: int, origin: str = ORIGIN
) -> AsyncIterator[list[RedisCaps]]:
    links = [RedisLink(url) for _ in range(many)]
    caps = [RedisCaps(link, origin, most, most_each) for link in links]
    try:
        yield caps
    finally:
        for one, link in zip(caps, links, strict=True):
            await one.close()
            await link.close()


def test_an_owner_has_only_so_many_on_all_processes_together() -> None:
    async def play(url: str) -> None:
        async with processes(url, 3, 100, 4, ORIGIN[::-1]) as caps:
            verdicts = await asyncio.gather(*(caps[n % 3].admit("anna") for n in range(9)))
            assert sorted(verdicts) == [""] * 4 + ["each"] * 5
            assert await caps[0].admit("boris") == ""
            assert await caps[0].admit("") == ""
            having = next(one for one in caps if one._counts.get("anna"))
            having.release("anna")
            await until(lambda: having._told.get("anna") == having._counts.get("anna"))
            assert await caps[0].admit("anna") == ""
            assert await caps[1].admit("anna") == "each"

    with a_redis() as url:
        asyncio.run(play(url))


def test_all_together_have_only_so_many_and_a_process_that_ends_gives_its_own_back() -> None:
    async def play(url: str) -> None:
        async with processes(url, 1, 5, 5) as (one,):
            async with processes(url, 1, 5, 5) as (other,):
                for number in range(3):
                    assert await one.admit(f"a{number}") == ""
                assert [await other.admit(f"b{number}") for number in range(3)] == ["", "", "all"]
            assert [await one.admit(f"c{number}") for number in range(3)] == ["", "", "all"]

    with a_redis() as url:
        asyncio.run(play(url))


def test_a_process_that_was_killed_is_not_counted_for_ever() -> None:
    async def play(url: str) -> None:
        async with processes(url, 1, 5, 5) as (one,), Redis.from_url(url) as redis:
            assert await one.admit("x") == ""
            await redis.hset(one._key(""), "gone", 5)
            assert await one.admit("x") == ""
            assert not await redis.hexists(one._key(""), "gone")
            await redis.set(f"{one._alive()}paused", 1, ex=1)
            await redis.hset(one._key(""), "paused", 5)
            assert await one.admit("x") == "all"

    with a_valkey() as valkey:
        asyncio.run(play(valkey.url))


@pytest.mark.parametrize("trouble", ["killed", "paused"])
def test_without_redis_nobody_is_refused_for_it_and_when_it_is_back_all_is_counted_again(
    trouble: str,
) -> None:
    async def play() -> None:
        with a_valkey() as valkey:
            async with processes(valkey.url, 2, 100, 3) as (one, other):
                assert await one.admit("anna") == ""
                if trouble == "killed":
                    valkey.kill()
                else:
                    valkey.pause()
                async with asyncio.timeout(1.5):
                    assert [await one.admit("anna") for _ in range(2)] == ["", ""]
                one.release("anna")
                if trouble == "killed":
                    valkey.start()
                else:
                    valkey.resume()
                await until(lambda: one._link.up)
                one._changed.set()
                await until(lambda: one._told.get("anna") == 2)
                assert await other.admit("anna") == ""
                assert await other.admit("anna") == "each"

    asyncio.run(play())


def test_streams_of_two_processes_share_an_owners_cap() -> None:
    async def play(url: str) -> None:
        async with processes(url, 2, 100, 2) as caps:
            limits = StreamLimits(most=100, most_each=2, retry_after=7)
            async with a_scene(limits, caps=caps[0]) as one, a_scene(limits, caps=caps[1]) as other:
                first = await one.streams.open(one.game, "red", owner="a")
                await other.streams.open(other.game, "red", owner="a")
                for scene in (one, other):
                    with pytest.raises(TooManyStreams) as refused:
                        await scene.streams.open(scene.game, "red", owner="a")
                    assert refused.value.retry_after == 7
                assert one.streams.open_streams == other.streams.open_streams == 1
                first.close()
                await until(lambda: "a" not in caps[0]._told)
                await other.streams.open(other.game, "red", owner="a")

    with a_valkey() as valkey:
        asyncio.run(play(valkey.url))


def test_redis_is_told_no_name_and_no_address() -> None:
    async def play(url: str) -> None:
        async with processes(url, 1, 9, 9) as (one,), Redis.from_url(url) as redis:
            await one.admit("203.0.113.77")
            keys = [key.decode() async for key in redis.scan_iter("*")]
            assert len(keys) == 3
            assert not [key for key in keys if "203.0.113" in key]

    with a_valkey() as valkey:
        asyncio.run(play(valkey.url))
