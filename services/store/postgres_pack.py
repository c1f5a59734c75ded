"""Columns of a batch as PostgreSQL's own binary arrays: one parameter a column, however many rows.

A list would be turned into an array value by value in Python; this joins it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, repeat
from struct import Struct

from psycopg.adapt import AdaptersMap, Dumper
from psycopg.pq import Format

_HEADER = Struct(
    "!iiIii"
).pack  # dimensions, whether there are nulls, type of the values, length, first index
_LENGTH = Struct("!i").pack
_NULL = _LENGTH(-1)


class Texts(bytes):
    """An array of text."""


class Bytes(bytes):
    """An array of bytea."""


class Numbers(bytes):
    """An array of bigint."""


def texts(values: Iterable[str | None]) -> Texts:
    return Texts(_joined(25, [None if value is None else value.encode() for value in values]))


def binaries(values: Sequence[bytes | None]) -> Bytes:
    return Bytes(_joined(17, values))


def numbers(values: Sequence[int | None]) -> Numbers:
    many = len(values)
    if None in values:
        pack = _LENGTH8.pack
        parts = [_NULL if value is None else pack(8, value) for value in values]
        return Numbers(_HEADER(1, 1, 20, many, 1) + b"".join(parts))
    if not many:
        return Numbers(_HEADER(0, 0, 20, 0, 0)[:12])
    flat = chain.from_iterable(zip(repeat(8), values, strict=False))
    return Numbers(_HEADER(1, 0, 20, many, 1) + _pairs(many).pack(*flat))


_LENGTH8 = Struct("!iq")


@cache
def _pairs(many: int) -> Struct:
    return Struct("!" + "iq" * many)


def _joined(kind: int, values: Sequence[bytes | None]) -> bytes:
    if not values:
        return _HEADER(0, 0, kind, 0, 0)[:12]
    parts = [_HEADER(1, 1, kind, len(values), 1)]
    for value in values:
        if value is None:
            parts.append(_NULL)
        else:
            parts.append(_LENGTH(len(value)))
            parts.append(value)
    return b"".join(parts)


class _AsItIs(Dumper):
    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        return obj


class _TextsAsTheyAre(_AsItIs):
    oid = 1009


class _BytesAsTheyAre(_AsItIs):
    oid = 1001


class _NumbersAsTheyAre(_AsItIs):
    oid = 1016


def register(adapters: AdaptersMap) -> None:
    """Let a connection send these arrays."""
    adapters.register_dumper(Texts, _TextsAsTheyAre)
    adapters.register_dumper(Bytes, _BytesAsTheyAre)
    adapters.register_dumper(Numbers, _NumbersAsTheyAre)
