"""Running a server: settings, caps, headers, metrics, logs, and read models rebuilt while it goes on."""

import asyncio
import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from domain.core.ruleset import ruleset
from services.projector.reading import Models
from services.store.reader import open_reader
from tests.e2e.servers import BIN, Game, Served, bearer, key, organiser_of, served

SAFE = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Setting:
    def __init__(self, server: Served, http: httpx.Client) -> None:
        self.server, self.http = server, http
        self.organiser = asyncio.run(organiser_of(server.store))
        self.game = self.a_game()

    def a_game(self) -> Game:
        return Game(self.http, self.organiser, {"ruleset": "dual_powers"})


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    """A server with small caps."""
    caps = {
        "PROTOKOL_STREAMS_PER_CALLER": "2",
        "PROTOKOL_STREAMS": "5",
        "PROTOKOL_MOST_BODY": "2000",
        "PROTOKOL_MOST_LIVE": "3",
    }
    with (
        served(tmp_path_factory.mktemp("server"), **caps) as server,
        httpx.Client(base_url=server.url) as http,
    ):
        yield Setting(server, http)


def rebuild(*words: str, token: str = "") -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PROTOKOL_")}
    if token:
        environment["PROTOKOL_TOKEN"] = token
    command = [str(BIN / "protokol"), "rebuild", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)


def test_read_models_are_rebuilt_by_a_server_that_goes_on_meanwhile(setting: Setting) -> None:
    server, game, random = setting.server, setting.a_game(), Random(3)
    stop = threading.Event()
    bad: list[httpx.Response] = []

    def look() -> None:
        """Play and ask for scores all the time: nobody notices."""
        with httpx.Client(base_url=server.url) as http:
            while not stop.is_set():
                game.step(random)
                for path in (f"/v1/games/{game.id}/scoreboard", f"/v1/games/{game.id}/timeline"):
                    answer = http.get(path)
                    bad.extend([answer] * (answer.status_code != 200))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        for words in (("scoreboard",), ()):
            done = rebuild(*words, server.url, token=setting.organiser)
            assert done.returncode == 0, done.stderr
            lines = done.stdout.splitlines()
            assert len(lines) == (1 if words else 4)
            assert all(line.endswith(", the same as before") for line in lines), lines
    finally:
        stop.set()
        looking.join()
    assert not bad
    found = setting.http.get("/v1/projections", headers=bearer(setting.organiser)).json()
    numbers = {one["projection"]: one["generation"] for one in found["projections"]}
    assert numbers == {"board": 2, "hidden_information": 2, "scoreboard": 3, "timeline": 2}
    assert found["rebuild"]["running"] is False and found["rebuild"]["percent"] == 100
    assert "position" not in json.dumps(found)
    score = setting.http.get(f"/v1/games/{game.id}/scoreboard").json()
    with open_reader(server.store) as reader:
        assert score["version"] == reader.head(game.id).version
        assert Models(reader).scoreboard(game.id).value.score.standing.points == score["points"]


def test_a_rebuild_that_cannot_be_made_says_why(setting: Setting) -> None:
    server, player = setting.server, setting.game.tokens["red"]
    for code, done, word in (
        (2, rebuild("nonsense", server.url, token=setting.organiser), "no projection"),
        (3, rebuild(server.url), "not_allowed"),
        (3, rebuild(server.url, token=player), "not_allowed"),
        (4, rebuild("http://127.0.0.1:9"), "not reachable"),
        (4, rebuild(server.store), "give the server's address"),
    ):
        assert (done.returncode, done.stdout) == (code, ""), done
        assert word in done.stderr and "Traceback" not in done.stderr and done.stderr.count("\n") == 1


