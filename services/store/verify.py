"""Judge an evidence file or a bare log: intact, fair, by the rules. No store, no server, no network."""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.core import verify as core
from domain.core.event import ARBITER
from domain.core.record import Record
from domain.core.ruleset import is_installed, ruleset
from domain.core.verify import FAULT, FINE, Chained, Verdict, shown
from services.store import evidence as files
from services.store.evidence import BadEvidence, Evidence
from services.store.keys import HEAD, MANIFEST, PublicKey, SignedHead, fault_in_keys, verifies


class Report(Struct, frozen=True):
    """The three verdicts, and what they are about."""

    intact: Verdict
    fair: Verdict
    by_the_rules: Verdict
    game: str = ""
    audience: str = ""
    version: int = 0
    head: str = ""
    origin: str = ""
    keys: tuple[str, ...] = ()
    signed: bool = False

    @property
    def faulty(self) -> bool:
        return FAULT in (self.intact.answer, self.fair.answer, self.by_the_rules.answer)


_NOT_ASKED = Verdict("not looked at: the record is not intact")


def verify_evidence(
    parts: dict[str, bytes], receipts: Sequence[SignedHead] = (), pinned: str | None = None
) -> Report:
    """The verdicts of an unpacked evidence file; `receipts` are what players kept, `pinned` a key's id."""
    try:
        found = files.decode_evidence(parts)
    except BadEvidence as error:
        return Report(Verdict(FAULT, 0, str(error)), _NOT_ASKED, _NOT_ASKED)
    claim = found.manifest
    chained = core.follow_chain(found.lines, claim.audience)
    fault = _first_fault(parts, found, chained, receipts, pinned)
    intact = Verdict(FINE, len(chained.hashes)) if fault is None else fault
    fair, ruled = _played(found.lines, chained) if intact else (_NOT_ASKED, _NOT_ASKED)
    signers = tuple(dict.fromkeys(head.key for head in found.heads))
    return Report(
        intact,
        fair,
        ruled,
        claim.game,
        claim.audience,
        claim.version,
        claim.head,
        claim.origin,
        signers,
        signed=True,
    )


def _first_fault(
    parts: dict[str, bytes],
    found: Evidence,
    chained: Chained,
    receipts: Sequence[SignedHead],
    pinned: str | None,
) -> Verdict | None:
    fault = _manifest(parts, found, pinned)
    if fault is None and chained.header and found.manifest.game != chained.header["game"]:
        fault = Verdict(FAULT, 1, "manifest.json: of another game")
    if fault is None and not chained.verdict:
        fault = chained.verdict
    if fault is None:
        fault = _claims(found, chained)
    if fault is None:
        fault = _heads(found.heads, found.keys, found.manifest.origin, chained)
    if fault is None:
        fault = _receipts(receipts, found.keys, chained, found.manifest.origin)
    return fault


def verify_game(
    lines: Sequence[bytes],
    heads: Sequence[SignedHead],
    keys: Sequence[PublicKey],
    origin: str,
    receipts: Sequence[SignedHead] = (),
    pinned: str | None = None,
) -> Report:
    """The verdicts of a game in a store: the whole log with the signed head of every command."""
    chained = core.follow_chain(lines, ARBITER)
    fault = None if chained.verdict else chained.verdict
    if fault is None and (wrong := fault_in_keys(keys, pinned)):
        fault = Verdict(FAULT, 0, wrong)
    if fault is None:
        fault = _heads(heads, keys, origin, chained)
    if fault is None:
        fault = _receipts(receipts, keys, chained, origin)
    intact = Verdict(FINE, len(chained.hashes)) if fault is None else fault
    fair, ruled = _played(lines, chained) if intact else (_NOT_ASKED, _NOT_ASKED)
    signers = tuple(dict.fromkeys(head.key for head in heads))
    game, end = chained.header.get("game", ""), chained.hashes[-1] if chained.hashes else ""
    return Report(intact, fair, ruled, game, ARBITER, len(chained.hashes), end, origin, signers, signed=True)


def verify_log(lines: Sequence[bytes], head: str | None = None) -> Report:
    """The verdicts of a log without signatures, as NDJSON; with `head` also that it ends there."""
    chained = core.follow_chain(lines)
    intact = chained.verdict
    if intact and head is not None and head != chained.hashes[-1]:
        intact = Verdict(FAULT, len(chained.hashes), "the log does not end at the head that was given")
    fair, ruled = _played(lines, chained) if intact else (_NOT_ASKED, _NOT_ASKED)
    end = chained.hashes[-1] if chained.hashes else ""
    return Report(intact, fair, ruled, chained.header.get("game", ""), "", len(chained.hashes), end)


