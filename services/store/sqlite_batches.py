"""Writing to SQLite: many commands, one transaction, each whole or refused."""

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from services.store.errors import CommandReused, NotContinuous, StaleVersion, StoreError
from services.store.log import (
    Append,
    Command,
    Done,
    Head,
    Inserted,
    Outcome,
    Row,
    Signature,
    check_rows,
    game_id,
)

SELECT_COMMAND = "SELECT digest, game, command, first, last, head, at, key, signature FROM commands"
SELECT_HEAD = "SELECT version, head FROM games WHERE game = ?"
_INSERT_EVENT = "INSERT INTO events (position, game, version, type, body) VALUES (?, ?, ?, ?, ?)"
_INSERT_COMMAND = """INSERT INTO commands (game, command, digest, first, last, head, at, key, signature)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_INSERT_GAME = "INSERT INTO games VALUES (?, ?, ?, ?)"
_UPDATE_GAME = "UPDATE games SET version = ?, head = ? WHERE game = ?"
_TRACK = """INSERT INTO tracking VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET position = excluded.position
    WHERE excluded.position > tracking.position"""
_MOST_HEADS = 20_000
_UNSIGNED = Signature("", b"")


class Batches:
    """The only writer of a file, so what it remembers of heads and positions is what is there."""

    def __init__(self, connection: sqlite3.Connection, position: int) -> None:
        self._connection = connection
        self._heads: dict[bytes, Head] = {}
        self.position = position

    def write(self, batch: Sequence[Append]) -> list[Outcome]:
        """A part is refused before anything of it is written, so the others need no protection from it.

        Should a guard of the tables refuse what these checks let through, all is written again with a
        savepoint around each part, so that only that one falls.
        """
        try:
            return self._transaction(batch, self._append)
        except sqlite3.IntegrityError:
            return self._transaction(batch, self._in_a_savepoint)

    def _transaction(self, batch: Sequence[Append], write_one: Callable[[Append], Outcome]) -> list[Outcome]:
        before = self.position
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [write_one(part) for part in batch]
            self._connection.execute("COMMIT")
        except BaseException:
            self._forget(before)
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise
        return outcomes

    def _in_a_savepoint(self, part: Append) -> Outcome:
        before = self.position
        self._connection.execute("SAVEPOINT part")
        try:
            outcome = self._append(part)
        except sqlite3.IntegrityError as error:
            self._forget(before)
            self._connection.execute("ROLLBACK TO part")
            outcome = NotContinuous(str(error))
        self._connection.execute("RELEASE part")
        return outcome

    def _forget(self, position: int) -> None:
        self.position = position
        self._heads.clear()

    def _append(self, part: Append) -> Outcome:
        return self._insert(part) if part.command is None else self._command(part, part.command)

    def _command(self, part: Append, command: Command) -> Outcome:
        """Known already, refused, or: its row, its events, the head of its game, its secrets."""
        game, first = part.rows[0].game, part.rows[0].version
        now = self._head(game)
        if (now or Head(0, command.expected.hash)) != command.expected:
            version, head = now or Head(0, b"")
            return self._known(game, command) or StaleVersion(game_id(game), version, head.hex())
        if fault := check_rows(part.rows, {game: None if now is None else now.version}):
            return NotContinuous(fault)
        signed = command.signed or _UNSIGNED
        values = (
            game,
            command.id,
            command.digest,
            first,
            *command.head,
            command.at,
            signed.key,
            signed.signature,
        )
        try:
            self._connection.execute(_INSERT_COMMAND, values)
        except sqlite3.IntegrityError:
            if (known := self._known(game, command)) is None:
                raise
            return known
        self._events(part.rows)
        self._set_head(game, now, command.head, part.rows)
        if part.secrets is not None:
            secrets = (game, part.secrets.seed, part.secrets.sealing_key)
            self._connection.execute("INSERT INTO secrets VALUES (?, ?, ?)", secrets)
        return Done(game, command.id, first, *command.head, at=command.at, signed=command.signed)

    def _insert(self, part: Append) -> Outcome:
        """Rows of no command: the library's own events, and how far a follower has come."""
        before = {row.game: self._head(row.game) for row in part.rows}
        versions = {game: None if head is None else head.version for game, head in before.items()}
        if fault := check_rows(part.rows, versions):
            return NotContinuous(fault)
        if part.tracking is not None and self._connection.execute(_TRACK, part.tracking).rowcount == 0:
            return NotContinuous(f"{part.tracking[0]} has already come to {part.tracking[1]} or past it")
        first = self.position + 1
        self._events(part.rows)
        for game, head in before.items():
            self._set_head(game, head, Head(versions[game] or 0, b""), part.rows)
        return Inserted(tuple(range(first, self.position + 1)))

    def _events(self, rows: Sequence[Row]) -> None:
        places = ((position, *row) for position, row in enumerate(rows, self.position + 1))
        self._connection.executemany(_INSERT_EVENT, places)
        self.position += len(rows)

    def _head(self, game: bytes) -> Head | None:
        found = self._heads.get(game)
        if found is None:
            row = self._connection.execute(SELECT_HEAD, (game,)).fetchone()
            found = Head(*row) if row else None
        return found

    def _set_head(self, game: bytes, before: Head | None, head: Head, rows: Sequence[Row]) -> None:
        """`rows` are the newest; a new game is remembered by the place of its first."""
        if before is None:
            first = self.position - len(rows) + 1 + next(n for n, row in enumerate(rows) if row.game == game)
            self._connection.execute(_INSERT_GAME, (game, *head, first))
        else:
            self._connection.execute(_UPDATE_GAME, (*head, game))
        if len(self._heads) >= _MOST_HEADS:
            self._heads.clear()
        self._heads[game] = head

    def _known(self, game: bytes, command: Command) -> Done | StoreError | None:
        found = find_command(self._connection, game, command.id)
        if found is None:
            return None
        return found[1] if found[0] == command.digest else CommandReused(game_id(game), command.id)


def find_command(connection: sqlite3.Connection, game: bytes, command: str) -> tuple[bytes, Done] | None:
    """A command's request digest and its outcome, as of something sent again."""
    row = connection.execute(f"{SELECT_COMMAND} WHERE game = ? AND command = ?", (game, command)).fetchone()
    return (row[0], done(row, repeated=True)) if row else None


def done(row: tuple[Any, ...], repeated: bool = False) -> Done:
    _, game, command, first, last, head, at, key, signature = row
    signed = Signature(key, signature) if key else None
    return Done(game, command, first, last, head, at, signed, repeated)
