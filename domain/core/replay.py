"""Replay: fold a log into the table as it was, at any version or moment, as any audience saw it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from domain.core.event import Audience
from domain.core.record import Record, redact_record
from domain.core.ruleset import Replayed, Ruleset
from domain.core.table import Table

T = TypeVar("T", bound=Table)
AnyRecord = Record[Any] | Replayed[Any]


def fold(table: T, records: Iterable[AnyRecord]) -> T:
    """Let everything happen again, in order."""
    for record in records:
        table.version = record.version
        record.event.apply(table)
    return table


def as_seen_by(records: Iterable[Record[Any]], audience: Audience) -> Iterator[Record[Any]]:
    """The stream that an audience gets: the same records, the secrets of others closed."""
    return (redact_record(record, audience) for record in records)


def table_at(
    ruleset: Ruleset[T], records: Sequence[AnyRecord], version: int | None = None, components: Any = None
) -> T:
    """The table after `version` (the end when None), from a log that begins at version 1."""
    if not records:
        raise ValueError("an empty log has no table")
    header = getattr(records[0].event, "header", None)
    if header is None:
        raise ValueError("a log begins with the event that opens its game")
    end = len(records) if version is None else version
    if not 1 <= end <= len(records):
        raise LookupError(f"no version {end}: this log has versions 1 to {len(records)}")
    return fold(ruleset.table_for(header, components), records[:end])


def moments(
    ruleset: Ruleset[T], records: Sequence[AnyRecord], components: Any = None
) -> dict[str, tuple[int, int]]:
    """Each moment of a game with its first and last version, in order."""
    table = ruleset.table_for(records[0].event.header, components)
    spans: dict[str, tuple[int, int]] = {}
    for record in records:
        fold(table, (record,))
        name = ruleset.moment(table)
        first, _ = spans.get(name, (record.version, 0))
        spans[name] = (first, record.version)
    return spans


def version_at(
    ruleset: Ruleset[T], records: Sequence[AnyRecord], address: str, components: Any = None
) -> int:
    """The version that an address names: a number, `start`, `end`, or a moment.

    A moment stands for its last version, when all that happens in it has happened; `r2` is the end of
    round 2, `start` the end of the set-up.
    """
    if address == "end":
        return records[-1].version
    if address.isdecimal():
        return int(address)
    spans = moments(ruleset, records, components)
    if address == "start":
        return next(iter(spans.values()))[1]
    inside = [span for name, span in spans.items() if name == address or name.startswith(f"{address}.")]
    if not inside:
        raise LookupError(f"no moment {address!r} in this game; it has {', '.join(spans)}")
    return max(last for _, last in inside)