def test_one_caller_and_all_together_have_so_many_streams_and_are_told_when_to_come_back(
    setting: Setting,
) -> None:
    game = setting.a_game()
    path = f"/v1/games/{game.id}/events"
    headers = {"Accept": "text/event-stream"}
    clients = [httpx.Client(base_url=setting.server.url) for _ in range(7)]
    opened = []
    tokens = [game.tokens["red"]] * 2 + [game.tokens["white"]] * 2 + [""]

    def stream(number: int, token: str) -> httpx.Response:
        request = clients[number].build_request("GET", path, headers={**headers, **bearer(token)})
        return clients[number].send(request, stream=True)

    try:
        for number, token in enumerate(tokens):
            opened.append(stream(number, token))
            assert opened[-1].status_code == 200
            if number == 1:  # one more than this caller may have, while others may
                refused = stream(6, token)
                refused.read()
                assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 0
                assert refused.json()["code"] == "too_many"
        refused = stream(5, setting.organiser)
        refused.read()
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 0
        url = f"{setting.server.url.replace('http', 'ws')}/v1/games/{game.id}/socket"
        with (
            connect(url, subprotocols=[Subprotocol("protokol.v1+json")]) as socket,
            pytest.raises(ConnectionClosed) as closed,
        ):
            socket.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        assert 'protokol_open_streams{form="sse"} 5.0' in setting.http.get("/metrics").text
    finally:
        for answer in opened:
            answer.close()
        for client in clients:
            client.close()
    until = time.monotonic() + 5
    while setting.http.get(path, headers=headers, params={"follow": 0}).status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_requests_are_limited_by_caller_and_by_address(tmp_path: Path) -> None:
    caps = {
        "PROTOKOL_REQUESTS_PER_SECOND": "1",
        "PROTOKOL_BURST": "10",
        "PROTOKOL_ADDRESSES_PER_SECOND": "1",
    }
    with served(tmp_path, **caps) as server, httpx.Client(base_url=server.url) as http:
        organiser = asyncio.run(organiser_of(server.store))

        def until_refused(token: str) -> list[httpx.Response]:
            answers = [http.get("/v1/keys", headers=bearer(token))]
            while answers[-1].status_code != 429:
                assert len(answers) < 300
                answers.append(http.get("/v1/keys", headers=bearer(token)))
            assert answers[-1].headers["retry-after"] == "1"
            assert answers[-1].json()["code"] == "too_many"
            return answers

        mine = until_refused(organiser)
        assert len(mine) > 10 and {answer.status_code for answer in mine[:-1]} == {200}
        assert http.get("/v1/keys").status_code == 200  # another caller from there
        guesses = until_refused("protokol_" + "x" * 43)  # limited by address
        assert {answer.status_code for answer in guesses[:-1]} == {401}
        assert http.get("/v1/keys").status_code == 429
        assert http.get("/health/live").status_code == 200


