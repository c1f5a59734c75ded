"""`protokol demo`: a server that answers, with a game of every ruleset that moves and ends."""

import re
import subprocess
import time
from pathlib import Path

import httpx

from domain.core.ruleset import installed
from tests.e2e.servers import BIN


def test_the_demo_answers_and_its_games_move_to_their_ends(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [
        str(BIN / "protokol"),
        "demo",
        str(tmp_path / "d"),
        "--port",
        "0",
        "--pace",
        "0",
        "--games",
        "1",
    ]
    with log.open("wb") as stderr:
        process = subprocess.Popen(command, stderr=stderr)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (found := re.search(r"server is at (\S+)", log.read_text())):
            time.sleep(0.05)
        assert found, log.read_text()
        listed = httpx.get(f"{found[1]}/v1/games").json()["games"]
        assert {one["ruleset"] for one in listed if one["over"]} == set(installed())
        assert process.wait(timeout=120) == 0
    finally:
        process.kill()
        process.wait()
    text = log.read_text()
    for name in installed():
        assert f"{name}: a game has begun" in text and re.search(rf"{name}: game \S+ is over", text)
    assert "curl -N" in text and "replay show" in text
