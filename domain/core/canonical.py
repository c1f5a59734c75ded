"""Canonical bytes (RFC 8785) and digests that say what they are of."""

import hashlib
from typing import Any

import msgspec

LARGEST = 2**53 - 1  # the largest number that every reader of JSON reads alike
DEEPEST = 64  # arrays and objects inside each other
_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """RFC 8785: sorted keys, no spaces, UTF-8.

    msgspec's sorted output is exactly that for what a log holds: no floats, ASCII keys, whole numbers
    under 2**53 (a test compares it with an independent implementation).
    """
    return _ENCODER.encode(value)


def tagged_sha256(tag: str, value: Any) -> str:
    """SHA-256 of a domain tag, a line feed and the canonical value, in hex; no digest passes for another."""
    return hashlib.sha256(tag.encode() + b"\n" + _ENCODER.encode(value)).hexdigest()


def is_plain(value: Any, text: bytes, deepest: int = DEEPEST) -> bool:
    """Whether a decoded text holds only what all readers of JSON understand alike.

    That is: whole numbers of magnitude under 2**53, keys in ASCII, and no deep nesting.
    """
    return _plain(value, deepest) and (text.isascii() or _ascii_keys(value))


def _plain(value: Any, depth: int) -> bool:
    kind = type(value)
    if kind is dict or kind is list:
        if depth == 0:
            return False
        for inner in value.values() if kind is dict else value:
            if type(inner) is not str and not _plain(inner, depth - 1):
                return False
        return True
    return kind is not float and (kind is not int or -LARGEST <= value <= LARGEST)


def _ascii_keys(value: Any) -> bool:
    if isinstance(value, dict):
        return all(key.isascii() and _ascii_keys(inner) for key, inner in value.items())
    return not isinstance(value, list) or all(map(_ascii_keys, value))
