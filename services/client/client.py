"""Client: what a server offers, with the patience that a network needs."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any, Literal, Self, TypeVar
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from services.client.answers import (
    Asked,
    CloudEvent,
    EventsPage,
    GamesPage,
    Keys,
    Listed,
    Me,
    OpenedGame,
    Played,
    SeatGiven,
    Ticket,
)
from services.client.copy import AnyRecord, Copy
from services.client.errors import Broken, Gap, OutcomeUnknown, Unreachable, error_of
from services.client.forms import HEARTBEATS, SOCKET, Interrupted, Over, over_a_socket, streamed
from services.client.waiting import Patience, is_passing, retry_after
from services.store.keys import HEAD, PublicKey, SignedHead, fault_in_keys, verifies

Form = Literal["sse", "ndjson", "socket"]
V = TypeVar("V")
PATIENCE = 60.0  # seconds in which a server may be started again
MISSED = 2.5  # so many heartbeats without a sign, and the line counts as broken


class Client:
    """One caller of one server. Commands are sent until their outcome is known; receipts are kept."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        heartbeats: Mapping[str, float] = HEARTBEATS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._patience = patience
        self._heartbeats = heartbeats
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.AsyncClient(
            base_url=self.url, headers=headers, timeout=10.0, transport=transport, trust_env=False
        )
        self._keys: dict[str, PublicKey] = {}
        self.receipts: dict[str, list[SignedHead]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    # looking

    async def rulesets(self) -> Any:
        """What can be played here, as plain data."""
        return msgspec.json.decode(await self._ask("GET", "/v1/rulesets"))

    async def me(self) -> Me:
        """Who this client is to the server."""
        return await self._get("/v1/tokens/self", Me)

    async def games(self) -> list[Listed]:
        """All games."""
        found: list[Listed] = []
        after: dict[str, Any] = {}
        while True:
            page = await self._get("/v1/games", GamesPage, after)
            found += page.games
            if page.next is None:
                return found
            after = {"after": page.next}

    async def view(self, game: str, at: int | str | None = None) -> Any:
        """The table as the server shows it to this caller, as plain data."""
        query = {} if at is None else {"at": at}
        return msgspec.json.decode(await self._ask("GET", f"/v1/games/{game}", params=query))

    async def choices(self, game: str) -> Asked:
        """What the server says that this caller's seat may do; a `Copy` works it out by itself."""
        return await self._get(f"/v1/games/{game}/choices", Asked)

    async def evidence(self, game: str) -> bytes:
        """This caller's evidence file."""
        return await self._ask("GET", f"/v1/games/{game}/evidence")

    async def ticket(self) -> Ticket:
        """What opens one stream without a header, with the rights of this client."""
        return msgspec.json.decode(await self._ask("POST", "/v1/tickets"), type=Ticket)

    async def copy(self, game: str, copy: Copy | None = None) -> Copy:
        """This caller's copy of a game as far as it is now, checked; one that is there already goes on."""
        copy = Copy(game) if copy is None else copy
        while True:
            query = {"after": copy.version}
            page = await self._get(f"/v1/games/{game}/events", EventsPage, query)
            for event in page.events:
                copy.add(bytes(event.data))
            if not page.events or copy.version >= page.version:
                return copy

    # acting

    async def open_game(
        self,
        ruleset: str,
        options: Mapping[str, Any] | None = None,
        *,
        preset: str | None = None,
        entropy: bool = False,
        seats: Mapping[str, Mapping[str, Any]] | None = None,
        delay: Mapping[str, int] | None = None,
        id: str | None = None,  # noqa: A002
    ) -> OpenedGame:
        """A new game, once, however often it had to be asked for; tokens that got lost are given anew."""
        asked = {"ruleset": ruleset, "options": options, "preset": preset, "seats": seats, "delay": delay}
        body: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
        if entropy:
            body["entropy"] = True
        answer = await self._send("/v1/games", canonical(body), id or str(uuid4()), {})
        opened = msgspec.json.decode(answer, type=OpenedGame)
        if opened.receipt is not None:
            await self._keep(opened.game, opened.receipt)
        lost = [seat for seat, given in opened.seats.items() if given == SeatGiven()]
        if not lost:
            return opened
        invited = {seat for seat, wish in (seats or {}).items() if wish.get("invite")}
        fresh = {seat: await self._seat(opened.game, seat, seat in invited) for seat in lost}
        return msgspec.structs.replace(opened, seats={**opened.seats, **fresh})

    async def join(self, game: str, invitation: str, name: str = "") -> str:
        """The token of the seat that an invitation is for."""
        wish = {"invitation": invitation, **({"name": name} if name else {})}
        answer = await self._once("POST", f"/v1/games/{game}/join", content=canonical(wish))
        token: str = msgspec.json.decode(answer)["token"]
        return token

    async def play(
        self,
        game: str,
        command: Struct | bytes,
        *,
        if_version: int | None = None,
        id: str | None = None,  # noqa: A002
        copy: Copy | None = None,
    ) -> Played:
        """Send a command until its outcome is known, always under one id, and keep the receipt.

        With `copy`, what the command caused is added to it. `OutcomeUnknown` names the id to go on with.
        """
        name = id or str(uuid4())
        body = command if isinstance(command, bytes) else canonical(command)
        headers = {} if if_version is None else {"if-match": f'"{if_version}"'}
        answer = await self._send(f"/v1/games/{game}/commands", body, name, headers)
        played = msgspec.json.decode(answer, type=Played)
        if copy is not None and copy.version + len(played.records) >= played.version:
            for line in played.records:
                copy.add(bytes(line))
        if played.receipt is not None:
            await self._keep(game, played.receipt)
            if copy is not None:
                copy.expect(played.receipt)
        return played

    # following

    async def follow(
        self, game: str, after: int = 0, *, form: Form = "sse", copy: Copy | None = None
    ) -> AsyncIterator[AnyRecord]:
        """The records after a version, then new ones as they come, to the end of the game.

        Every record continues the checked chain from version 1: without a copy that reaches `after`, what is
        before it is fetched first. No gap and no double reaches the caller, however often the line breaks.
        """
        copy = Copy(game) if copy is None else copy
        if copy.version < after:
            await self.copy(game, copy)
        for receipt in self.receipts.get(game, ()):
            copy.expect(receipt)
        told, patience = after, Patience(self._patience)
        while True:
            for record in copy.records[told:]:
                told = record.version
                yield record
            if copy.over():
                return
            try:
                async with aclosing(self._events(game, copy.version, form, patience)) as events:
                    async for event in events:
                        patience.begin_anew()
                        copy.add(bytes(event.data))
                        for record in copy.records[told:]:
                            told = record.version
                            yield record
                        if copy.over():
                            return
                await patience.pause("the stream ended")
            except Over:
                if not copy.over():
                    raise Gap(f"game {game}: said to be over at version {copy.version}") from None
            except Interrupted as broken:
                await patience.pause(str(broken), broken.at_least)

    def _events(
        self, game: str, after: int, form: Form, patience: Patience
    ) -> AsyncGenerator[CloudEvent, None]:
        watch = MISSED * self._heartbeats[form]
        if form == SOCKET:
            return over_a_socket(self.url, game, after, self._token, watch)
        return streamed(self._http, game, after, form, watch, patience)

    # asking

    async def _get(self, path: str, kind: type[V], query: Mapping[str, Any] | None = None) -> V:
        return msgspec.json.decode(await self._ask("GET", path, params=query), type=kind)

    async def _ask(self, method: str, path: str, **more: Any) -> bytes:
        """One answer to something that may be asked twice without harm."""
        patience = Patience(self._patience)
        while True:
            try:
                response = await self._http.request(method, path, **more)
            except httpx.TransportError as error:
                await patience.pause(f"{self.url}: {type(error).__name__} {error}".rstrip())
                continue
            if is_passing(response.status_code):
                await patience.pause(f"{self.url} answers {response.status_code}", retry_after(response))
                continue
            if response.status_code >= 300:
                raise error_of(response.status_code, response.content)
            return response.content

    async def _send(self, path: str, body: bytes, name: str, headers: dict[str, str]) -> bytes:
        """The same request under the same id, until there is an answer to it."""
        headers = {**headers, "idempotency-key": name, "content-type": "application/json"}
        try:
            return await self._ask("POST", path, content=body, headers=headers)
        except Unreachable as error:
            raise OutcomeUnknown(name, str(error)) from error

    async def _once(self, method: str, path: str, **more: Any) -> bytes:
        """One attempt at something that must not be done twice."""
        try:
            response = await self._http.request(method, path, **more)
        except httpx.TransportError as error:
            raise Unreachable(f"{self.url}: {type(error).__name__} {error}".rstrip()) from error
        if response.status_code >= 300:
            raise error_of(response.status_code, response.content)
        return response.content

    async def _seat(self, game: str, seat: str, invite: bool) -> SeatGiven:
        what = "invitation" if invite else "token"
        answer = await self._ask("POST", f"/v1/games/{game}/seats/{seat}/{what}")
        return msgspec.json.decode(answer, type=SeatGiven)

    async def _keep(self, game: str, receipt: SignedHead) -> None:
        """A receipt is kept if the server's published keys have signed it; any other is a lie."""
        if receipt.key not in self._keys:
            keys = (await self._get("/v1/keys", Keys)).keys
            if fault := fault_in_keys(keys):
                raise Broken(f"{self.url}: {fault}")
            self._keys = {key.id: key for key in keys}
        key = self._keys.get(receipt.key)
        if receipt.game != game or key is None:
            raise Broken(f"game {game}: a receipt of another game, or by a key that is not published")
        if not verifies(key, HEAD, receipt.statement(), receipt.signature):
            raise Broken(f"game {game}, version {receipt.version}: the signature of the receipt is not good")
        kept = self.receipts.setdefault(game, [])
        if receipt not in kept:
            kept.append(receipt)
