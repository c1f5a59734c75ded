"""Evidence files: one game as one audience may know it, in one file that anyone can check.

The format is described in EVIDENCE.md, for people who write another verifier. This module makes and reads
files; `verify` judges them.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical, is_plain
from domain.core.chance import SCHEME
from domain.core.event import ARBITER, PUBLIC, Audience
from domain.core.record import redact_line
from domain.core.verify import Chained, follow_chain, shown
from services.store import zipped
from services.store.errors import StoreError
from services.store.keys import MANIFEST, PublicKey, SignedHead, Signer

FORMAT = "protokol-evidence/1"
README, MANIFEST_JSON, RECORDS, HEADS = "README.txt", "manifest.json", "records.ndjson", "heads.ndjson"
KEYS, RANDOMNESS = "keys.json", "randomness.json"
V = TypeVar("V")
NAMES = (README, MANIFEST_JSON, RECORDS, HEADS, KEYS, RANDOMNESS)
MOST_BYTES = 256 * 1024 * 1024  # of all parts together, unpacked
MOST_IN_LINE = 1024 * 1024


class BadEvidence(StoreError):
    """A file that is not whole evidence; the message is the reason."""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file claims: whose copy of which game, how far, and the digest of every other part."""

    format: str
    origin: str
    audience: str
    game: str
    version: int
    head: str
    over: bool
    made_at: int
    parts: dict[str, str]
    key: str


class SignedManifest(Manifest, frozen=True, forbid_unknown_fields=True):
    """The manifest and the server's signature over it."""

    signature: str

    def statement(self) -> Manifest:
        return Manifest(*(getattr(self, name) for name in Manifest.__struct_fields__))


class Randomness(Struct, frozen=True, forbid_unknown_fields=True):
    """What chance was made of, once the game is over."""

    scheme: str
    commitment: str
    seed: str
    entropy: dict[str, str]


class Evidence(Struct, frozen=True):
    """A file's parts, decoded but not yet judged."""

    manifest: SignedManifest
    lines: list[bytes]
    heads: list[SignedHead]
    keys: list[PublicKey]
    randomness: Randomness | None


def make_evidence(
    lines: Sequence[bytes],
    heads: Sequence[SignedHead],
    keys: Sequence[PublicKey],
    origin: str,
    audience: Audience,
    signer: Signer,
    now: int,
) -> bytes:
    """The evidence of a game for an audience, from its whole log. The same input gives the same bytes."""
    chained = follow_chain(lines)
    if not chained.verdict:
        raise BadEvidence(f"version {chained.verdict.version}: {chained.verdict.why}")
    if audience not in (PUBLIC, ARBITER, *chained.header["seats"]):
        seats = ", ".join(chained.header["seats"])
        raise BadEvidence(f"{audience}: not an audience of this game: {seats}, {PUBLIC}, {ARBITER}")
    parts = {
        README: _readme(chained.header["game"]).encode(),
        RECORDS: b"".join(redact_line(line, audience) + b"\n" for line in lines),
        HEADS: b"".join(canonical(head) + b"\n" for head in heads),
        KEYS: canonical(list(keys)),
    }
    if chained.seed:
        parts[RANDOMNESS] = canonical(randomness_of(chained))
    manifest = Manifest(
        FORMAT,
        origin,
        audience,
        chained.header["game"],
        len(chained.hashes),
        chained.hashes[-1],
        bool(chained.seed),
        now,
        {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()},
        signer.id,
    )
    signature = signer.sign(MANIFEST, manifest).hex()
    signed = SignedManifest(**msgspec.structs.asdict(manifest), signature=signature)
    return pack({**parts, MANIFEST_JSON: canonical(signed)})


def randomness_of(chained: Chained) -> Randomness:
    """The opened seed and the entropy of the seats, as the records tell them."""
    return Randomness(SCHEME, chained.header["commitment"], chained.seed, chained.entropy)


def pack(parts: dict[str, bytes]) -> bytes:
    """A zip of the parts in their fixed order, without times, so that equal evidence is equal bytes."""
    return zipped.write((name, parts[name]) for name in NAMES if name in parts)


