"""`replay` asked of a server: what it shows to whom, and how it ends when it cannot."""

import asyncio
import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from domain.core.record import redact_line
from services.store.reader import open_reader
from tests.e2e.servers import BIN, Game, Served, bearer, organiser_of, served
from tests.replay_cli.support import Said, one_line, replay

WRONG = "protokol_" + "x" * 43
NOWHERE = "00000000-0000-4000-8000-000000000000"
Replay = Callable[..., Said]


class Setting:
    """A finished game, one that is being played, and one whose spectators are kept behind."""

    def __init__(self, server: Served, http: httpx.Client) -> None:
        self.server, self.http, self.url = server, http, server.url
        organiser = asyncio.run(organiser_of(server.store))
        self.over = Game(http, organiser, {"ruleset": "dual_powers"})
        self.running = Game(http, organiser, {"ruleset": "revolution", "options": {"players": 3}})
        self.delayed = Game(http, organiser, {"ruleset": "dual_powers", "delay": {"events": 10}})
        self.hidden = Game(http, organiser, {"ruleset": "dual_powers", "delay": {"seconds": 600}})
        self.random = Random(4)
        while self.over.step(self.random):
            pass
        for _ in range(9):
            self.delayed.step(self.random)
        made = http.post("/v1/tokens", json={"role": "arbiter"}, headers=bearer(organiser))
        self.arbiter = made.json()["token"]

    def lines(self, game: Game) -> list[bytes]:
        with open_reader(self.server.store) as reader:
            return reader.lines(game.id)


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    folder = tmp_path_factory.mktemp("server")
    with served(folder) as server, httpx.Client(base_url=server.url) as http:
        yield Setting(server, http)


