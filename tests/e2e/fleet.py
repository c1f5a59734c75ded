"""Several servers on one PostgreSQL database and one Valkey, and clients that know all of them."""

import asyncio
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx

from services.accounts import open_accounts
from services.client import Client
from tests.databases import SIGNING, new_database
from tests.e2e.servers import BIN, LISTENING
from tests.valkey import Valkey, a_valkey

FREE = {
    "PROTOKOL_REQUESTS_PER_SECOND": "0",
    "PROTOKOL_ADDRESSES_PER_SECOND": "0",
    "PROTOKOL_STREAMS_PER_CALLER": "0",
}


class Member:
    """One running `protokol serve`."""

    def __init__(self, folder: Path, number: int, store: str, settings: dict[str, str], *more: str) -> None:
        self.log = folder / f"server-{number}.log"
        before = self.log.stat().st_size if self.log.exists() else 0
        environment = {**os.environ, **SIGNING, **FREE, "PROTOKOL_LOG": "json", **settings}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(BIN / "protokol"), "serve", store, "--port", "0", *more], env=environment, stderr=log
            )
        self._before = before

    def ready(self) -> str:
        """Its address, once it takes requests."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            found = LISTENING.search(self.log.read_text()[self._before :])
            if found is not None:
                try:
                    if httpx.get(f"{found[1]}/health/ready").status_code == 200:
                        return found[1]
                except httpx.TransportError:
                    pass
            time.sleep(0.05)
        raise AssertionError(self.log.read_text()[self._before :])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(30)
        return time.monotonic() - began


class Fleet:
    """Servers that know nothing of each other but the database and the bell."""

    def __init__(self, folder: Path, store: str, valkey: Valkey | None, many: int) -> None:
        self.folder = folder
        self.store = store
        self.valkey = valkey
        self.settings = {"PROTOKOL_REDIS": valkey.url} if valkey is not None else {}
        self.members = [Member(folder, number, store, self.settings) for number in range(many)]
        try:
            self.urls = [member.ready() for member in self.members]
        except BaseException:
            self.close()
            raise

    def restart(self, number: int) -> None:
        """In the place of one that was killed, at another port."""
        self.members[number] = Member(self.folder, number, self.store, self.settings)
        self.urls[number] = self.members[number].ready()

    def leader(self) -> int | None:
        """The number of the server that keeps the read models, or None while it is being settled."""
        leads = ["\nprotokol_projector_leads 1.0\n" in httpx.get(f"{url}/metrics").text for url in self.urls]
        return leads.index(True) if leads.count(True) == 1 else None

    def organiser(self) -> str:
        with open_accounts(self.store) as accounts:
            return asyncio.run(accounts.issue("organiser", name="Organiser")).token

    def client(
        self, token: str | None, numbers: Sequence[int], random: Random, patience: float = 60.0
    ) -> Client:
        """Each request goes to one of these servers, at random; one that is gone is tried no more for now."""
        return Client("http://fleet", token, patience=patience, transport=Anywhere(self, numbers, random))

    def logs(self) -> str:
        return "".join(member.log.read_text() for member in self.members)

    def close(self) -> None:
        for member in self.members:
            if member.process.poll() is None:
                member.process.terminate()
        for member in self.members:
            member.process.wait(30)


class Anywhere(httpx.AsyncBaseTransport):
    """Requests to a name that stands for several servers."""

    def __init__(self, fleet: Fleet, numbers: Sequence[int], random: Random) -> None:
        self._fleet, self._numbers, self._random = fleet, numbers, random
        self._inner = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=None))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = httpx.URL(self._fleet.urls[self._random.choice(self._numbers)])
        request.url = request.url.copy_with(scheme=url.scheme, host=url.host, port=url.port)
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


@contextmanager
def a_fleet(folder: Path, many: int = 3, *, redis: bool = True) -> Iterator[Fleet]:
    with new_database() as store:
        if redis:
            with a_valkey() as valkey:
                yield from _open(folder, store, valkey, many)
        else:
            yield from _open(folder, store, None, many)


def _open(folder: Path, store: str, valkey: Valkey | None, many: int) -> Iterator[Fleet]:
    fleet = Fleet(folder, store, valkey, many)
    try:
        yield fleet
    finally:
        fleet.close()


class Follower(threading.Thread):
    """Reads the public stream of a game to its end from a server that no player of it talks to.

    In a thread of its own, so that what is measured is not how busy the players are.
    """

    def __init__(self, url: str, game: str) -> None:
        super().__init__(daemon=True)
        self._url, self._game = url, game
        self.lines: list[bytes] = []
        self._joined = 0.0
        self.late: list[tuple[float, float]] = []  # when, and how many seconds after its commit's beginning
        self.start()

    def run(self) -> None:
        headers = {"Accept": "application/x-ndjson"}
        url = f"{self._url}/v1/games/{self._game}/events"
        while True:
            try:
                with httpx.stream(
                    "GET", url, headers=headers, params={"after": len(self.lines)}, timeout=60
                ) as answer:
                    if answer.status_code == 204:
                        return
                    self._joined = self._joined or time.time()
                    for line in answer.iter_lines():
                        if line:
                            self._take(line.encode())
            except httpx.TransportError:
                time.sleep(0.2)

    def _take(self, event: bytes) -> None:
        now = time.time()
        record = event.partition(b'"data":')[2][:-1]
        self.lines.append(record)
        at = int(record.partition(b'"at":')[2].partition(b",")[0])
        if at / 1e6 > self._joined:  # else it had happened before anybody could tell
            self.late.append((now, now - at / 1e6))

    def ended(self, seconds: float = 120) -> list[bytes]:
        self.join(seconds)
        assert not self.is_alive(), f"the stream of {self._game} did not end"
        return self.lines
