"""The accounts' file: private, shared by processes, and never a place to find a token."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from rich.pretty import pretty_repr

from services.accounts.accounts import Accounts, Seating, open_accounts
from services.accounts.caller import OPERATOR
from services.accounts.errors import BadInvitation, BadToken
from services.accounts.ledger import Grant
from services.accounts.sqlite import SqliteLedger
from services.accounts.tokens import digest, new_id, new_token
from services.store.errors import (
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreNewer,
    StoreNotWritable,
)
from services.streams.delay import Delay
from tests.services.accounts.builders import GAME, Clock, run, some_accounts


def test_the_file_lies_beside_the_store_for_its_owner_alone(tmp_path: Path) -> None:
    with open_accounts(f"sqlite:///{tmp_path}/protokol.db") as accounts:
        issued = run(accounts.issue("organiser"))
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    beside = {f"protokol.db.accounts{end}" for end in ("", "-wal", "-shm")}
    assert modes == dict.fromkeys(beside, 0o600)
    with open_accounts(f"sqlite:///{tmp_path}/protokol.db") as accounts:
        assert run(accounts.caller(issued.token)).role == "organiser"
    with open_accounts("memory:") as accounts, pytest.raises(BadToken):
        run(accounts.caller(issued.token))
    assert [file.name for file in tmp_path.iterdir()] == ["protokol.db.accounts"]


def test_commits_are_flushed_and_readers_do_not_wait(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "a")
    assert ledger._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ledger._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    with ledger._writing():
        done: list[object] = []
        asking = threading.Thread(target=lambda: done.append(ledger.find(digest(new_token()))))
        asking.start()
        asking.join(5)
        assert done == [None]
    ledger.close()
    with pytest.raises(StoreClosed):
        ledger.find(b"")


def test_no_token_can_be_read_from_the_file_or_from_anything_printed(tmp_path: Path) -> None:
    accounts = open_accounts(f"sqlite:///{tmp_path}/p.db")
    given = [
        *run(accounts.seat_tokens(GAME, {"red": Seating("Anna"), "white": Seating(invite=True)})).values()
    ]
    given += [run(accounts.issue("arbiter")), run(accounts.rotate(GAME, "red"))]
    caller = run(accounts.caller(given[-1].token))
    secrets = [one.token for one in given] + [run(accounts.ticket(caller))]
    with pytest.raises(BadToken) as bad:
        run(accounts.caller(given[0].token))
    with pytest.raises(BadInvitation) as uninvited:
        run(accounts.join(GAME, given[0].token))
    printed = [repr(one) + str(one) + pretty_repr(one) + f"{one}" for one in given]
    printed += [
        repr(bad.value),
        repr(uninvited.value),
        repr(accounts),
        repr(caller),
        repr(run(accounts.tokens())),
    ]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    accounts.close()
    kept += (tmp_path / "p.db.accounts").read_bytes()
    for secret in secrets:
        bare = secret.removeprefix("protokol_")
        assert bare.encode() not in kept
        assert not [text for text in printed if bare in text]
    assert digest(secrets[0]) in kept, "the digest is what is kept"


def test_another_process_sees_a_new_token_at_once_and_a_revoked_one_within_five_seconds(
    tmp_path: Path,
) -> None:
    clock, path = Clock(), tmp_path / "a"
    here, there = some_accounts(clock, SqliteLedger(path)), some_accounts(clock, SqliteLedger(path))
    issued = run(there.issue("organiser"))
    caller = run(here.caller(issued.token))
    assert run(here.holds(caller))
    assert run(here.delay(GAME)) == Delay()
    run(there.set_game(GAME, Delay(9), OPERATOR))
    run(there.revoke(issued.id, OPERATOR))
    clock.turn(5)
    with pytest.raises(BadToken):
        run(here.caller(issued.token))
    assert not run(here.holds(caller))
    assert run(here.delay(GAME)) == Delay(9)
    here.close()
    there.close()


def test_a_token_that_is_in_use_is_not_read_from_the_file_each_time(tmp_path: Path) -> None:
    class Counting(SqliteLedger):
        found = 0

        def find(self, digest: bytes) -> Grant | None:
            self.found += 1
            return super().find(digest)

    clock, ledger = Clock(), Counting(tmp_path / "a")
    with some_accounts(clock, ledger) as accounts:
        issued = run(accounts.issue("observer"))
        callers = [run(accounts.caller(issued.token)) for _ in range(100)]
        assert ledger.found == 1
        assert all(one is callers[0] for one in callers)


def test_a_lookup_that_was_under_way_during_a_revocation_is_not_remembered(tmp_path: Path) -> None:
    class Slow(SqliteLedger):
        def __init__(self, path: Path) -> None:
            super().__init__(path)
            self.read, self.go_on = threading.Event(), threading.Event()

        def find(self, digest: bytes) -> Grant | None:
            grant = super().find(digest)
            self.read.set()
            assert self.go_on.wait(10)
            return grant

    async def race(accounts: Accounts, ledger: Slow) -> None:
        issued = await accounts.issue("observer")
        looking = asyncio.create_task(accounts.caller(issued.token))
        await asyncio.to_thread(ledger.read.wait, 10)
        await accounts.revoke(issued.id, OPERATOR)
        ledger.go_on.set()
        assert (await looking).id == issued.id, "it was asked before the token ended"
        with pytest.raises(BadToken):
            await accounts.caller(issued.token)

    ledger = Slow(tmp_path / "a")
    with some_accounts(Clock(), ledger) as accounts:
        run(race(accounts, ledger))


def test_a_revocation_counts_though_whoever_asked_for_it_has_gone(tmp_path: Path) -> None:
    class Slow(SqliteLedger):
        begun, go_on = threading.Event(), threading.Event()

        def end(self, token: str, at: int, by: str) -> bool:
            self.begun.set()
            assert self.go_on.wait(10)
            return super().end(token, at, by)

    async def hang_up(accounts: Accounts, ledger: Slow) -> str:
        issued = await accounts.issue("observer")
        await accounts.caller(issued.token)
        asking = asyncio.create_task(accounts.revoke(issued.id, OPERATOR))
        await asyncio.to_thread(ledger.begun.wait, 10)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        ledger.go_on.set()
        return issued.token

    ledger = Slow(tmp_path / "a")
    with some_accounts(Clock(), ledger) as accounts:
        token = run(hang_up(accounts, ledger))  # the loop ends after its threads
        with pytest.raises(BadToken):
            run(accounts.caller(token))


def test_threads_with_connections_of_their_own_take_up_an_invitation_once(tmp_path: Path) -> None:
    path, invitation = tmp_path / "a", new_token()
    ledgers = [SqliteLedger(path) for _ in range(6)]
    offer = Grant(new_id(), "invitation", "player", GAME, "red", "", 1)
    ledgers[0].give([(digest(invitation), offer)], 1, "")
    came: list[str] = []
    start = threading.Barrier(len(ledgers))

    def join(ledger: SqliteLedger) -> None:
        start.wait()
        try:
            came.append(ledger.take_up(digest(invitation), GAME, digest(new_token()), new_id(), "", 2).id)
        except BadInvitation:
            came.append("")

    threads = [threading.Thread(target=join, args=(ledger,)) for ledger in ledgers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(bool, came)) == [False] * 5 + [True]
    assert [one.id for one in ledgers[0].grants() if one.ended_at is None] == list(filter(None, came))
    for ledger in ledgers:
        ledger.close()


def test_processes_that_start_at_once_make_one_file_and_lose_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/p.db"
    command = [sys.executable, "-m", "tests.services.accounts.victim", url, "20"]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    tokens = [line for process in processes for line in process.communicate(timeout=60)[0].split()]
    assert [process.returncode for process in processes] == [0, 0, 0]
    with open_accounts(url) as accounts:
        assert len({run(accounts.caller(token)).id for token in tokens}) == 60
    assert [file.name for file in tmp_path.iterdir()] == ["p.db.accounts"]


def test_what_was_told_before_a_kill_is_there_after_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/p.db"
    told: list[str] = []
    for _ in range(4):
        command = [sys.executable, "-m", "tests.services.accounts.victim", url, "1000000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told += [process.stdout.readline().strip() for _ in range(25)]
            process.kill()
            told += [line.strip() for line in process.stdout if line.endswith("\n")]
        with open_accounts(url) as accounts:
            assert all(run(accounts.caller(token)).role == "observer" for token in told)
            looks = run(accounts.looks(GAME))
            grants = {grant.id for grant in run(accounts.tokens())}
            assert len(looks) >= len(told)
            assert {look.token for look in looks} <= grants


@pytest.mark.parametrize("wrong", [b"", b"not a database" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_file_that_is_not_one_of_accounts_is_refused_and_left_alone(tmp_path: Path, wrong: bytes) -> None:
    path = tmp_path / "p.db.accounts"
    path.write_bytes(wrong)
    path.chmod(0o600)
    with pytest.raises(StoreDamaged) as error:
        open_accounts(f"sqlite:///{tmp_path}/p.db")
    assert "\n" not in str(error.value)
    assert path.read_bytes() == wrong


def test_a_newer_file_another_database_and_one_that_others_may_read_are_refused(tmp_path: Path) -> None:
    url, path = f"sqlite:///{tmp_path}/p.db", tmp_path / "p.db.accounts"
    open_accounts(url).close()
    path.chmod(0o640)
    with pytest.raises(StoreNotWritable, match="chmod 600"):
        open_accounts(url)
    path.chmod(0o600)
    for statement, refusal in (
        ("PRAGMA user_version = 2", StoreNewer),
        ("PRAGMA user_version = 0", StoreDamaged),
        ("PRAGMA application_id = 7", StoreDamaged),
    ):
        other = sqlite3.connect(path)
        other.execute(statement)
        other.close()
        with pytest.raises(refusal):
            open_accounts(url)
    with pytest.raises(StoreNotWritable, match="cannot be kept"):
        open_accounts(f"sqlite:///{tmp_path}/nowhere/p.db")


def test_a_damaged_file_lets_nobody_in(tmp_path: Path) -> None:
    url, path = f"sqlite:///{tmp_path}/p.db", tmp_path / "p.db.accounts"
    with open_accounts(url) as accounts:
        issued = [run(accounts.issue("organiser")) for _ in range(50)]
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    with pytest.raises(StoreError) as error, open_accounts(url) as accounts:
        run(accounts.caller(issued[0].token))
    assert "damaged" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_access_log_is_only_ever_added_to(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "a")
    with some_accounts(Clock(), ledger) as accounts:
        run(accounts.looked(OPERATOR, GAME, "view", 1))
        for statement in ("DELETE FROM looks", "UPDATE looks SET name = ''"):
            with pytest.raises(sqlite3.Error, match="append only"):
                ledger._writer.execute(statement)
        assert len(run(accounts.looks(GAME))) == 1
