"""Streaming: a stream of ours as an answer of Litestar's; the bytes go past it, as plain ASGI."""

from typing import Any

from litestar import Response
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from services.api.problems import SAFE_HEADERS
from services.streams import Stream

_HEADERS = [
    (name.lower().encode(), value.encode()) for name, value in SAFE_HEADERS.items() if name != "Cache-Control"
]


class StreamResponse(Response[Any]):
    """Hands the connection over to the stream."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(b"", status_code=stream.status)
        self._stream = stream

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        return _Streaming(self._stream)


class _Streaming(ASGIResponse):
    def __init__(self, stream: Stream) -> None:
        super().__init__(status_code=stream.status)
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._stream.run(receive, send, _HEADERS)  # type: ignore[arg-type]
