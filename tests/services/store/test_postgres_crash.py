"""PostgreSQL killed under load, and writing processes killed and paused: nothing acknowledged is lost."""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from services.store.errors import StaleVersion, StoreAway
from services.store.log import Done
from services.store.postgres import PostgresLog
from services.store.store import Store
from tests.databases import new_database
from tests.postgres_server import PostgresServer
from tests.services.store.builders import Written, another_like, open_any, running_game
from tests.services.store.test_kill import LONG, assert_whole, killed_run

CALLERS = 16
SHUTDOWNS = 6 * LONG
KILLED = 5 * LONG


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """One of this test's own. Only its processes are killed, so it need not wait for the disk."""
    server = PostgresServer(fsync="off")
    try:
        yield server
    finally:
        server.close()


class Players:
    """Callers that play game after game and remember what they were promised."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.promised: list[tuple[Written, Done]] = []
        self.unknown: list[Written] = []
        self.going = True
        self.answers: Counter[str] = Counter()

    async def play(self, number: int) -> None:
        """A command whose outcome is unknown is sent again, under its own id, until somebody answers."""
        while self.going:
            for command in another_like(running_game(number % 5, 8)):
                done = await self._insist(command)
                if done is None:
                    return
                self.promised.append((command, done))

    async def _insist(self, command: Written) -> Done | None:
        sent = 0
        while True:
            try:
                done = await command.append_async(self.store)
            except StoreAway:
                self.answers["away"] += 1
                if not sent:
                    self.unknown.append(command)
                if not self.going and sent > 200:
                    return None
                sent += 1
                await asyncio.sleep(0.05)
            else:
                self.answers["repeated" if done.repeated else "written"] += 1
                return done if self.going else None

    def assert_kept(self, store: Store) -> None:
        for command, done in self.promised:
            found = store.outcome(command.game, command.id)
            assert found is not None, f"{command.id} was acknowledged and is lost"
            assert (found.first, found.last, found.head) == (done.first, done.last, done.head)
        assert_whole(store)


@pytest.mark.parametrize("patience", [20.0, 0.0], ids=["waiting for it", "told at once"])
def test_a_server_that_is_killed_under_load_loses_nothing(server: PostgresServer, patience: float) -> None:
    """Immediate shutdowns and SIGKILLs in turn. Whoever waits a little is answered as if nothing had been."""
    dice = random.Random(1917)
    with Store(PostgresLog(server.url(), writing=True, patience=patience), None) as store:
        players = Players(store)

        def trouble() -> None:
            for round_ in range(SHUTDOWNS):
                time.sleep(dice.uniform(0.1, 0.3))
                server.kill() if round_ % 2 else server.stop()
                server.start()
            time.sleep(0.3)
            players.going = False

        async def load() -> None:
            await asyncio.gather(*(players.play(number) for number in range(CALLERS)))

        thread = threading.Thread(target=trouble)
        thread.start()
        asyncio.run(load())
        thread.join()
        assert store.writer.failed is None
        players.assert_kept(store)
    resolved = players.answers["repeated"]
    print(f"{len(players.promised)} acknowledged; {len(players.unknown)} unknown, {resolved} were written")
    assert len(players.promised) > SHUTDOWNS
    assert bool(players.unknown) == (patience == 0.0)


def test_processes_that_are_killed_while_others_write_lose_nothing() -> None:
    """Kills of one writing process after another beside one that goes on."""
    dice = random.Random(1917)
    promised: dict[tuple[str, str], int] = {}
    unknown: set[tuple[str, str]] = set()
    with new_database() as url, open_any(url) as store:
        players = Players(store)
        thread = threading.Thread(target=lambda: asyncio.run(players.play(1)))
        thread.start()
        for _ in range(KILLED):
            acknowledged, open_ = killed_run(url, dice.uniform(0.0, 0.2), answered=True)
            promised |= acknowledged
            unknown |= open_
        players.going = False
        thread.join()
        for (game, command), last in promised.items():
            done = store.outcome(game, command)
            assert done is not None, f"{command} was acknowledged and is lost"
            assert done.last == last
        written = [key for key in unknown if store.outcome(*key) is not None]
        players.assert_kept(store)
    print(f"{KILLED} kills: {len(promised)} acknowledged; of {len(unknown)} unknown {len(written)} written")
    assert len(promised) > KILLED
    assert unknown, "no kill hit a command on its way: the test has lost its point"
    assert players.answers["away"] == 0


PAUSED = """
import os, signal, sys
from services.store.postgres_batches import Batches
from tests.services.store.builders import another_like, open_any, running_game

commands = another_like(running_game(1, 8))
with open_any(sys.argv[1]) as store:
    commands[0].append(store)
    finish = Batches._finish

    def pause_once(self, line, draft):
        Batches._finish = finish
        print("holding", flush=True)
        os.kill(os.getpid(), signal.SIGSTOP)
        finish(self, line, draft)

    Batches._finish = pause_once
    done = commands[1].append(store)
    print(done.game.hex(), done.command, done.last, done.repeated, flush=True)
"""


def test_a_process_that_stops_in_mid_write_holds_the_others_up_for_seconds_only() -> None:
    """The database ends its transaction; when it goes on, it finds that out and writes again."""
    with new_database() as url, open_any(url) as store:
        words = [sys.executable, "-u", "-c", PAUSED, url]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "holding\n"
            began = time.monotonic()
            try:
                for command in another_like(running_game(2, 4)):
                    command.append(store)
            finally:
                os.kill(other.pid, signal.SIGCONT)
            waited = time.monotonic() - began
            told = other.stdout.readline().split()
        assert other.returncode == 0
        assert 0.5 < waited < 20
        assert told[-1] == "False"
        assert store.log.command(bytes.fromhex(told[0]), told[1]) is not None
        assert_whole(store)


FIGHTERS = 3


def test_writers_that_fight_over_the_same_games_leave_one_legal_log() -> None:
    """Three stores on one database, as three processes have them: who comes second is told so."""
    games = [another_like(running_game(seed, 40)) for seed in range(3)]
    with new_database() as url, contextlib.ExitStack() as stack:
        stores = [stack.enter_context(open_any(url)) for _ in range(FIGHTERS)]
        refused, won = Counter[int](), Counter[int]()

        def fight(number: int) -> None:
            for commands in zip(*games, strict=False):
                for command in commands:
                    with contextlib.suppress(StaleVersion):
                        mine = command if number == 0 else command.renamed(f"{command.id}/{number}")
                        mine.append(stores[number])
                        won[number] += 1
                        continue
                    refused[number] += 1

        threads = [threading.Thread(target=fight, args=(number,)) for number in range(FIGHTERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert_whole(stores[0])
        assert sum(won.values()) == sum(
            len(stores[0].log.commands(game)) for game, _ in stores[0].log.games()
        )
        assert all(store.page(0, 10_000) == stores[0].page(0, 10_000) for store in stores)
