"""Kill, cut, stop: nothing acknowledged is lost, and no follower misses or doubles anything."""

import asyncio
import time
from pathlib import Path
from random import Random

import httpx

from services.bots.remote import RemoteBot
from services.client import Client
from services.store.keys import SignedHead
from services.store.reader import open_reader
from tests.e2e.servers import Served, organiser_of

Playing = asyncio.Task[dict[str, list[SignedHead]]]
ANY = {"PROTOKOL_STREAMS_PER_CALLER": "0"}


async def seat(url: str, token: str, pace: float, seed: int) -> dict[str, list[SignedHead]]:
    async with Client(url, token, patience=300) as client:
        await RemoteBot(client, "random", pace=pace, random=Random(seed)).play()
        return client.receipts


async def begin(url: str, organiser: str, games: int, pace: float) -> tuple[list[str], list[Playing]]:
    """Games of Dual Powers with a bot at each seat."""
    ids, tasks = [], []
    async with Client(url, organiser) as client:
        for number in range(games):
            opened = await client.open_game("dual_powers")
            ids.append(opened.game)
            for place, given in enumerate(opened.seats.values()):
                tasks.append(asyncio.create_task(seat(url, given.token or "", pace, 2 * number + place)))
    return ids, tasks


async def moving(server: Served) -> None:
    """Until something was played on it, however slow the machine is: a server is to be killed in play."""
    with open_reader(server.store) as reader:
        before, until = reader.log.last_position(), time.monotonic() + 60
        while reader.log.last_position() == before:
            assert time.monotonic() < until, "nobody plays any more"
            await asyncio.sleep(0.02)


def test_a_server_killed_twenty_times_loses_and_doubles_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    async def play() -> None:
        random = Random(3)
        server = Served(tmp_path, ANY)
        organiser = await organiser_of(server.store)
        games, tasks = await begin(server.url, organiser, 8, 0.12)
        for _ in range(20):
            await moving(server)
            await asyncio.sleep(random.uniform(0.0, 0.3))
            await asyncio.to_thread(server.kill)
            server = await asyncio.to_thread(Served, tmp_path, ANY, server.port)
        receipts = await asyncio.wait_for(asyncio.gather(*tasks), 120)
        await asyncio.to_thread(server.stop)
        with open_reader(server.store) as reader:
            for game in games:
                signed = {receipt.version: receipt.head for receipt in reader.receipts(game)}
                kept = [receipt for one in receipts for receipt in one.get(game, [])]
                assert len(kept) > 20
                assert all(signed[receipt.version] == receipt.head for receipt in kept)
                assert len({receipt.version for receipt in kept}) == len(kept)

    asyncio.run(play())


def test_two_hundred_readers_who_are_cut_off_at_random_miss_and_double_nothing(tmp_path: Path) -> None:
    async def read(http: httpx.AsyncClient, game: str, random: Random) -> list[int]:
        seen: list[int] = []
        while True:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": str(seen[-1] if seen else 0)}
            until = time.monotonic() + random.uniform(0.05, 1.5)
            async with http.stream("GET", f"/v1/games/{game}/events", headers=headers) as answer:
                if answer.status_code == 204:
                    return seen
                assert answer.status_code == 200, answer.status_code
                async for line in answer.aiter_lines():
                    if line.startswith("id: "):
                        seen.append(int(line[4:]))
                    if time.monotonic() > until:
                        break

    async def play() -> None:
        server = Served(tmp_path, {**ANY, "PROTOKOL_ADDRESSES_PER_SECOND": "0"})
        organiser = await organiser_of(server.store)
        games, tasks = await begin(server.url, organiser, 4, 0.02)
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=60) as http:
            readers = [read(http, games[number % 4], Random(number)) for number in range(200)]
            seen = await asyncio.wait_for(asyncio.gather(*readers), 120)
        await asyncio.gather(*tasks)
        await asyncio.to_thread(server.stop)
        with open_reader(server.store) as reader:
            for number, versions in enumerate(seen):
                assert versions == list(range(1, reader.head(games[number % 4]).version + 1))

    asyncio.run(play())


def test_a_server_told_to_stop_with_fifty_open_streams_ends_at_once_and_readers_go_on(tmp_path: Path) -> None:
    async def read(url: str, game: str) -> int:
        last = 0
        async with Client(url) as client:
            async for record in client.follow(game):
                assert record.version == last + 1
                last = record.version
        return last

    async def play() -> None:
        server = Served(tmp_path, ANY)
        organiser = await organiser_of(server.store)
        (game,), tasks = await begin(server.url, organiser, 1, 0.05)
        readers = [asyncio.create_task(read(server.url, game)) for _ in range(50)]
        await asyncio.sleep(1)
        assert await asyncio.to_thread(server.stop) < 2
        server = await asyncio.to_thread(Served, tmp_path, ANY, server.port)
        ends = await asyncio.wait_for(asyncio.gather(*readers), 120)
        await asyncio.gather(*tasks)
        await asyncio.to_thread(server.stop)
        with open_reader(server.store) as reader:
            assert set(ends) == {reader.head(game).version}

    asyncio.run(play())
