"""Signing keys: made on first use, private to their owner, changed without losing trust."""

import os
from pathlib import Path

import msgspec
import pytest

from services.store.errors import BadKeys
from services.store.keys import (
    FILE_FROM_ENVIRONMENT,
    FROM_ENVIRONMENT,
    HEAD,
    fault_in_keys,
    key_file,
    new_signer,
    read_keys,
    rotate,
    signer_for,
    verifies,
)
from services.store.store import open_store
from tests.services.store.builders import running_game


def test_keys_are_made_beside_the_store_for_their_owner_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/p.db"
    open_store(url, environment={}).close()
    path = tmp_path / "p.db.keys"
    assert path.stat().st_mode & 0o777 == 0o600
    first = read_keys(path).id
    with open_store(url, environment={}) as store:
        assert store.signer is not None
        assert store.signer.id == first
        assert [key.id for key in store.public_keys()] == [first]
    assert {file.name for file in tmp_path.iterdir()} >= {"p.db", "p.db.keys"}
    assert not list(tmp_path.glob("*.new"))


def test_every_accepted_command_has_a_signed_head(tmp_path: Path) -> None:
    game = running_game(2)
    with open_store(f"sqlite:///{tmp_path}/p.db", environment={}) as store:
        receipts = [store.receipt(command.append(store)) for command in game.commands]
        key = store.public_keys()[0]
        assert store.receipts(game.id) == receipts
    for receipt, command in zip(receipts, game.commands, strict=True):
        assert receipt.version == command.records[-1].version
        assert receipt.head == command.records[-1].hash()
        assert verifies(key, HEAD, receipt.statement(), receipt.signature)
        forged = msgspec.structs.replace(receipt, version=receipt.version + 1)
        assert not verifies(key, HEAD, forged.statement(), receipt.signature)
    assert not verifies(key, HEAD, receipts[0].statement(), "zz")


def test_a_new_key_is_vouched_for_by_the_old_one_which_is_then_forgotten(tmp_path: Path) -> None:
    url, game = f"sqlite:///{tmp_path}/p.db", running_game(2)
    with open_store(url, environment={}) as store:
        old_receipt = store.receipt(game.commands[0].append(store))
    before = (tmp_path / "p.db.keys").read_bytes()
    rotate(tmp_path / "p.db.keys")
    assert (tmp_path / "p.db.keys").stat().st_mode & 0o777 == 0o600
    private = msgspec.json.decode(before)["private"].encode()
    assert private not in (tmp_path / "p.db.keys").read_bytes()
    with open_store(url, environment={}) as store:
        new_receipt = store.receipt(game.commands[1].append(store))
        again = store.receipt(game.commands[0].append(store))
        old, new = store.public_keys()
    assert again == old_receipt, "a command sent again gives the receipt of its own time"
    assert (old_receipt.key, new_receipt.key) == (old.id, new.id)
    assert new.vouched_by == old.id
    assert fault_in_keys([old, new]) == ""
    assert fault_in_keys([old, new], pinned=old.id) == ""
    assert fault_in_keys([old, new], pinned=new.id) == ""
    stranger = new_signer().keys[0]
    assert "nothing connects" in fault_in_keys([old, new, stranger], pinned=new.id)
    assert "not among" in fault_in_keys([old, new], pinned=stranger.id)
    assert "not vouched for" in fault_in_keys([new, old])
    assert "not vouched for" in fault_in_keys([old, msgspec.structs.replace(new, created_at=1)])
    assert "not that of the key" in fault_in_keys([msgspec.structs.replace(old, id="0" * 16)])
    assert "listed twice" in fault_in_keys([old, old])


def test_a_key_can_come_from_the_environment(tmp_path: Path) -> None:
    store = tmp_path / "p.db"
    signer = signer_for(store, {FROM_ENVIRONMENT: "11" * 32})
    assert signer.id == signer_for(store, {FROM_ENVIRONMENT: "11" * 32}).id
    assert not key_file(store, {}).exists()
    signer_for(store, {})
    named = {FILE_FROM_ENVIRONMENT: str(key_file(store, {}))}
    assert signer_for(tmp_path / "elsewhere.db", named).id == read_keys(key_file(store, {})).id
    with pytest.raises(BadKeys, match="64 hex digits"):
        signer_for(store, {FROM_ENVIRONMENT: "secret"})
    with pytest.raises(BadKeys, match="No such file"):
        signer_for(store, {FILE_FROM_ENVIRONMENT: str(tmp_path / "nowhere")})


def test_a_key_file_that_others_may_read_or_that_is_damaged_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "p.db"
    signer_for(store, {})
    path = key_file(store, {})
    whole = path.read_bytes()
    path.chmod(0o644)
    with pytest.raises(BadKeys, match="chmod 600"):
        signer_for(store, {})
    path.chmod(0o600)
    for wrong in (b"", whole[:40], b"{}", whole.replace(b'"private":"', b'"private":"00', 1)):
        path.write_bytes(wrong)
        with pytest.raises(BadKeys) as error:
            signer_for(store, {})
        assert whole[20:40].decode() not in str(error.value), "the message tells nothing of the key"
    path.write_bytes(whole)
    os.utime(path)
    assert signer_for(store, {}).id
