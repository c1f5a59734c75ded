"""Published heads: a backup that is older than what players were told is seen before anybody plays on."""

import shutil
import subprocess
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from services.store.errors import BadAddress
from services.store.heads import behind, published, read_heads
from services.store.keys import SignedHead
from services.store.reader import open_reader
from services.store.store import Store, open_store
from tests.e2e.servers import BIN
from tests.services.store.builders import KINDS, finished_game, new_url, open_any, running_game


def heads(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([str(BIN / "protokol"), "heads", *arguments], capture_output=True, timeout=60)


def replaced(claim: SignedHead, /, **changes: object) -> SignedHead:
    return msgspec.structs.replace(claim, **changes)


def signed_anew(store: Store, claim: SignedHead, /, **changes: object) -> SignedHead:
    """What the store would have signed, had it come so far."""
    other = replaced(claim, **changes)
    assert store.signer is not None
    signature = store.signer.sign_head(other.origin, other.game, other.version, other.head, other.at)
    return replaced(other, signature=signature.hex())


@pytest.mark.parametrize("kind", KINDS)
def test_every_head_that_was_signed_is_held_and_each_other_claim_is_answered(kind: str) -> None:
    with new_url(kind) as url, open_any(url) as store:
        for commands in (finished_game(1), running_game(2)):
            commands.append_all(store)
        newest = list(published(store))
        everything = [receipt for game in store.games() for receipt in store.receipts(game)]
        assert [head.version for head in newest] == [store.head(game).version for game in store.games()]
        assert not behind(store, newest + everything)
        last = newest[-1]
        claims = {
            "is at version": signed_anew(store, last, version=last.version + 3),
            "another history": signed_anew(store, last, head="00" * 32),
            "does not have this game": signed_anew(store, last, game=str(uuid4())),
            "another store": replaced(last, origin=str(uuid4())),
            "does not know": replaced(last, key="0" * 16),
            "not good": replaced(last, version=last.version - 1),
        }
        for why, claim in claims.items():
            (found,) = behind(store, [*everything, claim])
            assert why in found.why


def test_a_backup_that_is_older_than_a_published_head_is_refused(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/p.db", tmp_path / "heads.ndjson"
    with open_store(url) as store:
        finished_game(3).append_all(store)
    before = tmp_path / "backup.db"
    shutil.copy(tmp_path / "p.db", before)
    with open_store(url) as store:
        running_game(4).append_all(store)
    told = heads("publish", url)
    assert told.returncode == 0 and len(told.stdout.splitlines()) == 2
    file.write_bytes(told.stdout)
    assert heads("check", url, str(file)).returncode == 0
    restored = heads("check", f"sqlite:///{before}", str(file))
    assert restored.returncode == 1
    assert b"does not have this game" in restored.stdout
    assert b"1 of 2 heads are held" in restored.stderr


def test_what_is_no_head_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadAddress, match="f, line 2"):
        list(read_heads([b"", b"{}"], "f"))
    with open_store(f"sqlite:///{tmp_path}/p.db"):
        pass
    missing = heads("check", f"sqlite:///{tmp_path}/p.db", str(tmp_path / "none"))
    assert missing.returncode == 3 and missing.stderr.count(b"\n") == 1
    with open_reader(f"sqlite:///{tmp_path}/p.db") as reader:
        assert not list(published(reader))
