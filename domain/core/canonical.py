"""Canonical bytes (RFC 8785) and digests that say what they are of."""

import hashlib
from typing import Any

import msgspec

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
