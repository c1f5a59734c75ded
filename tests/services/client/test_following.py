"""Following: whatever the line does, each record once and in order; whatever is told, no false one."""

import asyncio
from random import Random
from typing import Any, Literal

import httpx
import msgspec
import pytest

from services.client import BadToken, Broken, Client, Copy, Gap, NotFound, Unreachable
from services.client.waiting import Patience
from tests.services.client.scripted import Answer, Film, Script, a_client, problem, streamed

FILM = Film()
END = len(FILM.lines)
Form = Literal["sse", "ndjson"]
BEATING: list[bytes | float] = [0.03, b":\n\n"] * 4
FORMS: tuple[Form, ...] = ("sse", "ndjson")


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits are as long as the server asks, and otherwise hardly any."""
    honest = Patience.pause

    async def pause(patience: Patience, why: str, at_least: float = 0.0) -> None:
        patience.first = min(patience.first, 0.001)
        await honest(patience, why, at_least)

    monkeypatch.setattr(Patience, "pause", pause)


async def versions(client: Client, after: int = 0, form: Form = "sse", copy: Copy | None = None) -> list[int]:
    async with client:
        return [record.version async for record in client.follow(FILM.game, after, form=form, copy=copy)]


def run(transport: httpx.AsyncBaseTransport, form: Form = "sse") -> list[int]:
    return asyncio.run(versions(a_client(transport), form=form))


@pytest.mark.parametrize("form", FORMS)
def test_a_line_that_breaks_anywhere_costs_no_record_and_doubles_none(form: Form) -> None:
    """In the middle of an event, of its UTF-8, between events, before anything: by error or by silence."""
    random = Random(7)

    def breaking(request: httpx.Request) -> httpx.Response:
        whole = FILM.after(form, int(request.url.params["after"]))
        cut = min(len(whole), random.randrange(20_000))
        pieces = [whole[start : min(start + 997, cut)] for start in range(0, cut, 997)]
        return streamed(*pieces, *random.choice(([], [httpx.ReadError("cut")])), form=form)

    script = Script(breaking)
    assert run(script, form) == list(range(1, END + 1))
    assert len(script.asked) > 5
    assert script.cursors == sorted(script.cursors) and script.cursors[0] == 0


@pytest.mark.parametrize("form", FORMS)
def test_one_letter_changed_on_the_way_is_noticed_before_it_is_told(form: Form) -> None:
    for at in (1, 7, 40, END - 2):
        record = msgspec.json.decode(FILM.lines[at])
        record["at"] += 1
        wrong = [*FILM.lines[:at], msgspec.json.encode(record), *FILM.lines[at + 1 :]]
        told: list[int] = []

        async def follow(wrong: list[bytes], told: list[int]) -> None:
            script = Script(lambda _: streamed(FILM.written(form, wrong), form=form))
            async with a_client(script) as client:
                async for one in client.follow(FILM.game, form=form):
                    told += [one.version]

        with pytest.raises(Broken):
            asyncio.run(follow(wrong, told))
        assert told == list(range(1, at + 2))[: len(told)] and len(told) <= at + 1


@pytest.mark.parametrize("form", FORMS)
def test_a_record_that_is_left_out_is_a_gap(form: Form) -> None:
    left_out = FILM.written(form, FILM.lines[:9] + FILM.lines[10:])
    with pytest.raises(Gap, match="version 11 came where 10 follows"):
        run(Script(lambda _: streamed(left_out, form=form)), form)


@pytest.mark.parametrize("form", FORMS)
def test_what_is_told_twice_is_told_once_unless_it_is_not_the_same(form: Form) -> None:
    twice = FILM.written(form, [*FILM.lines[:9], *FILM.lines[4:]])
    assert run(Script(lambda _: streamed(twice, form=form)), form) == list(range(1, END + 1))
    other = Film(seed=6).lines[5].replace(Film(seed=6).game.encode(), FILM.game.encode())
    false = FILM.written(form, [*FILM.lines[:9], other])
    with pytest.raises(Broken, match="told twice"):
        run(Script(lambda _: streamed(false, form=form)), form)


def test_an_end_before_the_end_is_a_gap() -> None:
    script = Script(lambda _: streamed(FILM.after("sse", 0, 20)), lambda _: httpx.Response(204))
    with pytest.raises(Gap, match="said to be over at version 20"):
        run(script)


def test_silence_for_longer_than_heartbeats_allow_counts_as_a_broken_line() -> None:
    """A line that says nothing is left; a heartbeat keeps it."""

    async def play() -> None:
        script = Script(
            lambda _: streamed(FILM.after("sse", 0, 5), *BEATING, 30.0),
            lambda asked: streamed(FILM.after("sse", int(asked.url.params["after"]))),
        )
        transport = Watching(script)
        async with asyncio.timeout(5):
            client = a_client(transport, heartbeats={"sse": 0.04, "ndjson": 1.0, "socket": 1.0})
            assert await versions(client) == list(range(1, END + 1))
        assert script.cursors == [0, 5]

    asyncio.run(play())


class Watching(httpx.AsyncBaseTransport):
    """Keeps the time limit for reading that a real connection would keep."""

    def __init__(self, script: Script) -> None:
        self.script = script

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        limit = request.extensions["timeout"]["read"]
        answer = await self.script.handle_async_request(request)
        inner: Any = answer.stream

        class Limited(httpx.AsyncByteStream):
            async def __aiter__(self):  # type: ignore[no-untyped-def]
                blocks = aiter(inner)
                while True:
                    try:
                        yield await asyncio.wait_for(anext(blocks), limit)
                    except StopAsyncIteration:
                        return
                    except TimeoutError:
                        raise httpx.ReadTimeout("silence") from None

        return httpx.Response(answer.status_code, headers=answer.headers, stream=Limited())


def test_a_server_that_is_busy_is_asked_again_when_it_says_so_and_not_before() -> None:
    async def play() -> None:
        asked_at: list[float] = []
        loop = asyncio.get_running_loop()

        def timed(answer: Answer) -> Answer:
            def ask(request: httpx.Request) -> httpx.Response:
                asked_at.append(loop.time())
                found = answer(request)
                assert isinstance(found, httpx.Response)
                return found

            return ask

        script = Script(
            timed(lambda _: problem(429, "too_many", **{"Retry-After": "1"})),
            timed(lambda _: problem(503, "closing", **{"Retry-After": "0.2"})),
            timed(lambda _: streamed(FILM.after("sse", 0))),
        )
        assert await versions(a_client(script)) == list(range(1, END + 1))
        assert asked_at[1] - asked_at[0] >= 1
        assert asked_at[2] - asked_at[1] >= 0.2

    asyncio.run(play())


def test_a_stream_says_how_long_to_wait_before_coming_back(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def pause(patience: Patience, why: str, at_least: float = 0.0) -> None:
        waited.append(patience.first)

    monkeypatch.setattr(Patience, "pause", pause)
    script = Script(
        lambda _: streamed(b"retry: 2600\n\n", FILM.after("sse", 0, 5)),
        lambda _: streamed(FILM.after("sse", 5)),
    )
    assert run(script) == list(range(1, END + 1))
    assert waited == [2.6]


def test_what_will_not_get_better_is_not_tried_again() -> None:
    for status, code, kind in ((401, "bad_token", BadToken), (404, "no_such_game", NotFound)):
        script = Script(lambda _, s=status, c=code: problem(s, c))  # type: ignore[misc]
        with pytest.raises(kind):
            run(script)
        assert len(script.asked) == 1


def test_patience_ends() -> None:
    def away(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(Unreachable, match=r"refused; tried for 0\.2 s"):
        asyncio.run(versions(a_client(Script(away), patience=0.2)))


def test_going_on_from_a_version_fetches_and_checks_what_is_before_it() -> None:
    def page(request: httpx.Request) -> httpx.Response:
        after = int(request.url.params["after"])
        if request.headers["accept"] == "text/event-stream":
            return streamed(FILM.after("sse", after))
        events = b",".join(FILM.written("ndjson", [line]).strip() for line in FILM.lines[after:30])
        body = b'{"game":"%b","after":%d,"version":30,"over":false,"events":[%b]}' % (
            FILM.game.encode(),
            after,
            events,
        )
        return httpx.Response(200, content=body)

    copy = Copy(FILM.game)
    found = asyncio.run(versions(a_client(Script(page)), 25, copy=copy))
    assert found == list(range(26, END + 1))
    assert copy.lines == FILM.lines and copy.over()
