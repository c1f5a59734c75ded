"""The store beside raw sqlite3 and the library's own recorder: commits, reading, growth, memory."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from domain.core.record import Record
from domain.core.replay import fold
from domain.core.ruleset import ruleset
from domain.core.verify import follow_chain
from services.store import sqlite_schema
from services.store.log import Append, Row, game_key
from services.store.reader import open_reader
from services.store.sqlite import SqliteLog
from services.store.store import Store, open_store
from tests.bench.measure import Figures, long_components, long_log, measured
from tests.services.store.builders import another_like, opening, running_game

RULES = ruleset("dual_powers")
LONG = long_components(RULES, 1200)
GAME = "00000000-0000-4000-8000-00000000beef"


class Callers:
    """Callers that each append one-event commands to a game of their own, one after the other."""

    def __init__(self, store: Store, number: int, first: int = 0) -> None:
        self.store = store
        self.games: list[tuple[str, int, str, Any]] = []
        for seed in range(first, first + number):
            begin = opening(seed)
            done = begin.append(store)
            event = next(r.event for r in reversed(begin.records) if len(r.line()) > 200)
            self.games.append((begin.game, done.last, done.head.hex(), event))

    def run(self, each: int) -> int:
        asyncio.run(self._all(each))
        return each * len(self.games)

    def run_in_this_thread(self, each: int) -> int:
        """The same by a thread that waits for each commit."""
        name, version, head, event = self.games[0]
        for _ in range(each):
            command = str(uuid4())
            record = Record[Any](name, version + 1, 10**15, "red", command, head, event)
            done = self.store.append_now(name, version, head, [record], command, b"d" * 32)
            version, head = done.last, done.head.hex()
        self.games[0] = name, version, head, event
        return each

    async def _all(self, each: int) -> None:
        self.games = list(await asyncio.gather(*(self._one(game, each) for game in self.games)))

    async def _one(self, game: tuple[str, int, str, Any], each: int) -> tuple[str, int, str, Any]:
        name, version, head, event = game
        for _ in range(each):
            command = str(uuid4())
            record = Record[Any](name, version + 1, 10**15, "red", command, head, event)
            done = await self.store.append(name, version, head, [record], command, b"d" * 32)
            version, head = done.last, done.head.hex()
        return name, version, head, event


_RAW_INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Raw:
    """The same rows and pragmas, without checks, queue or threads."""

    def __init__(self, folder: Path, body: bytes) -> None:
        self.connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
        self.connection.execute(f"PRAGMA page_size = {sqlite_schema.PAGE_SIZE}")
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.executescript(sqlite_schema.STEPS[0])
        for (name,) in self.connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            self.connection.execute(f"DROP TRIGGER {name}")
        self.game, self.body, self.position = os.urandom(16), body, 0
        self.connection.execute("INSERT INTO games VALUES (?, 1, NULL, NULL)", (self.game,))

    def run(self, times: int) -> int:
        execute = self.connection.execute
        for _ in range(times):
            self.position += 1
            at, command = self.position, str(uuid4())
            execute("BEGIN IMMEDIATE")
            receipt = (command, b"d" * 32, at, b"h" * 32, 10**15, "k" * 16, b"s" * 64)
            execute(_RAW_INSERT, (at, self.game, at, "dual_powers/x", self.body, *receipt))
            execute("COMMIT")
        return times


class Stock:
    """The library's own recorder, called from a thread pool, one event a commit."""

    def __init__(self, folder: Path, body: bytes, callers: int) -> None:
        self.recorder = SQLiteApplicationRecorder(SQLiteDatastore(str(folder / "stock.db")))
        self.recorder.create_table()
        self.games = [[uuid4(), 0] for _ in range(callers)]
        self.body = body

    def run(self, each: int) -> int:
        asyncio.run(self._all(each))
        return each * len(self.games)

    async def _all(self, each: int) -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(32))
        await asyncio.gather(*(self._one(game, each) for game in self.games))

    async def _one(self, game: list[Any], each: int) -> None:
        for _ in range(each):
            game[1] += 1
            event = StoredEvent(game[0], game[1], "dual_powers/x", self.body)
            await asyncio.to_thread(self.recorder.insert_events, [event])


def commits(folder: Path) -> None:
    """Durable commands a second."""
    stores = [open_store(f"sqlite:///{folder}/{n}.db", environment={}) for n in ("one", "thread", "many")]
    unsigned = [Store(SqliteLog(folder / f"{n}.db", writing=True), None) for n in ("plain", "plain64")]
    single, thread, crowd = Callers(stores[0], 1), Callers(stores[1], 1), Callers(stores[2], 64)
    plain, plain64 = Callers(unsigned[0], 1), Callers(unsigned[1], 64)
    body = Record[Any](GAME, 1, 10**15, "red", str(uuid4()), "0" * 64, single.games[0][3]).line()
    raw = Raw(folder, body)
    stock1, stock64 = Stock(_sub(folder, "s1"), body, 1), Stock(_sub(folder, "s64"), body, 64)
    found = measured(
        {
            "thread": lambda: thread.run_in_this_thread(1500),
            "raw": lambda: raw.run(1500),
            "one": lambda: single.run(1500),
            "plain": lambda: plain.run_in_this_thread(1500),
            "many": lambda: crowd.run(60),
            "stock64": lambda: stock64.run(15),
            "plain64": lambda: plain64.run(60),
            "stock1": lambda: stock1.run(1000),
        }
    )
    figures = Figures(f"The store: commands of one event of {len(body)} bytes, durable", found)
    rows, pool = "raw sqlite3, same rows and pragmas", "stock recorder in a thread pool"
    figures.row("1 caller, a thread, signed", "thread", rows, "raw", "0.7 x")
    figures.row("1 caller, a thread, unsigned", "plain", rows, "raw", "–")
    figures.row("1 caller, a coroutine, signed", "one", rows, "raw", "–")
    figures.row("1 caller, a coroutine, signed", "one", pool, "stock1", "–")
    figures.row("64 callers, signed", "many", pool, "stock64", "6 x")
    figures.row("64 callers, unsigned", "plain64", pool, "stock64", "–")
    console = figures.show()
    shared = stores[2].writer.written / stores[2].writer.batches
    console.print(f"at 64 callers {shared:.0f} commands share a commit")
    for store in (*stores, *unsigned):
        store.close()


