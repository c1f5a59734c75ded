"""`protokol bot`: processes that know nothing but the contract play a game, and say why when they cannot."""

import asyncio
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest

from services.store.reader import open_reader
from tests.e2e.servers import BIN, Game, Served, organiser_of, served
from tests.services.client.scripted import Film

Bot = subprocess.Popen[str]


def bot(url: str, token: str = "", *more: str) -> Bot:
    """A bot in a process of its own; its token is in the environment, as it should be."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PROTOKOL_")}
    if token:
        environment["PROTOKOL_TOKEN"] = token
    return subprocess.Popen(
        [str(BIN / "protokol"), "bot", "--url", url, *more],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def ended(process: Bot) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    return process.returncode, out, err


class Setting:
    def __init__(self, server: Served, http: httpx.Client) -> None:
        self.server, self.http = server, http
        self.organiser = asyncio.run(organiser_of(server.store))

    def game(self, **body: object) -> Game:
        return Game(self.http, self.organiser, {"ruleset": "dual_powers", **body})


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    folder = tmp_path_factory.mktemp("server")
    with served(folder) as server, httpx.Client(base_url=server.url) as http:
        yield Setting(server, http)


def test_two_bots_play_a_game_to_its_end_and_one_that_is_killed_is_followed_by_another(
    setting: Setting, tmp_path: Path
) -> None:
    """With entropy of the seats' own; the token of one is in a file."""
    game = setting.game()
    file = tmp_path / "token"
    file.write_text(game.tokens["white"] + "\n")
    white = bot(setting.server.url, "", "--token-file", str(file), "--kind", "random")
    killed = bot(setting.server.url, game.tokens["red"], "--pace", "0.02")
    until = time.monotonic() + 30
    while game.get().json()["version"] < 30:
        assert time.monotonic() < until
        time.sleep(0.02)
    killed.kill()
    killed.communicate()
    red = bot(setting.server.url, game.tokens["red"])
    ends = {"red": ended(red), "white": ended(white)}
    score = game.get("/scoreboard").json()
    assert score["over"]
    for seat, (code, out, err) in ends.items():
        assert (code, err) == (0, "")
        assert game.id in out and f"{seat} made " in out and score["reason"] in out
    again = ended(bot(setting.server.url, game.tokens["red"]))
    assert again[0] == 0 and "made 0 decisions" in again[1]
    with open_reader(setting.server.store) as reader:
        assert reader.head(game.id).version == score["version"]


def test_seats_give_entropy_of_their_own(setting: Setting) -> None:
    game = setting.game(entropy=True, options={"solitaire": 1})
    code, out, err = ended(bot(setting.server.url, game.tokens["red"], "--kind", "random"))
    assert (code, err) == (0, "") and "red made" in out


def test_a_bot_that_cannot_sit_down_says_why_and_how_bad_it_is(setting: Setting, tmp_path: Path) -> None:
    url, game = setting.server.url, setting.game()
    nobody = f"http://127.0.0.1:{_free_port()}"
    cases = {
        2: [
            bot(url),
            bot("ftp://here", game.tokens["red"]),
            bot(url, game.tokens["red"], "--kind", "clever"),
            bot(url, game.tokens["red"], "--pace", "-1"),
        ],
        3: [
            bot(url, "protokol_" + "x" * 43),
            bot(url, setting.organiser),
            bot(url, "", "--token-file", str(tmp_path / "none")),
        ],
        4: [bot(nobody, game.tokens["red"], "--patience", "0.3")],
    }
    for code, processes in cases.items():
        for process in processes:
            found, out, err = ended(process)
            assert found == code, (process.args, err)
            assert err and not out
            assert game.tokens["red"] not in err and "x" * 43 not in err


def test_a_token_that_ends_ends_the_bot_and_so_does_ctrl_c(setting: Setting) -> None:
    game = setting.game()
    red, white = (bot(setting.server.url, game.tokens[seat], "--pace", "0.5") for seat in ("red", "white"))
    until = time.monotonic() + 20
    while game.get().json()["version"] < 16:
        assert time.monotonic() < until
        time.sleep(0.02)
    setting.http.post(
        f"/v1/games/{game.id}/seats/red/token", headers={"Authorization": f"Bearer {game.tokens['red']}"}
    )
    code, _, err = ended(red)
    assert code == 3 and "bad_token" in err
    white.send_signal(signal.SIGINT)
    assert ended(white)[0] == 130


def test_a_server_whose_record_is_faulty_is_not_played_with() -> None:
    """It answers like a server, but one letter of its history is another."""
    film = Film()
    wrong = film.lines[4].replace(b'"at":', b'"at":1', 1)
    events = film.written("ndjson", [*film.lines[:4], wrong, *film.lines[5:9]]).strip().replace(b"\n", b",")
    answers = {
        "/v1/tokens/self": b'{"id":"a","role":"player","game":"%b","seat":"red"}' % film.game.encode(),
        f"/v1/games/{film.game}/events": b'{"version":9,"over":false,"events":[%b]}' % events,
    }

    class Liar(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = answers[self.path.partition("?")[0]]
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with HTTPServer(("127.0.0.1", 0), Liar) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            code, _, err = ended(bot(f"http://127.0.0.1:{server.server_port}", "protokol_" + "a" * 43))
        finally:
            server.shutdown()
    assert code == 1 and film.game in err


def _free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
