"""Killed at any point: what was acknowledged is there, nothing is there in part, and ids tell the rest."""

import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from domain.core.ruleset import ruleset
from services.store.log import game_id, game_key
from services.store.reader import Reader
from services.store.store import open_store
from tests.services.store.builders import opening

LONG = int(os.environ.get("PROTOKOL_TEST_TIMES", "1"))  # `make soak` asks so many times more
KILLS = 100 * LONG
CALLERS = 16


def killed_run(
    url: str, patience: float, *, answered: bool = False
) -> tuple[dict[tuple[str, str], int], set[tuple[str, str]]]:
    """One life of the victim: what it acknowledged, and what was on its way when it was killed.

    It is killed after a while; if it is to have `answered`, so long after its first acknowledgement.
    """
    victim = [sys.executable, "-u", "-m", "tests.services.store.victim", url, str(CALLERS)]
    with subprocess.Popen(victim, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        output = ""
        while answered and (line := process.stdout.readline()):
            output += line
            answered = line.startswith("?")
        time.sleep(patience)
        process.kill()
        output += process.stdout.read()
    acknowledged: dict[tuple[str, str], int] = {}
    sent: set[tuple[str, str]] = set()
    for line in output[: output.rfind("\n") + 1].splitlines():  # a line that the kill cut off says nothing
        words = line.split()
        if words[0] == "?":
            sent.add((words[1], words[2]))
        else:
            acknowledged[words[0], words[1]] = int(words[2])
    return acknowledged, sent - acknowledged.keys()


def test_a_hundred_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/protokol.db"
    dice = random.Random(1917)
    promised: dict[tuple[str, str], int] = {}
    unknown: set[tuple[str, str]] = set()
    for _ in range(KILLS):
        acknowledged, open_ = killed_run(url, dice.uniform(0.0, 0.08))
        promised |= acknowledged
        unknown |= open_
    with open_store(url, environment={}) as store:
        for (game, command), last in promised.items():
            done = store.outcome(game, command)
            assert done is not None, f"{command} was acknowledged and is lost"
            assert done.last == last
        resolved = {key: store.outcome(*key) for key in unknown}
        assert_whole(store)
        opening(1).append(store)  # and the store goes on
    written = [done for done in resolved.values() if done is not None]
    print(
        f"{KILLS} kills: {len(promised)} acknowledged; of {len(unknown)} unknown {len(written)} were written"
    )
    assert len(promised) > KILLS
    assert unknown, "no kill hit a command on its way: the test has lost its point"


def assert_whole(store: Reader) -> None:
    """No command is there in part: events, commands and heads tell the same story."""
    entries = store.page(0, 10_000_000)
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    games = defaultdict(list)
    for entry in entries:
        games[game_id(entry.game)].append(entry.body)
    assert set(games) == set(store.games())
    for game, lines in games.items():
        done = store.log.commands(game_key(game))
        spans = [(one.first, one.last) for one in done]
        assert [first for first, _ in spans] == [1, *(last + 1 for _, last in spans[:-1])]
        assert spans[-1][1] == len(lines) == store.head(game).version
        hashes = _hashes(lines)
        assert hashes[-1] == store.head(game).hash.hex()
        assert [one.head.hex() for one in done] == [hashes[last - 1] for _, last in spans]


def _hashes(lines: list[bytes]) -> list[str]:
    """The chain; what the copies of one game sealed is not theirs, so only hashes are followed."""
    records = [ruleset("dual_powers").read(line) for line in lines]
    hashes = [record.hash() for record in records]
    assert [record.prev for record in records[1:]] == hashes[:-1]
    return hashes
