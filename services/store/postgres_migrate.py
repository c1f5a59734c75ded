"""Making the tables of a PostgreSQL store, bringing them forward, and refusing what is not ours."""

from uuid import uuid4

import psycopg
from psycopg import errors as pg

from services.store import postgres_schema as schema
from services.store.errors import (
    NotEmpty,
    ServerTooOld,
    StoreDamaged,
    StoreNewer,
    StoreNotFound,
    StoreNotWritable,
)
from services.store.postgres_lines import Door, Line

_OURS = "SELECT to_regclass('protokol.about') IS NOT NULL"
_STRANGERS = """
    SELECT n.nspname || '.' || c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%%'
        AND n.nspname NOT LIKE 'protokol\\_%%'
        AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass
            AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY 1"""


def prepare(door: Door, line: Line, origin: str | None = None) -> None:
    """Make the tables, or bring older ones forward: all steps, or none; one process at a time.

    With `origin`, the name of the store that is to be copied here, what is made is not a store yet.
    """
    check_server(door, line)
    if schema_of(door, line) == schema.NEWEST:
        return
    try:
        with line.transaction():
            line.execute(
                "SELECT set_config('lock_timeout', '60s', true), set_config('statement_timeout', '0', true)"
            )
            line.execute("SELECT pg_advisory_xact_lock(%s)", (schema.MIGRATION_LOCK,))
            version = schema_of(door, line)
            if version == 0:
                line.execute("CREATE SCHEMA IF NOT EXISTS protokol")
            for number in range(version + 1, schema.NEWEST + 1):
                line.execute(schema.STEPS[number - 1])
                if number == 1:
                    line.execute("INSERT INTO protokol.origin VALUES (1, %s)", (origin or str(uuid4()),))
                line.execute("UPDATE protokol.about SET schema = %s", (number,))
            if origin is not None:
                line.execute("UPDATE protokol.about SET schema = %s", (schema.BEING_COPIED,))
    except pg.InsufficientPrivilege as error:
        user = line.info.user
        raise StoreNotWritable(
            f"{door.shown}: role {user} may not make or change tables here ({error.diag.message_primary}):"
            " run `protokol doctor --migrate` as the owner of the database"
        ) from None
    except psycopg.OperationalError as error:
        raise door.failure(error) from None
    except psycopg.Error as error:
        why = error.diag.message_primary
        raise StoreNotWritable(f"{door.shown}: the tables could not be brought forward: {why}") from None


def begin_copy(door: Door, line: Line, origin: str) -> None:
    """Empty tables for a copy; what is left of one that was broken off goes."""
    check_server(door, line)
    if schema_of(door, line, copying=True) == schema.BEING_COPIED:
        line.execute("DROP SCHEMA protokol CASCADE")
    if schema_of(door, line) != 0:
        raise NotEmpty(f"{door.shown}: there is a store already; a copy needs a database of its own")
    prepare(door, line, origin)


def finish_copy(door: Door, line: Line) -> None:
    """The copy is whole: it is a store."""
    try:
        line.execute("UPDATE protokol.about SET schema = %s", (schema.NEWEST,))
    except psycopg.Error as error:
        raise door.failure(error) from None


def check(door: Door, line: Line) -> None:
    """That there is a store here which this protokol can read."""
    check_server(door, line)
    if schema_of(door, line) == 0:
        raise StoreNotFound(f"{door.shown}: no such store: the database is empty")


def check_server(door: Door, line: Line) -> None:
    found = line.info.server_version
    if found < schema.OLDEST_SERVER:
        raise ServerTooOld(
            f"{door.shown}: PostgreSQL {found // 10000} is too old: protokol needs"
            f" {schema.OLDEST_SERVER // 10000} or later"
        )
    encoding = line.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreDamaged(
            f"{door.shown}: the database's encoding is {encoding}: make one with encoding UTF8"
        )


def schema_of(door: Door, line: Line, *, copying: bool = False) -> int:
    """Which schema the tables have; 0 for an empty database. Everything else is an error."""
    try:
        if line.execute(_OURS).fetchall()[0][0]:
            version = int(line.execute("SELECT schema FROM protokol.about").fetchall()[0][0])
            if version == schema.BEING_COPIED and not copying:
                raise StoreDamaged(
                    f"{door.shown}: a copy that is not whole: wait for `protokol copy`, or run it again"
                )
            if version > schema.NEWEST:
                raise StoreNewer(
                    f"{door.shown}: written by a newer protokol (schema {version}, this one knows"
                    f" {schema.NEWEST}): upgrade protokol to open it"
                )
            return version
        strangers = [name for (name,) in line.execute(_STRANGERS).fetchall()]
        if strangers and line.execute(_OURS).fetchall()[0][0]:
            return schema_of(door, line, copying=copying)  # another process has just made them
    except pg.InsufficientPrivilege:
        raise StoreNotWritable(
            f"{door.shown}: role {line.info.user} may not read the store:"
            f" GRANT {schema.WRITERS} TO {line.info.user}"
        ) from None
    except (pg.UndefinedColumn, IndexError):
        strangers = ["protokol.about"]
    except psycopg.Error as error:
        raise door.failure(error) from None
    if strangers:
        some = ", ".join(strangers[:3]) + (", …" if len(strangers) > 3 else "")
        raise StoreDamaged(
            f"{door.shown}: holds tables of something else ({some}): give protokol a database of its own"
        )
    return 0
