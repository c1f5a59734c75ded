"""Servers as scripts: what is answered to the first request for a stream, to the second, and so on."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import msgspec

from domain.core.event import PUBLIC
from domain.core.record import redact_line
from services.client import Client
from services.streams.envelope import FORMS, told
from tests.laws.games import RandomGame

Block = bytes | float | Exception  # bytes to send, seconds to wait, or how the line breaks


class Film:
    """A finished game as its spectators are told it."""

    def __init__(self, variant: str = "dual_powers", seed: int = 5) -> None:
        play = RandomGame(variant, seed).finish()
        self.game = play.game.header.game
        self.ruleset = play.ruleset.name
        self.lines = [redact_line(record.line(), PUBLIC) for record in play.records]

    def written(self, form: str, lines: list[bytes]) -> bytes:
        """Events as a stream of that form has them."""
        return FORMS[form].write([told(line, self.ruleset) for line in lines])

    def after(self, form: str, version: int, upto: int | None = None) -> bytes:
        return self.written(form, self.lines[version:upto])


class Stream(httpx.AsyncByteStream):
    def __init__(self, blocks: list[Block]) -> None:
        self.blocks = blocks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        import asyncio

        for block in self.blocks:
            if isinstance(block, Exception):
                raise block
            if isinstance(block, float):
                await asyncio.sleep(block)
            else:
                yield block


def streamed(*blocks: Block, form: str = "sse") -> httpx.Response:
    return httpx.Response(200, headers={"content-type": FORMS[form].media_type}, stream=Stream(list(blocks)))


Answer = Callable[[httpx.Request], httpx.Response | Awaitable[httpx.Response]]


class Script(httpx.AsyncBaseTransport):
    """Answers one request after the other as it is told, the last answer for ever; keeps what was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1](request)
        found = answer if isinstance(answer, httpx.Response) else await answer
        found.request = request
        return found

    @property
    def cursors(self) -> list[int]:
        """After which version each request asked."""
        return [int(request.url.params["after"]) for request in self.asked if "after" in request.url.params]


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    body = msgspec.json.encode({"status": status, "code": code, "title": "", "detail": "no"})
    return httpx.Response(status, headers=headers, content=body)


def a_client(transport: httpx.AsyncBaseTransport, **options: Any) -> Client:
    return Client("http://scripted", transport=transport, **{"patience": 5.0, **options})
