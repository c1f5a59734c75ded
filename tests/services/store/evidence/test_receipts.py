"""Receipts that players kept and keys that they trust: what they add to a file's verdict."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from domain.core.canonical import canonical
from services.store.keys import PublicKey, SignedHead, Signer, fault_in_keys
from tests.services.store.evidence.builders import Judged, Source, by_javascript, by_python, played, signer


@pytest.fixture(scope="module")
def source() -> Source:
    return played("dual_powers", 13, rotated=True, decisions=30)


def judged(
    folder: Path, source: Source, receipts: Sequence[SignedHead] = (), key: str | None = None
) -> Judged:
    """Our verdict, once the other verifier has come to the same at the same version."""
    file, options = source.evidence("red"), []
    for number, receipt in enumerate(receipts):
        kept = folder / f"receipt-{number}.json"
        kept.write_bytes(canonical(receipt) + b"\n" * (number % 2))
        options += ["--receipt", str(kept)]
    if key is not None:
        options += ["--key", key]
    ours, [theirs] = by_python(file, receipts, key), by_javascript(folder, [(file, options)])
    assert (ours.fine, ours.version) == (theirs.fine, theirs.version)
    return ours


def signed(by: Signer, kept: SignedHead, /, **changes: object) -> SignedHead:
    """A head with changes, and with a good signature again."""
    said = msgspec.structs.replace(kept, key=by.id, **changes)
    signature = by.sign_head(said.origin, said.game, said.version, said.head, said.at).hex()
    return msgspec.structs.replace(said, signature=signature)


def test_every_receipt_of_the_game_fits(source: Source, tmp_path: Path) -> None:
    assert judged(tmp_path, source, source.heads).fine


def test_a_receipt_for_another_head_shows_that_the_server_told_two_stories(
    source: Source, tmp_path: Path
) -> None:
    kept = source.heads[5]
    by = source.signers[kept.key]
    other = signed(by, kept, head=hashlib.sha256(b"another story").hexdigest())
    found = judged(tmp_path, source, [source.heads[0], other])
    assert found == Judged(False, kept.version, "receipt: another head than that of the records")


def test_a_receipt_beyond_the_end_shows_that_something_is_left_out(source: Source, tmp_path: Path) -> None:
    last = source.heads[-1]
    beyond = signed(source.signers[last.key], last, version=last.version + 7)
    found = judged(tmp_path, source, [beyond])
    assert found.version == last.version + 7
    assert "which these records do not reach" in found.why


@pytest.mark.parametrize("version", [0, -1, 2**53 - 1])
def test_a_receipt_of_no_version_fits_nothing(source: Source, tmp_path: Path, version: int) -> None:
    last = source.heads[-1]
    assert not judged(tmp_path, source, [signed(source.signers[last.key], last, version=version)]).fine


def test_a_receipt_of_another_game_log_or_moment_does_not_fit(source: Source, tmp_path: Path) -> None:
    kept = source.heads[3]
    by = source.signers[kept.key]
    for changes in ({"game": "another"}, {"origin": "another log"}, {"at": kept.at + 1}):
        found = judged(tmp_path, source, [signed(by, kept, **changes)])
        assert (found.fine, found.version) == (False, kept.version)


def test_a_receipt_without_a_good_signature_proves_nothing(source: Source, tmp_path: Path) -> None:
    kept = source.heads[3]
    capitals = msgspec.structs.replace(kept, signature=kept.signature.upper())
    for receipt in (signed(signer(9), kept), capitals, msgspec.structs.replace(kept, signature="")):
        found = judged(tmp_path, source, [receipt])
        assert (found.fine, found.version) == (False, kept.version)
        assert "not signed by key" in found.why


def test_a_receipt_may_be_signed_by_the_old_or_the_new_key(source: Source, tmp_path: Path) -> None:
    """When a key was replaced is nothing that a file shows."""
    kept = source.heads[-1]
    assert judged(tmp_path, source, [signed(source.signers[source.keys[0].id], kept)]).fine


def test_a_trusted_key_may_be_the_first_or_one_that_it_vouched_for(source: Source, tmp_path: Path) -> None:
    for key in source.keys:
        assert judged(tmp_path, source, key=key.id).fine


@pytest.mark.parametrize("key", ["0123456789abcdef", "", "x"])
def test_a_trusted_key_that_is_not_in_the_file_is_a_fault(source: Source, tmp_path: Path, key: str) -> None:
    found = judged(tmp_path, source, key=key)
    assert (found.fine, found.version) == (False, 0)
    assert "is not among the keys" in found.why


def with_more_keys(source: Source, *more: PublicKey) -> Source:
    """The same game, with keys before its own that have nothing to do with it."""
    return source._replace(keys=[*more, *source.keys])


def test_a_key_that_nothing_connects_with_the_trusted_one_is_a_fault(source: Source, tmp_path: Path) -> None:
    stranger = signer(9).keys[0]
    mixed = with_more_keys(source, stranger)
    assert judged(tmp_path, mixed).fine
    for key in (stranger.id, source.keys[0].id, source.keys[1].id):
        found = judged(tmp_path, mixed, key=key)
        assert found.why.startswith("keys.json: key ") and "nothing connects it" in found.why


def test_a_key_vouched_for_beside_the_trusted_one_is_not_connected_with_it(
    source: Source, tmp_path: Path
) -> None:
    """Two keys with the same forerunner: whoever trusts one of them has no reason to trust the other."""
    first, second = source.keys
    sibling = signer(7, signer(1)).keys[-1]
    assert sibling.vouched_by == first.id
    mixed = source._replace(keys=[first, sibling, second])
    assert judged(tmp_path, mixed, key=first.id).fine
    assert not judged(tmp_path, mixed, key=second.id).fine
    assert fault_in_keys([first, sibling, second], sibling.id).startswith(f"key {second.id}: ")


def test_a_forger_with_keys_of_his_own_is_found_only_by_the_trusted_key(
    source: Source, tmp_path: Path
) -> None:
    """A file that is signed throughout by somebody else is intact; it is just not the server's."""
    forger = signer(9)
    heads = [signed(forger, head) for head in source.heads]
    forged = source._replace(heads=heads, keys=list(forger.keys), signers={forger.id: forger})
    assert judged(tmp_path, forged).fine
    assert not judged(tmp_path, forged, key=source.keys[0].id).fine
    assert not judged(tmp_path, forged, [source.heads[0]]).fine
