"""Read models in the tables of a PostgreSQL store."""

from collections.abc import Sequence

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
from services.store.postgres_lines import Line, Lines
from services.store.postgres_pack import binaries, numbers, texts

_GENERATION = "SELECT projection, number, version, position, current FROM protokol.generations"
_FIND = """SELECT projection, number, id, position FROM protokol.generations
    WHERE (projection, number) IN (SELECT * FROM unnest(%s::text[], %s::bigint[])) FOR UPDATE"""
_ID = "(SELECT id FROM protokol.generations WHERE projection = %s AND number = %s)"
_CREATE = """INSERT INTO protokol.generations (projection, number, version, position, current)
    VALUES (%s, %s, %s, 0, NOT EXISTS (SELECT 1 FROM protokol.generations WHERE projection = %s))
    RETURNING id"""
_PUT = """INSERT INTO protokol.models (generation, game, key, body)
    SELECT * FROM unnest(%s::bigint[], %s::bytea[], %s::text[], %s::bytea[])
    ON CONFLICT (generation, game, key) DO UPDATE SET body = excluded.body"""
_MARK = """INSERT INTO protokol.stuck
    SELECT * FROM unnest(%s::bigint[], %s::bytea[], %s::bigint[], %s::text[]) ON CONFLICT DO NOTHING"""
_ADVANCE = """UPDATE protokol.generations AS g SET position = new.position
    FROM unnest(%s::bigint[], %s::bigint[]) AS new (id, position) WHERE g.id = new.id"""
_REMOVE = """DELETE FROM protokol.models WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM protokol.models WHERE generation = %s LIMIT %s))"""
_READ = """
    SELECT g.projection, g.number, g.version, g.position, m.key, m.body, s.game, s.version, s.why
    FROM protokol.generations AS g
    LEFT JOIN protokol.models AS m
        ON m.generation = g.id AND m.game = %s AND (m.key BETWEEN %s AND %s OR m.key = '')
    LEFT JOIN protokol.stuck AS s ON s.generation = g.id AND s.game = %s
    WHERE g.projection = %s AND g.current ORDER BY m.key"""
_DIFFERING = f"""
    SELECT coalesce(a.game, b.game) AS game, coalesce(a.key, b.key) AS key
    FROM (SELECT game, key, body FROM protokol.models WHERE generation = {_ID}) AS a
    FULL JOIN (SELECT game, key, body FROM protokol.models WHERE generation = {_ID}) AS b
        ON a.game = b.game AND a.key = b.key
    WHERE a.body IS DISTINCT FROM b.body ORDER BY 1, 2 LIMIT %s"""


def write(line: Line, part: ModelPart) -> Kept | StoreError:
    """Inside the writer's transaction: whole, or refused before anything is written."""
    if isinstance(part, Upsert):
        return _upsert(line, part)
    return _switch(line, part) if isinstance(part, Switch) else _discard(line, part)


def was_written(line: Line, part: Upsert) -> bool:
    """Whether generations are where this part brought them."""
    found = _find(line, [(one.projection, one.number) for one in part.advances])
    return all(found.get((one.projection, one.number), (0, 0))[1] == one.position for one in part.advances)


def _find(line: Line, named: Sequence[tuple[str, int]]) -> dict[tuple[str, int], tuple[int, int]]:
    """Ids and positions of generations, locked."""
    values = (texts([name for name, _ in named]), numbers([number for _, number in named]))
    rows = line.execute(_FIND, values, binary=True).fetchall()
    return {(name, number): (id_, position) for name, number, id_, position in rows}


