"""Written: an answer whose bytes are ready, sent as plain ASGI with what every answer carries."""

from typing import Any, Generic, TypeVar

from litestar import Response
from litestar.types import Receive, Scope, Send

from services.api.problems import SAFE_HEADERS

T = TypeVar("T")

_HEADERS = [
    (b"content-type", b"application/json"),
    *((name.lower().encode(), value.encode()) for name, value in SAFE_HEADERS.items()),
]


class Written(Response[T], Generic[T]):
    """A `T` in its bytes on the wire, as of a version. Litestar has nothing left to encode or to add.

    It is its own ASGI answer, so nothing of what a `Response` keeps for making one is set up.
    """

    def __init__(self, body: bytes, version: int) -> None:
        self.body = body
        self.version = version

    def to_asgi_response(self, *_: Any, **__: Any) -> Any:
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [
            *_HEADERS,
            (b"etag", b'W/"%d"' % self.version),
            (b"content-length", b"%d" % len(self.body)),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})
