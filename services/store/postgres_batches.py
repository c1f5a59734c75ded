"""Writing to PostgreSQL: many commands, one transaction, each whole or refused; by any number of processes.

Every transaction that writes events first takes the counter's one row, so that transactions follow one
another, and positions are gapless and in the order of commits. As long as nobody else writes, what this
writer remembers of heads is what is there: one statement writes a whole batch, if the counter is still where
this writer left it. Otherwise the counter is locked, heads are read, and the parts are decided on them.
"""

import contextlib
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import psycopg
from psycopg import errors as pg
from psycopg.rows import TupleRow

from services.store import postgres_models
from services.store.errors import StoreError
from services.store.log import Append, Done, Head, Outcome, Part, Signature
from services.store.models import Upsert
from services.store.postgres_draft import Draft, NotSure
from services.store.postgres_lines import Door, Line, is_lost
from services.store.postgres_pack import binaries, numbers, texts

SELECT_COMMAND = "SELECT digest, game, command, first, version, head, at, key, signature FROM protokol.events"
SELECT_HEADS = """SELECT game, newest.version, newest.head
    FROM unnest(%s::bytea[]) AS wanted (game), LATERAL (
        SELECT version, head FROM protokol.events AS e WHERE e.game = wanted.game
        ORDER BY version DESC LIMIT 1) AS newest"""
COLUMNS = "game, version, type, body, command, digest, first, head, at, key, signature"
TYPES = ("bytea", "int8", "text", "bytea", "text", "bytea", "int8", "bytea", "int8", "text", "bytea")
_PACKED: dict[str, Callable[[Sequence[Any]], bytes]] = {"bytea": binaries, "int8": numbers, "text": texts}
_WRITE = f"""
    WITH mine AS (
        UPDATE protokol.counter SET position = position + %s WHERE id = 1 AND position = %s AND term = %s
        RETURNING position
    ), written AS (
        INSERT INTO protokol.events (position, {COLUMNS})
        SELECT %s + number, {COLUMNS} FROM mine, ROWS FROM (
            {", ".join(f"unnest(%s::{type_}[])" for type_ in TYPES)}
        ) WITH ORDINALITY AS row ({COLUMNS}, number)
    )
    SELECT position FROM mine"""
_LOCK = "BEGIN; SELECT position, term FROM protokol.counter WHERE id = 1 FOR UPDATE"
_NEW_TERM = "UPDATE protokol.counter SET term = term + 1 WHERE id = 1"
_MOVE = "UPDATE protokol.counter SET position = %s WHERE id = 1"
_TRACKED = "SELECT name, position FROM protokol.tracking WHERE name = ANY(%s)"
_TRACK = """INSERT INTO protokol.tracking SELECT * FROM unnest(%s::text[], %s::bigint[])
    ON CONFLICT (name) DO UPDATE SET position = excluded.position"""
_GAMES = (
    "INSERT INTO protokol.games SELECT * FROM unnest(%s::bytea[], %s::bigint[], %s::bytea[], %s::bytea[])"
)
_COPY = f"COPY protokol.events (position, {COLUMNS}) FROM STDIN (FORMAT BINARY)"
_MANY = 1000  # rows from which on they are copied, and statements are sent one by one
_MOST_HEADS = 50_000
_IN_A_ROW = 3  # so often nobody else wrote: then likely nobody does


