"""When writing fails or a caller gives up: the next command is decided on what the store has, and no more."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from domain.core.event import PUBLIC
from services.play import Play
from services.store.errors import DiskFull, NotContinuous, QueueFull, StaleVersion, StoreClosed, WriteFailed
from services.store.store import Store
from tests.services.play.builders import Players, an_id, is_true_to, opened

Append = Callable[..., Awaitable[Any]]


def failing(store: Store, error: BaseException, *, written: bool, times: int = 1) -> None:
    """The next appends end with an error: before anything was written, or when all of it was."""
    append: Append = store.append
    left = times

    async def fail(*args: Any) -> Any:
        nonlocal left
        if left == 0:
            return await append(*args)
        left -= 1
        if written:
            await append(*args)
        raise error

    store.append = fail  # type: ignore[method-assign, assignment]


@pytest.mark.parametrize("variant", ["dual_powers", "revolution-3"])
@pytest.mark.parametrize(
    ("error", "written"),
    [
        (DiskFull("full"), False),
        (QueueFull(4096), False),
        (StoreClosed(), False),
        (NotContinuous("not so"), False),
        (WriteFailed("flush failed"), False),
        (WriteFailed("flush failed"), True),
        (OSError("no such device"), True),
        (asyncio.CancelledError(), False),
        (asyncio.CancelledError(), True),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_after_a_failed_append_the_game_is_as_the_store_has_it(
    store: Store, variant: str, error: BaseException, written: bool
) -> None:
    async def fail() -> None:
        play, random = Play(store), Random(1)
        game = await opened(play, random, variant, entropy=True)
        players = Players(play, game, random)
        everyone = (*game.header.seats, PUBLIC)
        for wait in (0, 1, 7):  # while entropy is promised, while it is given, in the game
            await players.steps(wait)
            await is_true_to(play, store, game.game, *everyone)
            due = await players.asked()
            assert due is not None
            command, name, before = await players.decide(*due), an_id(random), store.head(game.game)
            failing(store, error, written=written)
            with pytest.raises(type(error)):
                await play.perform(game.game, due[0], command, command_id=name)
            assert (store.head(game.game) != before) == written
            await is_true_to(play, store, game.game, *everyone)
            again = await play.perform(game.game, due[0], command, command_id=name)
            assert again.repeated == written
            await is_true_to(play, store, game.game, *everyone)
        await players.steps(3)

    asyncio.run(fail())


def test_a_full_disk_is_lived_through_without_folding_anything_again(store: Store) -> None:
    async def full() -> None:
        play, random = Play(store), Random(2)
        game = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(10)
        due = await players.asked()
        assert due is not None
        command, name = await players.decide(*due), an_id(random)
        failing(store, DiskFull("full"), written=False, times=20)
        lines = store.lines
        store.lines = None  # type: ignore[method-assign, assignment]
        for _ in range(20):
            with pytest.raises(DiskFull):
                await play.perform(game.game, due[0], command, command_id=name)
        store.lines = lines  # type: ignore[method-assign]
        assert not (await play.perform(game.game, due[0], command, command_id=name)).repeated
        await is_true_to(play, store, game.game, "red", "white", PUBLIC)

    asyncio.run(full())


def slow(store: Store) -> threading.Event:
    """The writer waits, before its commit, until the event is set."""
    gate, write = threading.Event(), store.log.write

    def wait(batch: Any) -> Any:
        gate.wait()
        return write(batch)

    store.log.write = wait  # type: ignore[method-assign]
    return gate


@pytest.mark.parametrize("then", ["look", "play", "repeat", "drain"])
def test_a_command_whose_sender_has_given_up_still_happens_and_the_game_knows_it(
    store: Store, then: str
) -> None:
    async def give_up() -> None:
        play, random = Play(store, most_live=1), Random(3)
        game = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(6)
        due = await players.asked()
        assert due is not None
        command, name, before = await players.decide(*due), an_id(random), store.head(game.game).version
        gate = slow(store)
        task = asyncio.create_task(play.perform(game.game, due[0], command, command_id=name))
        while not play._commits:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await play.view(game.game, "red")).version == before, "durable before visible"
        asyncio.get_running_loop().call_later(0.02, gate.set)
        if then == "repeat":
            assert (await play.perform(game.game, due[0], command, command_id=name)).repeated
        elif then == "play":
            other = an_id(random)
            with pytest.raises(StaleVersion):
                await play.perform(game.game, due[0], command, command_id=other, if_version=before)
        elif then == "look":
            await opened(play, random)  # there is room for one: but this game is still being written
        await play.drain()
        assert store.head(game.game).version > before
        await is_true_to(play, store, game.game, "red", "white", PUBLIC)
        await players.steps(5)

    asyncio.run(give_up())


def test_an_opening_whose_sender_has_given_up_is_there_when_it_is_asked_for_again(store: Store) -> None:
    async def give_up() -> None:
        play, name, gate = Play(store), an_id(Random(4)), slow(store)
        task = asyncio.create_task(play.open_game("dual_powers", command_id=name))
        while not play._commits:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        gate.set()
        game = await play.open_game("dual_powers", command_id=name)
        assert game.repeated
        await Players(play, game, Random(4)).steps(5)

    asyncio.run(give_up())


def test_who_waits_for_the_lock_and_gives_up_has_not_asked(store: Store) -> None:
    async def give_up() -> None:
        play, random = Play(store), Random(5)
        game = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(2)
        due = await players.asked()
        assert due is not None
        found, gate = due[1], slow(store)
        first = asyncio.create_task(
            play.perform(game.game, due[0], found.sample(random.randrange), command_id=an_id(random))
        )
        while not play._commits:
            await asyncio.sleep(0)
        name, command = an_id(random), found.sample(random.randrange)
        second = asyncio.create_task(play.perform(game.game, due[0], command, command_id=name))
        await asyncio.sleep(0)
        second.cancel()
        gate.set()
        await first
        with pytest.raises(asyncio.CancelledError):
            await second
        assert store.outcome(game.game, name) is None
        await is_true_to(play, store, game.game, "red", "white")

    asyncio.run(give_up())


def test_a_rule_that_breaks_in_the_middle_leaves_the_game_as_it_was(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken() -> None:
        play, random = Play(store), Random(6)
        game = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(5)
        due = await players.asked()
        assert due is not None
        command, before = await players.decide(*due), store.head(game.game)
        honest = type(players.rules).perform

        def perform(*args: Any) -> Any:
            yield from honest(*args)
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(type(players.rules), "perform", perform)
            with pytest.raises(ZeroDivisionError):
                await play.perform(game.game, due[0], command, command_id=an_id(random))
        assert store.head(game.game) == before
        await is_true_to(play, store, game.game, "red", "white", PUBLIC)
        await play.perform(game.game, due[0], command, command_id=an_id(random))
        await is_true_to(play, store, game.game, "red", "white", PUBLIC)

    asyncio.run(broken())
