"""Streams: deliveries a second to 1,000 subscribers, time from commit to receipt, memory of an open stream.

The server is a process of its own: `python -m tests.bench.streams ours|bare`. The anchor is a bare ASGI
server that sends ready bytes of the same size to its connections and does nothing else.
"""

import asyncio
import gc
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn

from services.play import Play
from services.store.store import open_store
from services.streams import SSE, StreamLimits, Streams
from tests.bench.measure import Figures
from tests.bench.play import Sender

SUBSCRIBERS = 1000
ROUNDS = 5
COMMITS = 30
PACE = 10  # commits a second when time to receipt is taken
PACED = 40


# the servers


class Ours:
    """Streams of one game; each commit is a command of it, durable first."""

    def __init__(self) -> None:
        self.store = open_store(f"sqlite:///{os.environ['PROTOKOL_BENCH_STORE']}", environment={})
        self.play = Play(self.store)
        self.sender = Sender(self.play, 1)
        self.streams: Streams | None = None

    async def subscribe(self, receive: Any, send: Any) -> None:
        if self.streams is None:
            self.streams = Streams(self.play, StreamLimits(sse_every=600))
        assert self.sender.game is not None
        game = self.sender.game.game
        after = await self.play.newest(game)
        await (await self.streams.open(game, "public", after, SSE)).run(receive, send)

    async def commit(self, events: int) -> int:
        """One command; how many events it caused."""
        before = await self.play.newest(self.sender.game.game) if self.sender.game else 0
        await self.sender.send(*await self.sender.next())
        assert self.sender.game is not None
        return await self.play.newest(self.sender.game.game) - before


class Bare:
    """Ready bytes to every connection."""

    def __init__(self) -> None:
        self.block = b""
        self.sleeping: list[asyncio.Future[None]] = []

    async def subscribe(self, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        loop = asyncio.get_running_loop()
        while True:
            future = loop.create_future()
            self.sleeping.append(future)
            await future
            await send({"type": "http.response.body", "body": self.block, "more_body": True})

    async def commit(self, events: int) -> int:
        event = b'id: 1\ndata: {"at":%d,"more":"%b"}\n\n' % (time.time_ns() // 1000, b"x" * 850)
        self.block = event * events
        sleeping, self.sleeping = self.sleeping, []
        for future in sleeping:
            if not future.done():
                future.set_result(None)
        await asyncio.sleep(0)
        return events


def serve(kind: str) -> None:
    server: Ours | Bare = Ours() if kind == "ours" else Bare()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/events":
            await server.subscribe(receive, send)
            return
        commits, pace, events = map(int, scope["path"].strip("/").split("/"))
        done = 0
        for _ in range(commits):
            done += await server.commit(events)
            if pace:
                await asyncio.sleep(1 / pace)
        body = b"%d" % done
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    gc.freeze()
    uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error", backlog=4096)).run([listening])


# the load


class Subscriber(asyncio.Protocol):
    """Counts events as they come; when told to, also how old they are."""

    events = 0
    timing = False
    ages: list[float] = []

    def __init__(self) -> None:
        self.end = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(b"GET /events HTTP/1.1\r\nHost: here\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        Subscriber.events += (self.end + data).count(b"\n\n")
        self.end = data[-1:] if not data.endswith(b"\n\n") else b""
        if Subscriber.timing and (found := data.find(b'"at":')) >= 0:
            at = int(data[found + 5 : found + 21])
            Subscriber.ages.append(time.time() - at / 1e6)


class Served:
    """A server process with its subscribers."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        environment = os.environ | {"PROTOKOL_BENCH_STORE": str(folder / f"{kind}.db")}
        command = [sys.executable, "-m", "tests.bench.streams", kind]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.subscribers: list[Any] = []
        self.rates: list[float] = []
        self.ages: list[float] = []
        self.memory = 0.0

    def rss(self) -> int:
        pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    async def go(self, commits: int, pace: int, events: int) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            f"GET /{commits}/{pace}/{events} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode()
        )
        answer = await reader.read()
        writer.close()
        return int(answer.rpartition(b"\r\n\r\n")[2])

    async def subscribe(self) -> None:
        await self.go(30, 0, 1)
        loop, before, seen = asyncio.get_running_loop(), self.rss(), Subscriber.events
        for _ in range(SUBSCRIBERS):
            self.subscribers.append(await loop.create_connection(Subscriber, "127.0.0.1", self.port))
        await _reached(seen + SUBSCRIBERS)
        await asyncio.sleep(0.5)
        self.memory = (self.rss() - before) / SUBSCRIBERS / 1024

    async def deliver(self, events: int) -> int:
        """As fast as it goes, until all have all of it; how many events that was for each."""
        before, started = Subscriber.events, time.perf_counter()
        done = await self.go(COMMITS, 0, events)
        await _reached(before + done * SUBSCRIBERS)
        self.rates.append(done * SUBSCRIBERS / (time.perf_counter() - started))
        return done

    async def pace(self, events: int) -> None:
        before = Subscriber.events
        Subscriber.timing, Subscriber.ages = True, []
        done = await self.go(PACED, PACE, events)
        await _reached(before + done * SUBSCRIBERS)
        Subscriber.timing, self.ages = False, sorted(Subscriber.ages)


async def _reached(events: int) -> None:
    async with asyncio.timeout(60):
        while Subscriber.events < events:
            await asyncio.sleep(0.001)


async def measure(ours: Served, bare: Served) -> None:
    for one in (ours, bare):
        await one.subscribe()
    each = 1
    for _ in range(ROUNDS):
        each = max(1, round(await ours.deliver(1) / COMMITS))  # the anchor sends blocks of as many events
        await bare.deliver(each)
    for one in (ours, bare):
        await one.pace(each)


def main() -> None:
    with TemporaryDirectory(dir=os.environ.get("PROTOKOL_BENCH_FOLDER")) as name:
        servers = [Served(kind, Path(name)) for kind in ("ours", "bare")]
        try:
            asyncio.run(measure(*servers))
        finally:
            for one in servers:
                one.process.kill()
                one.process.wait()
                assert one.process.stdout is not None
                one.process.stdout.close()
    found = {one.kind: statistics.median(one.rates) for one in servers}
    figures = Figures(f"Streams: events delivered to {SUBSCRIBERS:,} SSE subscribers", found)
    figures.row("durable first, then sent", "ours", "bare ASGI on uvicorn, ready bytes", "bare", "0.5 x")
    console = figures.show()
    for one in servers:
        half, most = (one.ages[int(len(one.ages) * part)] * 1e3 for part in (0.5, 0.99))
        console.print(
            f"{one.kind}: from commit to receipt at {PACE} commits/s p50 {half:.1f} ms, p99 {most:.1f} ms;"
            f" {one.memory:.1f} KiB an open stream, the server's own connection included"
        )
    console.print(
        f"a stream takes {servers[0].memory - servers[1].memory:.1f} KiB over a bare one (target 16)"
    )


if __name__ == "__main__":
    serve(sys.argv[1])