def unpack(file: Path | bytes) -> dict[str, bytes]:
    """The parts of a file: only the known names, in their order, and never more than a bounded size."""
    try:
        entries = zipped.read(file if isinstance(file, bytes) else _bounded(file))
    except zipped.NotZipped as error:
        raise BadEvidence(f"not evidence: {error}") from error
    names = tuple(entry.name.decode("latin-1") for entry in entries)
    expected = tuple(name for name in NAMES if name != RANDOMNESS or name in names)
    if names != expected:
        strange = [name for name in names if name not in NAMES]
        missing = [name for name in expected if name not in names]
        why = (
            f"{strange[0][:40]!a} does not belong into evidence"
            if strange
            else f"{missing[0]} is missing"
            if missing
            else "parts are doubled or out of order"
        )
        raise BadEvidence(f"not evidence: {why}")
    if sum(entry.size for entry in entries) > MOST_BYTES:
        raise BadEvidence(f"not evidence: more than {MOST_BYTES >> 20} MiB when unpacked")
    return {name: _part(name, entry) for name, entry in zip(names, entries, strict=True)}


def _bounded(file: Path) -> bytes:
    with file.open("rb") as opened:
        if file.stat().st_size <= MOST_BYTES and len(read := opened.read(MOST_BYTES + 1)) <= MOST_BYTES:
            return read
    raise BadEvidence(f"not evidence: more than {MOST_BYTES >> 20} MiB")


def _part(name: str, entry: zipped.Part) -> bytes:
    try:
        return entry.unpacked()
    except zipped.NotZipped as error:
        raise BadEvidence(f"not evidence: {name}: {error}") from error


def decode_evidence(parts: dict[str, bytes]) -> Evidence:
    """The parts as structs; each must be in canonical form, so that nothing can be said twice."""
    lines = _lines(parts, RECORDS)
    heads = [_strictly(HEADS, line, SignedHead) for line in _lines(parts, HEADS)]
    keys = _strictly(KEYS, parts[KEYS], list[PublicKey])
    manifest = _strictly(MANIFEST_JSON, parts[MANIFEST_JSON], SignedManifest)
    randomness = _strictly(RANDOMNESS, parts[RANDOMNESS], Randomness) if RANDOMNESS in parts else None
    return Evidence(manifest, lines, heads, keys, randomness)


def _lines(parts: dict[str, bytes], name: str) -> list[bytes]:
    text = parts[name]
    if text and not text.endswith(b"\n"):
        raise BadEvidence(f"{name}: the last line is cut off")
    lines = text[:-1].split(b"\n") if text else []
    if any(len(line) > MOST_IN_LINE for line in lines):
        raise BadEvidence(f"{name}: a line of more than {MOST_IN_LINE >> 20} MiB")
    return lines


def _strictly(name: str, text: bytes, kind: type[V]) -> V:
    try:
        plain = msgspec.json.decode(text)
        decoded = msgspec.convert(plain, kind)
    except RecursionError:
        raise BadEvidence(f"{name}: nested too deeply") from None
    except ValueError as error:
        raise BadEvidence(f"{name}: {shown(error, 200)}") from error
    if canonical(decoded) != text:
        raise BadEvidence(f"{name}: not in canonical form")
    if not is_plain(plain, text):
        raise BadEvidence(f"{name}: a number of 2^53 or more, or a key beyond ASCII")
    return decoded


def _readme(game: str) -> str:
    return f"""Evidence of game {game}, made by a protokol server.

To check it, without a server and without a network:

    replay verify THIS-FILE

This tells three things apart: is the record whole and signed (intact), did every shuffle and roll come
from the seed that was fixed before play (fair), and do the recorded moves give the recorded results (by
the rules). If you keep receipts from the game, add them: --receipt FILE. To make sure which server
signed, compare the key's id with the one its organiser has published: --key ID.

What it cannot show: that nobody looked at hidden cards, and that the clock was right.

records.ndjson   every event in order, as the audience named in manifest.json may know it
heads.ndjson     the server's signature after every command
keys.json        the server's public keys
randomness.json  the opened seed, when the game is over
manifest.json    what this file claims, with a digest of each part, signed
"""
