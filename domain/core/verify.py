"""Was a game's chance fair, was it played by the rules? With *intact*, the three questions about a log."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.core.chance import Chance, commitment, promise
from domain.core.event import Event, Opening, openings_of, secrets_of
from domain.core.frame import EntropyGiven, EntropyPromised, GameOpened, SeedOpened
from domain.core.game import Game
from domain.core.intact import (
    FAULT,
    FINE,
    NOT_YET,
    Chained,
    Fault,
    Growing,
    Verdict,
    follow_chain,
    intact,
    is_hex32,
    shown,
)
from domain.core.record import Header, Record
from domain.core.refusal import Refused
from domain.core.ruleset import Ruleset

__all__ = [
    "FAULT",
    "FINE",
    "NOT_YET",
    "Chained",
    "Growing",
    "Verdict",
    "by_the_rules",
    "fair",
    "follow_chain",
    "intact",
    "is_hex32",
    "shown",
]


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
    except Fault as fault:
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
                raise Fault(record.version, "this entropy was not promised")
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