@pytest.fixture
def asked(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> Replay:
    """`replay COMMAND <the server> …`, by whoever has the token."""

    def ask(command: str, *words: str, token: str = "") -> Said:
        monkeypatch.delenv("PROTOKOL_TOKEN", raising=False)
        if token:
            monkeypatch.setenv("PROTOKOL_TOKEN", token)
        said = replay(command, setting.url, *words)
        assert not token or token not in said.out + said.err
        return said

    return ask


def test_list_tells_of_all_games_as_far_as_the_caller_may_know(setting: Setting, asked: Replay) -> None:
    listed = json.loads(asked("list", "--json").out)["games"]
    found = {one["game"]: one for one in listed}
    assert len(found) == 4
    over, delayed = found[setting.over.id], found[setting.delayed.id]
    score = setting.over.get("/scoreboard").json()
    assert (over["over"], over["winners"], over["points"]) == (True, score["winners"], score["points"])
    times = [json.loads(line)["at"] for line in setting.lines(setting.over)]
    assert (over["versions"], over["began_at"], over["last_at"]) == (len(times), times[0], times[-1])
    whole = setting.delayed.get("", setting.arbiter).json()["version"]
    assert delayed["versions"] == whole - 10
    hidden = found[setting.hidden.id]
    assert (hidden["versions"], hidden["began_at"], hidden["last_at"]) == (0, 0, 0)
    text = asked("list")
    assert (text.code, text.err) == (0, "")
    assert all(game in text.out for game in found) and "won by" in text.out


def test_show_is_the_board_of_whoever_the_token_says(setting: Setting, asked: Replay) -> None:
    game = ("--game", setting.over.id)
    red = setting.over.tokens["red"]
    assert "as public" in asked("show", *game).out
    assert "as red" in asked("show", *game, token=red).out
    assert "as white" in asked("show", *game, "--as", "white", token=setting.arbiter).out
    one_line(asked("show", *game, "--as", "red"), 3, "--as red")
    one_line(asked("show", *game, "--as", "white", token=red), 3, "--as white")
    one_line(asked("show", *game, "--as", "arbiter", token=setting.over.tokens["white"]), 3)
    assert "as red" not in asked("show", *game, token=setting.running.tokens["red"]).out
    there = json.loads(asked("show", *game, "--at", "r2", "--json", token=red).out)
    view = setting.over.get("", red, params={"at": "r2"}).json()
    assert (there["version"], there["moment"]) == (view["version"], view["moment"])
    assert asked("show", "--game", setting.over.id[:8]).out == asked("show", *game).out


def test_log_is_the_story_that_the_server_tells(setting: Setting, asked: Replay) -> None:
    said = asked("log", "--game", setting.over.id)
    told = setting.over.get("/timeline", params={"limit": 500}).json()["told"]
    lines = said.out.splitlines()
    assert said.code == 0 and len(lines) == len(told)
    assert all(one["told"] in line for one, line in zip(told, lines, strict=True))


def test_verify_judges_what_the_server_gives(setting: Setting, asked: Replay) -> None:
    for token, rules in (("", "ok"), (setting.over.tokens["red"], "ok"), (setting.arbiter, "ok")):
        said = asked("verify", "--game", setting.over.id, token=token)
        assert said.code == 0 and said.out.count("ok") == 3 and "signed by" in said.out, rules
    running = asked("verify", "--game", setting.running.id, token=setting.running.tokens["blue"])
    assert running.code == 0 and "not yet opened" in running.out
    delayed = asked("verify", "--game", setting.delayed.id)
    assert delayed.code == 0 and "without signatures" in delayed.out
    one_line(asked("verify", "--game", setting.hidden.id), 3, "nothing of game")


def test_knew_and_find_and_diff_and_try_ask_the_callers_copy(setting: Setting, asked: Replay) -> None:
    red = setting.over.tokens["red"]
    game = ("--game", setting.over.id)
    mine = asked("knew", *game, "--as", "red", "--at", "r1", token=red)
    assert mine.code == 0 and "cards_drawn" in mine.out
    one_line(asked("knew", *game, "--as", "red", "--at", "r1"), 3)
    assert asked("diff", *game, "r1", "r2").code in (0, 1)
    assert asked("find", *game, "version > `100`").code == 0
    bids = asked("try", "--game", setting.running.id, "--as", "red", token=setting.running.tokens["red"])
    assert bids.code == 0 and "tokens" in bids.out


def test_export_writes_what_the_server_gave(setting: Setting, asked: Replay, tmp_path: Path) -> None:
    red, file = setting.over.tokens["red"], tmp_path / "red.evidence"
    made = asked("export", "evidence", "--game", setting.over.id, "-o", str(file), token=red)
    assert made.code == 0 and "as red" in made.err
    assert replay("verify", file).code == 0
    page = asked("export", "html", "--game", setting.over.id, "-o", str(tmp_path / "p.html"))
    assert page.code == 0 and "<svg" in (tmp_path / "p.html").read_text()
    ndjson = asked("export", "ndjson", "--game", setting.over.id)
    assert ndjson.out.encode().splitlines() == [
        redact_line(line, "public") for line in setting.lines(setting.over)
    ]


def test_tail_follows_to_the_end_and_over_a_restart(setting: Setting, tmp_path: Path) -> None:
    """In processes of their own: one without a token, one of a seat; the server is stopped meanwhile."""
    with served(tmp_path) as server, httpx.Client(base_url=server.url) as http:
        game = Game(http, asyncio.run(organiser_of(server.store)), {"ruleset": "dual_powers"})
        eyes = {"public": "", "red": game.tokens["red"]}
        tails = {who: Tail(server.url, game.id, token) for who, token in eyes.items()}
        random = Random(9)
        for _ in range(12):
            game.step(random)
        now = game.get().json()["version"]
        for tail in tails.values():
            tail.heard(now)
        server.stop()
        again = Served(tmp_path, {}, server.port)
        while game.step(random):
            pass
        with open_reader(server.store) as reader:
            versions = list(range(1, reader.head(game.id).version + 1))
        for who, tail in tails.items():
            assert tail.ended() == 0
            told = [json.loads(line) for line in tail.lines]
            assert [one["version"] for one in told] == versions, who
        again.stop()


class Tail(threading.Thread):
    """`replay tail --json` as a process; its lines as they come."""

    def __init__(self, url: str, game: str, token: str) -> None:
        super().__init__(daemon=True)
        command = [str(BIN / "replay"), "tail", url, "--game", game, "--json"]
        environment = {"PROTOKOL_TOKEN": token} if token else {}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.lines: list[str] = []
        self.start()

    def run(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as told:
            for line in told:
                self.lines.append(line)

    def heard(self, count: int) -> None:
        until = time.monotonic() + 20
        while len(self.lines) < count:
            assert time.monotonic() < until and self.process.poll() is None
            time.sleep(0.01)

    def ended(self) -> int:
        code = self.process.wait(timeout=40)
        self.join(10)
        return code


def test_what_cannot_be_done_is_said_in_one_line_with_its_exit_code(setting: Setting, asked: Replay) -> None:
    for command in ("list", "show", "log", "verify", "tail", "knew"):
        game = () if command == "list" else ("--game", setting.over.id)
        one_line(asked(command, *game, token=WRONG), 3, "bad_token")
    for command in ("show", "log", "verify", "tail"):
        one_line(asked(command, "--game", NOWHERE), 3, "no_such_game")
        one_line(asked(command, "--game", "ffffffff"), 3, "no game")
        one_line(asked(command), 2, "name one with --game")
    one_line(replay("list", f"{setting.url}/elsewhere"), 3, "no_such_route")
    one_line(replay("list", "http://127.0.0.1:9"), 4, "not reachable")
    one_line(replay("show", "http://"), 2)
    one_line(replay("show", "http://user@127.0.0.1:9"), 2)
    one_line(replay("show", "http://127.0.0.1:99999"), 2)
