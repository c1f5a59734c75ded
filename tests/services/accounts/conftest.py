"""Accounts in memory, in a file and in PostgreSQL: everything holds for both."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.accounts.accounts import Accounts
from services.accounts.ledger import Ledger
from services.accounts.postgres import PostgresLedger
from services.accounts.sqlite import SqliteLedger
from tests.services.accounts.builders import Clock, some_accounts


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "file", "postgres"])
def accounts(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Accounts]:
    ledger: Ledger
    if request.param == "postgres":
        ledger = PostgresLedger(request.getfixturevalue("postgres_url"))
    else:
        ledger = SqliteLedger() if request.param == "memory" else SqliteLedger(tmp_path / "p.db.accounts")
    with some_accounts(clock, ledger) as opened:
        yield opened
