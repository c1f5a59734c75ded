"""Read models in the tables of a SQLite store."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from services.store.errors import NotContinuous, StoreError
from services.store.models import (
    LAST_KEY,
    Advance,
    Discard,
    Generation,
    Kept,
    ModelPart,
    ModelRow,
    Read,
    ReadModels,
    Stuck,
    Switch,
    Upsert,
)

_GENERATION = "SELECT projection, number, version, position, current FROM generations"
_FIND = "SELECT id, position FROM generations WHERE projection = ? AND number = ?"
_ID = "(SELECT id FROM generations WHERE projection = ? AND number = ?)"
_CREATE = """INSERT INTO generations (projection, number, version, position, current)
    SELECT ?1, ?2, ?3, 0, NOT EXISTS (SELECT 1 FROM generations WHERE projection = ?1) RETURNING id"""
_PUT = {
    many: f"""INSERT INTO models (generation, game, key, body) VALUES {", ".join(["(?, ?, ?, ?)"] * many)}
    ON CONFLICT (generation, game, key) DO UPDATE SET body = excluded.body"""
    for many in (256, 32, 4, 1)
}
_MARK = "INSERT INTO stuck VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_DIFFERING = """
    SELECT a.game, a.key FROM models AS a LEFT JOIN models AS b
        ON b.generation = ?2 AND b.game = a.game AND b.key = a.key
        WHERE a.generation = ?1 AND b.body IS NOT a.body
    UNION SELECT b.game, b.key FROM models AS b
        WHERE b.generation = ?2 AND NOT EXISTS
            (SELECT 1 FROM models AS a WHERE a.generation = ?1 AND a.game = b.game AND a.key = b.key)
    ORDER BY 1, 2 LIMIT ?3"""


def write(connection: sqlite3.Connection, part: ModelPart) -> Kept | StoreError:
    """Inside the writer's transaction: whole, or refused before anything is written."""
    if isinstance(part, Upsert):
        return _upsert(connection, part)
    return _switch(connection, part) if isinstance(part, Switch) else _discard(connection, part)


def _upsert(connection: sqlite3.Connection, part: Upsert) -> Kept | StoreError:
    found: list[tuple[Advance, int | None]] = []
    for one in part.advances:
        row = connection.execute(_FIND, (one.projection, one.number)).fetchone()
        generation, now = row or (None, 0)
        if now != one.expected:
            return NotContinuous(f"{one.projection} is at position {now}, not at {one.expected}")
        found.append((one, generation))
    for one, generation in found:
        if generation is None:
            named = (one.projection, one.number, one.version)
            generation = connection.execute(_CREATE, named).fetchall()[0][0]
        _put(connection, generation, one.rows)
        connection.executemany(_MARK, [(generation, *stuck) for stuck in one.stuck])
        connection.execute("UPDATE generations SET position = ? WHERE id = ?", (one.position, generation))
    return Kept(sum(len(one.rows) for one in part.advances))


def _put(connection: sqlite3.Connection, generation: int, rows: Sequence[ModelRow]) -> None:
    """By statements for many rows at once: SQLite works through each without Python's lock."""
    start = 0
    for many, statement in _PUT.items():
        while len(rows) - start >= many:
            some = rows[start : start + many]
            connection.execute(statement, [value for row in some for value in (generation, *row)])
            start += many


def _switch(connection: sqlite3.Connection, part: Switch) -> Kept | StoreError:
    for named in part.to:
        if connection.execute(_FIND, named).fetchone() is None:
            return NotContinuous(f"no generation {named[0]} {named[1]}")
    for name, number in part.to:
        connection.execute("UPDATE generations SET current = 0 WHERE projection = ?", (name,))
        connection.execute(
            "UPDATE generations SET current = 1 WHERE projection = ? AND number = ?", (name, number)
        )
    return Kept(0)


def _discard(connection: sqlite3.Connection, part: Discard) -> Kept:
    row = connection.execute(_FIND, (part.projection, part.number)).fetchone()
    if row is None:
        return Kept(0)
    gone = connection.execute(
        "DELETE FROM models WHERE rowid IN (SELECT rowid FROM models WHERE generation = ? LIMIT ?)",
        (row[0], part.most),
    ).rowcount
    connection.execute("UPDATE generations SET current = 0 WHERE id = ?", row[:1])
    if gone < part.most:
        connection.execute("DELETE FROM stuck WHERE generation = ?", row[:1])
        connection.execute("DELETE FROM generations WHERE id = ?", row[:1])
    return Kept(gone)


class SqliteModels(ReadModels):
    """Reads through the connections of its log; what belongs together is read in one transaction."""

    def __init__(self, reading: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._reading = reading

    def generations(self) -> list[Generation]:
        with self._reading() as reader:
            rows = reader.execute(f"{_GENERATION} ORDER BY projection, number").fetchall()
        return [Generation._make((*row[:4], bool(row[4]))) for row in rows]

    def stuck(self, projection: str, number: int) -> list[Stuck]:
        statement = f"SELECT game, version, why FROM stuck WHERE generation = {_ID} ORDER BY game"
        with self._reading() as reader:
            return list(map(Stuck._make, reader.execute(statement, (projection, number))))

    def read(self, projection: str, game: bytes, first: str = "", last: str = LAST_KEY) -> Read:
        with self._reading() as reader:
            reader.execute("BEGIN")
            try:
                found = reader.execute(
                    f"{_GENERATION} WHERE projection = ? AND current = 1", (projection,)
                ).fetchone()
                if found is None:
                    return Read(None, {}, None)
                rows = reader.execute(
                    f"SELECT key, body FROM models WHERE generation = {_ID} AND game = ?"
                    " AND (key BETWEEN ? AND ? OR key = '') ORDER BY key",
                    (*found[:2], game, first, last),
                ).fetchall()
                stuck = reader.execute(
                    f"SELECT game, version, why FROM stuck WHERE generation = {_ID} AND game = ?",
                    (*found[:2], game),
                ).fetchone()
            finally:
                reader.execute("COMMIT")
        return Read(Generation._make((*found[:4], True)), dict(rows), Stuck(*stuck) if stuck else None)

    def of_generation(self, projection: str, number: int, game: bytes) -> dict[str, bytes]:
        statement = f"SELECT key, body FROM models WHERE generation = {_ID} AND game = ? ORDER BY key"
        with self._reading() as reader:
            return dict(reader.execute(statement, (projection, number, game)))

    def rows(self, projection: str, number: int) -> list[ModelRow]:
        statement = f"SELECT game, key, body FROM models WHERE generation = {_ID} ORDER BY game, key"
        with self._reading() as reader:
            return list(map(ModelRow._make, reader.execute(statement, (projection, number))))

    def differing(self, projection: str, one: int, other: int, most: int) -> list[tuple[bytes, str]]:
        with self._reading() as reader:
            ids = [reader.execute(_FIND, (projection, number)).fetchone() for number in (one, other)]
            pair = [row[0] if row else None for row in ids]
            return reader.execute(_DIFFERING, (*pair, most)).fetchall()
