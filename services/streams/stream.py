"""Stream: a reader on the wire, as plain ASGI. The server's flow control is the only buffer."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from services.streams.following import Following

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


class Stream:
    """What a request for a stream is answered with. Whoever opened it runs it, or closes it."""

    __slots__ = ("_cut", "_following", "_task", "headers", "status")

    def __init__(self, following: Following | None) -> None:
        self._following = following
        self._task: asyncio.Task[Any] | None = None
        self._cut = False
        self.status = 204 if following is None else 200
        self.headers: list[tuple[bytes, bytes]] = [(b"cache-control", b"no-store")]
        if following is not None:
            self.headers.append((b"content-type", following.form.media_type.encode()))
            self.headers.append((b"x-accel-buffering", b"no"))

    async def run(self, receive: Receive, send: Send, headers: Headers = ()) -> None:
        """Answer: the head, then blocks until the stream ends or the caller has gone."""
        start = {"type": "http.response.start", "status": self.status, "headers": [*self.headers, *headers]}
        following = self._following
        if following is None:
            await send(start)
            await send({"type": "http.response.body", "body": b""})
            return
        self._task = asyncio.current_task()
        watch = asyncio.create_task(_watch(receive, following))
        try:
            await send(start)
            async for block in following:
                await send({"type": "http.response.body", "body": block, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except OSError:
            pass  # the caller has gone: some servers say so here
        except asyncio.CancelledError:
            if not self._cut:
                raise
        finally:
            self._task = None
            following.leave()
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)

    def cut(self) -> None:
        """End it although the caller does not take what was sent."""
        if self._task is not None:
            self._cut = True
            self._task.cancel()

    def close(self) -> None:
        """It will not be run."""
        if self._following is not None:
            self._following.leave()


async def _watch(receive: Receive, following: Following) -> None:
    """The caller going is told by `receive` alone."""
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        following.leave()
