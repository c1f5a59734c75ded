"""Twin games on twin servers, and what is left of an answer when what differs by nature is blanked."""

import asyncio
import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from services.accounts import Seating, open_accounts
from services.store.store import Store, open_store
from tests.e2e.servers import Served, bearer, served
from tests.laws.games import RandomGame
from tests.laws.hidden import HIDDEN
from tests.services.play.test_no_leak import keep

# Digests of secrets, the chain over them, signatures of the chain, and what is drawn or told by the clock.
TEXTS = rb'"(?:digest|prev|head|signature|key|origin|request|made_at|sha256)":"([^"]*)"'
TIMES = rb'"(?:at|made_at|not_before|began_at|last_at)":(\d+)|"time":"([^"]*)"'
BLANKED = re.compile(TEXTS + b"|" + TIMES)
DRAWN = re.compile(rb"[0-9a-f]{16,}|\d{16}")  # in evidence also: digests of parts, ids of keys
OTHERWISE = {"date", "x-request-id"}
FORMS = ("sse", "ndjson", "socket")
ACCEPT = {"sse": "text/event-stream", "ndjson": "application/x-ndjson"}


def blanked(body: bytes) -> bytes:
    """The same bytes, every letter of what differs by nature another: sizes stay."""

    def blank(found: re.Match[bytes]) -> bytes:
        whole, start = found.group(), found.start()
        for number in range(1, 4):
            first, end = found.span(number)
            if first >= 0:
                whole = whole[: first - start] + b"_" * (end - first) + whole[end - start :]
        return whole

    return BLANKED.sub(blank, body)


class Twins(Struct, frozen=True):
    """A game and its twin, which differ only in what one audience may not know; both have the same id."""

    variant: str
    audience: str
    game: str
    seats: tuple[str, ...]
    moved: int


def a_pair(stores: tuple[Store, Store], variant: str, audience: str, stop: int, seed: int) -> Twins:
    """Play at random up to a decision; the game goes into one store, its twin into the other."""
    play = RandomGame(variant, seed)
    for number, _ in enumerate(play.decisions()):
        if number == stop:
            break
    other = HIDDEN[play.ruleset.name].twin(audience, play.records, Random(seed))
    for store, records in zip(stores, (play.records, other), strict=True):
        keep(store, records, play.game.seed)
    moved = sum(a != b for a, b in zip(play.records, other, strict=True))
    return Twins(variant, audience, play.game.header.game, play.game.header.seats, moved)


class Side:
    """One of the two servers, with the tokens that it has given."""

    def __init__(self, server: Served, tokens: dict[str, str]) -> None:
        self.server = server
        self.tokens = tokens  # of roles, and of seats as "game/seat"
        self.http = httpx.AsyncClient(base_url=server.url, timeout=30)

    def token(self, twins: Twins, who: str) -> str:
        return self.tokens.get(f"{twins.game}/{who}", self.tokens.get(who, ""))

    async def ask(self, method: str, path: str, token: str, headers: dict[str, str], **more: Any) -> Any:
        """Everything of an answer, blanked."""
        answer = await self.http.request(method, path, headers={**bearer(token), **headers}, **more)
        return told(answer)


def told(answer: httpx.Response) -> list[Any]:
    """Status, headers and body; of a zip its parts, because what differs by nature packs differently."""
    kind = answer.headers.get("content-type")
    kept = sorted(
        (name, value)
        for name, value in answer.headers.items()
        if name not in OTHERWISE and not (name == "content-length" and kind == "application/zip")
    )
    sizes = sorted((name, len(value)) for name, value in answer.headers.items() if name in OTHERWISE)
    if kind != "application/zip":
        return [answer.status_code, kept, sizes, blanked(answer.content)]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        parts = [
            (one.filename, DRAWN.sub(lambda found: b"_" * len(found.group()), blanked(packed.read(one))))
            for one in packed.infolist()
        ]
    return [answer.status_code, kept, sizes, parts]


@contextmanager
def twin_servers(
    folder: Path, wanted: list[tuple[str, str, int]]
) -> Iterator[tuple[Side, Side, list[Twins]]]:
    """Two servers, one with the games, one with their twins, and the same tokens given in both."""
    folders = [folder / "one", folder / "other"]
    for one in folders:
        one.mkdir()
    urls = [f"sqlite:///{one}/p.db" for one in folders]
    with open_store(urls[0]) as first, open_store(urls[1]) as second:
        pairs = [
            a_pair((first, second), variant, audience, stop, 300 + number)
            for number, (variant, audience, stop) in enumerate(wanted)
        ]
    tokens = [asyncio.run(_tokens(url, pairs)) for url in urls]
    free = {"PROTOKOL_ADDRESSES_PER_SECOND": "0", "PROTOKOL_STREAMS_PER_CALLER": "0"}
    with served(folders[0], **free) as here, served(folders[1], **free) as there:
        yield Side(here, tokens[0]), Side(there, tokens[1]), pairs


async def _tokens(url: str, pairs: list[Twins]) -> dict[str, str]:
    found = {}
    with open_accounts(url) as accounts:
        for role in ("organiser", "observer"):
            found[role] = (await accounts.issue(role)).token
        for one in pairs:
            made = await accounts.seat_tokens(one.game, {seat: Seating() for seat in one.seats})
            found |= {f"{one.game}/{seat}": issued.token for seat, issued in made.items()}
    return found


class Listener:
    """A live stream of a game: every byte that came, and how many events there were."""

    def __init__(self, side: Side, game: str, token: str, form: str, after: int) -> None:
        self.side, self.game, self.token, self.form, self.after = side, game, token, form, after
        self.headers: list[tuple[str, str]] = []
        self.lines: list[bytes] = []
        self.open = asyncio.Event()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        path = f"/v1/games/{self.game}/{'socket' if self.form == 'socket' else 'events'}?after={self.after}"
        if self.form == "socket":
            url = self.side.server.url.replace("http", "ws") + path
            offered, headers = [Subprotocol("protokol.v1+json")], bearer(self.token)
            async with connect(url, subprotocols=offered, additional_headers=headers) as socket:
                self.open.set()
                async for text in socket:
                    self.lines.append(text.encode() if isinstance(text, str) else text)
            return
        headers = {**bearer(self.token), "Accept": ACCEPT[self.form]}
        async with self.side.http.stream("GET", path, headers=headers) as answer:
            self.headers = sorted(item for item in answer.headers.items() if item[0] not in OTHERWISE)
            self.open.set()
            async for line in answer.aiter_lines():
                if line and line != ":":  # heartbeats go by the clock
                    self.lines.append(line.encode())

    def events(self) -> list[bytes]:
        """The lines that hold an event, as they came."""
        return [line for line in self.lines if b'"specversion"' in line]

    async def heard(self, count: int) -> list[Any]:
        """Everything that came up to so many events, blanked."""
        async with asyncio.timeout(20):
            while len(self.events()) < count:
                assert not self.task.done(), f"{self.form} ended"
                await asyncio.sleep(0.005)
        return [self.headers, [blanked(line) for line in self.lines]]

    async def close(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task
