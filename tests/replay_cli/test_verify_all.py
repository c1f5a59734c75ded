"""`verify --all`: every game of a store, on all cores, and one fault among many is found."""

import json
import os
import time
from itertools import count
from pathlib import Path
from random import Random

import pytest

import replay_cli.judging as judging
from domain.core.verify import Verdict
from services.selfplay import play_game
from services.store.verify import Report
from tests.laws.games import rules_of
from tests.replay_cli.support import LOGS, keep_all, replay

GAMES = 120


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store of many games, as many as go to several processes."""
    url = f"sqlite:///{tmp_path_factory.mktemp('many') / 'many.db'}"
    rules, options = rules_of("dual_powers")
    random = Random(1)
    games = [play_game(rules, options, {}, random, count(number).__next__) for number in range(GAMES)]
    keep_all(url, games)
    return url


def _who(url: str, games: list[str], key: str | None) -> list[Report]:
    """Instead of judging, say which process it would be done in, once another one is at work as well."""
    place, until = Path(url.removeprefix("sqlite:///")).parent, time.monotonic() + 20
    (place / f"{os.getpid()}.worker").touch()
    while len(list(place.glob("*.worker"))) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    fine = Verdict("fine")
    return [Report(fine, fine, fine, game, origin=str(os.getpid())) for game in games]


def test_many_games_are_judged_by_more_than_one_process(many: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_cores", lambda: 2)
    monkeypatch.setattr(judging, "_some", _who)
    said = replay("verify", many, "--all", "--json")
    reports = json.loads(said.out)["reports"]
    workers = {report["origin"] for report in reports}
    assert str(os.getpid()) not in workers
    assert len(workers) == 2
    assert len({report["game"] for report in reports}) == GAMES


def test_every_game_gets_the_same_verdict_as_alone(many: str) -> None:
    said = replay("verify", many, "--all")
    assert said == (0, f"{GAMES} games: {GAMES} without fault, 0 at fault\n", "")
    whole = json.loads(replay("verify", many, "--all", "--json").out)
    assert whole["sound"]
    one = whole["reports"][17]
    assert json.loads(replay("verify", many, "--game", one["game"], "--json").out)["reports"] == [one]


def test_one_fault_among_many_logs_is_found_and_told(tmp_path: Path) -> None:
    for log in LOGS.glob("revolution*.ndjson"):
        (tmp_path / log.name).write_bytes(log.read_bytes())
    file = tmp_path / "revolution-3.ndjson"
    file.write_bytes(file.read_bytes().replace(b'"by":"red"', b'"by":"blue"', 1))
    code, out, _ = replay("verify", tmp_path, "--all")
    assert code == 1
    assert "FAULT" in out
    assert "3 games: 2 without fault, 1 at fault" in out


def test_a_key_that_is_not_trusted_is_a_fault_in_every_game(many: str) -> None:
    code, out, _ = replay("verify", many, "--all", "--key", "0" * 16)
    assert code == 1
    assert f"{GAMES} games: 0 without fault, {GAMES} at fault" in out
