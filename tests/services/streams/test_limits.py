"""Heartbeats, caps, drain, delay and the feed of all games."""

import asyncio
from random import Random

import pytest

from services.play.play import microseconds
from services.streams import (
    NDJSON,
    SSE,
    BadCursor,
    Delay,
    Draining,
    StreamLimits,
    TooManyStreams,
    events_in,
)
from tests.services.play.builders import Players, copies, opened
from tests.services.streams.builders import Caller, a_scene, data_of, soon, until


def test_a_silent_stream_says_that_it_lives() -> None:
    async def play() -> None:
        async with a_scene(StreamLimits(sse_every=0.05, ndjson_every=0.02)) as scene:
            newest = scene.store.head(scene.game).version
            callers = {SSE: Caller(), NDJSON: Caller()}
            running = [
                caller.runs(await scene.streams.open(scene.game, "public", newest, form))
                for form, caller in callers.items()
            ]
            await until(lambda: len(callers[NDJSON].body) >= 3 and len(callers[SSE].body) > 20)
            for caller in callers.values():
                caller.hang_up()
            await soon(asyncio.gather(*running))
            assert set(bytes(callers[NDJSON].body)) == set(b"\n")
            assert callers[SSE].body.replace(b":\n\n", b"") == b"retry: 2000\n\n".replace(b":\n\n", b"")
            assert not scene.streams._channels
            assert len(asyncio.all_tasks()) == 1

    asyncio.run(play())


def test_one_owner_and_all_together_have_only_so_many_streams() -> None:
    async def play() -> None:
        async with a_scene(StreamLimits(most=3, most_each=2, retry_after=7)) as scene:
            mine = [await scene.streams.open(scene.game, "red", owner="a") for _ in range(2)]
            with pytest.raises(TooManyStreams) as refused:
                await scene.streams.open(scene.game, "red", owner="a")
            assert refused.value.retry_after == 7
            await scene.streams.open(scene.game, "red", owner="b")
            with pytest.raises(TooManyStreams):
                await scene.streams.open(scene.game, "red", owner="c")
            mine[0].close()
            await scene.streams.open(scene.game, "red", owner="a")
            assert scene.streams.open_streams == 3
            assert scene.streams.meter.open == {"ndjson": 3}

    asyncio.run(play())


def test_drain_ends_all_streams_at_once_even_those_that_take_nothing() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            callers = [Caller() for _ in range(20)]
            running = [
                caller.runs(await scene.streams.open(scene.game, "public", 0, SSE)) for caller in callers
            ]
            await until(lambda: all(b"game_opened" in caller.body for caller in callers))
            callers[0].taking.clear()
            await scene.players.step()
            await asyncio.sleep(0.01)
            await soon(scene.streams.drain(0.2), 1)
            await soon(asyncio.gather(*running), 1)
            for caller in callers[1:]:
                assert caller.finished
                assert caller.body.rsplit(b"\n\n", 2)[1].startswith(b"retry: ")
            assert not callers[0].finished
            with pytest.raises(Draining):
                await scene.streams.open(scene.game, "public")
            assert (scene.streams.open_streams, scene.streams.meter.open) == (0, {"sse": 0})

    asyncio.run(play())


def test_by_events_the_newest_are_held_back_until_the_game_is_over() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            delay = Delay(events=5)
            watched: list[int] = []

            async def watch() -> None:
                async for block in scene.streams.follow(scene.game, "public", delay=delay):
                    watched.append(len(events_in(block)))
                    assert over or sum(watched) <= scene.store.head(scene.game).version - 5

            over = False
            watching = asyncio.create_task(watch())
            for _ in range(20):
                await scene.players.step()
                newest = scene.store.head(scene.game).version
                page = await scene.streams.page(scene.game, "public", 0, 500, delay=delay)
                assert (page.version, len(page.events), page.over) == (newest - 5, newest - 5, False)
                assert (await scene.streams.shown(scene.game, "red", delay=delay)).version == newest
            over = True
            await scene.players.finish()
            await soon(watching)
            assert sum(watched) == scene.store.head(scene.game).version
            assert (await scene.streams.shown(scene.game, "public", delay=delay)).over

    asyncio.run(play())


