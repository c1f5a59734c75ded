"""The accounts in a SQLite file of their own beside the store: any number of processes may write it."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.core.event import Seat
from services.accounts.errors import BadInvitation, SeatTaken
from services.accounts.ledger import Grant, Ledger, Look
from services.accounts.tokens import new_id
from services.store.errors import StoreClosed, StoreDamaged, StoreNewer, StoreNotWritable
from services.store.sqlite import plainly
from services.streams.delay import Delay

APPLICATION_ID = 0x50724163  # "PrAc": how a file says that it is one of ours
VERSION = 1
MEMORY = Path(":memory:")
ADVICE = "restore a backup, or move it away and give new tokens"
TOGETHER = 500  # games or tokens asked for in one statement

SCHEMA = """
CREATE TABLE tokens (
    number INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    role TEXT NOT NULL,
    game TEXT,
    seat TEXT,
    name TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    expires_at INTEGER,
    ended_at INTEGER,
    ended_by TEXT,
    stands_for TEXT
) STRICT;
CREATE INDEX tokens_by_game ON tokens (game, seat) WHERE game IS NOT NULL;
CREATE INDEX tickets ON tokens (expires_at) WHERE kind = 'ticket';
-- A seat has at most one token and one invitation that have not ended.
CREATE UNIQUE INDEX one_of_a_seat ON tokens (game, seat, kind)
    WHERE seat IS NOT NULL AND ended_at IS NULL AND kind <> 'ticket';

CREATE TABLE games (
    game TEXT PRIMARY KEY,
    delay_seconds INTEGER NOT NULL,
    delay_events INTEGER NOT NULL,
    opened_by TEXT NOT NULL
) STRICT;

