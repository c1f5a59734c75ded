"""Is a log whole? Its chain followed from the header to the end, on the lines alone, without any ruleset."""

import hashlib
import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.canonical import DEEPEST, LARGEST, is_plain, tagged_sha256
from domain.core.event import ARBITER, PUBLIC
from domain.core.record import SECRET_KEYS, digest_of

FINE = "fine"
FAULT = "fault"
NOT_YET = "not yet opened"
_RAW = msgspec.json.Decoder()
_SORTED = msgspec.json.Encoder(order="sorted")
_RECORD_TAG = b"protokol/record/1\n"
_HEX32 = re.compile(r"[0-9a-f]{64}")
_OF_CHANCE = ("entropy_given", "seed_opened")
_OPENING_KEYS = {"opens", "field", "salt", "value"}
_RECORD_KEYS = ("game", "version", "at", "by", "cause", "prev", "event")


class Verdict(Struct, frozen=True):
    """One question's answer; of a fault, the first bad version and why."""

    answer: str
    version: int = 0
    why: str = ""

    def __bool__(self) -> bool:
        return self.answer == FINE


class Chained(Struct):
    """A log whose chain was followed: the verdict, and for each good record its hash, time and cause."""

    verdict: Verdict
    hashes: list[str] = []
    times: list[int] = []
    causes: list[str] = []
    header: dict[str, Any] = {}
    seed: str = ""
    entropy: dict[str, str] = {}

    def ends(self) -> list[int]:
        """The versions at which a command's events end: where a server signs the head."""
        last = len(self.causes)
        return [v for v in range(1, last + 1) if v == last or self.causes[v - 1] != self.causes[v]]


def intact(lines: Iterable[bytes], head: str | None = None) -> Verdict:
    """Framing, versions, times, chain and the digests of all that is open, in any audience's copy.

    Works on the lines alone and needs no ruleset. With `head`, the log must also end there: a chain by
    itself cannot show that its tail was cut off.
    """
    chained = follow_chain(lines)
    if chained.verdict and head is not None and head != chained.hashes[-1]:
        return Verdict(FAULT, len(chained.hashes), "the log does not end at the head that was given")
    return chained.verdict


def follow_chain(lines: Iterable[bytes], audience: str | None = None) -> Chained:
    """Follow a log from its header to its end; of the first fault, the version and why.

    With `audience`, exactly what is open to it must be open: no more (a leak), no less (something withheld).
    """
    chained = Chained(Verdict(FINE))
    found = _judged(_follow(lines, audience, chained), chained)
    if found is not None:
        chained.verdict = found
    elif chained.hashes:
        chained.verdict = Verdict(FINE, len(chained.hashes))
    else:
        chained.verdict = Verdict(FAULT, 0, "no records")
    return chained


def _judged(steps: Iterator[None], chained: Chained) -> Verdict | None:
    """Take all steps; of the first fault the verdict, and nothing more is looked at."""
    try:
        deque(steps, 0)
    except Fault as fault:
        return Verdict(FAULT, len(chained.hashes) + 1, str(fault))
    except (KeyError, TypeError, RecursionError):
        return Verdict(FAULT, len(chained.hashes) + 1, "not a record")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Verdict(FAULT, len(chained.hashes) + 1, f"not JSON: {error}")
    return None


class Growing:
    """A log that is judged line by line as it comes, exactly as `follow_chain` judges it whole."""

    def __init__(self, audience: str | None = None) -> None:
        self.chained = Chained(Verdict(FINE))
        self._waiting: deque[bytes] = deque()
        self._steps = _follow(iter(self._next, b""), audience, self.chained)

    def _next(self) -> bytes:
        return self._waiting.popleft()

    def add(self, line: bytes) -> Verdict:
        """The verdict on the log with this line at its end; after a fault it stays at fault."""
        if self.chained.verdict:
            self._waiting.append(line)
            found = _judged(islice(self._steps, 1), self.chained)
            good = Verdict(FINE, len(self.chained.hashes))
            self.chained.verdict = good if found is None else found  # a fault is false: no `or` here
        return self.chained.verdict


def shown(text: object, most: int = 64) -> str:
    """A text from a file as part of one short line, whatever is in it."""
    text = str(text)
    return text if text.isprintable() and len(text) <= most else ascii(text[:most])


def is_hex32(value: Any) -> bool:
    """Whether a value is 32 bytes in lower-case hex."""
    return type(value) is str and _HEX32.fullmatch(value) is not None


class Fault(Exception):
    """What is wrong with a record; whoever catches it knows which."""


