"""The accounts in the store's PostgreSQL database: one place for any number of processes and machines."""

import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec
import psycopg
from psycopg import errors as pg

from domain.core.event import Seat
from services.accounts import postgres_schema as schema
from services.accounts.errors import BadInvitation, SeatTaken
from services.accounts.ledger import Grant, Ledger, Look
from services.store.errors import StoreClosed, StoreNewer, StoreNotWritable
from services.store.postgres_lines import PATIENCE, Door, Line, Lines, is_lost
from services.store.postgres_schema import MIGRATION_LOCK, WRITERS
from services.streams.delay import Delay

T = TypeVar("T")

GAMES = 0x50724163  # "PrAc": advisory locks on games are taken under this number
MOST_IDLE = 4

GRANT = "id, kind, role, game, seat, name, made_at, expires_at, ended_at, ended_by, stands_for"
SELECT = f"SELECT {GRANT} FROM protokol_accounts.tokens"
INSERT = f"INSERT INTO protokol_accounts.tokens (digest, {GRANT}) VALUES ({', '.join(['%s'] * (1 + 11))})"
END_SEAT = (
    "UPDATE protokol_accounts.tokens SET ended_at = %s, ended_by = %s"
    " WHERE game = %s AND seat = %s AND kind <> 'ticket' AND ended_at IS NULL"
)
END_ONE = (
    "UPDATE protokol_accounts.tokens SET ended_at = %s, ended_by = %s WHERE id = %s AND ended_at IS NULL"
)
SEAT_TOKEN = f"{SELECT} WHERE game = %s AND seat = %s AND kind = 'token' AND ended_at IS NULL"
REDEEM = """UPDATE protokol_accounts.tokens SET ended_at = %(at)s, ended_by = stands_for
    WHERE digest = %(ticket)s AND kind = 'ticket' AND ended_at IS NULL
        AND (expires_at IS NULL OR expires_at > %(at)s) RETURNING stands_for"""
NAMES = """SELECT DISTINCT ON (game, seat) game, seat, name FROM protokol_accounts.tokens
    WHERE game = ANY(%s) AND seat IS NOT NULL AND kind = 'token' ORDER BY game, seat, number DESC"""
SET_GAME = """INSERT INTO protokol_accounts.games (game, delay_seconds, delay_events, opened_by)
    VALUES (%s, %s, %s, %s) ON CONFLICT (game) DO UPDATE SET
    delay_seconds = excluded.delay_seconds, delay_events = excluded.delay_events"""
# Asked of the catalogue itself: what a session remembers of names may be older than what others have made.
OURS = """SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = 'protokol_accounts' AND c.relname = 'about'"""
LOOK = "at, token, name, game, what, version"


