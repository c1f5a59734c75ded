"""A token that ends takes its open streams and sockets with it; everyone else's go on."""

import asyncio
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.e2e.servers import BIN, Game, Served, bearer, organiser_of, served

FORMS = ("sse", "ndjson", "socket", "feed", "ticket")


class Watcher(threading.Thread):
    """Reads a stream for as long as it lasts; when it ended, and how."""

    def __init__(self, server: Served, game: Game, token: str, form: str) -> None:
        super().__init__(daemon=True)
        self.url, self.game, self.token, self.form = server.url, game, token, form
        self.events = 0
        self.ended = 0.0
        self.how = ""
        self.start()

    def run(self) -> None:
        try:
            self.how = self.read_socket() if self.form == "socket" else self.read()
        finally:
            self.ended = time.monotonic()

    def read(self) -> str:
        params, headers = {}, bearer(self.token)
        if self.form == "ticket":
            made = httpx.post(f"{self.url}/v1/tickets", headers=headers).json()
            params, headers = {"ticket": made["ticket"]}, {}
        path = "/v1/events" if self.form == "feed" else f"/v1/games/{self.game.id}/events"
        accept = "text/event-stream" if self.form in ("sse", "ticket") else "application/x-ndjson"
        with httpx.stream(
            "GET", self.url + path, params=params, headers={**headers, "Accept": accept}, timeout=30
        ) as answer:
            for line in answer.iter_lines():
                self.events += line.startswith(("data: ", "{"))
        return "whole"

    def read_socket(self) -> str:
        url = f"{self.url.replace('http', 'ws')}/v1/games/{self.game.id}/socket"
        offered = [Subprotocol("protokol.v1+json")]
        with connect(url, subprotocols=offered, additional_headers=bearer(self.token)) as socket:
            try:
                while True:
                    socket.recv()
                    self.events += 1
            except ConnectionClosed as closed:
                return f"{closed.rcvd.code} {closed.rcvd.reason}" if closed.rcvd else "nothing"


class Setting:
    def __init__(self, server: Served, http: httpx.Client) -> None:
        self.server = server
        self.game = Game(http, asyncio.run(organiser_of(server.store)), {"ruleset": "dual_powers"})
        for _ in range(4):
            self.game.step(Random(1))

    def watch(self, token: str, forms: tuple[str, ...] = FORMS) -> list[Watcher]:
        watching = [Watcher(self.server, self.game, token, form) for form in forms]
        until = time.monotonic() + 10
        while any(not one.events for one in watching):
            assert time.monotonic() < until and not any(one.ended for one in watching)
            time.sleep(0.01)
        return watching

    def ids(self, seat: str) -> str:
        return str(self.game.http.get("/v1/tokens/self", headers=bearer(self.game.tokens[seat])).json()["id"])


@pytest.fixture
def setting(tmp_path: Path) -> Iterator[Setting]:
    with served(tmp_path) as server, httpx.Client(base_url=server.url) as http:
        yield Setting(server, http)


def all_end(watching: list[Watcher], within: float) -> None:
    until = time.monotonic() + within
    for one in watching:
        one.join(max(0, until - time.monotonic()))
        assert one.ended, f"{one.form} goes on"
        assert one.how == ("4401 bad_token" if one.form == "socket" else "whole"), one.form


def test_what_is_open_under_an_ended_token_ends_and_nothing_else(setting: Setting) -> None:
    game, http = setting.game, setting.game.http
    revoked, others = setting.watch(game.tokens["red"]), setting.watch(game.tokens["white"])
    others += setting.watch("", ("sse", "ndjson", "socket", "feed"))
    old = game.tokens["red"]
    ended = http.delete(f"/v1/tokens/{setting.ids('red')}", headers=bearer(game.organiser))
    assert ended.status_code == 204
    all_end(revoked, 2)
    again = game.get("/events", old, headers={"Accept": "text/event-stream"})
    assert again.status_code == 401

    rotated = http.post(f"/v1/games/{game.id}/seats/red/token", headers=bearer(game.organiser)).json()
    game.tokens["red"] = rotated["token"]
    before = [one.events for one in others]
    fresh = setting.watch(rotated["token"], ("sse",))
    for _ in range(6):
        game.step(Random(2))
    until = time.monotonic() + 5
    while any(one.events <= count for one, count in zip(others, before, strict=True)):
        assert time.monotonic() < until
        time.sleep(0.01)
    assert not any(one.ended for one in others)

    http.post(f"/v1/games/{game.id}/seats/red/token", headers=bearer(rotated["token"]))
    all_end(fresh, 2)
    assert not any(one.ended for one in others)


def test_a_token_that_another_process_ends_is_noticed_within_a_few_seconds(setting: Setting) -> None:
    watching = setting.watch(setting.game.tokens["red"])
    command = [str(BIN / "protokol"), "token", "revoke", setting.server.store, setting.ids("red")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    all_end(watching, 5)
