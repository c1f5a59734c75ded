"""The log in a PostgreSQL database: any number of writing processes, one writer in each."""

from collections.abc import Iterator, Sequence
from typing import Any

import psycopg

from services.store import postgres_migrate as migrate
from services.store.errors import StoreDamaged
from services.store.leading import Lead
from services.store.log import Done, Entry, Finding, GameSecrets, Head, KeyRow, Log, Outcome, Part, repeated
from services.store.postgres_batches import SELECT_COMMAND, SELECT_HEADS, Batches, done
from services.store.postgres_examine import examine
from services.store.postgres_lead import PostgresLead
from services.store.postgres_lines import PATIENCE, Door, Lines
from services.store.postgres_models import PostgresModels

_SELECT_EVENT = "SELECT position, game, version, type, body FROM protokol.events"
_MOST = (1 << 63) - 1


class PostgresLog(Log):
    """Opened for writing it makes or brings forward the tables; opened for reading it changes nothing."""

    shared = True

    def __init__(
        self, url: str, *, writing: bool, patience: float = PATIENCE, copy_of: str | None = None
    ) -> None:
        self.door = Door(url, patience)
        self._lines = Lines(self.door)
        self.models = PostgresModels(self._lines)
        self._batches: Batches | None = None
        line = self.door.open(writing=writing, patience=0.0)
        try:
            if copy_of is not None:
                migrate.begin_copy(self.door, line, copy_of)
            else:
                (migrate.prepare if writing else migrate.check)(self.door, line)
            rows = line.execute("SELECT name, position FROM protokol.origin, protokol.counter").fetchall()
            if len(rows) != 1:
                raise StoreDamaged(f"{self.door.shown}: the store has lost its name or its counter")
        except psycopg.Error as error:
            line.close()
            raise self.door.failure(error) from None
        except BaseException:
            line.close()
            raise
        self.origin, position = rows[0]
        if writing:
            self._batches = Batches(self.door, line, position)
        else:
            self._lines.keep(line)

    # writing

    @property
    def written_position(self) -> int:
        assert self._batches is not None
        return self._batches.position

    def write(self, batch: Sequence[Part]) -> list[Outcome]:
        assert self._batches is not None
        return self._batches.write(batch)

    def remember_key(self, key: KeyRow) -> None:
        assert self._batches is not None
        try:
            self._batches.line.execute(
                "INSERT INTO protokol.keys (id, public, created_at, vouched_by, vouch)"
                " VALUES (%s, %s, %s, %s, %s) ON CONFLICT (id) DO NOTHING",
                key,
            )
        except psycopg.Error as error:
            raise self.door.failure(error) from None

    def finish_copy(self) -> None:
        """From now on this is a store."""
        assert self._batches is not None
        migrate.finish_copy(self.door, self._batches.line)

    # reading

    def head(self, game: bytes) -> Head | None:
        rows = self._lines.ask(SELECT_HEADS, ([game],))
        return Head(rows[0][1], rows[0][2] or b"") if rows else None

    def command(self, game: bytes, command: str) -> tuple[bytes, Done] | None:
        rows = self._lines.ask(f"{SELECT_COMMAND} WHERE game = %s AND command = %s", (game, command))
        return (rows[0][0], repeated(done(rows[0]))) if rows else None

    def commands(self, game: bytes) -> list[Done]:
        rows = self._lines.ask(
            f"{SELECT_COMMAND} WHERE game = %s AND command IS NOT NULL ORDER BY version", (game,)
        )
        return list(map(done, rows))

    def game(
        self,
        game: bytes,
        after: int = -1,
        upto: int | None = None,
        limit: int | None = None,
        backwards: bool = False,
    ) -> list[Entry]:
        order = "DESC" if backwards else "ASC"
        rows = self._lines.ask(
            f"{_SELECT_EVENT} WHERE game = %s AND version > %s AND version <= %s"
            f" ORDER BY version {order} LIMIT %s",
            (game, after, _MOST if upto is None else upto, limit),
        )
        return list(map(Entry._make, rows))

    def page(self, after: int, limit: int, upto: int | None = None, types: Sequence[str] = ()) -> list[Entry]:
        wanted, values = ("AND type = ANY(%s)", [list(types)]) if types else ("", [])
        rows = self._lines.ask(
            f"{_SELECT_EVENT} WHERE position > %s AND position <= %s {wanted} ORDER BY position LIMIT %s",
            (after, _MOST if upto is None else upto, *values, limit),
        )
        return list(map(Entry._make, rows))

    def last_position(self) -> int:
        found = self._lines.ask("SELECT position FROM protokol.counter WHERE id = 1")[0][0]
        assert isinstance(found, int)
        return found

    def moved(self, after: int, upto: int) -> dict[bytes, int]:
        rows = self._lines.ask(
            "SELECT game, max(version) FROM protokol.events WHERE position > %s AND position <= %s"
            " GROUP BY game",
            (after, upto),
        )
        return dict(rows)

    def lead(self, what: str) -> Lead:
        return PostgresLead(self.door, what)

    def games(self) -> list[tuple[bytes, Head]]:
        rows = self._lines.ask(
            "SELECT game, newest.version, newest.head FROM protokol.games AS g, LATERAL (SELECT version, head"
            " FROM protokol.events AS e WHERE e.game = g.game ORDER BY version DESC LIMIT 1) AS newest"
            " ORDER BY first_position"
        )
        return [(game, Head(version, head or b"")) for game, version, head in rows]

    def secrets(self, game: bytes) -> GameSecrets | None:
        rows = self._lines.ask("SELECT seed, sealing_key FROM protokol.games WHERE game = %s", (game,))
        return GameSecrets(*rows[0]) if rows and rows[0][0] else None

    def public_keys(self) -> list[KeyRow]:
        rows = self._lines.ask(
            "SELECT id, public, created_at, vouched_by, vouch FROM protokol.keys ORDER BY number"
        )
        return list(map(KeyRow._make, rows))

    def tracked(self, name: str) -> int | None:
        rows = self._lines.ask("SELECT position FROM protokol.tracking WHERE name = %s", (name,))
        return rows[0][0] if rows else None

    def followers(self) -> dict[str, int]:
        return dict(self._lines.ask("SELECT name, position FROM protokol.tracking ORDER BY name"))

    def examine(self) -> Iterator[Finding]:
        def ask(statement: str) -> list[tuple[Any, ...]]:
            return self._lines.ask(statement, long=True)

        return examine(ask)

    def close(self) -> None:
        self._lines.close()
        if self._batches is not None:
            self._batches.close()
