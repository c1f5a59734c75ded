"""PostgreSQL over a bad network: slow, cut in mid-commit, silent, gone. Nothing twice, and no hang."""

import asyncio
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest

from services.api.problems import problem_of
from services.store.errors import StoreAway, StoreError
from services.store.log import Append, Row
from services.store.models import Advance, ModelRow, Upsert
from services.store.postgres import PostgresLog
from services.store.postgres_lines import Line
from services.store.store import Store
from tests.databases import new_database, port_of, through
from tests.services.store.builders import Written, another_like, opening, running_game
from tests.services.store.test_kill import assert_whole
from tests.wire import Trouble, Wire

COMMIT, ANYTHING = b"COMMIT", b""


@pytest.fixture
def wire() -> Iterator[Wire]:
    with new_database() as url, Wire(port_of(url)) as wire:
        wire.url = through(url, wire.port)
        yield wire


@pytest.fixture
def store(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(Line, "unanswered", 1.0)
    with Store(PostgresLog(wire.url, writing=True, patience=3.0), None) as store:
        yield store


def undisturbed(store: Store, commands: list[Written]) -> list[Written]:
    """Write until the writer has seen that nobody else does; what is left of the commands."""
    for command in commands[:6]:
        command.append(store)
    return commands[6:]


def test_a_slow_network_only_takes_longer(wire: Wire, store: Store) -> None:
    wire.latency = 0.01
    games = [another_like(running_game(seed, 6)) for seed in range(4)]

    async def play(commands: list[Written]) -> None:
        for command in commands:
            await command.append_async(store)

    async def all_games() -> None:
        await asyncio.gather(*map(play, games))

    asyncio.run(all_games())
    assert store.writer.written == sum(map(len, games))
    assert_whole(store)


@pytest.mark.parametrize("trouble", ["cut before", "cut after", "silent"])
@pytest.mark.parametrize("alone", [True, False], ids=["one statement", "locked"])
def test_a_line_that_breaks_in_a_commit_costs_nobody_a_command(
    wire: Wire, store: Store, trouble: Trouble, alone: bool
) -> None:
    """Whether it was written is found out by its id, and it is written once."""
    commands = undisturbed(store, another_like(running_game(1, 12)))
    if not alone:
        opening(1).append(store)  # a game that the writer has not seen
        commands = [opening(2)]
    wire.make_trouble(trouble, ANYTHING if alone else COMMIT)
    done = commands[0].append(store)
    assert wire.troubled.is_set()
    assert not done.repeated
    assert (done.command, done.last) == (commands[0].id, commands[0].records[-1].version)
    assert commands[0].append(store).repeated
    for command in commands[1:]:
        command.append(store)
    assert_whole(store)


def test_a_statement_that_arrives_after_its_line_was_given_up_writes_nothing(
    wire: Wire, store: Store
) -> None:
    commands = undisturbed(store, another_like(running_game(1, 12)))
    wire.make_trouble("late")
    done = commands[0].append(store)
    assert not done.repeated
    before = store.page(0, 10_000)
    assert b"SELECT 0" in wire.deliver()
    assert store.page(0, 10_000) == before
    commands[1].append(store)
    assert_whole(store)


def test_a_late_statement_writes_nothing_even_where_nothing_else_was_written(
    wire: Wire, store: Store
) -> None:
    """The term has changed, although the position has not."""
    commands = undisturbed(store, another_like(running_game(1, 12)))
    before = store.page(0, 10_000)
    wire.make_trouble("late")
    log = store.log
    assert isinstance(log, PostgresLog)
    batches = log._batches
    assert batches is not None
    attempt = batches._attempt

    def refuse_the_second(batch: object) -> object:
        batches._attempt = attempt  # type: ignore[method-assign]
        return [StoreError("not now")]

    def first(batch: list[Append]) -> object:
        batches._attempt = refuse_the_second  # type: ignore[method-assign, assignment]
        return attempt(batch)

    batches._attempt = first  # type: ignore[method-assign, assignment]
    with pytest.raises(StoreError, match="not now"):
        commands[0].append(store)
    assert b"SELECT 0" in wire.deliver()
    assert store.page(0, 10_000) == before
    commands[0].append(store)
    assert_whole(store)


@pytest.mark.parametrize("trouble", ["cut before", "cut after"])
def test_read_models_are_written_once_too(wire: Wire, store: Store, trouble: Trouble) -> None:
    game = uuid4().bytes
    for position in (1, 2):
        if position == 2:
            wire.make_trouble(trouble, COMMIT)
        rows = [ModelRow(game, str(position), b"x")]
        store.keep(Upsert((Advance("board", 1, 1, position - 1, position, rows),)))
    assert wire.troubled.is_set()
    assert store.log.models.generations()[0].position == 2
    assert store.log.models.of_generation("board", 1, game) == {"1": b"x", "2": b"x"}


@pytest.mark.parametrize("trouble", ["cut before", "cut after"])
def test_rows_of_no_command_are_written_once_too(wire: Wire, store: Store, trouble: Trouble) -> None:
    game = uuid4().bytes
    store.insert([Row(game, 1, "x/y", b"1")], ("follower", 1))
    wire.make_trouble(trouble, COMMIT)
    assert store.insert([Row(game, 2, "x/y", b"2")], ("follower", 2)) == (2,)
    assert wire.troubled.is_set()
    assert (store.log.tracked("follower"), store.log.last_position()) == (2, 2)


def test_reading_outlives_the_lines_it_began_on(wire: Wire, store: Store) -> None:
    running_game(1).append_all(store)
    before = store.page(0, 10_000)
    for _ in range(3):
        wire.cut()
        assert store.page(0, 10_000) == before
    wire.make_trouble("cut after")
    assert store.page(0, 10_000) == before


def test_a_database_that_is_away_is_said_within_its_patience_and_found_again(wire: Wire) -> None:
    with Store(PostgresLog(wire.url, writing=True, patience=0.5), None) as store:
        first, second = opening(1), opening(2)
        first.append(store)
        wire.refusing = True
        wire.cut()
        began = time.monotonic()
        with pytest.raises(StoreAway, match="cannot be reached") as away:
            second.append(store)
        with pytest.raises(StoreAway):
            store.lines(first.game)
        assert time.monotonic() - began < 20
        began = time.monotonic()
        for _ in range(20):
            with pytest.raises(StoreAway):
                store.head(first.game)
        assert time.monotonic() - began < 20, "once it is known, callers are told at once"
        problem, retry_after = problem_of(away.value)
        assert (problem.status, problem.code, retry_after) == (503, "store_away", 2)
        assert "127.0.0.1" not in problem.detail
        wire.refusing = False
        time.sleep(1.1)
        assert store.writer.failed is None
        assert not second.append(store).repeated
        assert first.append(store).repeated
        assert_whole(store)


def test_a_server_that_takes_calls_and_says_nothing_is_given_up(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "unanswered", 0.5)
    with Store(PostgresLog(wire.url, writing=True, patience=0.5), None) as store:
        opening(1).append(store)
        wire.latency = 60
        began = time.monotonic()
        with pytest.raises(StoreAway):
            opening(2).append(store)
        assert time.monotonic() - began < 30
        wire.latency = 0
        wire.cut()
        time.sleep(1.1)
        assert not opening(2).append(store).repeated
        assert_whole(store)
