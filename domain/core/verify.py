"""Is a log whole, was its chance fair, was it played by the rules? Each answer names its first fault."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.canonical import DEEPEST, LARGEST, is_plain, tagged_sha256
from domain.core.chance import Chance, commitment, promise
from domain.core.event import ARBITER, PUBLIC, Event, Opening, openings_of, secrets_of
from domain.core.frame import EntropyGiven, EntropyPromised, GameOpened, SeedOpened
from domain.core.game import Game
from domain.core.record import SECRET_KEYS, Header, Record, digest_of
from domain.core.refusal import Refused
from domain.core.ruleset import Ruleset

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
    try:
        _follow(lines, audience, chained)
    except _Fault as fault:
        chained.verdict = Verdict(FAULT, len(chained.hashes) + 1, str(fault))
    except (KeyError, TypeError, RecursionError):
        chained.verdict = Verdict(FAULT, len(chained.hashes) + 1, "not a record")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        chained.verdict = Verdict(FAULT, len(chained.hashes) + 1, f"not JSON: {error}")
    else:
        if chained.hashes:
            chained.verdict = Verdict(FINE, len(chained.hashes))
        else:
            chained.verdict = Verdict(FAULT, 0, "no records")
    return chained


def shown(text: object, most: int = 64) -> str:
    """A text from a file as part of one short line, whatever is in it."""
    text = str(text)
    return text if text.isprintable() and len(text) <= most else ascii(text[:most])


def is_hex32(value: Any) -> bool:
    """Whether a value is 32 bytes in lower-case hex."""
    return type(value) is str and _HEX32.fullmatch(value) is not None


class _Fault(Exception):
    pass


def _follow(lines: Iterable[bytes], audience: str | None, chained: Chained) -> None:
    hashes, times, causes = chained.hashes, chained.times, chained.causes
    decode, encode, sha256 = _RAW.decode, _SORTED.encode, hashlib.sha256
    sealed: dict[tuple[int, str], str] = {}
    previous, at, game = "", 0, ""
    for version, line in enumerate(lines, 1):
        record = decode(line)
        event, time, by = record["event"], record["at"], record["by"]
        if len(record) != len(_RECORD_KEYS) or type(event["type"]) is not str:
            raise _Fault("not a record")
        if type(record["version"]) is not int or record["version"] != version:
            raise _Fault(f"version {shown(record['version'])} where {version} follows")
        canonical = encode(record)
        if canonical != line and canonical + b"\n" != line:
            raise _Fault("not in canonical form")
        if not is_plain(event, canonical, DEEPEST - 1):
            raise _Fault("a fraction, a number of 2^53 or more, a key beyond ASCII, or nested too deeply")
        if version == 1:
            previous, game = _header(event, audience, chained)
        if record["game"] != game:
            raise _Fault("a record of another game")
        if record["prev"] != previous:
            raise _Fault("does not continue the record before it")
        if type(time) is not int or not at <= time <= LARGEST:
            raise _Fault("no time, or earlier than the record before it")
        if type(record["cause"]) is not str or (by is not None and type(by) is not str):
            raise _Fault("not a record")
        if chained.seed:
            raise _Fault("something happens after the seed was opened")
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


def _header(event: dict[str, Any], audience: str | None, chained: Chained) -> tuple[str, str]:
    header = event.get("header")
    if event["type"] != "game_opened" or type(header) is not dict:
        raise _Fault("the first event does not open a game")
    game, seats, commitment = header["game"], header["seats"], header["commitment"]
    if type(game) is not str or not _are_texts(seats) or not is_hex32(commitment):
        raise _Fault("the header does not say game, seats and commitment")
    if audience is not None and audience not in (PUBLIC, ARBITER, *seats):
        raise _Fault(f"this game has no audience {shown(audience)}")
    chained.header = header
    return tagged_sha256("protokol/header/1", header), game


def _chance(event: dict[str, Any], chained: Chained) -> None:
    """Keep what an event tells of the game's chance: a seat's entropy, once, and at the end the seed."""
    if event["type"] == "seed_opened":
        if not is_hex32(event["seed"]):
            raise _Fault("a seed is 32 bytes in hex")
        chained.seed = event["seed"]
    else:
        if type(event["seat"]) is not str or not is_hex32(event["entropy"]):
            raise _Fault("a seat gives 32 bytes in hex")
        if event["seat"] in chained.entropy:
            raise _Fault(f"{shown(event['seat'])} has given its entropy before")
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
            raise _Fault(f"{shown(name)}: not an opening")
        where = (field["opens"], field["field"])
        if where[0] >= version or not is_hex32(field["salt"]):
            raise _Fault(f"{shown(name)}: not an opening of an earlier record")
        if sealed.get(where) != digest_of(game, *where, field["salt"], field["value"]):
            raise _Fault(f"{shown(name)}: is not what version {where[0]} sealed")
        return False
    if "digest" not in field or not field.keys() <= SECRET_KEYS:
        return False
    if not is_hex32(field["digest"]) or not _are_texts(field["to"]):
        raise _Fault(f"{shown(name)}: a secret says to whom it is open, and its digest")
    sealed[version, name] = field["digest"]
    opened = "value" in field
    if opened != ("salt" in field):
        raise _Fault(f"{shown(name)}: value and salt come together")
    if audience is not None and opened != (audience == ARBITER or audience in field["to"]):
        raise _Fault(
            f"{shown(name)}: {'open' if opened else 'closed'}, against what {shown(audience)} may know"
        )
    if opened:
        fits = is_hex32(field["salt"])
        if not fits or digest_of(game, version, name, field["salt"], field["value"]) != field["digest"]:
            raise _Fault(f"{shown(name)}: the value does not fit its digest")
        del field["value"], field["salt"]
    return opened


def fair(records: Sequence[Record[Any]]) -> Verdict:
    """Every open shuffle and roll comes from the seed that was committed to, each label once.

    `why` tells how many were derived again, and how many this copy keeps closed.
    """
    if (header := _header_of(records)) is None:
        return Verdict(FAULT, min(1, len(records)), "the first event does not open a game")
    seed = _seed_of(records)
    if seed is None:
        return Verdict(NOT_YET)
    try:
        opened = bytes.fromhex(seed)
        if commitment(header.game, opened) != header.commitment:
            return Verdict(FAULT, len(records), "the seed is not the one that was committed to")
        given = _entropy_of(records, header)
        chance = Chance(header.game, opened, given, header.seats)
    except _Fault as fault:
        return Verdict(FAULT, *fault.args)
    except ValueError as error:
        return Verdict(FAULT, len(records), f"seed or entropy: {error}")
    used: set[str] = set()
    closed = 0
    for record in records:
        for draw in record.event.draws():
            if draw.label in used:
                return Verdict(FAULT, record.version, f"{draw.label}: drawn twice")
            used.add(draw.label)
            if not chance.confirms(draw):
                return Verdict(FAULT, record.version, f"{draw.label}: not what the seed gives")
        if type(record.event).draws is not Event.draws and _closed_secrets(record):
            closed += 1
    kept = f", {closed} more are closed in this copy" if closed else ""
    return Verdict(FINE, len(records), f"{len(used)} shuffles and rolls derived again{kept}")


def _header_of(records: Sequence[Record[Any]]) -> Header | None:
    first = records[0].event if records else None
    return first.header if isinstance(first, GameOpened) else None


def _seed_of(records: Sequence[Record[Any]]) -> str | None:
    return next((r.event.seed for r in records if isinstance(r.event, SeedOpened)), None)


def _entropy_of(records: Sequence[Record[Any]], header: Header) -> dict[str, str]:
    """What the seats gave, each as it had promised."""
    promised: dict[str, str] = {}
    given: dict[str, str] = {}
    for record in records:
        event = record.event
        if isinstance(event, EntropyPromised):
            promised[event.seat] = event.promise
        elif isinstance(event, EntropyGiven):
            given[event.seat] = event.entropy
            if promise(header.game, event.seat, event.entropy) != promised.get(event.seat):
                raise _Fault(record.version, "this entropy was not promised")
    return given


def by_the_rules(ruleset: Ruleset[Any], records: Sequence[Record[Any]], components: Any = None) -> Verdict:
    """The recorded commands, performed again with the opened seed, give exactly the recorded events.

    Works on any copy in which the commands themselves can be read, there or where the game opened them
    later: what stays closed is not compared.
    """
    if (header := _header_of(records)) is None:
        return Verdict(FAULT, min(1, len(records)), "the first event does not open a game")
    if (header.ruleset, header.ruleset_version) != (ruleset.name, ruleset.version):
        return Verdict(f"{header.ruleset} version {header.ruleset_version} is not installed")
    try:
        if header.seats != ruleset.seats(ruleset.options(header.options)):
            return Verdict(FAULT, 1, "these are not the seats of these options")
        if ruleset.component_set(components or ruleset.components()) != header.components:
            return Verdict(f"played with components {header.components.name!r}, which are not at hand")
        if (seed := _seed_of(records)) is None:
            return Verdict(NOT_YET)
        again = Game(ruleset, header, bytes.fromhex(seed), bytes(32), components)
    except ValueError as error:
        return Verdict(FAULT, 1, shown(error, 200))
    records = _opened_later(records)
    start = 0
    while start < len(records):
        end = start
        while end < len(records) and records[end].cause == records[start].cause:
            end += 1
        verdict = _performed(again, records[start:end])
        if not verdict:
            return verdict
        start = end
    return Verdict(FINE, len(records))


def _performed(again: Game, part: Sequence[Record[Any]]) -> Verdict:
    """One command, performed again on the table as it has become."""
    first, by = part[0].version, part[0].by
    command = next((asked for r in part if (asked := r.event.asked()) is not None), None)
    try:
        if by is None:
            new = again.open(at=part[0].at, cause=part[0].cause)
        elif command is None and any(_closed_secrets(r) for r in part):
            return Verdict(f"this copy keeps the command of version {first} closed")
        elif command is None:
            return Verdict(FAULT, first, "no command is known for this event")
        else:
            new = again.perform(by, command, at=part[0].at, cause=part[0].cause)
    except Refused as refusal:
        return Verdict(FAULT, first, f"{by} was not allowed this: {refusal}")
    for here, there in zip(part, new, strict=False):
        if (here.by, here.at) != (there.by, there.at):
            return Verdict(FAULT, here.version, "by another seat or at another time than its command")
        same = type(here.event) is type(there.event)
        if not same or _bare(here, closed := _closed_secrets(here)) != _bare(there, closed):
            return Verdict(FAULT, here.version, "the rules give another event here")
    if len(part) != len(new):
        return Verdict(FAULT, first + min(len(part), len(new)), "the rules give more or fewer events here")
    return Verdict(FINE)


def _opened_later(records: Sequence[Record[Any]]) -> list[Record[Any]]:
    """The records with every secret filled in that a later event made public."""
    filled = list(records)
    for record in records:
        for name in openings_of(type(record.event)):
            opening: Opening[Any] = getattr(record.event, name)
            sealed = filled[opening.opens - 1]
            secret = msgspec.structs.replace(getattr(sealed.event, opening.field), value=opening.value)
            event = msgspec.structs.replace(sealed.event, **{opening.field: secret})
            filled[opening.opens - 1] = msgspec.structs.replace(sealed, event=event)
    return filled


def _closed_secrets(record: Record[Any]) -> list[str]:
    return [name for name in secrets_of(type(record.event)) if getattr(record.event, name).value is None]


def _bare(record: Record[Any], closed: Sequence[str]) -> Any:
    """An event without salts and digests, which depend on the sealing key, and without what is closed."""
    bare = msgspec.to_builtins(record.event)
    for name in closed:
        bare[name].pop("value", None)
    for field in bare.values():
        if isinstance(field, dict):
            field.pop("salt", None)
            field.pop("digest", None)
    return bare
