"""A server as a source: the caller's own copies, fetched as evidence, and followed as NDJSON."""

import os
import re
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from replay_cli.problem import NOT_FOUND, UNREACHABLE, USAGE, Problem
from replay_cli.source import EvidenceFile, LogFile, Source
from replay_cli.structs import Listed
from services.store.evidence import MOST_BYTES

TOKEN = "PROTOKOL_TOKEN"
WATCH = 15.0  # seconds: two and a half heartbeats of NDJSON
PAGE = 500
PATIENCE = 30.0  # seconds in which a server may come back while a game is followed
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Event(msgspec.Struct, frozen=True):
    """What is needed of an event on the wire."""

    data: msgspec.Raw


class Page(msgspec.Struct, frozen=True):
    """Events, and the newest version that the caller may know of."""

    version: int
    events: list[Event]


class ServerSource(Source):
    """Asks one server; who asks is told by the token in PROTOKOL_TOKEN, and without one sees the public."""

    def __init__(self, url: str) -> None:
        self.name = url.rstrip("/")
        try:
            self._address = urlsplit(self.name)
            port = self._address.port
        except ValueError:
            raise Problem(f"{url}: not an address of a server", USAGE) from None
        if not self._address.hostname or self._address.query or self._address.username:
            raise Problem(f"{url}: a server is written http://127.0.0.1:8000")
        self._host, self._port = self._address.hostname, port
        self._copies: dict[str, Source] = {}

    def games(self) -> list[str]:
        return [one["game"] for one in self._list()]

    def listed(self) -> list[Listed]:
        return [msgspec.convert({**one, "versions": one["version"]}, Listed) for one in self._list()]

    def _list(self) -> Iterator[dict[str, Any]]:
        after: dict[str, str] = {}
        while True:
            page = self._json("/v1/games", {**after, "limit": str(PAGE)})
            try:
                yield from page["games"]
                if not page["next"]:
                    return
                after = {"after": page["next"]}
            except (KeyError, TypeError) as error:
                raise Problem(f"{self.name}: not a server of protokol", UNREACHABLE) from error

    def of_game(self, game: str | None) -> str:
        """A whole id is taken as it is: a game need not be listed to be asked for."""
        return game if game is not None and _UUID.fullmatch(game) else super().of_game(game)

    def lines(self, game: str) -> list[bytes]:
        return self.file_of(game).lines(game)

    def file_of(self, game: str) -> Source:
        """The caller's evidence of a game; of one that is shown with a delay, what is shown."""
        if game not in self._copies:
            try:
                with self.answer(f"/v1/games/{quote(game, safe='')}/evidence", {}, "*/*") as response:
                    content = response.read(MOST_BYTES + 1)
                self._copies[game] = ServerCopy(self, content)
            except SaysNo as no:
                if no.said != "not_allowed":
                    raise
                self._copies[game] = ServerLog(self, game)
        return self._copies[game]

    def shown(self, game: str) -> list[bytes]:
        """The lines of a game that the caller may see by now."""
        found: list[bytes] = []
        while True:
            query = {"after": str(len(found)), "limit": str(PAGE)}
            with self.answer(
                f"/v1/games/{quote(game, safe='')}/events", query, "application/json"
            ) as response:
                page = msgspec.json.decode(response.read(), type=Page)
            found += [bytes(event.data) for event in page.events]
            if len(found) >= page.version or not page.events:
                return found

    def follow(self, game: str, after: int) -> Iterator[bytes]:
        """From a version on; a connection that breaks is made again, and nothing is told twice."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                for line in self._stream(game, after):
                    until = time.monotonic() + PATIENCE
                    after += 1
                    yield line
                    if b'"type":"seed_opened"' in line:
                        return
            except Problem as problem:
                if problem.code != UNREACHABLE or time.monotonic() > until:
                    raise
            except (OSError, HTTPException) as error:
                if time.monotonic() > until:
                    raise Problem(f"{self.name}: not reachable ({error})", UNREACHABLE) from error
            time.sleep(0.5)

    def _stream(self, game: str, after: int) -> Iterator[bytes]:
        path, query = f"/v1/games/{game}/events", {"after": str(after)}
        with self.answer(path, query, "application/x-ndjson") as response:
            while line := response.readline():
                if not line.endswith(b"\n"):
                    return
                if line.strip():
                    yield bytes(msgspec.json.decode(line, type=Event).data)

    def _connection(self) -> HTTPConnection:
        kind = HTTPSConnection if self._address.scheme == "https" else HTTPConnection
        return kind(self._host, self._port, timeout=WATCH)

    def _json(self, path: str, query: dict[str, str]) -> Any:
        with self.answer(path, query, "application/json") as response:
            try:
                return msgspec.json.decode(response.read())
            except msgspec.DecodeError as error:
                raise Problem(f"{self.name}: not a server of protokol", UNREACHABLE) from error

    def answer(self, path: str, query: dict[str, str], accept: str) -> HTTPResponse:
        """A good answer, or the problem that the server has with the question."""
        headers = {"Accept": accept, "Connection": "close"}
        if token := os.environ.get(TOKEN):
            headers["Authorization"] = f"Bearer {token}"
        where = f"{self._address.path}{path}" + (f"?{urlencode(query)}" if query else "")
        try:
            connection = self._connection()
            connection.request("GET", where, headers=headers)
            response = connection.getresponse()
            if response.status < 300:
                return response
            with response:
                body = response.read(65_536)
        except (OSError, HTTPException) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Problem(f"{self.name}: not reachable ({why})", UNREACHABLE) from error
        code = NOT_FOUND if response.status in (400, 401, 403, 404) else UNREACHABLE
        raise SaysNo(f"{self.name}: {_said(response.status, body)}", code, _code(body))


class SaysNo(Problem):
    """The server's own problem with the question; `said` is its code."""

    def __init__(self, message: str, code: int, said: str) -> None:
        super().__init__(message, code)
        self.said = said


class ServerCopy(EvidenceFile):
    """The evidence that a server gave of one game, which goes on while the game does."""

    def __init__(self, server: ServerSource, content: bytes) -> None:
        super().__init__(server.name, content)
        self._server = server

    def follow(self, game: str, after: int) -> Iterator[bytes]:
        return self._server.follow(game, after)


class ServerLog(LogFile):
    """A game that spectators see with a delay, as far as they do: no evidence of it is given yet."""

    audience = "public"

    def __init__(self, server: ServerSource, game: str) -> None:
        lines = server.shown(game)
        if not lines:
            raise Problem(f"{server.name}: nothing of game {game} is shown yet", NOT_FOUND)
        super().__init__(server.name, b"\n".join(lines))
        self._server = server

    def follow(self, game: str, after: int) -> Iterator[bytes]:
        return self._server.follow(game, after)


def _code(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body)["code"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ""


def _said(status: int, body: bytes) -> str:
    try:
        problem = msgspec.json.decode(body)
        return f"{problem.get('code') or status}: {problem.get('detail') or problem.get('title')}"
    except (msgspec.DecodeError, AttributeError):
        return f"answers {status}"
