"""Following: history, then what is new; nothing missed, nothing doubled, flat in memory."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.store.bell import Bell
from services.store.errors import StoreClosed
from services.store.log import Entry
from services.store.reader import open_reader
from services.store.store import Store, open_store
from tests.services.store.builders import KINDS, new_url, open_any, opening, running_game


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with new_url(request.param) as url:
        yield url


def test_a_thread_that_follows_sees_everything_once_while_others_write(url: str) -> None:
    with open_any(url) as store:
        games = [running_game(seed, 8) for seed in range(6)]
        seen: list[list[Entry]] = [[], [], []]

        def follow(into: list[Entry]) -> None:
            into.extend(store.follow(0))

        threads = [threading.Thread(target=follow, args=(into,)) for into in seen]
        writers = [threading.Thread(target=game.append_all, args=(store,)) for game in games]
        for thread in threads + writers:
            thread.start()
        for thread in writers:
            thread.join()
        expected = store.page(0, 100_000)
        deadline = time.monotonic() + 10
        while any(len(into) < len(expected) for into in seen) and time.monotonic() < deadline:
            time.sleep(0.01)
        store.close()
        for thread in threads:
            thread.join(timeout=5)
            assert not thread.is_alive(), "closing the store ends the following"
        assert seen == [expected] * 3


def test_coroutines_follow_from_any_position(url: str) -> None:
    async def scene(store: Store) -> None:
        opening(1).append(store)
        behind = len(store.page(0))
        seen: list[list[int]] = [[], []]

        async def follow(after: int, into: list[int]) -> None:
            async for entry in store.follow_async(after):
                into.extend((entry.position,))

        tasks = [asyncio.create_task(follow(after, seen[n])) for n, after in enumerate((0, behind))]
        await asyncio.sleep(0.02)
        for seed in range(2, 40):
            await opening(seed).append_async(store)
        last = store.log.last_position()
        while seen[0][-1:] != [last] or seen[1][-1:] != [last]:
            await asyncio.sleep(0.005)
        assert seen[0] == list(range(1, last + 1))
        assert seen[1] == list(range(behind + 1, last + 1))
        await asyncio.to_thread(store.close)
        await asyncio.wait_for(asyncio.gather(*tasks), 5)

    asyncio.run(asyncio.wait_for(scene(open_any(url)), 30))


@pytest.mark.parametrize("kind", KINDS[1:])
def test_another_process_can_follow_what_this_one_writes(kind: str) -> None:
    with new_url(kind) as url, open_any(url) as store:
        opening(1).append(store)
        program = (
            "import sys\nfrom services.store.reader import open_reader\n"
            "for entry in open_reader(sys.argv[1]).follow(0, timeout=20):\n"
            "    print(entry.position, flush=True)\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", program, url], stdout=subprocess.PIPE, text=True
        ) as reader:
            assert reader.stdout is not None
            got = [int(reader.stdout.readline()) for _ in range(store.log.last_position())]
            opening(2).append(store)
            last = store.log.last_position()
            got += [int(reader.stdout.readline()) for _ in range(last - len(got))]
            reader.terminate()
        assert got == list(range(1, last + 1))


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_follower_without_news_stops_after_its_patience(kind: str) -> None:
    with new_url(kind) as url, open_any(url) as store:
        opening(1).append(store)
        assert len(list(store.follow(0, timeout=0.05))) == store.log.last_position()
        with open_reader(url) as reader:
            assert len(list(reader.follow(0, timeout=0.05))) == store.log.last_position()


def test_a_bell_that_rang_before_one_listened_is_heard() -> None:
    bell = Bell(3)
    bell.ring(5)
    assert bell.wait(4, timeout=0)
    assert not bell.wait(5, timeout=0.01)
    assert asyncio.run(bell.heard(4, timeout=0))
    assert not asyncio.run(bell.heard(5, timeout=0.01))
    bell.ring(4)
    assert bell.position == 5, "it never goes back"


@pytest.mark.parametrize("how", ["ring", "silence"])
def test_everyone_who_waits_is_woken(how: str) -> None:
    bell = Bell()

    async def sleepers() -> list[bool]:
        waiting = [asyncio.create_task(bell.heard(0)) for _ in range(100)]
        await asyncio.sleep(0)
        threading.Timer(0.01, bell.ring if how == "ring" else lambda _: bell.silence(), (1,)).start()
        return await asyncio.wait_for(asyncio.gather(*waiting), 5)

    assert asyncio.run(sleepers()) == [how == "ring"] * 100


def test_what_one_process_writes_another_follows_in_its_own_store() -> None:
    """Two writing processes ring no bell for each other; the log itself is looked at."""
    with new_url("postgres") as url, open_any(url) as here, open_any(url) as there:
        seen: list[int] = []
        thread = threading.Thread(target=lambda: seen.extend(e.position for e in there.follow(0)))
        thread.start()
        for seed in range(5):
            opening(seed).append(here)
        deadline = time.monotonic() + 10
        while len(seen) < here.log.last_position() and time.monotonic() < deadline:
            time.sleep(0.01)
        there.close()
        thread.join(timeout=5)
        assert not thread.is_alive()
        assert seen == list(range(1, here.log.last_position() + 1))


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_store_can_be_closed_while_others_read_it(kind: str) -> None:
    with new_url(kind) as url:
        close_while_others_read(open_any(url))


def close_while_others_read(store: Store) -> None:
    for seed in range(30):
        opening(seed).append(store)
    ended: list[str] = []

    def read() -> None:
        try:
            while True:
                store.page(0, 1000)
        except StoreClosed:
            ended.append("closed")

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    store.close()
    for thread in threads:
        thread.join(timeout=5)
    assert ended == ["closed"] * 8


def test_closing_leaves_nothing_but_the_store_and_its_keys(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/p.db", environment={}) as store:
        opening(1).append(store)
        store.page(0)
    assert {file.name for file in tmp_path.iterdir()} == {"p.db", "p.db.keys", "p.db.lock"}
