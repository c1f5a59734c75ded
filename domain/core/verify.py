"""Is a log whole, was its chance fair, was it played by the rules? Each answer names its first fault."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.canonical import tagged_sha256
from domain.core.chance import Chance, commitment, promise
from domain.core.event import secrets_of
from domain.core.game import Game
from domain.core.record import Record, digest_of
from domain.core.refusal import Refused
from domain.core.ruleset import Ruleset

FINE = "fine"
FAULT = "fault"
NOT_YET = "not yet opened"
_RAW = msgspec.json.Decoder()
_RECORD_KEYS = {"game", "version", "at", "by", "cause", "prev", "event"}
_SECRET_KEYS = {"to", "digest", "salt", "value"}


class Verdict(Struct, frozen=True):
    """One question's answer; of a fault, the first bad version and why."""

    answer: str
    version: int = 0
    why: str = ""

    def __bool__(self) -> bool:
        return self.answer == FINE


def intact(lines: Iterable[bytes], head: str | None = None) -> Verdict:
    """Framing, versions, times, chain and the digests of all that is open, in any audience's copy.

    Works on the lines alone and needs no ruleset. With `head`, the log must also end there: a chain by
    itself cannot show that its tail was cut off.
    """
    expected, previous, at, game = 1, "", 0, ""
    sealed: dict[tuple[int, str], str] = {}
    for line in lines:
        try:
            record = _RAW.decode(line)
        except msgspec.DecodeError as error:
            return Verdict(FAULT, expected, f"not JSON: {error}")
        if (
            not isinstance(record, dict)
            or record.keys() != _RECORD_KEYS
            or not isinstance(record["event"], dict)
        ):
            return Verdict(FAULT, expected, "not a record")
        if record["version"] != expected:
            return Verdict(FAULT, expected, f"version {record['version']} where {expected} follows")
        if msgspec.json.encode(record, order="sorted") != line.strip():
            return Verdict(FAULT, expected, "not in canonical form")
        event = record["event"]
        if expected == 1:
            if event.get("type") != "game_opened" or not isinstance(event.get("header"), dict):
                return Verdict(FAULT, 1, "the first event does not open a game")
            game = event["header"].get("game")
            previous = tagged_sha256("protokol/header/1", event["header"])
        if record["game"] != game:
            return Verdict(FAULT, expected, "a record of another game")
        if record["prev"] != previous:
            return Verdict(FAULT, expected, "does not continue the record before it")
        if not isinstance(record["at"], int) or record["at"] < at:
            return Verdict(FAULT, expected, "earlier than the record before it")
        at = record["at"]
        fault = _closed(game, expected, event, sealed)
        if fault:
            return Verdict(FAULT, expected, fault)
        previous = tagged_sha256("protokol/record/1", record)
        expected += 1
    if expected == 1:
        return Verdict(FAULT, 0, "no records")
    if head is not None and head != previous:
        return Verdict(FAULT, expected - 1, "the log does not end at the head that was given")
    return Verdict(FINE, expected - 1)


def _closed(game: str, version: int, event: dict[str, Any], sealed: dict[tuple[int, str], str]) -> str:
    """Check what is open in an event, then close it in place; the reason if something is wrong."""
    for name, field in event.items():
        if not isinstance(field, dict):
            continue
        if "opens" in field and "salt" in field:
            where = (field["opens"], field.get("field", ""))
            shown = digest_of(game, *where, field["salt"], field.get("value"))
            if sealed.get(where) != shown:
                return f"{name}: is not what version {where[0]} sealed"
        elif "digest" in field and field.keys() <= _SECRET_KEYS:
            sealed[version, name] = field["digest"]
            if ("value" in field) != ("salt" in field):
                return f"{name}: value and salt come together"
            if "value" in field:
                if digest_of(game, version, name, field["salt"], field["value"]) != field["digest"]:
                    return f"{name}: the value does not fit its digest"
                del field["value"], field["salt"]
    return ""


def fair(records: Sequence[Record[Any]]) -> Verdict:
    """Every open shuffle and roll comes from the seed that was committed to, each label once."""
    header = records[0].event.header
    seed = next((r.event.seed for r in records if r.event.__struct_config__.tag == "seed_opened"), None)
    if seed is None:
        return Verdict(NOT_YET)
    try:
        opened = bytes.fromhex(seed)
        if commitment(header.game, opened) != header.commitment:
            return Verdict(FAULT, len(records), "the seed is not the one that was committed to")
        promised: dict[str, str] = {}
        given: dict[str, str] = {}
        for record in records:
            tag = record.event.__struct_config__.tag
            if tag == "entropy_promised":
                promised[record.event.seat] = record.event.promise
            elif tag == "entropy_given":
                given[record.event.seat] = record.event.entropy
                if promise(header.game, record.event.seat, record.event.entropy) != promised.get(
                    record.event.seat
                ):
                    return Verdict(FAULT, record.version, "this entropy was not promised")
        chance = Chance(header.game, opened, given, header.seats)
    except ValueError as error:
        return Verdict(FAULT, len(records), f"seed or entropy: {error}")
    used: set[str] = set()
    for record in records:
        for draw in record.event.draws():
            if draw.label in used:
                return Verdict(FAULT, record.version, f"{draw.label}: drawn twice")
            used.add(draw.label)
            if not chance.confirms(draw):
                return Verdict(FAULT, record.version, f"{draw.label}: not what the seed gives")
    return Verdict(FINE, len(records))


def by_the_rules(ruleset: Ruleset[Any], records: Sequence[Record[Any]], components: Any = None) -> Verdict:
    """The recorded commands, performed again with the opened seed, give exactly the recorded events."""
    header = records[0].event.header
    if (header.ruleset, header.ruleset_version) != (ruleset.name, ruleset.version):
        return Verdict(f"{header.ruleset} version {header.ruleset_version} is not installed")
    if any(getattr(r.event, name).value is None for r in records for name in secrets_of(type(r.event))):
        return Verdict("this copy keeps secrets closed: only the arbiter's can be played again")
    seed = next((r.event.seed for r in records if r.event.__struct_config__.tag == "seed_opened"), None)
    if seed is None:
        return Verdict(NOT_YET)
    again = Game(ruleset, header, bytes.fromhex(seed), bytes(32), components)
    start = 0
    while start < len(records):
        end = start
        while end < len(records) and records[end].cause == records[start].cause:
            end += 1
        part = records[start:end]
        by = part[0].by
        command = next((asked for r in part if (asked := r.event.asked()) is not None), None)
        try:
            if by is None:
                new = again.open(at=part[0].at, cause=part[0].cause)
            elif command is None:
                return Verdict(FAULT, start + 1, "no command is known for this event")
            else:
                new = again.perform(by, command, at=part[0].at, cause=part[0].cause)
        except Refused as refusal:
            return Verdict(FAULT, start + 1, f"{by} was not allowed this: {refusal}")
        for here, there in zip(part, new, strict=False):
            if _bare(here) != _bare(there):
                return Verdict(FAULT, here.version, "the rules give another event here")
        if len(part) != len(new):
            return Verdict(
                FAULT, start + min(len(part), len(new)), "the rules give more or fewer events here"
            )
        start = end
    return Verdict(FINE, len(records))


def _bare(record: Record[Any]) -> Any:
    """An event without salts and digests, which depend on the sealing key."""
    bare = msgspec.to_builtins(record.event)
    for field in bare.values():
        if isinstance(field, dict):
            field.pop("salt", None)
            field.pop("digest", None)
    return bare
