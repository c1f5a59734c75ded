"""Readers of streams: in this process, and behind a small ASGI server that can be slow or go away."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from services.play import Opened, Play
from services.store.store import open_store
from services.streams import Stream, StreamLimits, Streams
from services.streams.stream import Message
from tests.services.play.builders import Players, opened


class Scene:
    """A game, its players, and streams of it."""

    def __init__(self, play: Play, streams: Streams, game: Opened, players: Players) -> None:
        self.play, self.streams, self.players = play, streams, players
        self.store, self.game = play.store, game.game


@asynccontextmanager
async def a_scene(
    limits: StreamLimits | None = None, *, play: dict[str, Any] | None = None, **options: Any
) -> AsyncIterator[Scene]:
    with open_store("memory:", environment={}) as store:
        playing = Play(store, **(play or {}))
        random = Random(1917)
        game = await opened(playing, random)
        streams = Streams(playing, limits, **options)
        yield Scene(playing, streams, game, Players(playing, game, random))
        await streams.drain(0.1)


class Caller:
    """The other end of an ASGI response. It takes what is sent only while `taking` is set."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = bytearray()
        self.finished = False
        self.taking = asyncio.Event()
        self.taking.set()
        self.sent = asyncio.Event()
        self._gone = asyncio.Event()

    async def receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        await self.taking.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.body += message["body"]
            self.finished = not message.get("more_body", False)
        self.sent.set()

    def hang_up(self) -> None:
        self._gone.set()

    def runs(self, stream: Stream) -> "asyncio.Task[None]":
        return asyncio.create_task(stream.run(self.receive, self.send))


def data_of(event: bytes) -> bytes:
    """The record inside an envelope, as it was sent."""
    return event.split(b'"data":', 1)[1][:-1]


def events_of_sse(body: bytes) -> list[bytes]:
    return [line.removeprefix(b"data: ") for line in body.split(b"\n") if line.startswith(b"data: ")]


async def soon(run: Awaitable[Any], seconds: float = 10) -> Any:
    return await asyncio.wait_for(run, seconds)


async def until(happened: Any, seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not happened():
            await asyncio.sleep(0.005)
