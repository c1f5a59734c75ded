"""The bell on Redis: tells other processes which games have moved, by id and version and nothing else."""

import asyncio
import contextlib
from collections.abc import Callable
from random import uniform

import msgspec
from msgspec import Struct

from services.redis_link import FAILURES, RedisLink, connected, ended

QUIET = 1.0  # seconds of silence after which the connection is asked whether it lives, and as long to answer
MOST_PENDING = 10_000  # games that wait to be told of; should there be more, polling tells of them
TOGETHER = 500  # games in one message


class Moved(Struct, frozen=True, gc=False):
    """All that is ever said: a game is at a version, or past it."""

    game: str
    version: int


_READ = msgspec.json.Decoder(list[Moved])
_WRITE = msgspec.json.Encoder().encode


class RedisBell:
    """Rings after commits of this process and hears those of others. What is lost, polling makes up for.

    Games that move while a message is on its way go together into the next one. While Redis is away
    nothing is kept for it: whoever listens polls the log.
    """

    def __init__(self, link: RedisLink, origin: str, hear: Callable[[str, int], None]) -> None:
        self.rung = 0  # games told of
        self.heard = 0  # games heard of, this process's own among them
        self.lost = 0  # games not told of because Redis was away
        self.hearing = False
        self._link = link
        self._channel = f"protokol:{origin}:bell"
        self._hear = hear
        self._pending: dict[str, int] = {}
        self._work = asyncio.Event()
        self._tasks = [asyncio.create_task(self._publish()), asyncio.create_task(self._listen())]

    def ring(self, game: str, version: int) -> None:
        """A game of this process's has come to a version."""
        if self._link.up and len(self._pending) < MOST_PENDING:
            self._pending[game] = version
            self._work.set()
        else:
            self.lost += 1

    async def _publish(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            while pending := self._pending:
                some = [Moved(game, pending[game]) for game, _ in zip(pending, range(TOGETHER), strict=False)]
                for moved in some:
                    del pending[moved.game]
                if await self._send(_WRITE(some)) is None:
                    self.lost += len(some) + len(pending)
                    pending.clear()
                else:
                    self.rung += len(some)

    async def _send(self, body: bytes) -> int | None:
        return await self._link.ask(lambda redis: redis.publish(self._channel, body))

    async def _listen(self) -> None:
        """A connection of its own; one that is silent is asked, and one that does not answer is made anew."""
        redis = connected(self._link.url, tries=3)
        try:
            while True:
                with contextlib.suppress(*FAILURES, RuntimeError):
                    async with redis.pubsub() as channel:
                        await channel.subscribe(self._channel)
                        asked = False
                        while True:
                            message = await channel.get_message(timeout=QUIET)
                            if message is not None:
                                asked, self.hearing = False, True
                                if message["type"] == "message":
                                    self._take(message["data"])
                            elif asked:
                                break
                            else:
                                asked = True
                                async with asyncio.timeout(QUIET):
                                    await channel.ping()
                self.hearing = False
                await asyncio.sleep(uniform(0.05, 0.3))
        finally:
            await redis.aclose()

    def _take(self, body: bytes) -> None:
        """Whatever else may be said on this channel is not for us."""
        with contextlib.suppress(msgspec.MsgspecError):
            for moved in _READ.decode(body):
                self.heard += 1
                self._hear(moved.game, moved.version)

    async def close(self) -> None:
        await ended(*self._tasks)