CREATE TABLE looks (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    token TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    what TEXT NOT NULL,
    version INTEGER NOT NULL
) STRICT;
CREATE INDEX looks_by_game ON looks (game);
CREATE TRIGGER looks_no_update BEFORE UPDATE ON looks
BEGIN SELECT raise(ABORT, 'looks: append only'); END;
CREATE TRIGGER looks_no_delete BEFORE DELETE ON looks
BEGIN SELECT raise(ABORT, 'looks: append only'); END;
"""
GRANT = "id, kind, role, game, seat, name, made_at, expires_at, ended_at, ended_by, stands_for"
SELECT = f"SELECT {GRANT} FROM tokens"
INSERT = f"INSERT INTO tokens (digest, {GRANT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
END_SEAT = (
    "UPDATE tokens SET ended_at = ?, ended_by = ?"
    " WHERE game = ? AND seat = ? AND kind <> 'ticket' AND ended_at IS NULL"
)
END_ONE = "UPDATE tokens SET ended_at = ?, ended_by = ? WHERE id = ? AND ended_at IS NULL"
SEAT_TOKEN = f"{SELECT} WHERE game = ? AND seat = ? AND kind = 'token' AND ended_at IS NULL"


class SqliteLedger(Ledger):
    """Two connections: finding a token never waits for somebody's commit."""

    def __init__(self, path: Path = MEMORY) -> None:
        self.path = path
        self._write_lock = threading.RLock()
        self._closed = False
        if path != MEMORY:
            _make(path)
        with plainly(path, ADVICE):
            self._writer = _connect(path)
            try:
                if path == MEMORY:
                    _lay_out(self._writer)
                else:
                    _check(path, self._writer)
                self._reader = self._writer if path == MEMORY else _connect(path)
            except BaseException:
                self._writer.close()
                raise
        self._read_lock = self._write_lock if path == MEMORY else threading.RLock()

    # tokens

    def find(self, digest: bytes) -> Grant | None:
        return _only(self._ask(f"{SELECT} WHERE digest = ?", digest))

    def grant(self, token: str) -> Grant | None:
        return _only(self._ask(f"{SELECT} WHERE id = ?", token))

    def ended(self, tokens: Collection[str], at: int) -> set[str]:
        asked, good = list(tokens), set[str]()
        for first in range(0, len(asked), TOGETHER):
            some = asked[first : first + TOGETHER]
            rows = self._ask(
                f"SELECT id FROM tokens WHERE id IN ({', '.join('?' * len(some))})"
                " AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?)",
                *some,
                at,
            )
            good.update(token for (token,) in rows)
        return set(asked) - good

    def grants(self, game: str | None = None) -> list[Grant]:
        if game is None:
            rows = self._ask(f"{SELECT} WHERE kind <> 'ticket' ORDER BY number")
        else:
            rows = self._ask(f"{SELECT} WHERE game = ? AND kind <> 'ticket' ORDER BY number", game)
        return [Grant(*row) for row in rows]

    def give(self, new: Sequence[tuple[bytes, Grant]], at: int, by: str, *, free: bool = False) -> None:
        with self._writing() as writer:
            for digest, grant in new:
                if grant.seat is not None:
                    seated = _only(writer.execute(SEAT_TOKEN, (grant.game, grant.seat)).fetchall())
                    if free and seated is not None and seated.is_good(at):
                        raise SeatTaken(grant.seat)
                    writer.execute(END_SEAT, (at, by, grant.game, grant.seat))
                writer.execute(INSERT, (digest, *msgspec.structs.astuple(grant)))

    def take_up(self, invitation: bytes, game: str, token: bytes, new: str, name: str, at: int) -> Grant:
        with self._writing() as writer:
            found = _only(writer.execute(f"{SELECT} WHERE digest = ?", (invitation,)).fetchall())
            good = found is not None and found.kind == "invitation" and found.is_good(at)
            if not good or found is None or found.game != game or found.seat is None:
                raise BadInvitation
            seated = _only(writer.execute(SEAT_TOKEN, (game, found.seat)).fetchall())
            if seated is not None and seated.is_good(at):
                raise SeatTaken(found.seat)
            writer.execute(END_SEAT, (at, new, game, found.seat))
            grant = Grant(new, "token", "player", game, found.seat, name or found.name, at)
            writer.execute(INSERT, (token, *msgspec.structs.astuple(grant)))
            return grant

    def end(self, token: str, at: int, by: str) -> bool:
        with self._writing() as writer:
            writer.execute(END_ONE, (at, by, token))
            return bool(writer.execute("SELECT 1 FROM tokens WHERE id = ?", (token,)).fetchall())

    # tickets

    def keep_ticket(self, digest: bytes, ticket: Grant) -> None:
        with self._writing() as writer:
            over = "DELETE FROM tokens WHERE kind = 'ticket' AND expires_at <= ?"
            writer.execute(over, (ticket.made_at,))
            writer.execute(INSERT, (digest, *msgspec.structs.astuple(ticket)))

    def redeem(self, ticket: bytes, at: int) -> Grant | None:
        with self._writing() as writer:
            found = _only(writer.execute(f"{SELECT} WHERE digest = ?", (ticket,)).fetchall())
            if found is None or found.kind != "ticket" or not found.is_good(at):
                return None
            writer.execute(END_ONE, (at, found.stands_for, found.id))
            return _only(writer.execute(f"{SELECT} WHERE id = ?", (found.stands_for,)).fetchall())

    # games

    def names(self, games: Sequence[str]) -> list[tuple[str, Seat, str]]:
        newest: dict[tuple[str, Seat], str] = {}
        for first in range(0, len(games), TOGETHER):
            some = games[first : first + TOGETHER]
            rows = self._ask(
                f"SELECT game, seat, name FROM tokens WHERE game IN ({', '.join('?' * len(some))})"
                " AND seat IS NOT NULL AND kind = 'token' ORDER BY number",
                *some,
            )
            newest.update(((game, seat), name) for game, seat, name in rows)
        return [(game, seat, name) for (game, seat), name in newest.items()]

    def delay(self, game: str) -> Delay:
        rows = self._ask("SELECT delay_seconds, delay_events FROM games WHERE game = ?", game)
        return Delay(*rows[0]) if rows else Delay()

    def delayed(self) -> list[str]:
        return [
            game for (game,) in self._ask("SELECT game FROM games WHERE delay_seconds + delay_events > 0")
        ]

    def set_game(self, game: str, delay: Delay, opened_by: str) -> None:
        with self._writing() as writer:
            writer.execute(
                "INSERT INTO games (game, delay_seconds, delay_events, opened_by) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (game) DO UPDATE SET"
                " delay_seconds = excluded.delay_seconds, delay_events = excluded.delay_events",
                (game, delay.seconds, delay.events, opened_by),
            )

    def look(self, look: Look) -> None:
        with self._writing() as writer:
            writer.execute(
                "INSERT INTO looks (at, token, name, game, what, version) VALUES (?, ?, ?, ?, ?, ?)",
                msgspec.structs.astuple(look),
            )

    def looks(self, game: str) -> list[Look]:
        columns = "at, token, name, game, what, version"
        return [
            Look(*row)
            for row in self._ask(f"SELECT {columns} FROM looks WHERE game = ? ORDER BY number", game)
        ]

    def close(self) -> None:
        with self._read_lock, self._write_lock:
            self._closed = True
            self._reader.close()
            self._writer.close()

    # connections

    def _ask(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._read_lock, plainly(self.path, ADVICE):
            if self._closed:
                raise StoreClosed
            return self._reader.execute(statement, values).fetchall()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, begun as a writer so that what is read in it cannot change before it ends."""
        with self._write_lock, plainly(self.path, ADVICE):
            if self._closed:
                raise StoreClosed
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise


def accounts_file(store: Path) -> Path:
    """Where the accounts of a store lie."""
    return store.with_name(store.name + ".accounts")


def _only(rows: list[tuple[Any, ...]]) -> Grant | None:
    return Grant(*rows[0]) if rows else None


def _connect(path: Path) -> sqlite3.Connection:
    where = ":memory:" if path == MEMORY else f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(where, uri=True, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _lay_out(connection: sqlite3.Connection) -> None:
    connection.executescript(
        f"PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; {SCHEMA}"
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
    )


def _make(path: Path) -> None:
    """A new file, for its owner alone: whole or not at all, and of two makers one is first."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{new_id()}.new")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        try:
            with plainly(path, ADVICE), contextlib.closing(_connect(draft)) as connection:
                _lay_out(connection)
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
        finally:
            draft.unlink()
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise StoreNotWritable(f"{path}: {error.strerror}: the accounts cannot be kept") from error


def _check(path: Path, connection: sqlite3.Connection) -> None:
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        raise StoreNotWritable(f"{path}: others may read the accounts (mode {mode:o}): chmod 600 {path}")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID or version < 1:
        raise StoreDamaged(f"{path}: not a file of protokol accounts")
    if version > VERSION:
        raise StoreNewer(
            f"{path}: written by a newer protokol (accounts schema {version}, this one knows {VERSION}):"
            " upgrade protokol to open it"
        )
