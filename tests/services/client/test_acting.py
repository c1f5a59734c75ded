"""Acting: what was asked is done once, however often its answer was lost; receipts are checked."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest

from services.client import (
    Broken,
    Client,
    CommandReused,
    Copy,
    OpenedGame,
    OutcomeUnknown,
    Refused,
    Stale,
    Unreachable,
)
from services.client.waiting import Patience
from tests.services.api.inside import Inside, inside
from tests.services.client.scripted import Script, a_client, problem


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Patience.pause

    async def pause(patience: Patience, why: str, at_least: float = 0.0) -> None:
        patience.first = 0.001
        await honest(patience, why, at_least)

    monkeypatch.setattr(Patience, "pause", pause)


class Line(httpx.AsyncBaseTransport):
    """A line to a real server that loses requests, or answers after the server has done its part."""

    def __init__(self, there: Inside) -> None:
        self._inner = httpx.ASGITransport(there.app)
        self.loses: list[str] = []  # what happens to the next POSTs: "request", "answer", "whole answer"
        self.changes: Callable[[Any], None] | None = None
        self.posts = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        how = ""
        if request.method == "POST":
            self.posts += 1
            how = self.loses.pop(0) if self.loses else ""
        if how == "request":
            raise httpx.ConnectError("refused")
        answer = await self._inner.handle_async_request(request)
        if how == "answer":
            raise httpx.ReadError("cut")
        if how == "busy":
            return problem(503, "busy", **{"Retry-After": "0"})
        if self.changes is not None and request.method == "POST":
            body = msgspec.json.decode(await answer.aread())
            self.changes(body)
            return httpx.Response(answer.status_code, content=msgspec.json.encode(body))
        return answer


class Scene:
    """A real server, and a client of each seat over a line that can lose things."""

    def __init__(self, there: Inside, opened: OpenedGame) -> None:
        self.there, self.game = there, opened.game
        self.line = Line(there)
        self.clients = {
            seat: a_client(self.line, token=given.token, patience=1.0) for seat, given in opened.seats.items()
        }

    async def due(self) -> tuple[Client, Copy, list[Any]]:
        """The client of a seat that is asked, its copy, and what it may do."""
        for seat, client in self.clients.items():
            copy = await client.copy(self.game)
            found = copy.choices(seat)
            if found is not None and found.needed:
                return client, copy, list(found.commands)
        raise AssertionError("nobody is asked")

    async def version(self) -> int:
        return (await self.there.server.play.view(self.game, "public")).version


def play(script: Callable[[Scene], Any]) -> None:
    async def run() -> None:
        async with inside() as there:
            async with a_client(httpx.ASGITransport(there.app), token=there.organiser) as organiser:
                scene = Scene(there, await organiser.open_game("dual_powers"))
            try:
                await script(scene)
            finally:
                for client in scene.clients.values():
                    await client.close()

    asyncio.run(run())


def test_a_command_whose_answer_is_lost_is_done_once_and_answered_as_it_was() -> None:
    async def script(scene: Scene) -> None:
        for number, loses in enumerate((["answer"], ["request", "busy", "answer"], ["answer"] * 4)):
            client, copy, commands = await scene.due()
            before = await scene.version()
            scene.line.loses, scene.line.posts = list(loses), 0
            played = await client.play(scene.game, commands[0], copy=copy)
            assert scene.line.posts == len(loses) + 1
            assert played.repeated and played.version == await scene.version()
            assert copy.version == played.version == before + len(played.records)
            assert len(client.receipts[scene.game]) >= 1, number

    play(script)


def test_when_nobody_answers_the_outcome_is_unknown_and_the_id_finds_it_out() -> None:
    async def script(scene: Scene) -> None:
        client, _, commands = await scene.due()
        scene.line.loses = ["answer"] * 1000
        with pytest.raises(OutcomeUnknown) as unknown:
            await client.play(scene.game, commands[0])
        assert isinstance(unknown.value, Unreachable)
        scene.line.loses = []
        found = await client.play(scene.game, commands[0], id=unknown.value.id)
        assert found.repeated and found.version == await scene.version()
        with pytest.raises(CommandReused):
            await client.play(scene.game, commands[1], id=unknown.value.id)

    play(script)


def test_a_refusal_and_an_old_version_are_told_and_not_tried_again() -> None:
    async def script(scene: Scene) -> None:
        client, copy, commands = await scene.due()
        await client.play(scene.game, commands[0], copy=copy)
        scene.line.posts = 0
        with pytest.raises(Refused) as refused:
            await client.play(scene.game, b'{"type":"play_card","card":"purple-4c"}')
        assert refused.value.code and refused.value.rule
        with pytest.raises(Stale) as stale:
            await client.play(scene.game, commands[0], if_version=1)
        assert stale.value.version == await scene.version()
        assert scene.line.posts == 2

    play(script)


def test_a_game_is_opened_once_and_tokens_that_got_lost_are_given_anew() -> None:
    async def script(scene: Scene) -> None:
        line = Line(scene.there)
        async with a_client(line, token=scene.there.organiser) as organiser:
            line.loses = ["answer", "answer"]
            seats: dict[str, dict[str, Any]] = {"red": {"name": "Anna"}, "white": {"invite": True}}
            opened = await organiser.open_game("dual_powers", seats=seats)
            assert opened.repeated
            assert len(await organiser.games()) == 2
            async with a_client(line, token=opened.seats["red"].token) as red:
                assert (await red.me()).seat == "red"
            invitation = opened.seats["white"].invitation
            assert invitation is not None
            token = await organiser.join(opened.game, invitation, "Boris")
            async with a_client(line, token=token) as white:
                me = await white.me()
                assert (me.seat, me.name) == ("white", "Boris")

    play(script)


@pytest.mark.parametrize("field", ["head", "version", "signature", "game", "key", "at"])
def test_a_receipt_that_the_servers_keys_have_not_signed_is_a_lie(field: str) -> None:
    def change(body: Any) -> None:
        value = body["receipt"][field]
        body["receipt"][field] = value + 1 if isinstance(value, int) else value[:-1] + "0a"[value[-1] == "0"]

    async def script(scene: Scene) -> None:
        client, _, commands = await scene.due()
        scene.line.changes = change
        with pytest.raises(Broken):
            await client.play(scene.game, commands[0])

    play(script)


def test_a_history_other_than_the_one_that_was_signed_is_noticed() -> None:
    """The server signs one head for a seat and tells it another history: the receipt does not fit."""

    async def script(scene: Scene) -> None:
        client, copy, commands = await scene.due()
        played = await client.play(scene.game, commands[0])
        assert played.receipt is not None
        for record in played.records:
            copy.add(bytes(record))
        false = msgspec.structs.replace(played.receipt, head="0" * 64)
        copy.expect(played.receipt)
        with pytest.raises(Broken, match="signed another head"):
            copy.expect(false)
        later = Copy(scene.game)
        later.expect(false)  # before its record has come
        for line in copy.lines[:-1]:
            later.add(line)
        with pytest.raises(Broken, match="signed another head"):
            later.add(copy.lines[-1])

    play(script)


def test_what_may_be_asked_twice_is_asked_again_and_what_may_not_is_not() -> None:
    async def script(scene: Scene) -> None:
        asked = Script(
            lambda _: problem(503, "busy", **{"Retry-After": "0"}),
            lambda _: httpx.Response(200, content=b'{"games":[],"next":null}'),
        )
        async with a_client(asked) as client:
            assert await client.games() == []
        assert len(asked.asked) == 2
        joining = Script(lambda _: problem(503, "busy"))
        async with a_client(joining) as client:
            with pytest.raises(Exception, match="busy"):
                await client.join(str(uuid4()), "protokol_x")
        assert len(joining.asked) == 1

    play(script)


def test_two_clients_play_a_whole_game_over_a_line_that_loses_every_third_answer() -> None:
    async def script(scene: Scene) -> None:
        random = Random(5)
        decisions = 0
        while not all([(await client.copy(scene.game)).over() for client in scene.clients.values()]):
            client, copy, commands = await scene.due()
            scene.line.loses = [["answer"], ["request"], []][decisions % 3]
            played = await client.play(scene.game, random.choice(commands), copy=copy)
            decisions += 1
            assert copy.version == played.version
            if decisions > 40:
                return

    play(script)