def test_by_seconds_an_event_is_shown_when_it_is_old_enough() -> None:
    async def play() -> None:
        now = [1_000_000_000]
        async with a_scene(play={"clock": lambda: now[0]}, clock=lambda: now[0]) as scene:
            delay = Delay(seconds=10)
            assert (await scene.streams.shown(scene.game, "public", delay=delay)).version == 0
            ends = []
            for _ in range(30):
                ends.append((now[0], scene.store.head(scene.game).version))
                now[0] += 1_000_000
                await scene.players.step()
            for late in range(0, 45, 4):
                now[0] = 1_000_000_000 + late * 1_000_000
                wanted = max((v for at, v in ends if at <= now[0] - 10_000_000), default=0)
                if late < 39:
                    page = await scene.streams.page(scene.game, "public", 0, 500, delay=delay)
                    assert (page.version, len(page.events), page.over) == (wanted, wanted, False)
            both = Delay(seconds=10, events=3)
            now[0] += 100_000_000
            newest = scene.store.head(scene.game).version
            assert (await scene.streams.shown(scene.game, "public", delay=both)).version == newest - 3

    asyncio.run(play())


def test_a_delayed_stream_goes_on_by_itself_to_the_end_of_the_game() -> None:
    async def play() -> None:
        async with a_scene() as scene:
            delay = Delay(seconds=0.3)
            found: list[bytes] = []

            async def watch() -> None:
                async for block in scene.streams.follow(scene.game, "public", delay=delay):
                    late = microseconds() - 300_000
                    found.extend(events_in(block))
                    line = scene.store.lines(scene.game, len(found) - 1, len(found))[0]
                    assert int(line.split(b'"at":')[1].split(b",")[0]) <= late + 2_000

            watching = asyncio.create_task(watch())
            await scene.players.finish()
            assert not found or len(found) < scene.store.head(scene.game).version
            await soon(watching)
            assert tuple(map(data_of, found)) == copies(scene.store, scene.game, "public")

    asyncio.run(play())


def test_the_feed_tells_all_games_but_the_delayed_in_the_order_of_commits() -> None:
    async def play() -> None:
        delays: dict[str, Delay] = {}

        async def delay_of(game: str) -> Delay:
            return delays.get(game, Delay())

        async with a_scene(delay_of=delay_of) as scene:
            other, hidden = [await opened(scene.play, Random(number)) for number in (1, 2)]
            delays[hidden.game] = Delay(events=3)
            caller = Caller()
            running = caller.runs(await scene.streams.feed("", NDJSON))
            everyone = [scene.players, *(Players(scene.play, one, Random(3)) for one in (other, hidden))]
            for _ in range(25):
                for players in everyone:
                    await players.step()
            await scene.players.finish()  # the end of one game is not the end of the feed
            wanted = [
                (entry.game.hex(), entry.version)
                for entry in scene.store.page(0, 10_000)
                if entry.game.hex() != hidden.game.replace("-", "")
            ]
            await until(lambda: len(events_in(bytes(caller.body))) >= len(wanted))
            ids = [
                event.split(b'"id":"')[1].split(b'"')[0].decode() for event in events_in(bytes(caller.body))
            ]
            assert [(one.split(":")[0].replace("-", ""), int(one.split(":")[1])) for one in ids] == wanted
            assert not running.done()
            caller.hang_up()
            await soon(running)

            page = await scene.streams.feed_page(ids[40], 30)
            assert [event.split(b'"id":"')[1].split(b'"')[0].decode() for event in page.events] == ids[41:71]
            assert page.cursor == ids[70]
            assert (await scene.streams.feed_page(ids[-1])).cursor == ids[-1]
            for wrong in (f"{hidden.game}:1", f"{scene.game}:99999", f"{scene.game}:01", "x:1", scene.game):
                with pytest.raises(BadCursor):
                    await scene.streams.feed_page(wrong)

    asyncio.run(play())


def test_news_that_was_lost_costs_a_heartbeat_and_no_event() -> None:
    async def play() -> None:
        async with a_scene(StreamLimits(ndjson_every=0.05)) as scene:
            caller = Caller()
            running = caller.runs(await scene.streams.open(scene.game, "public"))
            scene.play.listeners.clear()
            await scene.players.steps(10)
            lines = copies(scene.store, scene.game, "public")
            await until(lambda: len(events_in(bytes(caller.body))) == len(lines))
            assert tuple(map(data_of, events_in(bytes(caller.body)))) == lines
            caller.hang_up()
            await soon(running)

    asyncio.run(play())


def test_a_channel_that_cannot_read_ends_its_streams_and_the_next_one_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        async with a_scene() as scene:
            newest = scene.store.head(scene.game).version
            caller = Caller()
            running = caller.runs(await scene.streams.open(scene.game, "public", newest))
            await until(lambda: caller.status == 200)

            async def fails(*_: object) -> tuple[bytes, ...]:
                raise OSError("the disk is away")

            with monkeypatch.context() as patched:
                patched.setattr(scene.play, "events", fails)
                await scene.players.step()
                await soon(running)
            assert caller.finished
            assert not caller.body
            again = Caller()
            running = again.runs(await scene.streams.open(scene.game, "public", newest))
            await until(lambda: b"data" in again.body)
            again.hang_up()
            await soon(running)

    asyncio.run(play())
