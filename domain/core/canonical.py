"""Canonical bytes (RFC 8785) and digests that say what they are of."""

import hashlib
import re
from typing import Any

import msgspec

LARGEST = 2**53 - 1  # the largest number that every reader of JSON reads alike
DEEPEST = 64  # arrays and objects inside each other
_ENCODER = msgspec.json.Encoder(order="sorted")
_ODD_NUMBER = re.compile(rb"[:\[,]-?(?:9[0-9]{15}|[0-9]{17}|[0-9]+[.eE])")


def canonical(value: Any) -> bytes:
    """RFC 8785: sorted keys, no spaces, UTF-8.

    msgspec's sorted output is exactly that for what a log holds: no floats, ASCII keys, whole numbers
    under 2**53 (a test compares it with an independent implementation).
    """
    return _ENCODER.encode(value)


def tagged_sha256(tag: str, value: Any) -> str:
    """SHA-256 of a domain tag, a line feed and the canonical value, in hex; no digest passes for another."""
    return hashlib.sha256(tag.encode() + b"\n" + _ENCODER.encode(value)).hexdigest()


def is_plain(value: Any, text: bytes) -> bool:
    """Whether a decoded text holds only what all readers of JSON understand alike.

    That is: whole numbers of magnitude under 2**53, keys in ASCII, and no deep nesting. `text` is the
    canonical form; in nearly every line it shows at a glance that there is nothing to look for.
    """
    if text.isascii() and text.count(b"{") + text.count(b"[") <= DEEPEST and not _ODD_NUMBER.search(text):
        return True
    return _plain(value, DEEPEST)


def _plain(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(key.isascii() and _plain(inner, depth - 1) for key, inner in value.items())
    if isinstance(value, list):
        return depth > 0 and all(_plain(inner, depth - 1) for inner in value)
    return not isinstance(value, float) and (not isinstance(value, int) or -LARGEST <= value <= LARGEST)
