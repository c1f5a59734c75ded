"""Games to put into stores."""

import hashlib
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import msgspec
from msgspec import Struct

from domain.core.record import Record
from services.selfplay import open_game
from services.store.address import is_postgres
from services.store.log import Done, GameSecrets
from services.store.store import Store, open_store
from services.store.writer import MOST_WAITING
from tests.databases import SIGNING, new_database
from tests.laws.games import RandomGame, rules_of

KINDS = ("memory", "sqlite", "postgres")


@contextmanager
def new_url(kind: str) -> Iterator[str]:
    """The URL of a store that is not there yet, of a kind."""
    if kind == "postgres":
        with new_database() as url:
            yield url
    elif kind == "sqlite":
        with TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/protokol.db"
    else:
        yield "memory:"


def open_any(url: str, most_waiting: int = MOST_WAITING) -> Store:
    """Open for writing, with keys wherever that kind of store has them."""
    environment = SIGNING if is_postgres(url) else {}
    return open_store(url, environment=environment, most_waiting=most_waiting)


class Written(Struct, frozen=True):
    """One command as it goes into a store."""

    game: str
    id: str
    expected_version: int
    expected_head: str
    records: list[Record[Any]]
    digest: bytes
    secrets: GameSecrets | None = None

    def append(self, store: Store) -> Done:
        return store.append_now(
            self.game,
            self.expected_version,
            self.expected_head,
            self.records,
            self.id,
            self.digest,
            self.secrets,
        )

    async def append_async(self, store: Store) -> Done:
        return await store.append(
            self.game,
            self.expected_version,
            self.expected_head,
            self.records,
            self.id,
            self.digest,
            self.secrets,
        )

    def renamed(self, command: str) -> "Written":
        """The same happenings, caused by another command."""
        head, records = self.expected_head, []
        for record in self.records:
            record = msgspec.structs.replace(record, cause=command, prev=head)
            head = record.hash()
            records.append(record)
        return msgspec.structs.replace(self, id=command, records=records)


class Commands(Struct, frozen=True):
    """A game as the commands that made it."""

    id: str
    commands: list[Written]
    records: list[Record[Any]]
    table: Any
    head: str

    def append_all(self, store: Store) -> None:
        for command in self.commands:
            command.append(store)


def commands_of(records: list[Record[Any]], secrets: GameSecrets) -> list[Written]:
    """The records of a game, command by command."""
    found: list[Written] = []
    for cause, group in itertools.groupby(records, key=lambda record: record.cause):
        part = list(group)
        digest = hashlib.sha256(cause.encode()).digest()
        first = part[0].version == 1
        found.append(
            Written(
                part[0].game,
                cause,
                part[0].version - 1,
                part[0].prev,
                part,
                digest,
                secrets if first else None,
            )
        )
    return found


@cache
def finished_game(seed: int, variant: str = "dual_powers") -> Commands:
    """A whole game, played at random."""
    return _commands(RandomGame(variant, seed).finish())


@cache
def running_game(seed: int, decisions: int = 12, variant: str = "dual_powers") -> Commands:
    """A game that is still being played."""
    play = RandomGame(variant, seed)
    for _ in itertools.islice(play.decisions(), decisions + 1):
        pass
    return _commands(play)


def _commands(play: RandomGame) -> Commands:
    secrets = GameSecrets(play.game.seed, bytes(32))
    return Commands(
        play.game.header.game,
        commands_of(play.records, secrets),
        play.records,
        play.game.table,
        play.game.head,
    )


def opening(seed: int) -> Written:
    """The first command of a game of its own."""
    rules, options = rules_of("dual_powers")
    game, records = open_game(rules, options, Random(seed))
    return commands_of(records, GameSecrets(game.seed, bytes(32)))[0]


def another_like(game: Commands) -> list[Written]:
    """The commands of the same game once more, under an id of its own.

    What was sealed keeps its digests, so the copy is for filling stores, not for judging.
    """
    name, head, records = str(uuid4()), "", []
    for record in game.records:
        event = record.event
        if record.version == 1:
            header = msgspec.structs.replace(event.header, game=name)
            event, head = msgspec.structs.replace(event, header=header), header.hash()
        record = msgspec.structs.replace(
            record, game=name, event=event, prev=head, cause=f"{name}/{record.cause}"
        )
        head = record.hash()
        records.append(record)
    return commands_of(records, GameSecrets(bytes(32), bytes(32)))
