"""What a PostgreSQL store can say of itself: server, tables, guards, positions, rows without a game."""

from collections.abc import Callable, Iterator
from typing import Any

from services.store import postgres_schema as schema
from services.store.log import Finding

Ask = Callable[[str], list[tuple[Any, ...]]]
_COUNTED = """SELECT counter.position, found.last, found.many FROM protokol.counter,
    (SELECT coalesce(max(position), 0) AS last, count(*) AS many FROM protokol.events) AS found"""
_ORPHANS = {
    "games without events": "protokol.games AS g WHERE NOT EXISTS"
    " (SELECT 1 FROM protokol.events AS e WHERE e.game = g.game AND e.version <= 1)",
    "events without a game": "protokol.events AS e WHERE NOT EXISTS"
    " (SELECT 1 FROM protokol.games AS g WHERE g.game = e.game)",
}
_TABLES = """SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'protokol'::regnamespace AND c.relkind = 'r'
        AND a.attnum > 0 AND NOT a.attisdropped"""
_INDEXES = """SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'protokol'::regnamespace AND i.indisunique AND i.indisvalid"""
_GUARDS = """SELECT c.relname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
        JOIN pg_proc AS p ON p.oid = t.tgfoid
    WHERE c.relnamespace = 'protokol'::regnamespace AND t.tgname = c.relname || '_append_only'
        AND t.tgenabled = 'A' AND t.tgtype & 1 = 0 AND t.tgtype & 58 = 58 AND p.prosrc = '{refuse}'"""
_MAY_CHANGE = " OR ".join(
    f"has_table_privilege('protokol.{table}', '{right}')"
    for table in schema.APPEND_ONLY
    for right in ("UPDATE", "DELETE", "TRUNCATE")
)
_SERVER = """SELECT current_setting('server_version'), pg_size_pretty(pg_database_size(current_database())),
    current_setting('fsync'), current_setting('full_page_writes')"""


def examine(ask: Ask) -> Iterator[Finding]:
    """One finding for each thing looked at; `ask` answers a statement with rows."""
    version, size, *durable = ask(_SERVER)[0]
    yield Finding("server", True, f"PostgreSQL {version.partition(' ')[0]}, the database takes {size}")
    lasting = durable == ["on", "on"]
    yield Finding("durability", lasting, "fsync is on" if lasting else "fsync or full_page_writes is off")
    yield _tables(ask)
    may = ask(f"SELECT current_user, {_MAY_CHANGE}")[0]
    rights = "could change or remove events, were there no guards" if may[1] else "can only add events"
    yield Finding("rights", True, f"role {may[0]} {rights}")
    counted, last, many = ask(_COUNTED)[0]
    seen = f"{many} events, the last at position {last}" + (f", counted {counted}" if counted != last else "")
    yield Finding("positions", counted == last == many, seen)
    for what, where in _ORPHANS.items():
        orphans = ask(f"SELECT count(*) FROM {where}")[0][0]
        yield Finding(what, orphans == 0, str(orphans or "none"))


def _tables(ask: Ask) -> Finding:
    """Columns, unique indexes and guards must be those of this version."""
    found = {name for (name,) in ask(_TABLES)}
    found |= {f"index {name}" for (name,) in ask(_INDEXES)}
    guards = ask(_GUARDS.format(refuse=schema.REFUSE.replace("'", "''").replace("%", "%%")))
    found |= {f"guard of {name}" for (name,) in guards}
    if missing := sorted(schema.EXPECTED - found):
        return Finding("tables", False, f"changed or missing: {', '.join(missing)}")
    seen = f"schema {schema.NEWEST}, {len(schema.TABLES)} tables, {len(guards)} guards"
    return Finding("tables", True, seen)
