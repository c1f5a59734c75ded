"""`protokol rebuild` of a store that a server is writing: the server does it, and is asked how far it is."""

import os
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

TOKEN = "PROTOKOL_TOKEN"
EVERY = 0.2  # seconds


class ServerSaysNo(Exception):
    """Why the server does not do it, with the exit code that says what kind it is."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class Rebuilt(Struct, frozen=True):
    """A projection in a new generation, and whether it equals the old one."""

    projection: str
    generation: int
    compared: bool
    differing: tuple[str, ...] = ()


class Progress(Struct, frozen=True):
    running: bool
    percent: int
    rebuilt: list[Rebuilt]
    failed: str = ""


class Projection(Struct, frozen=True):
    projection: str
    generation: int
    lag: int
    stuck: int


class Projections(Struct, frozen=True):
    projections: list[Projection]
    rebuild: Progress | None = None


def rebuild_there(url: str, name: str | None, progress: Callable[[int, int], None]) -> Projections:
    """Ask a server to rebuild, and wait for the end of it."""
    found = _ask(url, "POST", "/v1/projections/rebuild", {"projection": name})
    while found.rebuild is not None and found.rebuild.running:
        progress(found.rebuild.percent, 100)
        time.sleep(EVERY)
        found = _ask(url, "GET", "/v1/projections")
    if found.rebuild is None:
        raise ServerSaysNo(f"{url}: was started again meanwhile, and has given it up", 4)
    if found.rebuild.failed:
        raise ServerSaysNo(f"{url}: {found.rebuild.failed}", 1)
    return found


def _ask(url: str, method: str, path: str, body: Any = None) -> Projections:
    where = urlsplit(url.rstrip("/"))
    headers = {"Accept": "application/json", "Connection": "close", "Content-Type": "application/json"}
    if token := os.environ.get(TOKEN):
        headers["Authorization"] = f"Bearer {token}"
    try:
        kind = HTTPSConnection if where.scheme == "https" else HTTPConnection
        connection = kind(where.hostname or "", where.port, timeout=30)
        content = None if body is None else msgspec.json.encode(body)
        connection.request(method, where.path + path, content, headers)
        with connection.getresponse() as response:
            status, said = response.status, response.read()
    except (OSError, HTTPException, ValueError) as error:
        raise ServerSaysNo(f"{url}: not reachable ({error})", 4) from error
    try:
        if status < 300:
            return msgspec.json.decode(said, type=Projections)
        problem = msgspec.json.decode(said)
        told = f"{problem['code']}: {problem['detail']}"
    except (msgspec.DecodeError, KeyError, TypeError):
        raise ServerSaysNo(f"{url}: not a server of protokol", 4) from None
    code = 2 if status == 400 else 3 if status in (401, 403, 404) else 4
    raise ServerSaysNo(f"{url}: {told}", code)
