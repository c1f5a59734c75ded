"""The doctor: examines a whole store and says what it looked at and what it found."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from domain.core.chance import commitment
from domain.core.verify import Chained, follow_chain
from services.store.errors import StoreError
from services.store.keys import HEAD, PublicKey, fault_in_keys, verifies
from services.store.log import Done, Finding, game_id
from services.store.reader import Reader
from services.store.types import knows


def examine(
    reader: Reader, progress: Callable[[int, int], None] = lambda done, of: None
) -> Iterator[Finding]:
    """Everything that can be checked without changing anything; `progress` hears how many games are done."""
    try:
        yield from reader.log.examine()
        keys = reader.public_keys()
        fault = fault_in_keys(keys)
        yield Finding("keys", not fault, fault or f"{len(keys)} public keys")
        yield from _games(reader, {key.id: key for key in keys}, progress)
    except StoreError as error:
        yield Finding("reading", False, str(error))


def _games(
    reader: Reader, keys: dict[str, PublicKey], progress: Callable[[int, int], None]
) -> Iterator[Finding]:
    """Chain, commands, receipts and seed of every game; faults by name, the rest as a sum."""
    games, events, receipts, faulty = reader.log.games(), 0, 0, 0
    for number, (game, head) in enumerate(games, 1):
        entries = reader.log.game(game)
        done = reader.log.commands(game)
        chained = follow_chain(entry.body for entry in entries)
        unknown = sorted({entry.type for entry in entries if not knows(entry.type)})
        if unknown:
            fault = f"types that no installed ruleset knows: {', '.join(unknown)}"
        elif not chained.verdict:
            fault = f"version {chained.verdict.version}: {chained.verdict.why}"
        elif not head.hash:
            fault = f"version {head.version}: the last command is there only in part"
        elif head.hash.hex() != chained.hashes[-1]:
            fault = f"the head that is kept is not that of version {head.version}"
        else:
            fault = _commands(reader, done, chained, keys) or _seed(reader, game, chained.header)
        if fault:
            faulty += 1
            yield Finding(f"game {game_id(game)}", False, fault)
        events += len(entries)
        receipts += sum(one.signed is not None for one in done)
        progress(number, len(games))
    yield Finding(
        "games",
        faulty == 0,
        f"{len(games)} games, {events} events, {receipts} signed heads; {faulty or 'none'} at fault",
    )


def _commands(reader: Reader, done: list[Done], chained: Chained, keys: dict[str, PublicKey]) -> str:
    """Commands must cover the log from 1 to its end, each with the id, head and signature of its records."""
    ends = chained.ends()
    if [one.last for one in done] != ends:
        return f"{len(done)} commands are kept where the records tell of {len(ends)}"
    for one in done:
        if one.command != chained.causes[one.last - 1]:
            return f"version {one.last}: kept under another command id"
        if one.head.hex() != chained.hashes[one.last - 1]:
            return f"version {one.last}: kept with another head"
        if one.signed is not None:
            receipt = reader.receipt(one)
            key = keys.get(receipt.key)
            if key is None or not verifies(key, HEAD, receipt.statement(), receipt.signature):
                return f"version {one.last}: not signed by key {receipt.key}"
    return ""


def _seed(reader: Reader, game: bytes, header: dict[str, Any]) -> str:
    secrets = reader.log.secrets(game)
    if secrets is None:
        return "its seed is not kept: it cannot go on"
    if commitment(header["game"], secrets.seed) != header["commitment"]:
        return "the seed that is kept is not the one committed to"
    return ""


class Diagnosis(msgspec.Struct, frozen=True):
    """What `protokol doctor --json` prints."""

    store: str
    sound: bool
    findings: list[Finding]
    format: str = "protokol-doctor/1"
