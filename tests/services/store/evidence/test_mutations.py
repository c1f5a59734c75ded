"""No change to a file passes: not an outsider's, not that of an insider who signs it anew."""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from services.store import zipped
from services.store.evidence import MANIFEST_JSON, BadEvidence, unpack
from tests.services.store.evidence.builders import Source, by_javascript, by_python, played
from tests.services.store.evidence.insider import Insider
from tests.services.store.evidence.insiders import (
    INSIDE_RECORDS,
    Inside,
    opening_cut_short,
    opening_of_something_else,
)
from tests.services.store.evidence.insiders_claims import INSIDE_CLAIMS
from tests.services.store.evidence.outsiders import OUTSIDE, RESIGNED, Outside, change_opened_value


class Case(NamedTuple):
    """A changed file, what was done to it, and whether it still has the very parts that it had."""

    kind: str
    file: bytes
    same: bool


class Base:
    """A file to change: whose copy of which game."""

    def __init__(self, source: Source, audience: str) -> None:
        self.signers = source.signers
        self.file = source.evidence(audience)
        self.arbiters = source.evidence("arbiter")

    def taken_apart(self) -> Insider:
        return Insider(self.file, self.signers)


@cache
def bases() -> tuple[Base, ...]:
    """In the first there is every kind of thing: openings, open and closed secrets, two keys, a seed."""
    return (
        Base(played("dual_powers", 4, entropy=True, rotated=True), "red"),
        Base(played("dual_powers", 3, decisions=40), "white"),
        Base(played("solitaire-red-1", 4, rotated=True), "red"),
    )


NEED_OPENINGS = (change_opened_value, opening_cut_short, opening_of_something_else)


def same(file: bytes, other: bytes) -> bool:
    """Whether two files say the same: the same parts, differently deflated at most."""
    try:
        return unpack(file) == unpack(other)
    except BadEvidence:
        return False


def by_an_outsider() -> Iterator[Case]:
    """Bytes of the zip, or whole parts; the signatures stay what they were."""
    for kind, count in OUTSIDE.items():
        for base, other, random in _rounds(kind, count):
            file = kind(base.file, other.file, random)
            yield Case(kind.__name__, file, same(file, base.file))


def with_the_manifest_signed_anew() -> Iterator[Case]:
    """The same changes of parts, but the manifest has their digests and a right signature."""
    for kind, count in RESIGNED.items():
        for base, other, random in _rounds(kind, count):
            changed = unpack(kind(base.file, other.file, random))
            del changed[MANIFEST_JSON]
            file = base.taken_apart().file(changed)
            yield Case(kind.__name__, file, same(file, base.file))


def with_the_chain_made_anew() -> Iterator[Case]:
    """All hashes and signatures are right again; what is wrong is what is said."""
    for kind, count in {**INSIDE_RECORDS, **INSIDE_CLAIMS}.items():
        for base, _, random in _rounds(kind, count):
            file = kind(base.taken_apart(), Insider(base.arbiters, base.signers), random)
            yield Case(kind.__name__, file, same(file, base.file))


def _rounds(kind: Outside | Inside, count: int) -> Iterator[tuple[Base, Base, Random]]:
    """A file to change and another one beside it, in turn; the same ones in every run."""
    random = Random(kind.__name__)
    changed, others = bases()[:1] if kind in NEED_OPENINGS else bases(), bases()
    for number in range(count):
        yield changed[number % len(changed)], others[(number + 1) % len(others)], random


LEVELS: dict[str, tuple[Callable[[], Iterator[Case]], Iterable[Outside | Inside]]] = {
    "outsider": (by_an_outsider, OUTSIDE),
    "manifest": (with_the_manifest_signed_anew, RESIGNED),
    "chain": (with_the_chain_made_anew, [*INSIDE_RECORDS, *INSIDE_CLAIMS]),
}


@pytest.mark.parametrize("level", LEVELS)
def test_no_change_to_a_file_passes_either_verifier_and_both_name_the_same_version(
    level: str, tmp_path: Path
) -> None:
    make, kinds = LEVELS[level]
    cases = list(make())
    for case, theirs in zip(cases, by_javascript(tmp_path, [case.file for case in cases]), strict=True):
        ours = by_python(case.file)
        assert ours.fine == theirs.fine == case.same, (case.kind, ours, theirs)
        assert ours.version == theirs.version, (case.kind, ours, theirs)
        assert "\n" not in ours.why and len(ours.why) < 300
    changed = Counter(case.kind for case in cases if not case.same)
    assert changed.keys() == {kind.__name__ for kind in kinds}
    assert changed.total() >= 190
    assert len(cases) - changed.total() <= len(cases) // 50, "too many changes that change nothing"


def test_what_an_insider_writes_anew_without_a_change_is_the_same_file() -> None:
    """Otherwise the insider's changes would be refused for the way they are written."""
    for base in bases():
        insider = base.taken_apart()
        assert insider.file() == base.file
        insider.rechain()
        assert insider.file() == base.file


def test_how_a_part_is_deflated_is_free(tmp_path: Path) -> None:
    """Another level, not at all, and the bits that a deflate stream leaves over."""
    whole = bases()[0].file
    entries = zipped.read(whole)
    parts = [entry.unpacked() for entry in entries]
    stored = [
        entry._replace(method=zipped.STORED, packed=part) for entry, part in zip(entries, parts, strict=True)
    ]
    fastest = [
        entry._replace(packed=zlib.compress(part, 1, wbits=-15))
        for entry, part in zip(entries, parts, strict=True)
    ]
    files = [zipped.joined(stored), zipped.joined(fastest), zipped.joined([stored[0], *entries[1:]])]
    packed = len(entries[0].entry()) + len(entries[0].packed)
    last = whole[packed - 1]
    files += [whole[: packed - 1] + bytes([last ^ 1 << bit]) + whole[packed:] for bit in range(8)]
    assert whole not in files
    ours = [by_python(file) for file in files]
    assert [one.fine for one in ours] == [one.fine for one in by_javascript(tmp_path, files)]
    assert all(one.fine for one in ours[:3])
    assert [one.fine for one in ours] == [same(file, whole) for file in files]
