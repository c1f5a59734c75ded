"""Record: an event in its envelope. Header: what was fixed before it. Sealing, redacting, the hash chain."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical, tagged_sha256
from domain.core.event import ARBITER, Audience, Event, Opening, Seat, Secret, openings_of, redact, secrets_of

FORMAT = 1
NOBODY: Audience = ""  # an audience that no secret is open to: the closed form that is hashed

E = TypeVar("E")
_RECORD_TAG = b"protokol/record/1\n"
SECRET_KEYS = {"to", "digest", "salt", "value"}


class ComponentSet(Struct, frozen=True, forbid_unknown_fields=True):
    """Which cards, tokens and board a game is played with."""

    name: str
    digest: str


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fixed before the first event; `prev` of version 1 is its hash."""

    game: str
    ruleset: str
    ruleset_version: int
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    components: ComponentSet
    chance: str
    commitment: str
    entropy_from: tuple[Seat, ...] = ()
    format: int = FORMAT

    def hash(self) -> str:
        return tagged_sha256("protokol/header/1", self)


class Record(Struct, Generic[E], frozen=True, gc=False, forbid_unknown_fields=True):
    """One event of one game, chained to the one before it."""

    game: str
    version: int
    at: int  # microseconds since 1970, never less than the record before
    by: Seat | None  # the seat whose command caused it; None: the game itself
    cause: str  # the id of that command
    prev: str
    event: E

    def hash(self) -> str:
        """The head of the game once this is its newest record. Secrets count only by their digests."""
        return hashlib.sha256(_RECORD_TAG + canonical(redact_record(self, NOBODY))).hexdigest()

    def line(self) -> bytes:
        """The record as one line of NDJSON: its canonical bytes."""
        return canonical(self)


def redact_record(record: Record[Any], audience: Audience) -> Record[Any]:
    """An audience's copy: same hash, only its own secrets open."""
    event = redact(record.event, audience)
    return record if event is record.event else msgspec.structs.replace(record, event=event)


def redact_line(line: bytes, audience: Audience) -> bytes:
    """An audience's copy of a line, whatever ruleset or age it is of: every secret closed but its own.

    A secret is known by its shape, which no other field has: `to` and `digest`, beside them at most
    `salt` and `value`.
    """
    if b'"digest":' not in line or audience == ARBITER:
        return line
    record = msgspec.json.decode(line)
    for field in record["event"].values():
        secret = isinstance(field, dict) and {"to", "digest"} <= field.keys() <= SECRET_KEYS
        if secret and audience not in field["to"]:
            field.pop("value", None)
            field.pop("salt", None)
    return canonical(record)


class Sealed(NamedTuple):
    """A record that is about to be written, with its line and its hash: each is worked out once."""

    record: Record[Any]
    line: bytes
    hash: str


def sealed(record: Record[Any]) -> Sealed:
    """A record with its line and its hash, encoding only once what has no open secrets."""
    line = canonical(record)
    closed = redact_record(record, NOBODY)
    hashed = line if closed is record else canonical(closed)
    return Sealed(record, line, hashlib.sha256(_RECORD_TAG + hashed).hexdigest())


def digest_of(game: str, version: int, field: str, salt: str, value: Any) -> str:
    """What a closed secret shows. The salt is 32 bytes and fresh, so a guessed value cannot be tried."""
    return tagged_sha256("protokol/secret/1", [game, version, field, salt, value])


class Sealer:
    """Gives each secret of one game its salt and digest, and each opening the salt of what it opens.

    Salts are derived from the game's sealing key, the version and the field: one opened salt tells nothing
    of another, and the key itself is never opened.
    """

    def __init__(self, game: str, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError("a sealing key has 32 bytes")
        self.game = game
        self._key = key

    def salt(self, version: int, field: str) -> str:
        label = canonical(["protokol/salt/1", self.game, version, field])
        return hmac.new(self._key, label, "sha256").hexdigest()

    def seal(self, event: Event[Any], version: int) -> Event[Any]:
        kind = type(event)
        sealed: dict[str, Any] = {}
        for name in secrets_of(kind):
            secret: Secret[Any] = getattr(event, name)
            if secret.value is None:
                raise ValueError(f"{name}: a closed secret cannot be sealed again")
            salt = self.salt(version, name)
            digest = digest_of(self.game, version, name, salt, secret.value)
            sealed[name] = Secret[Any](secret.to, secret.value, digest, salt)
        for name in openings_of(kind):
            opening: Opening[Any] = getattr(event, name)
            salt = self.salt(opening.opens, opening.field)
            sealed[name] = msgspec.structs.replace(opening, salt=salt)
        return msgspec.structs.replace(event, **sealed) if sealed else event


def chain(
    events: Iterable[Event[Any]],
    sealer: Sealer,
    *,
    version: int,
    head: str,
    at: int,
    by: Seat | None,
    cause: str,
) -> tuple[list[Sealed], str]:
    """Put events into sealed records that continue a log at `version` and `head`; give the new head too."""
    records: list[Sealed] = []
    for event in events:
        version += 1
        record = Record[Any](sealer.game, version, at, by, cause, head, sealer.seal(event, version))
        records.append(sealed(record))
        head = records[-1].hash
    return records, head
