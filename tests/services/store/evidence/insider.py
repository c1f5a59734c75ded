"""Someone who holds the signing keys: changes what a file says and signs it anew."""

import hashlib
from typing import Any

import msgspec

from domain.core.canonical import canonical, tagged_sha256
from services.store.evidence import (
    HEADS,
    KEYS,
    MANIFEST_JSON,
    RANDOMNESS,
    README,
    RECORDS,
    pack,
    unpack,
)
from services.store.keys import Signer

Json = dict[str, Any]
SECRET = {"to", "digest", "salt", "value"}


def is_secret(field: Any) -> bool:
    return isinstance(field, dict) and {"to", "digest"} <= field.keys() <= SECRET


def is_opening(field: Any) -> bool:
    return isinstance(field, dict) and {"opens", "salt"} <= field.keys()


class Insider:
    """A file taken apart. Lines may be replaced by raw bytes, which are then written as they are."""

    def __init__(self, file: bytes, signers: dict[str, Signer]) -> None:
        parts = unpack(file)
        self.signers = signers
        self.readme = parts[README]
        self.records: list[Any] = [msgspec.json.decode(line) for line in parts[RECORDS].splitlines()]
        self.heads: list[Json] = [msgspec.json.decode(line) for line in parts[HEADS].splitlines()]
        self.keys: list[Json] = msgspec.json.decode(parts[KEYS])
        self.manifest: Json = msgspec.json.decode(parts[MANIFEST_JSON])
        self.randomness: Json | None = msgspec.json.decode(parts[RANDOMNESS]) if RANDOMNESS in parts else None

    def secrets(self, *, opened: bool) -> list[tuple[Json, str]]:
        """The records that hold open (or closed) secrets, and the names of these."""
        return [
            (record, name)
            for record in self.records
            for name, field in record["event"].items()
            if is_secret(field) and ("value" in field) == opened
        ]

    def openings(self) -> list[tuple[Json, Json]]:
        return [(r, field) for r in self.records for field in r["event"].values() if is_opening(field)]

    def sign(self, tag: str, statement: Json, key: str) -> str:
        said = canonical({name: value for name, value in statement.items() if name != "signature"})
        return self.signers[key]._private.sign(f"protokol/{tag}/1\n".encode() + said).signature.hex()

    def sign_head(self, head: Json) -> None:
        head["signature"] = self.sign("head", head, head["key"])

    def rechain(self) -> None:
        """Make every hash, and what tells of one, that of the records as they are now."""
        hashes, previous = [], ""
        for number, record in enumerate(self.records):
            header = record["event"].get("header")
            record["prev"] = tagged_sha256("protokol/header/1", header) if number == 0 else previous
            previous = tagged_sha256("protokol/record/1", closed(record))
            hashes.append(previous)
        for head in self.heads:
            if 1 <= head["version"] <= len(hashes):
                head["head"], head["at"] = (
                    hashes[head["version"] - 1],
                    self.records[head["version"] - 1]["at"],
                )
            self.sign_head(head)
        self.manifest["version"], self.manifest["head"] = len(hashes), previous

    def file(self, parts: dict[str, bytes] | None = None) -> bytes:
        """The file as it is now, its manifest with the right digests and a right signature."""
        made = {
            README: self.readme,
            RECORDS: ndjson(self.records),
            HEADS: ndjson(self.heads),
            KEYS: canonical(self.keys),
        }
        if self.randomness is not None:
            made[RANDOMNESS] = canonical(self.randomness)
        made.update(parts or {})
        digests = {name: hashlib.sha256(part).hexdigest() for name, part in made.items()}
        self.manifest["parts"] = {**digests, **self.manifest.pop("claimed", {})}
        self.manifest["signature"] = self.sign("manifest", self.manifest, self.manifest["key"])
        return pack({MANIFEST_JSON: canonical(self.manifest), **made})


def closed(record: Json) -> Json:
    """A record as it is hashed."""
    event = {
        name: {"to": field["to"], "digest": field["digest"]} if is_secret(field) else field
        for name, field in record["event"].items()
    }
    return {**record, "event": event}


def ndjson(lines: list[Any]) -> bytes:
    return b"".join((line if isinstance(line, bytes) else canonical(line)) + b"\n" for line in lines)
