"""Stores with games of both rulesets in them, and what their read models must hold."""

import time
from collections.abc import Callable, Iterator
from random import Random

import msgspec

from domain.core.canonical import canonical
from projections.folding import ALL, GameFold
from projections.scoreboard import Records
from services.store.log import Row, game_id, game_key
from services.store.models import ALL_GAMES, ModelRow
from services.store.store import Store
from tests.services.store.builders import Commands, Written, finished_game, running_game

GAMES = (
    finished_game(1),
    running_game(2, 30),
    finished_game(3, "revolution-3"),
    running_game(4, 40, "revolution-deals"),
    finished_game(5, "solitaire-red-1"),
)


def interleaved(games: tuple[Commands, ...] = GAMES, seed: int = 1) -> Iterator[Written]:
    """The commands of several games, in a random order that keeps each game's own."""
    random, left = Random(seed), [list(reversed(game.commands)) for game in games]
    while left := [commands for commands in left if commands]:
        yield random.choice(left).pop()


def from_zero(store: Store) -> dict[str, list[ModelRow]]:
    """The rows of every projection, folded game by game, straight from the log."""
    found: dict[str, list[ModelRow]] = {kind.name: [] for kind in ALL}
    records = Records()
    for game, _ in store.log.games():
        fold = GameFold(game_id(game), ALL)
        fold.take([entry.body for entry in store.log.game(game)])
        for name, rows in fold.rows():
            found[name] += [ModelRow(game, *row) for row in rows]
        for outcome in fold.outcomes().values():
            records.add(outcome)
    found["scoreboard"] += [ModelRow(ALL_GAMES, *row) for row in records.rows()]
    return {name: sorted(rows) for name, rows in found.items()}


def kept(store: Store) -> dict[str, list[ModelRow]]:
    """The rows of every projection's current generation."""
    models = store.log.models
    return {one.projection: models.rows(*one[:2]) for one in models.generations() if one.current}


def poison(store: Store, game: str) -> None:
    """Something that no ruleset knows becomes the next record of a game."""
    version = store.head(game).version + 1
    record = msgspec.json.decode(store.lines(game)[-1])
    body = canonical(record | {"version": version, "event": {"type": "no_such_thing"}})
    store.insert([Row(game_key(game), version, "dual_powers/no_such_thing", body)])


def patience(done: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for something that must come to be."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "it did not come to that"
        time.sleep(0.005)
