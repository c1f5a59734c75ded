"""The accounts in PostgreSQL: one place for all processes, where what is good once is good once."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from services.accounts.accounts import Seating, open_accounts
from services.accounts.caller import OPERATOR
from services.accounts.errors import BadInvitation, BadToken, SeatTaken
from services.accounts.ledger import Grant
from services.accounts.postgres import PostgresLedger
from services.accounts.tokens import digest, new_id, new_token
from services.store.errors import StoreAway, StoreClosed, StoreNewer, StoreNotWritable
from services.store.store import open_store
from tests.databases import SIGNING, execute, with_database
from tests.services.accounts.builders import GAME, Clock, run, some_accounts


def together(*parts: Callable[[], Any]) -> list[Any]:
    """What each gives or raises when all begin at once."""
    start, found = threading.Barrier(len(parts)), [None] * len(parts)

    def one(number: int) -> None:
        start.wait()
        try:
            found[number] = parts[number]()
        except Exception as error:
            found[number] = error  # type: ignore[call-overload]

    threads = [threading.Thread(target=one, args=(number,)) for number in range(len(parts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_processes_that_start_at_once_make_the_tables_once_and_lose_nothing(postgres_url: str) -> None:
    command = [sys.executable, "-m", "tests.services.accounts.victim", postgres_url, "10"]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    tokens = [line for process in processes for line in process.communicate(timeout=60)[0].split()]
    assert [process.returncode for process in processes] == [0] * 4
    with open_accounts(postgres_url) as accounts:
        assert len({run(accounts.caller(token)).id for token in tokens}) == 40


def test_a_ticket_and_an_invitation_are_good_once_on_all_processes(postgres_url: str) -> None:
    ledgers = [PostgresLedger(postgres_url) for _ in range(5)]
    try:
        for _ in range(10):
            game, owner = str(uuid4()), Grant(new_id(), "token", "observer", None, None, "", 1)
            ticket, invitation = new_token(), new_token()
            ledgers[0].give([(digest(new_token()), owner)], 1, "")
            kept = Grant(new_id(), "ticket", "observer", None, None, "", 1, 99, stands_for=owner.id)
            ledgers[0].keep_ticket(digest(ticket), kept)
            offer = Grant(new_id(), "invitation", "player", game, "red", "", 1)
            ledgers[0].give([(digest(invitation), offer)], 1, "")
            redeemed = together(*(partial(one.redeem, digest(ticket), 2) for one in ledgers))
            assert [one is None for one in redeemed].count(False) == 1

            def join(one: PostgresLedger, invitation: str = invitation, game: str = game) -> Grant:
                return one.take_up(digest(invitation), game, digest(new_token()), new_id(), "", 2)

            joined = together(*(partial(join, one) for one in ledgers))
            assert [type(one) for one in joined].count(Grant) == 1
            assert [type(one) for one in joined].count(BadInvitation) == 4
            assert len([one for one in ledgers[1].grants(game) if one.is_good(3)]) == 1
    finally:
        for one in ledgers:
            one.close()


def test_of_those_who_give_the_same_seat_away_at_once_the_last_one_counts(postgres_url: str) -> None:
    ledgers = [PostgresLedger(postgres_url) for _ in range(4)]
    game = str(uuid4())

    def give(one: PostgresLedger, free: bool) -> str:
        grant = Grant(new_id(), "token", "player", game, "red", "", 1)
        one.give([(digest(new_token()), grant)], 1, "", free=free)
        return grant.id

    try:
        found = together(*(partial(give, one, True) for one in ledgers))
        assert [type(one) for one in found].count(SeatTaken) == 3
        given = together(*(partial(give, one, False) for one in ledgers))
        good = [one.id for one in ledgers[0].grants(game) if one.is_good(2)]
        assert len(good) == 1 and good[0] in given
    finally:
        for one in ledgers:
            one.close()


def test_a_token_that_is_ended_elsewhere_is_refused_here_within_seconds(postgres_url: str) -> None:
    clock = Clock()
    with (
        some_accounts(clock, PostgresLedger(postgres_url)) as here,
        some_accounts(clock, PostgresLedger(postgres_url)) as there,
    ):
        issued = run(here.seat_tokens(GAME, {"red": Seating("Anna")}))["red"]
        assert run(there.caller(issued.token)).seat == "red"
        run(here.revoke(issued.id, OPERATOR))
        with pytest.raises(BadToken):
            run(here.caller(issued.token))
        clock.seconds += 3.1
        with pytest.raises(BadToken):
            run(there.caller(issued.token))


def test_no_token_lies_in_the_database_and_looks_are_only_added(postgres_url: str) -> None:
    with open_accounts(postgres_url) as accounts:
        issued = run(accounts.issue("arbiter", name="Vera"))
        run(accounts.looked(run(accounts.caller(issued.token)), GAME, "view", 1))
    rows = execute(postgres_url, "SELECT t::text FROM protokol_accounts.tokens AS t")
    assert len(rows) == 1 and issued.token not in str(rows) and "Vera" in str(rows)
    for statement in ("DELETE FROM", "TRUNCATE", "UPDATE"):
        end = " SET name = ''" if statement == "UPDATE" else ""
        with pytest.raises(psycopg.Error, match="append only"):
            execute(postgres_url, f"{statement} protokol_accounts.looks{end}")
    with open_accounts(postgres_url) as accounts:
        assert len(run(accounts.looks(GAME))) == 1


def test_newer_tables_and_a_role_without_rights_are_refused_in_one_line(postgres_url: str) -> None:
    name = f"stranger_{new_id()}"
    execute(postgres_url, f"CREATE ROLE {name} LOGIN PASSWORD 'word'")
    other = postgres_url.replace(postgres_url.split("//")[1].split("@")[0], f"{name}:word")
    try:
        with pytest.raises(StoreNotWritable) as error:
            PostgresLedger(other)
        assert "may not make" in str(error.value) and "word" not in str(error.value)
        open_store(postgres_url, environment=SIGNING).close()
        PostgresLedger(postgres_url).close()
        with pytest.raises(StoreNotWritable):
            PostgresLedger(other)
        execute(postgres_url, f"GRANT protokol_writer TO {name}")
        with some_accounts(Clock(), PostgresLedger(other)) as accounts:
            issued = run(accounts.issue("organiser"))
            assert run(accounts.redeem(run(accounts.ticket(run(accounts.caller(issued.token)))))).role
            run(accounts.looked(OPERATOR, GAME, "view", 1))
        execute(postgres_url, "UPDATE protokol_accounts.about SET schema = 99")
        with pytest.raises(StoreNewer, match="upgrade protokol"):
            PostgresLedger(postgres_url)
    finally:
        execute(postgres_url, f"DROP OWNED BY {name}", f"DROP ROLE {name}")


def test_a_connection_that_was_lost_is_replaced_and_a_database_that_is_away_is_said_to_be(
    postgres_url: str,
) -> None:
    ledger = PostgresLedger(postgres_url, patience=0.3)
    with some_accounts(Clock(), ledger) as accounts:
        issued = run(accounts.issue("organiser"))
        database = postgres_url.rpartition("/")[2]
        everyone = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
        server = with_database(postgres_url, "postgres")
        execute(server, everyone)
        run(accounts.revoke(issued.id, OPERATOR))
        with pytest.raises(BadToken):
            run(accounts.caller(issued.token))
        execute(server, f"ALTER DATABASE {database} ALLOW_CONNECTIONS false", everyone)
        began = time.monotonic()
        with pytest.raises(StoreAway):
            run(accounts.issue("organiser"))
        with pytest.raises(StoreAway):
            ledger.grants()
        assert time.monotonic() - began < 5
        execute(server, f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")
        time.sleep(1.1)
        assert len(ledger.grants()) == 1
    with pytest.raises(StoreClosed):
        ledger.grants()
