"""HTTP: commands a second through to a durable commit, beside a bare handler; load from another process."""

import asyncio
import multiprocessing
import os
import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import msgspec
import uvicorn
import uvloop
from litestar import Litestar, Request, Response, post
from litestar.params import FromPath

from domain.core.game import Game
from domain.core.ruleset import ruleset
from services.accounts import Seating, open_accounts
from services.logs import set_up_logs
from services.play import Play
from services.process import process_for
from services.settings import Settings
from services.store.store import open_store
from tests.bench.measure import Figures
from tests.bench.stock import stock_app

RULES = ruleset("dual_powers")
ROUNDS = 3

Sent = tuple[str, bytes]  # the path, and a whole request


def prepare(folder: Path, number: int) -> list[list[Sent]]:
    """Games that are open, and for each the requests that play it to its end: their seeds are known here."""
    url = f"sqlite:///{folder}/games.db"

    async def build() -> list[list[Sent]]:
        accounts = open_accounts(url)
        found = []
        with open_store(url, environment={}) as store:
            play = Play(store)
            for seed in range(number):
                opened = await play.open_game("dual_powers", command_id=str(uuid4()))
                seats = {seat: Seating() for seat in opened.header.seats}
                given = await accounts.seat_tokens(opened.game, seats)
                tokens = {seat: one.token for seat, one in given.items()}
                secrets = store.secrets(opened.game)
                assert secrets is not None
                records = [RULES.read(line) for line in store.lines(opened.game)]
                head = store.head(opened.game).hash.hex()
                game = Game.resume(RULES, opened.header, secrets.seed, secrets.sealing_key, records, head)
                found.append(list(_requests(game, tokens, Random(seed))))
        accounts.close()
        return found

    return asyncio.run(build())


def _requests(game: Game, tokens: dict[str, str], random: Random) -> Iterator[Sent]:
    while (due := game.table.asks()) is not None:
        found = RULES.choices(game.table, due.seats[0])
        assert found is not None
        command = found.sample(random.randrange)
        game.perform(due.seats[0], command, at=0, cause="c")
        path = f"/v1/games/{game.header.game}/commands"
        yield path, request(path, msgspec.json.encode(command), tokens[due.seats[0]])


def request(path: str, body: bytes, token: str) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Idempotency-Key: {uuid4()}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


@post("/v1/games/{game:str}/commands", status_code=200)
async def bare(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """The anchor: decodes the same body, and answers something of the same size."""
    command = RULES.commands.decode(await request.body())
    return Response(ANSWER if command is not None else b"", media_type="application/json")


ANSWER = b'{"version":100,"records":[' + b'"%b"' % (b"x" * 1150) + b"]}"


class Sender(asyncio.Protocol):
    """One connection: a request, its answer, the next request. Reads no more of an answer than its length."""

    def __init__(self, requests: list[bytes], done: "asyncio.Future[int]") -> None:
        self.requests, self.done = iter(requests), done
        self.answered = self.failed = 0
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.send()

    def send(self) -> None:
        text = next(self.requests, None)
        if text is None:
            self.transport.close()
            self.done.set_result(self.answered)
        else:
            self.transport.write(text)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        if len(body) >= length:
            assert head.startswith(b"HTTP/1.1 200"), (head, body)
            self.answered += 1
            self.buffer = b""
            self.send()


async def load(port: int, lanes: list[list[bytes]]) -> float:
    """Answers a second with one connection for each lane."""
    loop = asyncio.get_running_loop()
    waiting = [loop.create_future() for _ in lanes]
    started = time.perf_counter()
    for requests, done in zip(lanes, waiting, strict=True):
        await loop.create_connection(lambda r=requests, d=done: Sender(r, d), "127.0.0.1", port)  # type: ignore[misc]
    answered = sum(await asyncio.gather(*waiting))
    return float(answered) / (time.perf_counter() - started)


def serve_bare(port: int, _: str, ready: Connection) -> None:
    config = uvicorn.Config(
        Litestar([bare], logging_config=None), port=port, log_config=None, access_log=False
    )
    _run(uvicorn.Server(config), port, ready)


def serve_stock(port: int, url: str, ready: Connection) -> None:
    config = uvicorn.Config(stock_app(url), port=port, log_config=None, access_log=False)
    _run(uvicorn.Server(config), port, ready)


def serve_ours(port: int, url: str, ready: Connection) -> None:
    set_up_logs("off")
    settings = Settings(store=url, port=port, log="off", requests_per_second=0, addresses_per_second=0)
    _run(process_for(settings), port, ready)


def _run(server: uvicorn.Server, port: int, ready: Connection) -> None:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    ready.send(listening.getsockname()[1])
    server.run(sockets=[listening])


@contextmanager
def serving(target: Any, url: str = "") -> Iterator[int]:
    """A server in a process of its own; gives its port."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=target, args=(0, url, theirs), daemon=True)
    process.start()
    port = ours.recv()
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    time.sleep(0.5)
    yield int(port)
    process.terminate()
    process.join(10)


def lanes_of(games: list[list[Sent]], number: int) -> list[list[bytes]]:
    """Games one after the other on each connection."""
    return [[text for game in games[lane::number] for _, text in game] for lane in range(number)]


def main() -> None:
    per_round = {1: 8, 64: 128}
    servers = ("ours", "bare", "stock")
    rates: dict[str, list[float]] = {f"{who} {n}": [] for who in servers for n in per_round}
    with TemporaryDirectory(dir=os.environ.get("PROTOKOL_BENCH_FOLDER")) as name:
        games = prepare(Path(name), ROUNDS * sum(per_round.values()))
        with (
            serving(serve_ours, f"sqlite:///{name}/games.db") as ours,
            serving(serve_bare) as bare_one,
            serving(serve_stock, f"{name}/stock.db") as stock,
        ):
            ports = dict(zip(servers, (ours, bare_one, stock), strict=True))
            for _ in range(ROUNDS):
                for number, count in per_round.items():
                    some, games = games[:count], games[count:]
                    lanes = lanes_of(some, number)
                    for who in ("bare", "ours", "stock"):
                        taken = lanes_of(some[: max(number, count // 4)], number) if who == "stock" else lanes
                        rates[f"{who} {number}"].append(uvloop.run(load(ports[who], taken)))
    figures = Figures(
        "HTTP: commands to a durable, signed commit", {k: statistics.median(v) for k, v in rates.items()}
    )
    library = "Litestar, eventsourcing's own store, thread pool"
    figures.row("1 client", "ours 1", "a bare Litestar handler, same body", "bare 1", "–")
    figures.row("1 client", "ours 1", library, "stock 1", "–")
    figures.row("64 clients", "ours 64", "a bare Litestar handler, same body", "bare 64", "0.6 x")
    figures.row("64 clients", "ours 64", library, "stock 64", "8 x")
    figures.show()


if __name__ == "__main__":
    main()
