"""A real server on loopback: whole bytes, disconnects noticed, slow readers held by its flow control."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from services.streams import NDJSON, SSE
from tests.services.play.builders import copies
from tests.services.streams.builders import Scene, a_scene, data_of, events_of_sse, soon, until


@asynccontextmanager
async def served(scene: Scene) -> AsyncIterator[int]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        form = SSE if scope["path"] == "/sse" else NDJSON
        await (await scene.streams.open(scene.game, "public", 0, form)).run(receive, send)

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="warning"))
    serving = asyncio.create_task(server._serve([listening]))
    await until(lambda: server.started)
    yield listening.getsockname()[1]
    server.should_exit = True
    await soon(serving)
    listening.close()


async def asked(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def unchunked(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        whole, body = whole + body[: int(size, 16)], body[int(size, 16) + 2 :]
    return whole


def test_a_server_sends_the_whole_game_to_the_quick_and_to_the_slow() -> None:
    async def play() -> None:
        async with a_scene() as scene, served(scene) as port:
            quick, slow = [await asked(port, "/sse") for _ in range(2)]
            reading = asyncio.create_task(quick[0].read())
            await scene.players.finish()
            for body in (await soon(reading), await soon(slow[0].read())):
                events = events_of_sse(unchunked(body))
                assert tuple(map(data_of, events)) == copies(scene.store, scene.game, "public")
            for _, writer in (quick, slow):
                writer.close()
                await writer.wait_closed()

    asyncio.run(play())


def test_a_reader_that_goes_away_is_noticed_and_leaves_nothing_behind() -> None:
    async def play() -> None:
        async with a_scene() as scene, served(scene) as port:
            callers = [await asked(port, path) for path in ("/sse", "/ndjson") for _ in range(10)]
            await until(lambda: scene.streams.open_streams == 20)
            for _, writer in callers[:15]:
                writer.close()
            await until(lambda: scene.streams.open_streams == 5)
            await scene.streams.drain()
            assert scene.streams.open_streams == 0
            for _, writer in callers[15:]:
                writer.close()

    asyncio.run(play())
