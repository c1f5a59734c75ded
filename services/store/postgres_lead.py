"""The lead on PostgreSQL: an advisory lock of a session. It ends with the session, however that ends."""

import contextlib

import psycopg

from services.store.errors import StoreError
from services.store.leading import Lead
from services.store.postgres_lines import Door, Line

LEADS = 0x50724C64  # "PrLd": leads are taken under this number


class PostgresLead(Lead):
    """Held as long as its own connection lives. Should that be lost unnoticed, whatever two leaders write is
    still checked by the database: a lead saves work, it protects nothing.
    """

    def __init__(self, door: Door, what: str) -> None:
        self._door = door
        self._what = what
        self._line: Line | None = None
        self._has = False

    def held(self) -> bool:
        try:
            if self._line is None or self._line.closed:
                self._has = False
                self._line = self._door.open(writing=True, patience=0.0)
            if self._has:
                self._line.execute("SELECT 1")
            else:
                asked = "SELECT pg_try_advisory_lock(%s, hashtext(%s))"
                self._has = bool(self._line.execute(asked, (LEADS, self._what)).fetchall()[0][0])
        except (psycopg.Error, StoreError):
            self.close()
        return self._has

    def close(self) -> None:
        self._has = False
        if self._line is not None:
            with contextlib.suppress(psycopg.Error):
                self._line.close()
            self._line = None
