"""Bots play whole games with each other, in this process."""

import re
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import groupby
from random import Random
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.core.event import ARBITER, Audience, Seat
from domain.core.game import Game, choices, new_game
from domain.core.record import Record
from domain.core.replay import as_seen_by, fold
from domain.core.ruleset import Ruleset, Standing
from services.bots import KINDS
from services.store.log import GameSecrets
from services.store.store import Store


class Played(Struct):
    """A whole game: its records as the arbiter sees them, and how it ended."""

    records: list[Record[Any]]
    standing: Standing
    table: Any
    decisions: int
    rounds: int
    secrets: GameSecrets


def open_game(
    ruleset: Ruleset[Any], options: Any, random: Random, at: int = 0
) -> tuple[Game, list[Record[Any]]]:
    """A game whose id, seed and sealing key come from `random`, so that it can be played again."""
    game = new_game(
        ruleset,
        game=str(UUID(bytes=random.randbytes(16), version=4)),
        seed=random.randbytes(32),
        sealing_key=random.randbytes(32),
        options=options,
    )
    return game, game.open(at=at, cause="open")


def play_game(
    ruleset: Ruleset[Any],
    options: Any,
    kinds: Mapping[Seat, str],
    random: Random,
    clock: Callable[[], int] = lambda: time.time_ns() // 1000,
) -> Played:
    """One game to its end. Each bot decides on its own seat's fold of its own seat's stream."""
    game, records = open_game(ruleset, options, random, clock())
    seats = game.header.seats
    bots = {seat: KINDS[kinds.get(seat, "random")](ruleset, seat, random) for seat in seats}
    views = {seat: ruleset.new_table(options) for seat in seats}
    _show(views, records)
    decisions, moment = 0, ""
    while (due := game.table.asks()) is not None:
        seat = due.seats[0]
        found = choices(ruleset, game.header.game, views[seat], seat)
        assert found is not None
        command = bots[seat].decide(views[seat], found)
        decisions += 1
        moment = ruleset.moment(game.table)
        new = game.perform(seat, command, at=clock(), cause=str(UUID(bytes=random.randbytes(16), version=4)))
        _show(views, new)
        records += new
    secrets = GameSecrets(game.seed, game.sealing_key)
    return Played(records, ruleset.standing(game.table), game.table, decisions, rounds_at(moment), secrets)


def keep(store: Store, played: Played) -> None:
    """Write a whole game into a store, command by command, as a server would have."""
    head = played.records[0].prev
    for cause, part in groupby(played.records, key=lambda record: record.cause):
        records = list(part)
        first = records[0].version
        digest = sha256(b"\n".join(record.line() for record in records)).digest()
        secrets = played.secrets if first == 1 else None
        done = store.append_now(records[0].game, first - 1, head, records, cause, digest, secrets)
        head = done.head.hex()


def rounds_at(moment: str) -> int:
    """How many rounds have been begun at a moment such as `r2.t3`; 0 where none is named."""
    found = re.match(r"r(\d+)", moment)
    return int(found[1]) if found else 0


def _show(views: Mapping[Audience, Any], records: list[Record[Any]]) -> None:
    for audience, view in views.items():
        fold(view, records if audience == ARBITER else as_seen_by(records, audience))
