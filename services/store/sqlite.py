"""The log in one SQLite file: WAL, flushed on every commit, one writing process."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from services.store import sqlite_schema as schema
from services.store.errors import (
    DiskFull,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreNewer,
    StoreNotFound,
    StoreNotWritable,
    WriteFailed,
)
from services.store.lock import WriterLock
from services.store.log import (
    Done,
    Entry,
    Finding,
    GameSecrets,
    Head,
    KeyRow,
    Log,
    Outcome,
    Part,
)
from services.store.sqlite_batches import SELECT_COMMAND, SELECT_HEAD, Batches, done, find_command
from services.store.sqlite_examine import examine
from services.store.sqlite_models import SqliteModels

_SELECT_EVENT = "SELECT position, game, version, type, body FROM events"
_MOST = (1 << 63) - 1


class SqliteLog(Log):
    """Opened for writing it holds the writer's lock; opened for reading it takes none and changes nothing."""

    def __init__(self, path: Path, *, writing: bool, origin: str | None = None) -> None:
        self.path = path
        self._name_when_new = origin or str(uuid4())
        self._lock = WriterLock(path) if writing else None
        self._idle: list[sqlite3.Connection] = []
        self._reading_now = 0
        self._readers = threading.Condition()
        self._closed = False
        self.models = SqliteModels(self._reading)
        try:
            with plainly(path):
                self._writer = self._connect(query_only=not writing)
        except BaseException:
            if self._lock is not None:
                self._lock.release()
            raise
        try:
            with plainly(path):
                if writing:
                    self._prepare()
                self._check_schema()
                self.origin: str = self._writer.execute("SELECT name FROM origin").fetchone()[0]
                self._batches = Batches(self._writer, self._last_position(self._writer))
        except BaseException:
            self.close()
            raise

    # writing

    @property
    def written_position(self) -> int:
        return self._batches.position

    def write(self, batch: Sequence[Part]) -> list[Outcome]:
        with plainly(self.path):
            return self._batches.write(batch)

    def remember_key(self, key: KeyRow) -> None:
        with plainly(self.path):
            self._writer.execute(
                "INSERT INTO keys (id, public, created_at, vouched_by, vouch) "
                "SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM keys WHERE id = ?1)",
                key,
            )

    # reading

    def head(self, game: bytes) -> Head | None:
        row = self._one(SELECT_HEAD, (game,))
        return Head(row[0], row[1] or b"") if row else None

    def command(self, game: bytes, command: str) -> tuple[bytes, Done] | None:
        with self._reading() as reader:
            return find_command(reader, game, command)

    def commands(self, game: bytes) -> list[Done]:
        rows = self._ask(f"{SELECT_COMMAND} WHERE game = ? AND command IS NOT NULL ORDER BY version", (game,))
        return [done(row) for row in rows]

    def game(
        self,
        game: bytes,
        after: int = -1,
        upto: int | None = None,
        limit: int | None = None,
        backwards: bool = False,
    ) -> list[Entry]:
        order = "DESC" if backwards else "ASC"
        rows = self._ask(
            f"{_SELECT_EVENT} WHERE game = ? AND version > ? AND version <= ?"
            f" ORDER BY version {order} LIMIT ?",
            (game, after, _MOST if upto is None else upto, -1 if limit is None else limit),
        )
        return list(map(Entry._make, rows))

    def page(self, after: int, limit: int, upto: int | None = None, types: Sequence[str] = ()) -> list[Entry]:
        wanted = f"AND type IN ({', '.join('?' * len(types))})" if types else ""
        rows = self._ask(
            f"{_SELECT_EVENT} WHERE position > ? AND position <= ? {wanted} ORDER BY position LIMIT ?",
            (after, _MOST if upto is None else upto, *types, limit),
        )
        return list(map(Entry._make, rows))

    def share(self, after: int, upto: int, number: int, of: int) -> list[tuple[bytes, int, bytes]]:
        """Game, version and body of the events with positions in `(after, upto]`, of one share of all games.

        A game's id decides which share it is in.
        """
        first, end = bytes([256 * number // of]) if number else b"", bytes([256 * (number + 1) // of % 256])
        mine = "+game >= ?" if number + 1 == of else "+game >= ? AND +game < ?"  # by position, not by game
        return self._ask(
            f"SELECT game, version, body FROM events WHERE position > ? AND position <= ? AND {mine}"
            " ORDER BY position",
            (after, upto, first) if number + 1 == of else (after, upto, first, end),
        )

    def last_position(self) -> int:
        with self._reading() as reader:
            return self._last_position(reader)

    def games(self) -> list[tuple[bytes, Head]]:
        rows = self._ask(
            "SELECT game, e.version, e.head FROM games JOIN events AS e USING (game)"
            " WHERE e.version = (SELECT max(version) FROM events WHERE game = e.game)"
            " ORDER BY first_position",
            (),
        )
        return [(game, Head(version, head or b"")) for game, version, head in rows]

    def secrets(self, game: bytes) -> GameSecrets | None:
        row = self._one("SELECT seed, sealing_key FROM games WHERE game = ?", (game,))
        return GameSecrets(*row) if row and row[0] else None

    def public_keys(self) -> list[KeyRow]:
        rows = self._ask("SELECT id, public, created_at, vouched_by, vouch FROM keys ORDER BY number", ())
        return list(map(KeyRow._make, rows))

    def tracked(self, name: str) -> int | None:
        row = self._one("SELECT position FROM tracking WHERE name = ?", (name,))
        return row[0] if row else None

    def followers(self) -> dict[str, int]:
        return dict(self._ask("SELECT name, position FROM tracking ORDER BY name", ()))

    def examine(self) -> Iterator[Finding]:
        return examine(self.path, lambda statement: self._ask(statement, ()))

    def close(self) -> None:
        with self._readers:
            self._closed = True
            self._readers.wait_for(lambda: self._reading_now == 0, timeout=10)
            while self._idle:
                self._idle.pop().close()
        self._writer.close()  # the last one: it folds the write-ahead log into the file
        if self._lock is not None:
            self._lock.release()

    # connections

    def _prepare(self) -> None:
        """Make the tables, or bring older ones forward, one step at a time."""
        writer = self._writer
        empty = writer.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if not empty and self._pragma("application_id") != schema.APPLICATION_ID:
            raise StoreDamaged(f"{self.path}: a database, but not a protokol store")
        version = self._pragma("user_version")
        if version > schema.NEWEST:
            return
        if empty:
            writer.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        if writer.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise StoreNotWritable(f"{self.path}: this file system does not allow a write-ahead log")
        writer.execute("PRAGMA synchronous = FULL")
        writer.execute(f"PRAGMA wal_autocheckpoint = {schema.CHECKPOINT_PAGES}")
        for number in range(version + 1, schema.NEWEST + 1):
            first = f"INSERT INTO origin VALUES (1, '{self._name_when_new}');" if number == 1 else ""
            writer.executescript(
                f"BEGIN IMMEDIATE; {schema.STEPS[number - 1]} {first}"
                f"PRAGMA application_id = {schema.APPLICATION_ID}; PRAGMA user_version = {number}; COMMIT;"
            )

    def _check_schema(self) -> None:
        version = self._pragma("user_version")
        if self._pragma("application_id") != schema.APPLICATION_ID:
            raise StoreDamaged(f"{self.path}: not a protokol store")
        if version > schema.NEWEST:
            raise StoreNewer(
                f"{self.path}: written by a newer protokol (schema {version}, this one knows"
                f" {schema.NEWEST}): upgrade protokol to open it"
            )
        if version < 1:
            raise StoreDamaged(f"{self.path}: a store whose making was broken off")

    def _pragma(self, name: str) -> int:
        return int(self._writer.execute(f"PRAGMA {name}").fetchone()[0])

    def _connect(self, *, query_only: bool) -> sqlite3.Connection:
        if query_only and not self.path.exists():
            raise StoreNotFound(f"{self.path}: no such store")
        wal = self.path.with_name(self.path.name + "-wal")
        how = "ro" if query_only else "rwc"
        # In a folder that may not be written, a file without a log of its own is read as it lies there.
        alone = not wal.exists() or wal.stat().st_size == 0
        if query_only and alone and not os.access(self.path.parent, os.W_OK):
            how = "ro&immutable=1"
        return sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={how}",
            uri=True,
            timeout=10,
            isolation_level=None,
            check_same_thread=False,
        )

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that nobody else uses meanwhile: readers never wait for the writer or each other."""
        with self._readers:
            if self._closed:
                raise StoreClosed
            self._reading_now += 1
            reader = self._idle.pop() if self._idle else None
        try:
            with plainly(self.path):
                reader = reader or self._connect(query_only=True)
                yield reader
        finally:
            with self._readers:
                self._reading_now -= 1
                if reader is not None:
                    self._idle.append(reader)
                self._readers.notify_all()

    def _ask(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._reading() as reader:
            return reader.execute(statement, values).fetchall()

    def _one(self, statement: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        rows = self._ask(statement, values)
        return rows[0] if rows else None

    @staticmethod
    def _last_position(connection: sqlite3.Connection) -> int:
        found = connection.execute("SELECT coalesce(max(position), 0) FROM events").fetchone()[0]
        assert isinstance(found, int)
        return found


@contextlib.contextmanager
def plainly(path: Path, advice: str = "run `protokol doctor`, restore a backup") -> Iterator[None]:
    """Let database errors say in one line what is wrong with this file."""
    try:
        yield
    except sqlite3.Error as error:
        raise _failure(path, error, advice) from error


def _failure(path: Path, error: sqlite3.Error, advice: str) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(f"{path}: the disk is full; nothing was written")
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return StoreDamaged(f"{path}: the file is damaged ({error}): {advice}")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreNotWritable(f"{path}: cannot be opened or written ({error})")
    return WriteFailed(f"{path}: {error}")