class Batches:
    """One writer of possibly several. Only its thread calls `write`."""

    def __init__(self, door: Door, line: Line, position: int) -> None:
        self._door = door
        self._open: Line | None = line
        self._heads: dict[bytes, Head] = {}
        self._term = -1
        self._undisturbed = 0
        self._sent: tuple[Draft, list[Outcome]] | None = None
        self.position = position

    def write(self, batch: Sequence[Part]) -> list[Outcome]:
        """All of it durable on return, or an error.

        When the line breaks before the answer, the database is asked, by the ids of the commands, what became
        of the batch. Only what is known not to be written, and cannot be any more, is written anew.
        """
        until: float | None = None
        unsure: tuple[Draft, list[Outcome]] | None = None
        while True:
            self._sent = None
            try:
                if unsure is not None and self._was_written(*unsure, batch):
                    return unsure[1]
                unsure = None
                return self._attempt(batch)
            except psycopg.Error as error:
                unsure = unsure or self._sent
                lost = self._open is None or is_lost(error, self._open)
                self._forget(hang_up=lost)
                until = until or time.monotonic() + self._door.patience
                if not lost or time.monotonic() > until:
                    raise self._door.failure(error, unsure=unsure is not None) from None
            except BaseException:
                self._forget(hang_up=True)
                raise

    def close(self) -> None:
        if self._open is not None:
            self._open.close()

    @property
    def line(self) -> Line:
        """The writer's line, opened anew if it was lost."""
        if self._open is None or self._open.closed:
            self._open = self._door.open(writing=True)
        return self._open

    # writing

    def _attempt(self, batch: Sequence[Part]) -> list[Outcome]:
        try:
            if self._undisturbed >= _IN_A_ROW:
                with contextlib.suppress(NotSure):
                    return self._alone(batch)
            return self._locked(batch)
        except pg.UniqueViolation:  # a command id that was used before, at an earlier version
            self._forget()
            return self._locked(batch, careful=True)

    def _alone(self, batch: Sequence[Part]) -> list[Outcome]:
        """One statement, if all can be decided from memory and nobody else has written since."""
        draft = Draft(self.position, self._heads, {}, None)
        outcomes: list[Outcome] = []
        for part in batch:
            if not isinstance(part, Append) or part.tracking is not None:
                raise NotSure
            outcomes.append(draft.append(part))
        if draft.games or not 0 < len(draft.rows) < _MANY:
            raise NotSure
        self._sent = draft, outcomes
        if self.line.execute(_WRITE, self._values(draft), binary=True).fetchone() is None:
            self._undisturbed = 0
            self._sent = None
            raise NotSure
        self._remember(draft)
        return outcomes

    def _locked(self, batch: Sequence[Part], *, careful: bool = False) -> list[Outcome]:
        """Lock the counter, read heads, decide, write."""
        line = self.line
        appends = [part for part in batch if isinstance(part, Append)]
        if appends:
            heads, tracked = self._begin(line, appends)
        else:
            heads, tracked = {}, {}
            line.execute("BEGIN")
        draft = Draft(self.position, heads, tracked, partial(find_command, line), careful=careful)
        outcomes = [
            draft.append(part) if isinstance(part, Append) else postgres_models.write(line, part)
            for part in batch
        ]
        self._sent = draft, outcomes
        self._finish(line, draft)
        self._heads.update((game, head) for game, head in heads.items() if head is not None)
        self._remember(draft)
        return outcomes

    def _begin(
        self, line: Line, appends: Sequence[Append]
    ) -> tuple[dict[bytes, Head | None], dict[str, int]]:
        """From here to the commit nobody else writes events."""
        games = {row.game for part in appends for row in part.rows}
        names = [part.tracking[0] for part in appends if part.tracking is not None]
        # Not as a pipeline: what follows it on the wire may keep the server from ending an idle transaction.
        counter = line.execute(_LOCK)
        counter.nextset()
        position, term = counter.fetchall()[0]
        found = line.execute(SELECT_HEADS, (binaries([*games]),), binary=True)
        tracking = line.execute(_TRACKED, (names,), binary=True).fetchall() if names else []
        if (position, term) == (self.position, self._term):
            self._undisturbed += 1
        else:
            self._heads.clear()
            self._undisturbed = 0
            self.position, self._term = position, term
        heads: dict[bytes, Head | None] = dict.fromkeys(games)
        heads.update((game, Head(version, head or b"")) for game, version, head in found.fetchall())
        return heads, dict(tracking)

    def _finish(self, line: Line, draft: Draft) -> None:
        many = len(draft.rows) >= _MANY
        if many:
            with line.cursor().copy(_COPY) as copy:
                copy.set_types(["int8", *TYPES])
                for position, row in enumerate(draft.rows, draft.position + 1):
                    copy.write_row((position, *row))
        with contextlib.nullcontext() if many else line.pipeline():
            if draft.games:
                games, first, seeds, keys = zip(*draft.games, strict=True)
                values = (binaries(games), numbers(first), binaries(seeds), binaries(keys))
                line.execute(_GAMES, values)
            if draft.tracking:
                line.execute(_TRACK, (texts(draft.tracking), numbers([*draft.tracking.values()])))
            if many:
                line.execute(_MOVE, (draft.end,))
            elif draft.rows:
                line.execute(_WRITE, self._values(draft))
            line.execute("COMMIT")

    def _values(self, draft: Draft) -> tuple[Any, ...]:
        columns = zip(*draft.rows, strict=True)
        packed = [_PACKED[type_](column) for type_, column in zip(TYPES, columns, strict=True)]
        return (len(draft.rows), draft.position, self._term, draft.position, *packed)

    def _remember(self, draft: Draft) -> None:
        if len(self._heads) >= _MOST_HEADS:
            self._heads.clear()
        self._heads.update(draft.heads)
        self.position = draft.end

    def _forget(self, *, hang_up: bool = False) -> None:
        """Nothing remembered can be relied on; the transaction, if there is one, is undone."""
        self._heads.clear()
        self._undisturbed = 0
        if self._open is not None:
            try:
                if not hang_up and not self._open.closed:
                    self._open.execute("ROLLBACK")
            except psycopg.Error:
                hang_up = True
            if hang_up:
                self._open.close()
                self._open = None

    # what became of a batch

    def _was_written(self, draft: Draft, outcomes: list[Outcome], batch: Sequence[Part]) -> bool:
        """Whether a batch is there whose answer was lost: one of its commands or rows tells for all.

        The counter gets a new term first. That waits for a transaction that holds it to end, and a statement
        that is still on its way somewhere can no longer write.
        """
        line = self.line
        with line.transaction():
            line.execute(_NEW_TERM)
            if draft.commands:
                return all(find_command(line, *key) == wanted for key, wanted in draft.commands.items())
            if draft.rows:
                game, version, _, body, *_ = draft.rows[-1]
                found = line.execute(
                    "SELECT body FROM protokol.events WHERE game = %s AND version = %s",
                    (game, version),
                    binary=True,
                ).fetchone()
                return found is not None and found[0] == body
            return any(
                postgres_models.was_written(line, part)
                for part, outcome in zip(batch, outcomes, strict=True)
                if isinstance(part, Upsert) and not isinstance(outcome, StoreError)
            )


def find_command(line: Line, game: bytes, command: str) -> tuple[bytes, Done] | None:
    """A command's request digest and its outcome."""
    rows = line.execute(f"{SELECT_COMMAND} WHERE game = %s AND command = %s", (game, command), binary=True)
    row = rows.fetchone()
    return (row[0], done(row)) if row else None


def done(row: TupleRow) -> Done:
    """A command as it was read."""
    _, game, command, first, last, head, at, key, signature = row
    return Done(game, command, first, last, head, at, Signature(key, signature) if key else None)
