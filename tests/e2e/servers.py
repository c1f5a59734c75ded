"""A real server in a process of its own, and clients that know nothing but its contract."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec

from domain.games.revolution.choices import BidForm
from services.accounts import Accounts, open_accounts

LISTENING = re.compile(r"listening on (http://[\d.]+:(\d+))")
BIN = Path(sys.executable).parent


class Served:
    """A running `protokol serve`; its log is kept to be read."""

    def __init__(self, folder: Path, settings: dict[str, str], port: int = 0) -> None:
        self.folder = folder
        self.store = f"sqlite:///{folder}/p.db"
        self.log = folder / "server.log"
        environment = {**os.environ, "PROTOKOL_LOG": "json", "PROTOKOL_REQUESTS_PER_SECOND": "0", **settings}
        with self.log.open("ab") as log:
            before = self.log.stat().st_size
            self.process = subprocess.Popen(
                [str(BIN / "protokol"), "serve", self.store, "--port", str(port)], env=environment, stderr=log
            )
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and self.process.poll() is None:
            found = LISTENING.search(self.log.read_text()[before:])
            if found is not None:
                self.url, self.port = found[1], int(found[2])
                if self._ready():
                    return
            time.sleep(0.02)
        raise AssertionError(self.log.read_text()[before:])

    def _ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health/ready").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        """SIGTERM; how many seconds it took to end."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)
        return time.monotonic() - began


@contextmanager
def served(folder: Path, **settings: str) -> Iterator[Served]:
    server = Served(folder, settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def key() -> dict[str, str]:
    return {"Idempotency-Key": str(uuid4())}


async def organiser_of(store: str) -> str:
    accounts: Accounts = open_accounts(store)
    try:
        return (await accounts.issue("organiser", name="Organiser")).token
    finally:
        accounts.close()


class Game:
    """A game that was opened over HTTP, with the tokens of its seats."""

    def __init__(self, http: httpx.Client, organiser: str, body: dict[str, Any]) -> None:
        self.http, self.organiser = http, organiser
        answer = http.post("/v1/games", json=body, headers={**bearer(organiser), **key()})
        assert answer.status_code == 201, answer.text
        self.opened = answer.json()
        self.id = self.opened["game"]
        self.tokens = {seat: given.get("token", "") for seat, given in self.opened["seats"].items()}

    def get(self, path: str = "", token: str = "", **more: Any) -> httpx.Response:
        headers = {**bearer(token), **more.pop("headers", {})}
        return self.http.get(f"/v1/games/{self.id}{path}", headers=headers, **more)

    def send(self, seat: str, command: Any, **headers: str) -> httpx.Response:
        return self.http.post(
            f"/v1/games/{self.id}/commands",
            json=command,
            headers={**bearer(self.tokens[seat]), **key(), **headers},
        )

    def due(self) -> tuple[str, dict[str, Any]] | None:
        """A seat that the game waits for, and its choices."""
        for seat, token in self.tokens.items():
            found = self.get("/choices", token).json()["choices"]
            if found is not None and found["needed"]:
                return seat, found
        return None

    def step(self, random: Random) -> bool:
        """One decision, taken at random; whether there was one to take."""
        due = self.due()
        if due is None:
            return False
        seat, found = due
        answer = self.send(seat, decision(found, random))
        assert answer.status_code == 200, answer.text
        return True


def decision(found: dict[str, Any], random: Random) -> Any:
    """A command that choices allow, picked from what they list or sampled from a form."""
    if "accepts" not in found:
        return random.choice(found["commands"])
    form = msgspec.convert({**found, "commands": []}, BidForm)
    return msgspec.to_builtins(form.sample(random.randrange))


def an_id(random: Random) -> str:
    return str(UUID(bytes=random.randbytes(16), version=4))
