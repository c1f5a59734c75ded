"""The three forms of a stream, each as the events in it: server-sent events, NDJSON, a socket."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
import websockets
from msgspec import Struct
from websockets.asyncio.client import connect

from services.client.answers import CloudEvent
from services.client.errors import Unreachable, error_of
from services.client.waiting import Patience, is_passing, retry_after

SSE, NDJSON, SOCKET = "sse", "ndjson", "socket"
HEARTBEATS = {SSE: 15.0, NDJSON: 6.0, SOCKET: 20.0}  # seconds
ACCEPT = {SSE: "text/event-stream", NDJSON: "application/x-ndjson"}
SUBPROTOCOL = "protokol.v1+json"
_EVENT = msgspec.json.Decoder(CloudEvent)


class Interrupted(Exception):
    """The connection is gone, or could not be made; worth another attempt."""

    def __init__(self, why: str, at_least: float = 0.0) -> None:
        super().__init__(why)
        self.at_least = at_least


class Over(Exception):
    """The server says that the game is over and that all of it was sent."""


class _Message(Struct, frozen=True):
    type: str
    event: CloudEvent | None = None


async def streamed(
    http: httpx.AsyncClient, game: str, after: int, form: str, watch: float, patience: Patience
) -> AsyncGenerator[CloudEvent, None]:
    """One connection's events; ends when the server ends it. Silence for `watch` seconds is a broken line."""
    headers = {"accept": ACCEPT[form], "cache-control": "no-store"}
    timeout = httpx.Timeout(10.0, read=watch)
    try:
        async with http.stream(
            "GET", f"/v1/games/{game}/events", params={"after": after}, headers=headers, timeout=timeout
        ) as response:
            if response.status_code == 204:
                raise Over
            if is_passing(response.status_code):
                raise Interrupted(f"the server answers {response.status_code}", retry_after(response))
            if response.status_code != 200:
                raise error_of(response.status_code, await response.aread())
            async with aclosing(_lines(response)) as lines:
                async for event in _sse(lines, patience) if form == SSE else _ndjson(lines):
                    yield event
    except httpx.TransportError as error:
        raise Interrupted(f"{type(error).__name__}: {error}".rstrip(": ")) from error
    except msgspec.DecodeError as error:
        raise Interrupted(f"something that is no event: {error}") from error


async def _lines(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """Whole lines only: what was cut off in the middle never counts."""
    rest = b""
    async for chunk in response.aiter_bytes():
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r")


async def _ndjson(lines: AsyncIterator[bytes]) -> AsyncIterator[CloudEvent]:
    async for line in lines:
        if line:
            yield _EVENT.decode(line)


async def _sse(lines: AsyncIterator[bytes], patience: Patience) -> AsyncIterator[CloudEvent]:
    data: list[bytes] = []
    async for line in lines:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if not line and data:
            yield _EVENT.decode(b"\n".join(data))
            data = []
        elif name == b"data":
            data.append(value)
        elif name == b"retry" and value.isdigit():
            patience.first = int(value) / 1000


async def over_a_socket(
    url: str, game: str, after: int, token: str | None, watch: float
) -> AsyncGenerator[CloudEvent, None]:
    """The same over a WebSocket; pings of the protocol tell whether the other side is still there."""
    where = f"{url.replace('http', 'ws', 1)}/v1/games/{game}/socket?{urlencode({'after': after})}"
    headers: Any = {"Authorization": f"Bearer {token}"} if token else {}
    half = watch / 2
    try:
        async with connect(
            where,
            additional_headers=headers,
            subprotocols=[websockets.Subprotocol(SUBPROTOCOL)],
            ping_interval=half,
            ping_timeout=half,
            proxy=None,
        ) as socket:
            async for text in socket:
                message = msgspec.json.decode(text, type=_Message)
                if message.type == "end":
                    raise Over
                if message.event is not None:
                    yield message.event
    except websockets.InvalidStatus as error:
        status, body = error.response.status_code, bytes(error.response.body or b"")
        if is_passing(status):
            wait = error.response.headers.get("Retry-After", "0")
            raise Interrupted(f"the server answers {status}", float(wait)) from error
        raise error_of(status, body) from error
    except websockets.InvalidHandshake as error:
        raise Unreachable(f"no socket there: {error}") from error
    except (websockets.ConnectionClosed, OSError, TimeoutError) as error:
        raise Interrupted(f"{type(error).__name__}: {error}") from error