def _follow(lines: Iterable[bytes], audience: str | None, chained: Chained) -> Iterator[None]:
    """A step a record; a fault is raised at the record that has it."""
    hashes, times, causes = chained.hashes, chained.times, chained.causes
    decode, encode, sha256 = _RAW.decode, _SORTED.encode, hashlib.sha256
    sealed: dict[tuple[int, str], str] = {}
    previous, at, game = "", 0, ""
    for version, line in enumerate(lines, 1):
        record = decode(line)
        event, time, by = record["event"], record["at"], record["by"]
        if len(record) != len(_RECORD_KEYS) or type(event["type"]) is not str:
            raise Fault("not a record")
        if type(record["version"]) is not int or record["version"] != version:
            raise Fault(f"version {shown(record['version'])} where {version} follows")
        canonical = encode(record)
        if canonical != line and canonical + b"\n" != line:
            raise Fault("not in canonical form")
        if not is_plain(event, canonical, DEEPEST - 1):
            raise Fault("a fraction, a number of 2^53 or more, a key beyond ASCII, or nested too deeply")
        if version == 1:
            previous, game = _header(event, audience, chained)
        if record["game"] != game:
            raise Fault("a record of another game")
        if record["prev"] != previous:
            raise Fault("does not continue the record before it")
        if type(time) is not int or not at <= time <= LARGEST:
            raise Fault("no time, or earlier than the record before it")
        if type(record["cause"]) is not str or (by is not None and type(by) is not str):
            raise Fault("not a record")
        if chained.seed:
            raise Fault("something happens after the seed was opened")
        at = time
        opened = False
        for name, field in event.items():
            if type(field) is dict:
                opened |= _closed(game, version, name, field, sealed, audience)
        if event["type"] in _OF_CHANCE:
            _chance(event, chained)
        previous = sha256(_RECORD_TAG + (encode(record) if opened else canonical)).hexdigest()
        hashes.append(previous)
        times.append(at)
        causes.append(record["cause"])
        yield


def _header(event: dict[str, Any], audience: str | None, chained: Chained) -> tuple[str, str]:
    header = event.get("header")
    if event["type"] != "game_opened" or type(header) is not dict:
        raise Fault("the first event does not open a game")
    game, seats, commitment = header["game"], header["seats"], header["commitment"]
    if type(game) is not str or not _are_texts(seats) or not is_hex32(commitment):
        raise Fault("the header does not say game, seats and commitment")
    if audience is not None and audience not in (PUBLIC, ARBITER, *seats):
        raise Fault(f"this game has no audience {shown(audience)}")
    chained.header = header
    return tagged_sha256("protokol/header/1", header), game


def _chance(event: dict[str, Any], chained: Chained) -> None:
    """Keep what an event tells of the game's chance: a seat's entropy, once, and at the end the seed."""
    if event["type"] == "seed_opened":
        if not is_hex32(event["seed"]):
            raise Fault("a seed is 32 bytes in hex")
        chained.seed = event["seed"]
    else:
        if type(event["seat"]) is not str or not is_hex32(event["entropy"]):
            raise Fault("a seat gives 32 bytes in hex")
        if event["seat"] in chained.entropy:
            raise Fault(f"{shown(event['seat'])} has given its entropy before")
        chained.entropy[event["seat"]] = event["entropy"]


def _are_texts(value: Any) -> bool:
    return type(value) is list and all(type(item) is str for item in value)


def _closed(
    game: str,
    version: int,
    name: str,
    field: dict[str, Any],
    sealed: dict[tuple[int, str], str],
    audience: str | None,
) -> bool:
    """Check a secret or an opening; close an open secret in place, and tell whether it was open."""
    if "opens" in field and "salt" in field:
        if (
            field.keys() != _OPENING_KEYS
            or type(field["opens"]) is not int
            or type(field["field"]) is not str
        ):
            raise Fault(f"{shown(name)}: not an opening")
        where = (field["opens"], field["field"])
        if where[0] >= version or not is_hex32(field["salt"]):
            raise Fault(f"{shown(name)}: not an opening of an earlier record")
        if sealed.get(where) != digest_of(game, *where, field["salt"], field["value"]):
            raise Fault(f"{shown(name)}: is not what version {where[0]} sealed")
        return False
    if "digest" not in field or not field.keys() <= SECRET_KEYS:
        return False
    if not is_hex32(field["digest"]) or not _are_texts(field["to"]):
        raise Fault(f"{shown(name)}: a secret says to whom it is open, and its digest")
    sealed[version, name] = field["digest"]
    opened = "value" in field
    if opened != ("salt" in field):
        raise Fault(f"{shown(name)}: value and salt come together")
    if audience is not None and opened != (audience == ARBITER or audience in field["to"]):
        raise Fault(
            f"{shown(name)}: {'open' if opened else 'closed'}, against what {shown(audience)} may know"
        )
    if opened:
        fits = is_hex32(field["salt"])
        if not fits or digest_of(game, version, name, field["salt"], field["value"]) != field["digest"]:
            raise Fault(f"{shown(name)}: the value does not fit its digest")
        del field["value"], field["salt"]
    return opened
