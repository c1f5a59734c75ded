"""Killed in the middle: rows and checkpoint agree, and the projector goes on from there."""

import random
import subprocess
import sys
import time
from pathlib import Path

from projections.folding import ALL, GameFold
from services.projector.projector import Projector
from services.store.log import game_id
from services.store.models import ModelRow
from services.store.store import Store, open_store
from tests.services.projector.builders import from_zero, kept

KILLS = 6
MOST_KILLS = 60  # until one of them has hit the projector on its way


def rows_at(store: Store, position: int) -> dict[str, list[ModelRow]]:
    """What the rows must be when the first so many events are folded."""
    games: dict[bytes, list[bytes]] = {}
    for entry in store.page(0, position):
        games.setdefault(entry.game, []).append(entry.body)
    found: dict[str, list[ModelRow]] = {kind.name: [] for kind in ALL}
    for game, lines in games.items():
        fold = GameFold(game_id(game), ALL)
        fold.take(lines)
        for name, rows in fold.rows():
            found[name] += [ModelRow(game, *row) for row in rows]
    return {name: sorted(rows) for name, rows in found.items()}


def test_after_a_kill_the_rows_are_those_of_their_checkpoint(tmp_path: Path) -> None:
    url, dice, behind = f"sqlite:///{tmp_path}/protokol.db", random.Random(1917), 0
    for kill in range(1, MOST_KILLS + 1):
        command = [sys.executable, "-m", "tests.services.projector.victim", url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(dice.uniform(0.05, 0.25))
            process.kill()
        with open_store(url, environment={}) as store:
            generations = store.log.models.generations()
            positions = {one.position for one in generations if one.current}
            assert len(positions) == 1
            position = positions.pop()
            behind += position < store.log.last_position()
            assert kept(store) == rows_at(store, position)
        if kill >= KILLS and behind:
            break
    assert behind, "no kill hit the projector on its way: the test has lost its point"
    with open_store(url, environment={}) as store:
        Projector(store).catch_up()
        assert kept(store) == from_zero(store)
