"""Writing to SQLite: many commands, one transaction, each whole or refused."""

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from services.store import sqlite_models
from services.store.errors import CommandReused, NotContinuous, StaleVersion, StoreError
from services.store.log import (
    Append,
    Command,
    Done,
    Head,
    Inserted,
    Outcome,
    Part,
    Row,
    Signature,
    check_rows,
    game_id,
    repeated,
)

SELECT_COMMAND = "SELECT digest, game, command, first, version, head, at, key, signature FROM events"
SELECT_HEAD = "SELECT version, head FROM events WHERE game = ? ORDER BY version DESC LIMIT 1"
_ROW = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_EVENTS = {n: f"INSERT INTO events VALUES {', '.join([_ROW] * n)}" for n in (64, 16, 4, 1)}
_INSERT_GAME = "INSERT INTO games VALUES (?, ?, ?, ?)"
_TRACK = """INSERT INTO tracking VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET position = excluded.position
    WHERE excluded.position > tracking.position"""
_NO_COMMAND = (None,) * 7
_MOST_HEADS = 20_000


class Batches:
    """The only writer of a file, so what it remembers of heads and positions is what is there."""

    def __init__(self, connection: sqlite3.Connection, position: int) -> None:
        self._connection = connection
        self._heads: dict[bytes, Head] = {}
        self._rows: list[tuple[object, ...]] = []
        self._new: dict[tuple[bytes, str], tuple[bytes, Done]] = {}
        self.position = position

    def write(self, batch: Sequence[Part]) -> list[Outcome]:
        """All parts are decided first and written by one statement: a refused one has written nothing.

        Should the tables refuse what was let through (a command id that was used before, at an earlier
        version), all is written again with a savepoint around each part, so that only that one falls.
        """
        try:
            return self._transaction(batch, self._part)
        except sqlite3.IntegrityError:
            return self._transaction(batch, self._in_a_savepoint)

    def _transaction(self, batch: Sequence[Part], write_one: Callable[[Part], Outcome]) -> list[Outcome]:
        before = self.position
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [write_one(part) for part in batch]
            self._flush()
            self._connection.execute("COMMIT")
        except BaseException:
            self._forget(before)
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise
        finally:
            self._new.clear()
        return outcomes

    def _in_a_savepoint(self, part: Part) -> Outcome:
        if not isinstance(part, Append):
            return self._part(part)
        before = self.position
        self._connection.execute("SAVEPOINT part")
        try:
            outcome = self._append(part)
            self._flush()
        except sqlite3.IntegrityError as error:
            self._forget(before)
            self._connection.execute("ROLLBACK TO part")
            known = self._known(part.rows[0].game, part.command) if part.command else None
            outcome = known or NotContinuous(str(error))
        self._connection.execute("RELEASE part")
        return outcome

    def _flush(self) -> None:
        """Write the rows by statements for many at once: SQLite works through each without Python's lock."""
        start = 0
        for many, statement in _INSERT_EVENTS.items():
            while len(self._rows) - start >= many:
                values = [value for row in self._rows[start : start + many] for value in row]
                self._connection.execute(statement, values)
                start += many
        self._rows.clear()

    def _forget(self, position: int) -> None:
        self.position = position
        self._heads.clear()
        self._rows.clear()
        self._new.clear()

    def _part(self, part: Part) -> Outcome:
        if isinstance(part, Append):
            return self._append(part)
        return sqlite_models.write(self._connection, part)

    def _append(self, part: Append) -> Outcome:
        return self._insert(part) if part.command is None else self._command(part, part.command)

    def _command(self, part: Append, command: Command) -> Outcome:
        game, first = part.rows[0].game, part.rows[0].version
        now = self._head(game)
        if (now or Head(0, command.expected.hash)) != command.expected:
            version, head = now or Head(0, b"")
            return self._known(game, command) or StaleVersion(game_id(game), version, head.hex())
        if fault := check_rows(part.rows, {game: None if now is None else now.version}):
            return NotContinuous(fault)
        if now is None:
            secrets = (part.secrets.seed, part.secrets.sealing_key) if part.secrets else (None, None)
            self._connection.execute(_INSERT_GAME, (game, self.position + 1, *secrets))
        signed = command.signed or _UNSIGNED
        head = command.head.hash
        self._events(
            part.rows,
            (command.id, command.digest, first, head, command.at, signed.key, signed.signature),
        )
        self._remember(game, command.head)
        done = Done(game, command.id, first, *command.head, at=command.at, signed=command.signed)
        self._new[game, command.id] = (command.digest, done)
        return done

    def _insert(self, part: Append) -> Outcome:
        """Rows of no command: the library's own events, and how far a follower has come."""
        versions: dict[bytes, int | None] = {}
        for row in part.rows:
            head = self._head(row.game)
            versions[row.game] = None if head is None else head.version
        begun = [game for game, version in versions.items() if version is not None]
        if fault := check_rows(part.rows, versions):
            return NotContinuous(fault)
        if part.tracking is not None and self._connection.execute(_TRACK, part.tracking).rowcount == 0:
            return NotContinuous(f"{part.tracking[0]} has already come to {part.tracking[1]} or past it")
        first = self.position + 1
        for game, version in versions.items():
            if game not in begun:
                place = first + next(n for n, row in enumerate(part.rows) if row.game == game)
                self._connection.execute(_INSERT_GAME, (game, place, None, None))
            self._remember(game, Head(version or 0, b""))
        self._events(part.rows, _NO_COMMAND)
        return Inserted(tuple(range(first, self.position + 1)))

    def _events(self, rows: Sequence[Row], command: tuple[object, ...]) -> None:
        """Rows to be written; the last one keeps the command."""
        last = len(rows) - 1
        for number, row in enumerate(rows):
            self.position += 1
            self._rows.append((self.position, *row, *(command if number == last else _NO_COMMAND)))

    def _head(self, game: bytes) -> Head | None:
        found = self._heads.get(game)
        if found is None:
            row = self._connection.execute(SELECT_HEAD, (game,)).fetchone()
            found = Head(row[0], row[1] or b"") if row else None
        return found

    def _remember(self, game: bytes, head: Head) -> None:
        if len(self._heads) >= _MOST_HEADS:
            self._flush()
            self._heads.clear()
        self._heads[game] = head

    def _known(self, game: bytes, command: Command) -> Done | StoreError | None:
        found = self._new.get((game, command.id)) or find_command(self._connection, game, command.id)
        if found is None:
            return None
        return repeated(found[1]) if found[0] == command.digest else CommandReused(game_id(game), command.id)


_UNSIGNED = Signature("", b"")


def find_command(connection: sqlite3.Connection, game: bytes, command: str) -> tuple[bytes, Done] | None:
    """A command's request digest and its outcome, as of something sent again."""
    row = connection.execute(f"{SELECT_COMMAND} WHERE game = ? AND command = ?", (game, command)).fetchone()
    return (row[0], repeated(done(row))) if row else None


def done(row: tuple[Any, ...]) -> Done:
    """A command as it was read."""
    _, game, command, first, last, head, at, key, signature = row
    return Done(game, command, first, last, head, at, Signature(key, signature) if key else None)