class PostgresLedger(Ledger):
    """What one game's seats are decided on is held by a lock on that game, in the database: one at a time."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self._door = Door(url, patience)
        self._reading = Lines(self._door)
        self._idle: list[Line] = []
        self._idle_lock = threading.Lock()
        self._closed = False
        line = self._door.open(writing=True, patience=0.0)
        try:
            _prepare(self._door, line)
        except BaseException:
            line.close()
            raise
        self._idle.append(line)

    # tokens

    def find(self, digest: bytes) -> Grant | None:
        return _only(self._reading.ask(f"{SELECT} WHERE digest = %s", (digest,)))

    def grant(self, token: str) -> Grant | None:
        return _only(self._reading.ask(f"{SELECT} WHERE id = %s", (token,)))

    def ended(self, tokens: Collection[str], at: int) -> set[str]:
        rows = self._reading.ask(
            "SELECT id FROM protokol_accounts.tokens WHERE id = ANY(%s)"
            " AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > %s)",
            (list(tokens), at),
        )
        return set(tokens) - {token for (token,) in rows}

    def grants(self, game: str | None = None) -> list[Grant]:
        if game is None:
            rows = self._reading.ask(f"{SELECT} WHERE kind <> 'ticket' ORDER BY number")
        else:
            rows = self._reading.ask(
                f"{SELECT} WHERE game = %s AND kind <> 'ticket' ORDER BY number", (game,)
            )
        return [Grant(*row) for row in rows]

    def give(self, new: Sequence[tuple[bytes, Grant]], at: int, by: str, *, free: bool = False) -> None:
        def change(line: Line) -> None:
            _hold(line, {grant.game for _, grant in new if grant.seat is not None})
            for digest, grant in new:
                if grant.seat is not None:
                    seated = _only(line.execute(SEAT_TOKEN, (grant.game, grant.seat)).fetchall())
                    if free and seated is not None and seated.is_good(at):
                        raise SeatTaken(grant.seat)
                    line.execute(END_SEAT, (at, by, grant.game, grant.seat))
                line.execute(INSERT, (digest, *msgspec.structs.astuple(grant)))

        self._change(change)

    def take_up(self, invitation: bytes, game: str, token: bytes, new: str, name: str, at: int) -> Grant:
        def change(line: Line) -> Grant:
            _hold(line, {game})
            found = _only(line.execute(f"{SELECT} WHERE digest = %s", (invitation,)).fetchall())
            good = found is not None and found.kind == "invitation" and found.is_good(at)
            if not good or found is None or found.game != game or found.seat is None:
                raise BadInvitation
            seated = _only(line.execute(SEAT_TOKEN, (game, found.seat)).fetchall())
            if seated is not None and seated.is_good(at):
                raise SeatTaken(found.seat)
            line.execute(END_SEAT, (at, new, game, found.seat))
            grant = Grant(new, "token", "player", game, found.seat, name or found.name, at)
            line.execute(INSERT, (token, *msgspec.structs.astuple(grant)))
            return grant

        return self._change(change)

    def end(self, token: str, at: int, by: str) -> bool:
        def change(line: Line) -> bool:
            line.execute(END_ONE, (at, by, token))
            return bool(
                line.execute("SELECT 1 FROM protokol_accounts.tokens WHERE id = %s", (token,)).fetchall()
            )

        return self._change(change)

    # tickets

    def keep_ticket(self, digest: bytes, ticket: Grant) -> None:
        def change(line: Line) -> None:
            over = "DELETE FROM protokol_accounts.tokens WHERE kind = 'ticket' AND expires_at <= %s"
            line.execute(over, (ticket.made_at,))
            line.execute(INSERT, (digest, *msgspec.structs.astuple(ticket)))

        self._change(change)

    def redeem(self, ticket: bytes, at: int) -> Grant | None:
        def change(line: Line) -> Grant | None:
            rows = line.execute(REDEEM, {"ticket": ticket, "at": at}).fetchall()
            return _only(line.execute(f"{SELECT} WHERE id = %s", rows[0]).fetchall()) if rows else None

        return self._change(change)

    # games

    def names(self, games: Sequence[str]) -> list[tuple[str, Seat, str]]:
        rows = self._reading.ask(NAMES, (list(games),))
        return [(game, seat, name) for game, seat, name in rows]

    def delay(self, game: str) -> Delay:
        rows = self._reading.ask(
            "SELECT delay_seconds, delay_events FROM protokol_accounts.games WHERE game = %s", (game,)
        )
        return Delay(*rows[0]) if rows else Delay()

    def delayed(self) -> list[str]:
        rows = self._reading.ask(
            "SELECT game FROM protokol_accounts.games WHERE delay_seconds + delay_events > 0"
        )
        return [game for (game,) in rows]

    def set_game(self, game: str, delay: Delay, opened_by: str) -> None:
        values = (game, int(delay.seconds), delay.events, opened_by)
        self._change(lambda line: line.execute(SET_GAME, values))

    def look(self, look: Look) -> None:
        statement = f"INSERT INTO protokol_accounts.looks ({LOOK}) VALUES (%s, %s, %s, %s, %s, %s)"
        self._change(lambda line: line.execute(statement, msgspec.structs.astuple(look)))

    def looks(self, game: str) -> list[Look]:
        statement = f"SELECT {LOOK} FROM protokol_accounts.looks WHERE game = %s ORDER BY number"
        return [Look(*row) for row in self._reading.ask(statement, (game,))]

    def close(self) -> None:
        with self._idle_lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for line in idle:
            line.close()
        self._reading.close()

    # transactions

    def _change(self, change: Callable[[Line], T]) -> T:
        """One transaction, durable on return. A line that was lost before its commit is replaced."""
        until = time.monotonic() + self._door.patience
        while True:
            line, committing = self._take(), False
            try:
                line.execute("BEGIN")
                found = change(line)
                committing = True
                line.execute("COMMIT")
            except psycopg.Error as error:
                lost = is_lost(error, line)
                self._give_back(line, keep=not lost)
                if not lost or committing or time.monotonic() > until:
                    raise self._door.failure(error, unsure=committing) from None
            except BaseException:
                self._give_back(line)
                raise
            else:
                self._give_back(line)
                return found

    def _take(self) -> Line:
        with self._idle_lock:
            if self._closed:
                raise StoreClosed
            if self._idle:
                return self._idle.pop()
        return self._door.open(writing=True)

    def _give_back(self, line: Line, *, keep: bool = True) -> None:
        if keep and not line.closed and line.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            try:
                line.execute("ROLLBACK")
            except psycopg.Error:
                keep = False
        with self._idle_lock:
            if keep and not line.closed and not self._closed and len(self._idle) < MOST_IDLE:
                self._idle.append(line)
                return
        line.close()


def _hold(line: Line, games: set[str | None]) -> None:
    """Nobody else changes the seats of these games until the transaction ends."""
    for game in sorted(game for game in games if game is not None):
        line.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (GAMES, game))


def _only(rows: list[tuple[Any, ...]]) -> Grant | None:
    return Grant(*rows[0]) if rows else None


def _prepare(door: Door, line: Line) -> None:
    """Make the tables, or bring older ones forward: all steps, or none; one process at a time."""
    try:
        if _schema_of(door, line) == schema.NEWEST:
            return
        with line.transaction():
            line.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
            for number in range(_schema_of(door, line) + 1, schema.NEWEST + 1):
                line.execute(schema.STEPS[number - 1])
                line.execute(f"UPDATE protokol_accounts.about SET schema = {number}")
    except pg.InsufficientPrivilege as error:
        raise StoreNotWritable(
            f"{door.shown}: role {line.info.user} may not make or change the accounts here"
            f" ({error.diag.message_primary}): run `protokol token list` once as the owner of the database"
        ) from None
    except psycopg.Error as error:
        raise door.failure(error) from None


def _schema_of(door: Door, line: Line) -> int:
    try:
        if not line.execute(OURS).fetchall():
            return 0
        version = int(line.execute("SELECT schema FROM protokol_accounts.about").fetchall()[0][0])
    except pg.InsufficientPrivilege:
        raise StoreNotWritable(
            f"{door.shown}: role {line.info.user} may not read the accounts:"
            f" GRANT {WRITERS} TO {line.info.user}"
        ) from None
    if version > schema.NEWEST:
        raise StoreNewer(
            f"{door.shown}: written by a newer protokol (accounts schema {version}, this one knows"
            f" {schema.NEWEST}): upgrade protokol to open it"
        )
    return version
