"""The store on PostgreSQL beside single inserts, pgbench and the library's own recorder; two processes."""

import asyncio
import gc
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

from domain.core.record import Record
from services.store.postgres import PostgresLog
from services.store.store import Store, open_store
from tests.bench.measure import ROUNDS, Figures, rate
from tests.bench.store import GAME, Callers
from tests.databases import SIGNING
from tests.postgres_server import USER, PostgresServer

MANY = 64
TABLE = """CREATE TABLE single (position bigserial PRIMARY KEY, game bytea NOT NULL, version bigint NOT NULL,
    type text NOT NULL, body bytea NOT NULL, command text, digest bytea, first bigint, head bytea, at bigint,
    key text, signature bytea)"""
INSERT = """INSERT INTO single (game, version, type, body, command, digest, first, head, at, key, signature)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
WORKER = """
import sys, time
from services.store.store import open_store
from tests.bench.store import Callers
from tests.databases import SIGNING
with open_store(sys.argv[1], environment=SIGNING) as store:
    callers = Callers(store, int(sys.argv[2]), first=int(sys.argv[3]))
    for line in sys.stdin:
        begun = time.perf_counter()
        done = callers.run(int(line))
        print(done, time.perf_counter() - begun, flush=True)
"""


class Single:
    """A table without checks or guards; one row a commit, by one client or by 64 of `pgbench`."""

    def __init__(self, server: PostgresServer, body: bytes) -> None:
        self.server = server
        self.connection = psycopg.connect(server.local_url(), autocommit=True)
        self.connection.execute(TABLE)
        about = (os.urandom(16), 1, "dual_powers/x", body, str(uuid4()), b"d" * 32, 1, b"h" * 32, 10**15)
        self.row = (*about, "k" * 16, b"s" * 64)
        self.script = server.folder / "single.sql"
        literal = psycopg.ClientCursor(self.connection).mogrify(INSERT, self.row)
        self.script.write_text(" ".join(literal.split()) + ";\n")

    def run(self, times: int) -> int:
        for _ in range(times):
            self.connection.execute(INSERT, self.row, prepare=True, binary=True)
        return times

    def pgbench(self, seconds: int = 2) -> float:
        server = self.server
        command = [str(server.programs / "pgbench"), "-n", "-f", str(self.script), "-M", "prepared"]
        command += ["-c", str(MANY), "-T", str(seconds)]
        command += ["-U", USER, "-h", str(server.folder), "-p", str(server.port), "postgres"]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
        found = re.search(r"tps = ([\d.]+)", told.stdout)
        assert found is not None
        return float(found[1])


class Stock:
    """The library's own recorder, called from a thread pool, one event a commit."""

    def __init__(self, server: PostgresServer, name: str, body: bytes, callers: int) -> None:
        new(server, name)
        datastore = PostgresDatastore(
            dbname=name,
            host=str(server.folder),
            port=str(server.port),
            user=USER,
            password="",
            pool_size=5,
            max_overflow=10,
        )
        self.recorder = PostgresApplicationRecorder(datastore)
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

    def close(self) -> None:
        self.recorder.datastore.close()


class Processes:
    """Processes with a store each, on one database."""

    def __init__(self, url: str, many: int) -> None:
        self.workers = []
        for number in range(many):
            words = [sys.executable, "-c", WORKER, url, str(MANY // many), str(1000 * number)]
            self.workers.append(
                subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )

    def run(self, each: int) -> float:
        for worker in self.workers:
            assert worker.stdin is not None
            worker.stdin.write(f"{each}\n")
            worker.stdin.flush()
        told = [str(worker.stdout and worker.stdout.readline()).split() for worker in self.workers]
        return sum(int(done) / float(seconds) for done, seconds in told)

    def close(self) -> None:
        for worker in self.workers:
            worker.communicate()


def new(server: PostgresServer, name: str) -> str:
    with psycopg.connect(server.local_url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.local_url(name)


def rates(runs: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Medians of interleaved rounds of what measure themselves."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            gc.collect()
            found[name].append(run())
    return {name: statistics.median(some) for name, some in found.items()}


def commits(server: PostgresServer) -> None:
    signed = [open_store(new(server, name), environment=SIGNING) for name in ("one", "thread", "many")]
    plain = [Store(PostgresLog(new(server, name), writing=True), None) for name in ("plain", "plain64")]
    single, thread, crowd = Callers(signed[0], 1), Callers(signed[1], 1), Callers(signed[2], MANY)
    plain1, plain64 = Callers(plain[0], 1), Callers(plain[1], MANY)
    body = Record[Any](GAME, 1, 10**15, "red", str(uuid4()), "0" * 64, single.games[0][3]).line()
    raw = Single(server, body)
    stock1, stock64 = Stock(server, "stock", body, 1), Stock(server, "stock64", body, MANY)
    one, two = Processes(new(server, "process"), 1), Processes(new(server, "processes"), 2)
    found = rates(
        {
            "raw": lambda: rate(lambda: raw.run(400)),
            "thread": lambda: rate(lambda: thread.run_in_this_thread(400)),
            "plain": lambda: rate(lambda: plain1.run_in_this_thread(400)),
            "one": lambda: rate(lambda: single.run(400)),
            "pgbench": raw.pgbench,
            "many": lambda: rate(lambda: crowd.run(100)),
            "plain64": lambda: rate(lambda: plain64.run(100)),
            "stock1": lambda: rate(lambda: stock1.run(200)),
            "stock64": lambda: rate(lambda: stock64.run(10)),
            "process": lambda: one.run(100),
            "processes": lambda: two.run(100),
        }
    )
    figures = Figures(f"PostgreSQL: commands of one event of {len(body)} bytes, durable", found)
    inserts, bench, pool = (
        "raw prepared INSERT",
        "pgbench, 64 clients, single rows",
        "stock recorder in threads",
    )
    figures.row("1 caller, a thread, signed", "thread", inserts, "raw", "–")
    figures.row("1 caller, a thread, unsigned", "plain", inserts, "raw", "–")
    figures.row("1 caller, a coroutine, signed", "one", pool, "stock1", "–")
    figures.row("64 callers, signed", "many", bench, "pgbench", "0.8 x")
    figures.row("64 callers, unsigned", "plain64", bench, "pgbench", "0.8 x")
    figures.row("64 callers, signed", "many", pool, "stock64", "8 x")
    figures.row("64 callers, unsigned", "plain64", pool, "stock64", "8 x")
    figures.row("2 processes, 32 callers each, signed", "processes", "1 process, 64 callers", "process", "–")
    console = figures.show()
    writer = signed[2].writer
    console.print(f"at 64 callers {writer.written / writer.batches:.0f} commands share a commit")
    closing: list[Store | Stock | Processes] = [*signed, *plain, stock1, stock64, one, two]
    for part in closing:
        part.close()


def main() -> None:
    server = PostgresServer(max_connections="200", shared_buffers="256MB", max_wal_size="2GB")
    try:
        commits(server)
    finally:
        server.close()