def _upsert(line: Line, part: Upsert) -> Kept | StoreError:
    found = _find(line, [(one.projection, one.number) for one in part.advances])
    for one in part.advances:
        _, now = found.get((one.projection, one.number), (0, 0))
        if now != one.expected:
            return NotContinuous(f"{one.projection} is at position {now}, not at {one.expected}")
    advances: list[tuple[int, Advance]] = []
    for one in part.advances:
        id_, _ = found.get((one.projection, one.number), (0, 0))
        if not id_:
            named = (one.projection, one.number, one.version, one.projection)
            id_ = line.execute(_CREATE, named, binary=True).fetchall()[0][0]
        advances.append((id_, one))
    rows = {(id_, row.game, row.key): row.body for id_, one in advances for row in one.rows}
    if rows:
        ids, games, keys = zip(*rows, strict=True)
        line.execute(_PUT, (numbers(ids), binaries(games), texts(keys), binaries([*rows.values()])))
    stuck = {(id_, one.game): one for id_, advance in advances for one in advance.stuck}
    if stuck:
        ids, games = zip(*stuck, strict=True)
        whys = texts([one.why.replace("\0", "") for one in stuck.values()])
        line.execute(
            _MARK, (numbers(ids), binaries(games), numbers([s.version for s in stuck.values()]), whys)
        )
    line.execute(
        _ADVANCE, (numbers([id_ for id_, _ in advances]), numbers([o.position for _, o in advances]))
    )
    return Kept(sum(len(one.rows) for one in part.advances))


def _switch(line: Line, part: Switch) -> Kept | StoreError:
    found = _find(line, part.to)
    for name, number in part.to:
        if (name, number) not in found:
            return NotContinuous(f"no generation {name} {number}")
    for name, number in part.to:
        line.execute(
            "UPDATE protokol.generations SET current = false WHERE projection = %s AND current", (name,)
        )
        line.execute(
            "UPDATE protokol.generations SET current = true WHERE projection = %s AND number = %s",
            (name, number),
        )
    return Kept(0)


def _discard(line: Line, part: Discard) -> Kept:
    found = _find(line, [(part.projection, part.number)]).get((part.projection, part.number))
    if found is None:
        return Kept(0)
    gone = line.execute(_REMOVE, (found[0], part.most)).rowcount
    line.execute("UPDATE protokol.generations SET current = false WHERE id = %s AND current", found[:1])
    if gone < part.most:
        line.execute("DELETE FROM protokol.stuck WHERE generation = %s", found[:1])
        line.execute("DELETE FROM protokol.generations WHERE id = %s", found[:1])
    return Kept(gone)


class PostgresModels(ReadModels):
    """What belongs together is read by one statement."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def generations(self) -> list[Generation]:
        return list(map(Generation._make, self._lines.ask(f"{_GENERATION} ORDER BY projection, number")))

    def stuck(self, projection: str, number: int) -> list[Stuck]:
        statement = f"SELECT game, version, why FROM protokol.stuck WHERE generation = {_ID} ORDER BY game"
        return list(map(Stuck._make, self._lines.ask(statement, (projection, number))))

    def read(self, projection: str, game: bytes, first: str = "", last: str = LAST_KEY) -> Read:
        rows = self._lines.ask(_READ, (game, first, last, game, projection))
        if not rows:
            return Read(None, {}, None)
        stuck = Stuck(*rows[0][6:]) if rows[0][6] is not None else None
        found = {row[4]: row[5] for row in rows if row[4] is not None}
        return Read(Generation._make((*rows[0][:4], True)), found, stuck)

    def of_generation(self, projection: str, number: int, game: bytes) -> dict[str, bytes]:
        statement = (
            f"SELECT key, body FROM protokol.models WHERE generation = {_ID} AND game = %s ORDER BY key"
        )
        return dict(self._lines.ask(statement, (projection, number, game)))

    def rows(self, projection: str, number: int) -> list[ModelRow]:
        statement = f"SELECT game, key, body FROM protokol.models WHERE generation = {_ID} ORDER BY game, key"
        return list(map(ModelRow._make, self._lines.ask(statement, (projection, number), long=True)))

    def differing(self, projection: str, one: int, other: int, most: int) -> list[tuple[bytes, str]]:
        values = (projection, one, projection, other, most)
        return [(game, key) for game, key in self._lines.ask(_DIFFERING, values, long=True)]
