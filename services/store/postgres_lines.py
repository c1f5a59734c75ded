"""Lines to a PostgreSQL server: every wait on them is bounded, and every failure says plainly what it is."""

import logging
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors as pg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from services.store.address import shown
from services.store.errors import (
    BadAddress,
    DiskFull,
    NotLetIn,
    StoreAway,
    StoreClosed,
    StoreError,
    StoreNotFound,
    StoreNotWritable,
    WriteFailed,
)
from services.store.postgres_pack import register

PATIENCE = 4.0  # seconds in which a database that went away may come back before callers are told
KNOCK = 1.0  # and after that, how often it is tried again; meanwhile callers are told at once
MOST_READING = 16
FORM = "postgresql://user@host/database"
_STATEMENT = 6.0
_LONG = 900.0
_DEFAULTS = {
    "application_name": "protokol",
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "8000",
}
# A commit is acknowledged only when it is on the disk, whatever the database's own default is.
_CONFIGURE = """SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', '5s', false),
    set_config('idle_in_transaction_session_timeout', '3s', false),
    set_config('default_transaction_read_only', %s, false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"""
# What the server says when it lets nobody in, which comes without a code.
_NOT_LET_IN = (
    "authentication failed",
    "no password supplied",
    "pg_hba.conf",
    "role ",
    "not permitted to log in",
)
_OVER = ("57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "53300", "25006")


# What goes wrong on a line is raised; that it was also noticed on the way need not be told.
logging.getLogger("psycopg").addHandler(logging.NullHandler())


class Line(psycopg.Connection[tuple[Any, ...]]):
    """A connection on which nobody waits for ever, not even for a peer that has silently gone."""

    unanswered = _STATEMENT + 2  # longer than the server lets a statement take: then the line is dead

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.unanswered if timeout is None else timeout)
        except pg._WaitTimeout as error:
            self.pgconn.finish()
            raise psycopg.OperationalError("the server does not answer") from error


class Door:
    """Opens lines to one database. While that is away it says so at once, and knocks now and then."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.shown = shown(url)
        self.patience = patience
        try:
            given = {name: str(value) for name, value in conninfo_to_dict(url).items()}
        except psycopg.Error:
            raise BadAddress(f"{self.shown}: not the URL of a store: {FORM}") from None
        if not given.get("dbname"):
            raise BadAddress(f"{self.shown}: not the URL of a store, as it names no database: {FORM}")
        self._given = _DEFAULTS | given
        self._knock_at = 0.0

    def open(self, *, writing: bool, long: bool = False, patience: float | None = None) -> Line:
        """A line, or within `patience` seconds an error; when it was away already, at once."""
        now = time.monotonic()
        if now < self._knock_at:
            raise self.away("it was away a moment ago")
        until, rest = now + (self.patience if patience is None else patience), 0.02
        while True:
            try:
                line = self._connect(writing, _LONG if long else _STATEMENT)
            except StoreAway:
                if time.monotonic() + rest > until:
                    self._knock_at = time.monotonic() + KNOCK
                    raise
                time.sleep(rest * random.uniform(0.5, 1.0))
                rest = min(rest * 2, 0.5)
            else:
                self._knock_at = 0.0
                return line

    def away(self, why: str) -> StoreAway:
        return StoreAway(f"{self.shown}: the database cannot be reached ({why}): try again shortly")

    def _connect(self, writing: bool, seconds: float) -> Line:
        more = {"target_session_attrs": "read-write"} if writing else {}
        try:
            line: Line = Line.connect(make_conninfo("", **(more | self._given)), autocommit=True)
        except psycopg.Error as error:
            raise self._refusal(error) from None
        line.unanswered += seconds - _STATEMENT
        register(line.adapters)
        try:
            line.execute(_CONFIGURE, (f"{seconds}s", "off" if writing else "on"))
        except psycopg.Error as error:
            line.close()
            raise self.failure(error) from None
        return line

    def _refusal(self, error: psycopg.Error) -> StoreError:
        """Why no line was opened. The server's words tell, and they never hold a password."""
        said = str(error).strip().partition("\n")[0]
        why = said.rpartition("failed: ")[2].removeprefix("FATAL:").strip()
        if "FATAL" in said and 'database "' in why and "does not exist" in why:
            return StoreNotFound(f"{self.shown}: {why}: create it first, with encoding UTF8")
        if "permission denied" in why or any(words in why for words in _NOT_LET_IN):
            return NotLetIn(f"{self.shown}: {why}")
        return self.away(why)

    def failure(self, error: psycopg.Error, *, unsure: bool = False) -> StoreError:
        """What an error of the database means to a caller; `unsure` if something may have been written."""
        why = (error.diag.message_primary or str(error)).strip().partition("\n")[0]
        if isinstance(error, pg.DiskFull):
            return DiskFull(f"{self.shown}: the database's disk is full; nothing was written")
        if isinstance(error, pg.LockNotAvailable | pg.QueryCanceled | pg.DeadlockDetected):
            return self.away(why if unsure else f"{why}; nothing was written")
        if isinstance(error, pg.InsufficientPrivilege):
            return StoreNotWritable(f"{self.shown}: {why}")
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return self.away(why)
        return WriteFailed(f"{self.shown}: {why}")


def is_lost(error: psycopg.Error, line: Line) -> bool:
    """Whether a statement's fate is unknown, or the server has ended or refused the session."""
    return line.closed or (error.sqlstate or "08")[:2] == "08" or error.sqlstate in _OVER


class Lines:
    """Idle lines for reading. Looking again does no harm, so a look outlives the line that it began on."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._idle: list[Line] = []
        self._reading_now = 0
        self._changed = threading.Condition()
        self._closed = False

    def ask(self, statement: str, values: Sequence[Any] = (), *, long: bool = False) -> list[tuple[Any, ...]]:
        """The rows that a statement gives; a long one has its own line, and minutes instead of seconds."""
        until: float | None = None
        while True:
            with self._line(long) as line:
                try:
                    return line.execute(statement, values, binary=True).fetchall()
                except psycopg.Error as error:
                    if not is_lost(error, line):
                        raise self._door.failure(error) from None
                    line.close()
                    until, ended = until or time.monotonic() + self._door.patience, until
                    if ended is not None and time.monotonic() > ended:
                        raise self._door.failure(error) from None

    def keep(self, line: Line) -> None:
        """A line that is open already."""
        self._idle.append(line)

    @contextmanager
    def _line(self, long: bool) -> Iterator[Line]:
        """A line that nobody else uses meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._reading_now < MOST_READING, _STATEMENT)
            if self._closed:
                raise StoreClosed
            if self._reading_now >= MOST_READING:
                raise self._door.away("too many are reading")
            self._reading_now += 1
            line = self._idle.pop() if self._idle and not long else None
        try:
            line = line or self._door.open(writing=False, long=long)
            yield line
        finally:
            with self._changed:
                self._reading_now -= 1
                if line is not None and not line.closed:
                    if long or self._closed:
                        line.close()
                    else:
                        self._idle.append(line)
                self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._reading_now == 0, _STATEMENT)
            while self._idle:
                self._idle.pop().close()
