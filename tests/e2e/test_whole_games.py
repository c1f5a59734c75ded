"""Whole games over HTTP, watched in every form; at the end all agree with the store to the byte."""

import asyncio
import json
import subprocess
import threading
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from domain.core.record import redact_line
from services.store.reader import open_reader
from tests.e2e.servers import BIN, Game, bearer, organiser_of, served


class Watcher(threading.Thread):
    """Reads a stream to its end."""

    def __init__(self, url: str, game: str, token: str, form: str) -> None:
        super().__init__(daemon=True)
        self.url, self.game, self.token, self.form = url, game, token, form
        self.events: list[bytes] = []
        self.start()

    def run(self) -> None:
        if self.form == "socket":
            return self.read_socket()
        accept = {"sse": "text/event-stream", "ndjson": "application/x-ndjson"}[self.form]
        headers = {**bearer(self.token), "Accept": accept}
        with httpx.stream(
            "GET", f"{self.url}/v1/games/{self.game}/events", headers=headers, timeout=30
        ) as answer:
            for line in answer.iter_lines():
                if self.form == "sse" and line.startswith("data: "):
                    self.events.append(line.removeprefix("data: ").encode())
                elif self.form == "ndjson" and line:
                    self.events.append(line.encode())
        return None

    def read_socket(self) -> None:
        url = f"{self.url.replace('http', 'ws')}/v1/games/{self.game}/socket"
        with connect(
            url,
            subprotocols=[Subprotocol("protokol.v1+json")],
            additional_headers=bearer(self.token),
        ) as socket:
            for message in socket:
                assert isinstance(message, str)
                if message.startswith('{"type":"event"'):
                    self.events.append(message.removeprefix('{"type":"event","event":')[:-1].encode())

    def records(self) -> list[bytes]:
        """The bytes of `data` in each envelope."""
        self.join(30)
        assert not self.is_alive(), f"{self.form} did not end"
        return [event.partition(b'"data":')[2][:-1] for event in self.events]


@pytest.mark.parametrize(
    "body",
    [
        {"ruleset": "dual_powers", "seats": {"red": {"name": "Anna"}, "white": {"name": "Boris"}}},
        {"ruleset": "dual_powers", "options": {"solitaire": 2}},
        {"ruleset": "revolution", "options": {"players": 3, "round_limit": 6}},
        {"ruleset": "revolution", "options": {"making_deals": True, "bid_refunds": True}},
    ],
    ids=["two players", "solitaire", "three bidders", "four bidders who deal"],
)
def test_a_whole_game_is_the_same_to_the_byte_in_every_stream_and_in_the_store(
    tmp_path: Path, body: dict[str, Any]
) -> None:
    with served(tmp_path) as server:
        organiser = asyncio.run(organiser_of(server.store))
        with httpx.Client(base_url=server.url) as http:
            game = Game(http, organiser, body)
            made = http.post("/v1/tokens", json={"role": "arbiter"}, headers=bearer(organiser)).json()
            eyes = {"public": "", "arbiter": made["token"], **game.tokens}
            watching = [
                (audience, Watcher(server.url, game.id, token, form))
                for audience, token in eyes.items()
                for form in ("sse", "ndjson", "socket")
            ]
            random = Random(1)
            while game.step(random):
                pass
            for audience, token in eyes.items():
                evidence = game.get("/evidence", token)
                assert evidence.status_code == 200
                (tmp_path / f"{audience}.evidence").write_bytes(evidence.content)
            assert (
                game.get(
                    "/events", headers={"Accept": "text/event-stream", "Last-Event-ID": "9999"}
                ).status_code
                == 204
            )
            scores = game.get("/scoreboard").json()
            assert scores["over"] and scores["winners"]
            told = the_story(game)
            seen = [(audience, one.form, one.records()) for audience, one in watching]
    with open_reader(server.store) as reader:
        lines = reader.lines(game.id)
    assert len(told) == len(lines)
    for audience, form, records in seen:
        assert records == [redact_line(line, audience) for line in lines], (audience, form)
    for audience in eyes:
        done = subprocess.run(
            [str(BIN / "replay"), "verify", str(tmp_path / f"{audience}.evidence"), "--json"],
            capture_output=True,
        )
        assert done.returncode == 0, done.stdout


def the_story(game: Game) -> list[Any]:
    """All of it, page by page."""
    told: list[Any] = []
    while page := game.get("/timeline", params={"limit": 500, "after": len(told)}).json()["told"]:
        told += page
    return told


def test_nothing_that_is_secret_is_ever_logged(tmp_path: Path) -> None:
    """Cards, tokens and seeds of a whole game, searched for in all that the server wrote."""
    with served(tmp_path, PROTOKOL_LOG_LEVEL="debug") as server:
        organiser = asyncio.run(organiser_of(server.store))
        with httpx.Client(base_url=server.url) as http:
            game = Game(http, organiser, {"ruleset": "dual_powers"})
            random = Random(5)
            while game.step(random):
                game.send("red", {"type": "play_card", "card": "purple-4c"})
    log = server.log.read_text()
    told = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert sum(line["event"] == "request" and line.get("game") == game.id for line in told) > 100
    with open_reader(server.store) as reader:
        lines = reader.lines(game.id)
    secret = {organiser, *game.tokens.values(), json.loads(lines[-1])["event"]["seed"]}
    for line in lines:
        record = json.loads(line)
        secret |= {
            value["salt"] for value in record["event"].values() if isinstance(value, dict) and "salt" in value
        }
    secret |= {"purple-4c", "green-2a", "kollontai", "cards_drawn"}
    assert not [word for word in secret if word in log]
