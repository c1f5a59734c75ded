"""Accounts to ask, and clocks to turn."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from services.accounts.accounts import SECOND, Accounts
from services.accounts.ledger import Ledger
from services.accounts.sqlite import SqliteLedger

T = TypeVar("T")

GAME = "0198c0de-0000-7000-8000-000000000001"
OTHER = "0198c0de-0000-7000-8000-000000000002"


class Clock:
    """Both times of the accounts: what the calendar says, and what has passed."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def now(self) -> int:
        return int(self.seconds * SECOND)

    def passed(self) -> float:
        return self.seconds

    def turn(self, seconds: float) -> None:
        self.seconds += seconds


def some_accounts(clock: Clock, ledger: Ledger | None = None) -> Accounts:
    return Accounts(ledger or SqliteLedger(), clock=clock.now, ticking=clock.passed)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(coroutine)
