"""The guard: one question for all tokens that have something open; an end also for those who take nothing."""

import asyncio
from collections.abc import Collection

import pytest

from services.accounts import Accounts
from services.accounts.caller import OPERATOR
from services.accounts.sqlite import SqliteLedger
from services.guard import ADDRESS, Guard
from services.streams import SSE
from services.streams import streams as module
from tests.services.streams.builders import Caller, a_scene, soon, until


class Counting(SqliteLedger):
    """Counts how often it is asked which tokens have ended."""

    asked = 0

    def ended(self, tokens: Collection[str], at: int) -> set[str]:
        self.asked += 1
        return super().ended(tokens, at)


def test_all_streams_of_ended_tokens_end_by_one_question_and_no_event_costs_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "GRACE", 0.05)

    async def play() -> None:
        ledger = Counting()
        with Accounts(ledger) as accounts:
            async with a_scene() as scene:
                issued = [await accounts.issue("observer") for _ in range(10)]
                owners = [one.id for one in issued for _ in range(3)] + [f"{ADDRESS}here"] * 3
                callers = {owner: list[Caller]() for owner in owners}
                running = []
                for owner in owners:
                    caller = Caller()
                    callers[owner].append(caller)
                    stream = await scene.streams.open(scene.game, "public", 0, SSE, owner=owner)
                    running.append(caller.runs(stream))
                everyone = [caller for some in callers.values() for caller in some]
                await until(lambda: all(b"game_opened" in caller.body for caller in everyone))
                guarding = asyncio.create_task(Guard(accounts, scene.streams, 60).watch())
                await scene.players.steps(10)
                assert ledger.asked == 0
                stuck = callers[issued[0].id][0]
                stuck.taking.clear()
                await scene.players.step()
                await accounts.revoke(issued[0].id, OPERATOR)
                await accounts.issue("observer")  # something else changes
                await until(lambda: all(caller.finished for caller in callers[issued[0].id][1:]))
                await until(lambda: running[0].done())
                assert not stuck.finished
                assert not any(caller.finished for caller in callers[issued[1].id])
                assert ledger.asked <= 3 and scene.streams.open_streams == 30
                guarding.cancel()
                await asyncio.gather(guarding, return_exceptions=True)
                assert not accounts.listeners
                for caller in everyone:
                    caller.taking.set()
                    caller.hang_up()
                await soon(asyncio.gather(*running))

    asyncio.run(play())


def test_a_guard_whose_question_fails_asks_again() -> None:
    class Failing(SqliteLedger):
        fails = True

        def ended(self, tokens: Collection[str], at: int) -> set[str]:
            if self.fails:
                raise OSError("the accounts are away")
            return super().ended(tokens, at)

    async def play() -> None:
        ledger = Failing()
        with Accounts(ledger) as accounts:
            async with a_scene() as scene:
                caller = Caller()
                stream = await scene.streams.open(scene.game, "public", 0, SSE, owner="0" * 12)
                running = caller.runs(stream)
                guarding = asyncio.create_task(Guard(accounts, scene.streams, 0.02).watch())
                await until(lambda: b"game_opened" in caller.body)
                await asyncio.sleep(0.1)
                assert not running.done()
                ledger.fails = False
                await soon(running)
                assert caller.finished
                guarding.cancel()
                await asyncio.gather(guarding, return_exceptions=True)

    asyncio.run(play())