def test_a_body_that_is_too_large_is_not_read(setting: Setting) -> None:
    headers = {**bearer(setting.game.tokens["red"]), **key()}
    path = f"/v1/games/{setting.game.id}/commands"
    answer = setting.http.post(path, content=b" " * 2001, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")

    def pieces() -> Iterator[bytes]:
        for _ in range(50):
            yield b" " * 100

    answer = setting.http.post(path, content=pieces(), headers=headers)
    assert answer.status_code == 413
    url = f"{setting.server.url.replace('http', 'ws')}/v1/games/{setting.game.id}/socket"
    with connect(url, subprotocols=[Subprotocol("protokol.v1+json")]) as socket:
        socket.send("x" * 2001)
        with pytest.raises(ConnectionClosed) as closed:
            _read_on(socket)
        assert closed.value.rcvd is not None and closed.value.rcvd.code in (1009, 4413)


def _read_on(socket: ClientConnection) -> None:
    while True:
        socket.recv()


def test_every_answer_has_safe_headers_and_none_is_for_other_origins(
    setting: Setting, tmp_path: Path
) -> None:
    origin = {"Origin": "https://elsewhere.example"}
    at = f"/v1/games/{setting.game.id}"
    for path, more in (
        ("/v1/games", {}), (at, {}), (f"{at}/events", {"Accept": "application/x-ndjson"}),
        (f"{at}/choices", {}), ("/nowhere", {}), ("/health/ready", {}), (f"{at}/evidence", {}),
    ):  # fmt: skip
        answer = setting.http.get(path, headers={**origin, **more}, params={"follow": 0})
        assert {name: answer.headers.get(name) for name in SAFE} == SAFE, path
        assert "access-control-allow-origin" not in answer.headers and "server" not in answer.headers
    asked = {**origin, "Access-Control-Request-Method": "GET"}
    assert "access-control-allow-origin" not in setting.http.options("/v1/games", headers=asked).headers
    allowed = {"PROTOKOL_CORS": "https://elsewhere.example"}
    with served(tmp_path, **allowed) as server:
        answer = httpx.get(f"{server.url}/v1/games", headers=origin)
        assert answer.headers["access-control-allow-origin"] == "https://elsewhere.example"


def test_only_so_many_games_are_kept_in_memory_and_all_go_on(setting: Setting) -> None:
    games = [Game(setting.http, setting.organiser, {"ruleset": "dual_powers"}) for _ in range(8)]
    random = Random(1)
    for _ in range(3):
        for game in games:
            assert game.step(random)
    found = setting.http.get("/metrics").text
    live = next(line for line in found.splitlines() if line.startswith("protokol_live_games "))
    assert float(live.split()[1]) <= 3


def test_metrics_count_what_happened_and_name_nobody(setting: Setting) -> None:
    def figures() -> dict[str, float]:
        lines = setting.http.get("/metrics").text.splitlines()
        return {name: float(value) for name, value in (one.rsplit(" ", 1) for one in lines if one[0] != "#")}

    game, random = setting.a_game(), Random(2)
    before, version = figures(), game.get().json()["version"]
    for _ in range(5):
        game.step(random)
    game.get("/scoreboard")
    after, more = figures(), game.get().json()["version"] - version
    changed = {name: after[name] - before.get(name, 0) for name in after}
    assert changed["protokol_appended_events_total"] == more
    assert changed["protokol_commits_total"] >= 5
    assert changed["protokol_commit_batch_size_count"] == changed["protokol_commits_total"]
    assert after["protokol_queue_depth"] == 0
    assert after['protokol_projection_lag_events{projection="scoreboard"}'] == 0
    text = setting.http.get("/metrics").text
    secret = (setting.organiser, *game.tokens.values(), game.id, "127.0.0.1")
    assert not [word for word in secret if word in text]


def test_a_command_is_in_the_log_with_its_game_seat_version_and_id(setting: Setting) -> None:
    game = setting.a_game()
    due = game.due()
    assert due is not None
    seat, found = due
    once = key()
    accepted = game.send(seat, found["commands"][0], **once)
    refused = game.send(seat, {"type": "play_card", "card": "purple-4c"})
    assert (accepted.status_code, refused.status_code) == (200, 409)
    wanted = {answer.headers["x-request-id"] for answer in (accepted, refused)}
    lines = [json.loads(line) for line in setting.server.log.read_text().splitlines() if line[:1] == "{"]
    one, other = (line for line in lines if line.get("request") in wanted)
    assert (one["game"], one["seat"], one["status"]) == (game.id, seat, 200)
    assert (one["version"], one["command"]) == (accepted.json()["version"], once["Idempotency-Key"])
    assert (other["code"], other["seat"], other["status"]) == (refused.json()["code"], seat, 409)


@pytest.mark.parametrize(
    ("name", "value"), [("PROTOKOL_PROT", "1"), ("PROTOKOL_PORT", "eight"), ("PROTOKOL_LOG", "loud")]
)
def test_a_setting_that_does_not_exist_or_cannot_be_read_stops_the_server_at_once(
    tmp_path: Path, name: str, value: str
) -> None:
    command = [str(BIN / "protokol"), "serve", f"sqlite:///{tmp_path}/p.db"]
    done = subprocess.run(command, env={name: value}, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2 and name in done.stderr and done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken_is_said_in_one_line(setting: Setting, tmp_path: Path) -> None:
    command = [
        str(BIN / "protokol"),
        "serve",
        f"sqlite:///{tmp_path}/p.db",
        "--port",
        str(setting.server.port),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 4 and "use" in done.stderr and done.stderr.count("\n") == 1


def test_no_card_token_or_seed_is_ever_logged_whatever_goes_wrong(setting: Setting) -> None:
    """All cards of the game, all tokens and seeds of this server, in everything that this file made it do."""
    game, random = setting.a_game(), Random(5)
    bad = {**bearer(game.tokens["red"]), **key()}
    while game.step(random):
        game.send("red", {"type": "play_card", "card": "purple-4c"})
        setting.http.post(f"/v1/games/{game.id}/commands", content=b'{"card":"green-2a"', headers=bad)
    log = setting.server.log.read_text()
    with open_reader(setting.server.store) as reader:
        lines = reader.lines(game.id)
    components = ruleset("dual_powers").components()
    cards = {card for card in components.cards if "-" in card}
    events = [json.loads(line)["event"] for line in lines]
    salts = {
        value["salt"]
        for event in events
        for value in event.values()
        if isinstance(value, dict) and "salt" in value
    }
    secret = {setting.organiser, *game.tokens.values(), events[-1]["seed"], *cards, *salts}
    assert len(cards) >= 40 and len(salts) >= 5
    assert log.count('"event":"request"') > 100
    assert not [word for word in secret if word in log]