def _manifest(parts: dict[str, bytes], found: Evidence, pinned: str | None) -> Verdict | None:
    """The keys, the manifest's signature by one of them, and the digest of every part."""
    claim = found.manifest
    if claim.format != files.FORMAT:
        return Verdict(FAULT, 0, f"manifest.json: format {shown(claim.format)}, not {files.FORMAT}")
    if fault := fault_in_keys(found.keys, pinned):
        return Verdict(FAULT, 0, f"keys.json: {fault}")
    key = next((key for key in found.keys if key.id == claim.key), None)
    if key is None or not verifies(key, MANIFEST, claim.statement(), claim.signature):
        return Verdict(FAULT, 0, f"manifest.json: not signed by key {shown(claim.key)}")
    digests = {
        name: hashlib.sha256(p).hexdigest() for name, p in parts.items() if name != files.MANIFEST_JSON
    }
    for name in sorted(claim.parts.keys() | digests.keys()):
        if claim.parts.get(name) != digests.get(name):
            return Verdict(FAULT, 0, f"{shown(name)}: not the part that the manifest names")
    return Verdict(FAULT, 0, "manifest.json: made before 1970") if claim.made_at < 0 else None


def _claims(found: Evidence, chained: Chained) -> Verdict | None:
    """What the manifest and the opened randomness say must be what the records say."""
    claim, end = found.manifest, len(chained.hashes)
    if (claim.version, claim.head) != (end, chained.hashes[-1]):
        return Verdict(FAULT, end, "manifest.json: the records do not end where it says")
    if claim.over != bool(chained.seed) or (found.randomness is None) == claim.over:
        return Verdict(FAULT, end, "manifest.json: whether the game is over is not what the records say")
    if found.randomness is not None and found.randomness != files.randomness_of(chained):
        return Verdict(FAULT, end, "randomness.json: not what the records say")
    return None


def _heads(
    heads: Sequence[SignedHead], keys: Sequence[PublicKey], origin: str, chained: Chained
) -> Verdict | None:
    """A signed head after every command, no more and no fewer, each of this log."""
    ends = chained.ends()
    for version, head in zip(ends, heads, strict=False):
        if head.version != version:
            return Verdict(FAULT, version, f"heads: version {head.version} where {version} follows")
        if fault := _head(head, keys, chained, origin):
            return Verdict(FAULT, version, f"heads: {fault}")
    if len(ends) != len(heads):
        first = ends[min(len(heads), len(ends) - 1)]
        return Verdict(FAULT, first, f"heads: {len(heads)} heads for {len(ends)} commands")
    return None


def _head(head: SignedHead, keys: Sequence[PublicKey], chained: Chained, origin: str) -> str:
    if (head.origin, head.game) != (origin, chained.header["game"]):
        return "the head of another log"
    if not 1 <= head.version <= len(chained.hashes):
        return f"of version {head.version}, which these records do not reach"
    if head.head != chained.hashes[head.version - 1]:
        return "another head than that of the records"
    if head.at != chained.times[head.version - 1]:
        return "another time than that of the record"
    key = next((key for key in keys if key.id == head.key), None)
    if key is None or not verifies(key, HEAD, head.statement(), head.signature):
        return f"not signed by key {shown(head.key)}"
    return ""


def _receipts(
    receipts: Sequence[SignedHead], keys: Sequence[PublicKey], chained: Chained, origin: str
) -> Verdict | None:
    """What players were promised must be what is here. A mismatch that is signed accuses the server."""
    for receipt in receipts:
        if fault := _head(receipt, keys, chained, origin):
            return Verdict(FAULT, receipt.version, f"receipt: {fault}")
    return None


def _played(lines: Sequence[bytes], chained: Chained) -> tuple[Verdict, Verdict]:
    """Fair and by the rules, if the ruleset is at hand."""
    name, version = str(chained.header.get("ruleset")), chained.header.get("ruleset_version")
    missing = Verdict(f"{name} version {version} is not installed")
    if not is_installed(name) or ruleset(name).version != version:
        return missing, missing
    rules = ruleset(name)
    records: list[Record[Any]] = []
    for number, line in enumerate(lines, 1):
        try:
            records.append(rules.read(line))
        except msgspec.ValidationError as error:
            fault = Verdict(FAULT, number, f"not an event of {name}: {error}")
            return fault, fault
    return core.fair(records), core.by_the_rules(rules, records)
