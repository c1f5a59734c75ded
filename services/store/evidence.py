"""Evidence files: one game as one audience may know it, in one file that anyone can check.

The format is described in EVIDENCE.md, for people who write another verifier. This module makes and reads
files; `verify` judges them.
"""

import hashlib
import io
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.chance import SCHEME
from domain.core.event import ARBITER, PUBLIC, Audience
from domain.core.record import redact_line
from domain.core.verify import follow_chain
from services.store.errors import StoreError
from services.store.keys import MANIFEST, PublicKey, SignedHead, Signer

FORMAT = "protokol-evidence/1"
README, MANIFEST_JSON, RECORDS, HEADS = "README.txt", "manifest.json", "records.ndjson", "heads.ndjson"
KEYS, RANDOMNESS = "keys.json", "randomness.json"
V = TypeVar("V")
NAMES = (README, MANIFEST_JSON, RECORDS, HEADS, KEYS, RANDOMNESS)
MOST_BYTES = 256 * 1024 * 1024  # of all parts together, unpacked


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
        parts[RANDOMNESS] = canonical(randomness_of(lines, chained.header["commitment"], chained.seed))
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


def randomness_of(lines: Sequence[bytes], commitment: str, seed: str) -> Randomness:
    """The opened seed and the entropy of the seats, as the records tell them."""
    events = (msgspec.json.decode(line)["event"] for line in lines if b'"entropy_given"' in line)
    given = {event["seat"]: event["entropy"] for event in events if event["type"] == "entropy_given"}
    return Randomness(SCHEME, commitment, seed, given)


def pack(parts: dict[str, bytes]) -> bytes:
    """A zip of the parts in their fixed order, without times, so that equal evidence is equal bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as zipped:
        for name in NAMES:
            if name in parts:
                zipped.writestr(zipfile.ZipInfo(name), parts[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unpack(file: Path | bytes) -> dict[str, bytes]:
    """The parts of a file: only the known names, in their order, and never more than a bounded size."""
    try:
        with zipfile.ZipFile(io.BytesIO(file) if isinstance(file, bytes) else file) as zipped:
            listed = zipped.infolist()
            names = tuple(info.filename for info in listed)
            expected = tuple(name for name in NAMES if name != RANDOMNESS or name in names)
            if names != expected:
                strange = [name for name in names if name not in NAMES]
                missing = [name for name in expected if name not in names]
                why = (
                    f"{strange[0]!r} does not belong into evidence"
                    if strange
                    else f"{missing[0]} is missing"
                    if missing
                    else "parts are doubled or out of order"
                )
                raise BadEvidence(f"not evidence: {why}")
            if sum(info.file_size for info in listed) > MOST_BYTES:
                raise BadEvidence(f"not evidence: more than {MOST_BYTES >> 20} MiB when unpacked")
            return {info.filename: _part(zipped, info) for info in listed}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadEvidence(f"a damaged zip: {error}") from error


def _part(zipped: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """One part; what unpacks to more than its entry says is refused before it fills the memory."""
    with zipped.open(info) as part:
        read = part.read(info.file_size)
        if part.read(1):
            raise BadEvidence(f"not evidence: {info.filename} is larger than it says")
        return read


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
    return text[:-1].split(b"\n") if text else []


def _strictly(name: str, text: bytes, kind: type[V]) -> V:
    try:
        decoded = msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise BadEvidence(f"{name}: {error}") from error
    if canonical(decoded) != text:
        raise BadEvidence(f"{name}: not in canonical form")
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
