"""What a SQLite store can say of itself: its file, its tables and guards, rows without a game, room."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from services.store import sqlite_schema as schema
from services.store.log import Finding

Ask = Callable[[str], list[tuple[Any, ...]]]
LEAST_ROOM = 64 << 20
_NAMES = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
_ORPHANS = {
    "games without events": "games WHERE game NOT IN (SELECT game FROM events WHERE version <= 1)",
    "events without a game": "events WHERE game NOT IN (SELECT game FROM games)",
}


def examine(path: Path, ask: Ask) -> Iterator[Finding]:
    """One finding for each thing looked at; `ask` answers a statement with rows."""
    problems = [row[0] for row in ask("PRAGMA integrity_check(5)")]
    yield Finding("file", problems == ["ok"], "; ".join(problems))
    yield _tables(ask)
    last, count = ask("SELECT coalesce(max(position), 0), count(*) FROM events")[0]
    yield Finding("positions", last == count, f"{count} events, the last at position {last}")
    for what, where in _ORPHANS.items():
        orphans = ask(f"SELECT count(*) FROM {where}")[0][0]
        yield Finding(what, orphans == 0, str(orphans or "none"))
    usage = shutil.disk_usage(path.parent)
    size = sum(path.with_name(path.name + end).stat().st_size for end in ("", "-wal") if _is(path, end))
    enough = usage.free > max(size // 10, LEAST_ROOM)
    yield Finding("disk", enough, f"{usage.free >> 20} MiB free, the store takes {size / (1 << 20):.1f} MiB")


def _tables(ask: Ask) -> Finding:
    """The tables and triggers must be word for word those of this version."""
    fresh = sqlite3.connect(":memory:")
    for step in schema.STEPS:
        fresh.executescript(step)
    wanted, found = set(fresh.execute(_NAMES)), set(ask(_NAMES))
    fresh.close()
    if missing := sorted(name for name, _ in wanted - found):
        return Finding("tables", False, f"changed or missing: {', '.join(missing)}")
    return Finding("tables", True, f"schema {schema.NEWEST}, {len(wanted)} tables and guards")


def _is(path: Path, end: str) -> bool:
    return path.with_name(path.name + end).exists()
