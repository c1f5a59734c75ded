"""The bell on Redis: heard on other processes within milliseconds; what is lost, polling makes up for."""

import asyncio
import json
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from redis.asyncio import Redis

from services.play import Play
from services.redis_link import RedisLink
from services.store.store import Store, open_store
from services.streams import NDJSON, StreamLimits, Streams, events_in
from services.streams.news import News
from tests.services.play.builders import Players, copies, opened
from tests.services.streams.builders import data_of, until
from tests.valkey import a_redis, a_valkey

NEVER = 1_000.0
SILENT = StreamLimits(sse_every=NEVER, ndjson_every=NEVER)


class Process:
    """What one process of a server has: its own games in memory, streams and connection, on a shared log."""

    def __init__(self, store: Store, url: str, poll: float) -> None:
        self.play = Play(store, shared=True)
        self.link = RedisLink(url) if url else None
        self.news = News(self.play, poll, self.link)
        self.streams = Streams(self.play, SILENT, news=self.news)
        self.news.start()

    async def watch(self, game: str, found: list[tuple[float, bytes]]) -> None:
        async for block in self.streams.follow(game, "public", 0, NDJSON):
            now = time.time()
            found += [(now, data_of(event)) for event in events_in(block)]

    async def hears(self) -> None:
        await until(lambda: self.news.bell is not None and self.news.bell.hearing)

    async def close(self) -> None:
        await self.streams.drain(0.1)
        if self.link is not None:
            await self.link.close()


@asynccontextmanager
async def two(url: str, poll: float = NEVER) -> AsyncIterator[tuple[Process, Process, Store]]:
    with open_store("memory:", environment={}) as store:
        one, other = Process(store, url, poll), Process(store, url, poll)
        try:
            yield one, other, store
        finally:
            await one.close()
            await other.close()


def latencies(found: list[tuple[float, bytes]], after: int) -> list[float]:
    return [at - json.loads(line)["at"] / 1e6 for at, line in found if json.loads(line)["version"] > after]


def test_a_follower_on_another_process_hears_of_each_commit_at_once_without_any_polling() -> None:
    async def play(url: str) -> None:
        async with two(url) as (one, other, store):
            await asyncio.gather(one.hears(), other.hears())
            players = Players(one.play, await opened(one.play, Random(1)), Random(1))
            found: list[tuple[float, bytes]] = []
            watching = asyncio.create_task(other.watch(players.game, found))
            await until(lambda: found)
            begun = len(found)
            for _ in range(30):
                await players.step()
                await until(lambda: len(found) == store.head(players.game).version)
            assert tuple(line for _, line in found) == copies(store, players.game, "public")
            assert statistics.median(latencies(found, begun)) < 0.1
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    with a_redis() as url:
        asyncio.run(play(url))


def test_a_message_says_which_game_and_how_far_and_nothing_else() -> None:
    async def play(url: str) -> None:
        async with two(url) as (one, other, store), Redis.from_url(url) as redis, redis.pubsub() as spy:
            await spy.psubscribe("*")
            await asyncio.gather(one.hears(), other.hears())
            players = Players(one.play, await opened(one.play, Random(2)), Random(2))
            await players.steps(20)
            heard: list[bytes] = []
            newest = store.head(players.game).version
            async with asyncio.timeout(10):
                while not heard or json.loads(heard[-1])[-1]["version"] < newest:
                    message = await spy.get_message(timeout=1)
                    if message is not None and message["type"] == "pmessage":
                        assert message["channel"] == f"protokol:{store.origin}:bell".encode()
                        heard.append(message["data"])
            for body in heard:
                for moved in json.loads(body):
                    assert set(moved) == {"game", "version"}
                    assert moved["game"] == players.game
                    assert 0 < moved["version"] <= newest

    with a_redis() as url:
        asyncio.run(play(url))


def test_another_deployment_on_the_same_redis_is_not_heard_nor_is_nonsense() -> None:
    async def play(url: str) -> None:
        async with two(url) as (one, _, store), two(url) as (stranger, _, _), Redis.from_url(url) as redis:
            await asyncio.gather(one.hears(), stranger.hears())
            channel = f"protokol:{store.origin}:bell"
            for nonsense in ("", "[]", "no", '[{"game":1}]', '{"game":"x","version":1}', b"\xff" * 2000):
                await redis.publish(channel, nonsense)
            await Players(one.play, await opened(one.play, Random(3)), Random(3)).steps(3)
            assert one.news.bell is not None and stranger.news.bell is not None
            bell = one.news.bell
            await until(lambda: bell.heard >= 1)
            assert stranger.news.bell.heard == 0

    with a_redis() as url:
        asyncio.run(play(url))


@pytest.mark.parametrize("trouble", ["none there", "killed", "paused"])
def test_without_redis_a_follower_is_at_most_about_a_second_late(trouble: str) -> None:
    """No player waits for a Redis that is away, and no event is missed or seen twice."""

    async def play() -> None:
        with a_valkey() as valkey:
            if trouble == "none there":
                valkey.kill()
            async with two(valkey.url, poll=0.5) as (one, other, store):
                if trouble != "none there":
                    await asyncio.gather(one.hears(), other.hears())
                players = Players(one.play, await opened(one.play, Random(4)), Random(4))
                found: list[tuple[float, bytes]] = []
                watching = asyncio.create_task(other.watch(players.game, found))
                await players.steps(3)
                if trouble == "killed":
                    valkey.kill()
                elif trouble == "paused":
                    valkey.pause()
                before = store.head(players.game).version
                slowest = 0.0
                for _ in range(25):
                    began = time.monotonic()
                    await players.step()
                    slowest = max(slowest, time.monotonic() - began)
                    await asyncio.sleep(0.05)
                await until(lambda: len(found) == store.head(players.game).version)
                assert tuple(line for _, line in found) == copies(store, players.game, "public")
                late = latencies(found, before)
                assert late and max(late) < 1.5
                assert slowest < 0.4
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)

    asyncio.run(play())


@pytest.mark.parametrize("trouble", ["killed", "paused"])
def test_a_redis_that_comes_back_is_used_again(trouble: str) -> None:
    async def play() -> None:
        with a_valkey() as valkey:
            async with two(valkey.url) as (one, other, _):
                await asyncio.gather(one.hears(), other.hears())
                players = Players(one.play, await opened(one.play, Random(5)), Random(5))
                if trouble == "killed":
                    valkey.kill()
                else:
                    valkey.pause()
                assert one.link is not None and other.news.bell is not None
                link, bell = one.link, other.news.bell

                def back() -> bool:
                    return link.up and bell.hearing

                async with asyncio.timeout(10):
                    while link.up or bell.hearing:
                        await players.step()
                        await asyncio.sleep(0.05)
                if trouble == "killed":
                    valkey.start()
                else:
                    valkey.resume()
                await until(back)
                heard = bell.heard
                await players.steps(3)
                await until(lambda: bell.heard > heard)
                assert link.losses >= 1

    asyncio.run(play())