def _sub(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def reading(folder: Path) -> None:
    """A game of 10,000 events from the store: read, decode, fold; and judged."""
    lines = long_log(RULES, LONG, 10_000)
    path = folder / "read.db"
    log = SqliteLog(path, writing=True)
    rows = [Row(game_key(GAME), number, "dual_powers/x", line) for number, line in enumerate(lines, 1)]
    log.write([Append(tuple(rows))])
    log.close()
    reader = open_reader(f"sqlite:///{path}")
    options = RULES.options()
    connection = sqlite3.connect(path)
    decode = RULES.records.decode

    def raw() -> int:
        found = connection.execute(
            "SELECT body FROM events WHERE game = ? ORDER BY version", (game_key(GAME),)
        )
        return len([decode(body) for (body,) in found])

    def ours() -> int:
        ndjson = b"\n".join(reader.lines(GAME))
        fold(RULES.new_table(options, LONG), RULES.replayed.decode_lines(ndjson))
        return len(lines)

    def judged() -> int:
        chained = follow_chain(reader.lines(GAME))
        assert chained.verdict
        return len(chained.hashes)

    found = measured({"raw": raw, "ours": ours, "judged": judged})
    figures = Figures("A game of 10,000 events", found)
    figures.row("read + decode + fold, events", "ours", "raw sqlite3 read + msgspec decode", "raw", "0.5 x")
    figures.row("read + verify (chain, digests)", "judged", "our read + decode + fold", "ours", "0.33 x")
    figures.show()
    reader.close()
    connection.close()


def fill(path: Path, events: int) -> None:
    """A store built in bulk: many games, straight through the log, without signatures."""
    log = SqliteLog(path, writing=True)
    bodies = [record.line() for record in running_game(1, 60).records]
    written = 0
    while written < events:
        batch = []
        for _ in range(100):
            game = uuid4().bytes
            rows = (Row(game, number, "dual_powers/x", body) for number, body in enumerate(bodies, 1))
            batch.append(Append(tuple(rows)))
        log.write(batch)
        written += 100 * len(bodies)
    log.close()


def growth(folder: Path) -> Path:
    """An append, and opening a game, with few and with very many events in the store."""
    stores: dict[str, tuple[Store, Callers, str]] = {}
    for name, events in (("small", 10_000), ("big", 1_000_000)):
        path = folder / f"{name}.db"
        started = time.perf_counter()
        fill(path, events)
        took = time.perf_counter() - started
        print(f"{name} store: {events:,} events in {took:.1f} s, {path.stat().st_size >> 20} MiB")
        store = open_store(f"sqlite:///{path}", environment={})
        for command in another_like(running_game(1, 60)):
            done = command.append(store)
        stores[name] = (store, Callers(store, 1), _id(done.game))

    def opened(name: str) -> Callable[[], int]:
        store, _, game = stores[name]

        def run() -> int:
            for _ in range(300):
                records = [RULES.read(line) for line in store.lines(game)]
                fold(RULES.table_for(records[0].event.header), records)
            return 300

        return run

    found = measured(
        {
            "small append": lambda: stores["small"][1].run(1000),
            "big append": lambda: stores["big"][1].run(1000),
            "small open": opened("small"),
            "big open": opened("big"),
        }
    )
    figures = Figures("Growth: 1,000,000 events in the store beside 10,000", found)
    figures.row("append, with 1,000,000", "big append", "append, with 10,000", "small append", "0.67 x")
    figures.row("open a game, with 1,000,000", "big open", "open a game, with 10,000", "small open", "0.67 x")
    figures.show()
    for store, _, _ in stores.values():
        store.close()
    return folder / "big.db"


def _id(game: bytes) -> str:
    return str(UUID(bytes=game))


def memory(big: Path) -> None:
    """Following a million events, in a process of its own."""
    program = """
import resource, sys
from services.store.reader import open_reader
reader, seen = open_reader(sys.argv[1]), 0
for entry in reader.follow(0, timeout=0):
    seen += 1
    if seen == 10_000:
        early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(seen, early, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    told = subprocess.run(
        [sys.executable, "-c", program, f"sqlite:///{big}"], capture_output=True, text=True, check=True
    )
    seen, early, late = map(int, told.stdout.split())
    peaks = f"{early / 1024:.1f} MiB after 10,000, {late / 1024:.1f} MiB after all"
    print(f"following {seen:,} events: peak {peaks}")


def main() -> None:
    with TemporaryDirectory(dir=os.environ.get("PROTOKOL_BENCH_FOLDER")) as name:
        folder = Path(name)
        commits(folder)
        reading(folder)
        memory(growth(folder))
