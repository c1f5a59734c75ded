"""History, then live: no gap, no double, the store's own bytes."""

import asyncio
from random import Random

import pytest
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent

from services.play import NotSeated
from services.store.errors import NoSuchGame
from services.streams import NDJSON, SSE, events_in
from tests.services.play.builders import copies
from tests.services.streams.builders import Caller, Scene, a_scene, data_of, events_of_sse, soon, until


async def read(scene: Scene, audience: str, after: int = 0) -> list[bytes]:
    found: list[bytes] = []
    async for block in scene.streams.follow(scene.game, audience, after):
        found += events_in(block)
    return found


async def read_with_cuts(scene: Scene, audience: str, random: Random) -> list[bytes]:
    """A reader that loses its connection again and again and goes on after what it has."""
    found: list[bytes] = []
    while True:
        stream = await scene.streams.open(scene.game, audience, len(found), SSE)
        if stream.status == 204:
            return found
        caller = Caller()
        running = caller.runs(stream)
        await asyncio.wait([running], timeout=random.random() / 20)
        caller.hang_up()
        await running
        found += events_of_sse(bytes(caller.body))


@pytest.mark.parametrize("shared", [False, True])
def test_readers_that_are_cut_off_at_random_miss_nothing_and_get_nothing_twice(shared: bool) -> None:
    async def play() -> None:
        async with a_scene(play={"shared": shared}) as scene:
            audiences = ["red", "white", "public", "arbiter"] * 10
            readers = [
                asyncio.create_task(read_with_cuts(scene, audience, Random(number)))
                for number, audience in enumerate(audiences)
            ]
            whole = [asyncio.create_task(read(scene, audience)) for audience in audiences[:4]]
            random = Random(5)
            while await scene.players.step() is not None:
                await asyncio.sleep(random.random() / 200)
            for audience, events in zip(
                audiences + audiences[:4], await soon(asyncio.gather(*readers, *whole), 60), strict=True
            ):
                assert tuple(data_of(event) for event in events) == copies(scene.store, scene.game, audience)
            assert scene.streams.open_streams == 0
            assert not scene.streams._channels

    asyncio.run(play())


def test_a_reader_may_begin_anywhere_and_end_at_a_version() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            await scene.players.steps(60)
            newest = scene.store.head(scene.game).version
            assert newest > 100  # more than a channel holds
            for after in (0, 1, newest - 40, newest - 1, newest):
                found = []
                async for block in scene.streams.follow(scene.game, "red", after, follow=False):
                    found += events_in(block)
                assert tuple(map(data_of, found)) == copies(scene.store, scene.game, "red", after)
            stream = await scene.streams.open(scene.game, "red", 3, until=7)
            caller = Caller()
            await soon(caller.runs(stream))
            assert tuple(map(data_of, events_in(bytes(caller.body)))) == copies(
                scene.store, scene.game, "red", 3, 7
            )
            assert caller.finished
            assert (await scene.streams.open(scene.game, "red", 7, until=7)).status == 204

    asyncio.run(play())


def test_the_official_library_reads_the_envelope_and_data_is_the_store_s_bytes() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            await scene.players.steps(3)
            events = (await scene.streams.page(scene.game, "white", 0, 100)).events
            lines = copies(scene.store, scene.game, "white")
            assert tuple(map(data_of, events)) == lines
            for version, event in enumerate(events, 1):
                found = JSONFormat().read(CloudEvent, event)
                data = found.get_data()
                assert isinstance(data, dict)
                assert found.get_id() == f"{scene.game}:{version}"
                assert found.get_source() == f"/v1/games/{scene.game}"
                assert found.get_type() == f"protokol.dual_powers.{data['event']['type']}"
                assert found.get_subject() == data["by"]
                when = found.get_time()
                assert when is not None
                assert round(when.timestamp() * 1e6) == data["at"]

    asyncio.run(play())


def test_a_finished_game_ends_the_stream_and_then_says_204() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            caller = Caller()
            running = caller.runs(await scene.streams.open(scene.game, "public", 0, SSE))
            await scene.players.finish()
            await soon(running)
            assert caller.finished
            assert caller.headers[b"content-type"] == b"text/event-stream"
            assert caller.body.startswith(b"retry: 2000\n\nid: 1\ndata: {")
            newest = scene.store.head(scene.game).version
            again = await scene.streams.open(scene.game, "public", newest, SSE)
            answer = Caller()
            await again.run(answer.receive, answer.send)
            assert (again.status, answer.status, bytes(answer.body)) == (204, 204, b"")
            page = await scene.streams.page(scene.game, "public", newest)
            assert (page.version, page.over, page.events) == (newest, True, ())

    asyncio.run(play())


def test_readers_with_the_same_cursor_are_given_the_same_bytes_object() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            newest = scene.store.head(scene.game).version
            readers = [scene.streams.follow(scene.game, "public", newest) for _ in range(5)]
            waiting = [asyncio.ensure_future(anext(reader)) for reader in readers]
            await until(lambda: scene.streams.open_streams == 5)
            await scene.players.step()
            blocks = await soon(asyncio.gather(*waiting))
            assert len({id(block) for block in blocks}) == 1
            for reader in readers:
                await reader.aclose()

    asyncio.run(play())


def test_a_slow_reader_holds_a_cursor_and_one_block_however_far_the_game_goes() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            caller = Caller()
            running = caller.runs(await scene.streams.open(scene.game, "public", 0, NDJSON))
            await caller.sent.wait()
            caller.taking.clear()
            await scene.players.finish()
            (channel,) = scene.streams._channels.values()
            assert len(channel._told) <= 32
            assert len(channel._blocks) <= 16
            caller.taking.set()
            await soon(running)
            assert tuple(map(data_of, events_in(bytes(caller.body)))) == copies(
                scene.store, scene.game, "public"
            )

    asyncio.run(play())


def test_a_game_or_a_seat_that_is_not_there_opens_nothing() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            with pytest.raises(NotSeated):
                await scene.streams.open(scene.game, "blue")
            with pytest.raises(NoSuchGame):
                await scene.streams.open("00000000-0000-4000-8000-000000000000", "public")
            assert scene.streams.open_streams == 0
            assert not scene.streams._channels

    asyncio.run(play())
