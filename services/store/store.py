"""Store: the log with its writer, its bell and its keys."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import Any

from domain.core.record import Record, Sealed, sealed
from services.store.address import file_of, is_postgres
from services.store.bell import Bell
from services.store.errors import NotContinuous, StoreError
from services.store.keys import Signer, new_signer, signer_for
from services.store.log import (
    Append,
    Command,
    Done,
    GameSecrets,
    Head,
    Inserted,
    Log,
    Row,
    Signature,
    game_key,
)
from services.store.memory import MemoryLog
from services.store.models import Kept, ModelPart
from services.store.reader import Reader, postgres_log
from services.store.sqlite import SqliteLog
from services.store.types import type_of
from services.store.writer import MOST_WAITING, Writer


class Store(Reader):
    """The only place where events become facts: one writer, durable before visible."""

    def __init__(self, log: Log, signer: Signer | None, most_waiting: int = MOST_WAITING) -> None:
        self.bell = Bell(log.last_position())
        super().__init__(log, self.bell)
        self.signer = signer
        if signer is not None:
            for key in signer.keys:
                log.remember_key(key.row())
        self.writer = Writer(log, self.bell, most_waiting)

    def append(
        self,
        game: str,
        expected_version: int,
        expected_head: str,
        events: Sequence[Record[Any] | Sealed],
        command_id: str,
        request_digest: bytes,
        secrets: GameSecrets | None = None,
    ) -> asyncio.Future[Done]:
        """Write what a command caused: all of it once, or an error and none of it.

        `expected_version` and `expected_head` say where the caller stood when it decided. The same command
        id with the same digest gives the first outcome again, marked `repeated`, and writes nothing. Events
        may come with the bytes that were made of them when they were chained.
        """
        part = self._part(game, expected_version, expected_head, events, command_id, request_digest, secrets)
        return self.writer.submit_from_loop(part)

    def append_now(
        self,
        game: str,
        expected_version: int,
        expected_head: str,
        events: Sequence[Record[Any] | Sealed],
        command_id: str,
        request_digest: bytes,
        secrets: GameSecrets | None = None,
    ) -> Done:
        """`append` for a thread, which waits for the commit."""
        part = self._part(game, expected_version, expected_head, events, command_id, request_digest, secrets)
        return _done(self.writer.write_now(part))

    def insert(self, rows: Sequence[Row], tracking: tuple[str, int] | None = None) -> tuple[int, ...]:
        """Rows of no command, as the library's own applications write them; gives their positions."""
        outcome = self.writer.write_now(Append(tuple(rows), tracking=tracking))
        if isinstance(outcome, StoreError):
            raise outcome
        assert isinstance(outcome, Inserted)
        return outcome.positions

    def keep(self, part: ModelPart) -> Kept:
        """Change read models, in a transaction of the one writer."""
        outcome = self.writer.write_now(part)
        if isinstance(outcome, StoreError):
            raise outcome
        assert isinstance(outcome, Kept)
        return outcome

    def secrets(self, game: str) -> GameSecrets | None:
        """What only the server holds of a game, to go on with it."""
        return self.log.secrets(game_key(game))

    def close(self) -> None:
        """Write what waits, then give the file back."""
        self.writer.close()
        self._closed = True
        self.bell.silence()
        super().close()

    def _part(
        self,
        game: str,
        expected_version: int,
        expected_head: str,
        events: Sequence[Record[Any] | Sealed],
        command_id: str,
        request_digest: bytes,
        secrets: GameSecrets | None,
    ) -> Append:
        """Check that the records continue what the caller expects, and turn them into the bytes to keep.

        The head is signed here, by the caller, so that this goes on while the writer waits for the disk;
        the signature leaves the process only if and after the command is committed.
        """
        if not events:
            raise NotContinuous("a command that caused nothing is not written")
        key, rows, head, version = game_key(game), [], expected_head, expected_version
        for event in events:
            record, line, hashed = event if isinstance(event, Sealed) else sealed(event)
            version += 1
            if (record.game, record.version, record.prev, record.cause) != (game, version, head, command_id):
                raise NotContinuous(f"version {record.version} of {record.game}: does not continue the log")
            rows.append(Row(key, version, type_of(record.event), line))
            head = hashed
        at, signed = record.at, None
        if self.signer is not None:
            signature = self.signer.sign_head(self.origin, game, version, head, at)
            signed = Signature(self.signer.id, signature)
        before, after = (
            Head(expected_version, bytes.fromhex(expected_head)),
            Head(version, bytes.fromhex(head)),
        )
        return Append(tuple(rows), Command(command_id, request_digest, before, after, at, signed), secrets)


def _done(outcome: object) -> Done:
    if isinstance(outcome, StoreError):
        raise outcome
    assert isinstance(outcome, Done)
    return outcome


def open_store(
    url: str,
    *,
    environment: Mapping[str, str] = os.environ,
    most_waiting: int = MOST_WAITING,
    signing: bool = True,
) -> Store:
    """Open for writing; a SQLite file is made on first use, and so are its keys; so are PostgreSQL's tables.

    Without `signing` no keys are asked for: that is for changing read models or tables, not for games.
    """
    path = file_of(url)
    if path is not None:
        log: Log = SqliteLog(path, writing=True)
    elif is_postgres(url):
        log = postgres_log(url, writing=True)
    else:
        return Store(MemoryLog(), new_signer() if signing else None, most_waiting)
    try:
        return Store(log, signer_for(path, environment) if signing else None, most_waiting)
    except BaseException:
        log.close()
        raise
