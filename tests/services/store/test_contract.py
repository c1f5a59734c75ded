"""What every store promises, the same in memory, in SQLite and in PostgreSQL."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from services.store.errors import (
    CommandReused,
    NoSuchGame,
    NotContinuous,
    QueueFull,
    StaleVersion,
    StoreClosed,
)
from services.store.log import Append
from services.store.store import Store
from tests.services.store.builders import (
    KINDS,
    Written,
    finished_game,
    new_url,
    open_any,
    opening,
    running_game,
)


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    with new_url(request.param) as url, open_any(url) as opened:
        yield opened


def test_a_game_is_read_back_byte_for_byte(store: Store) -> None:
    game = finished_game(5)
    game.append_all(store)
    assert store.games() == [game.id]
    assert store.lines(game.id) == [record.line() for record in game.records]
    assert store.lines(game.id, after=10, upto=12) == [r.line() for r in game.records[10:12]]
    assert store.head(game.id) == (len(game.records), bytes.fromhex(game.head))
    assert store.secrets(game.id) == game.commands[0].secrets


def test_positions_run_from_one_without_gaps_in_the_order_of_commits(store: Store) -> None:
    games = [running_game(seed, 5) for seed in range(4)]
    for round_ in range(4):
        for game in games:
            game.commands[round_].append(store)
    entries = store.page(0, limit=10_000)
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    assert store.page(7, limit=5) == entries[7:12]
    assert store.page(len(entries)) == []


def test_the_same_command_again_gives_the_first_outcome_and_writes_nothing(store: Store) -> None:
    game = running_game(6)
    game.append_all(store)
    before = store.page(0, 10_000)
    for command in game.commands:
        done = command.append(store)
        assert done.repeated
        assert (done.first, done.last) == (command.expected_version + 1, command.records[-1].version)
        assert store.receipt(done) == store.receipts(game.id)[game.commands.index(command)]
    assert store.page(0, 10_000) == before


def test_the_same_id_with_another_body_is_refused(store: Store) -> None:
    game = running_game(6)
    game.append_all(store)
    for command in game.commands:
        other = msgspec.structs.replace(command, digest=b"another body")
        with pytest.raises(CommandReused) as refusal:
            other.append(store)
        assert refusal.value.command == command.id
    assert store.head(game.id).version == len(game.records)


def test_a_stale_version_or_head_is_refused_and_says_where_the_game_is(store: Store) -> None:
    game = running_game(6)
    game.append_all(store)
    with pytest.raises(StaleVersion) as refusal:
        game.commands[2].renamed("late").append(store)
    assert (refusal.value.version, refusal.value.head) == (len(game.records), game.head)
    newest = game.commands[-1]
    other_head = msgspec.structs.replace(newest, expected_head="00" * 32).renamed("beside")
    with pytest.raises(StaleVersion):
        other_head.append(store)
    assert store.lines(game.id) == [record.line() for record in game.records]


def test_records_that_do_not_follow_on_are_refused(store: Store) -> None:
    game = running_game(6)
    for command in game.commands[:2]:
        command.append(store)
    third = game.commands[2]
    for wrong in (
        [],
        game.commands[3].records,
        [*third.records, third.records[-1]],
        third.renamed("another cause").records,
        opening(1).records,
    ):
        with pytest.raises(NotContinuous):
            msgspec.structs.replace(third, records=wrong).append(store)
    assert store.head(game.id).version == game.commands[1].records[-1].version


def test_asking_for_what_is_not_there_is_a_plain_error(store: Store) -> None:
    with pytest.raises(NoSuchGame, match="no game"):
        store.lines("00000000-0000-4000-8000-000000000000")
    with pytest.raises(NoSuchGame, match="UUID"):
        store.head("../etc/passwd")
    assert store.outcome("00000000-0000-4000-8000-000000000000", "x") is None


def test_a_closed_store_takes_nothing_more(store: Store) -> None:
    store.close()
    with pytest.raises(StoreClosed):
        opening(1).append(store)


def test_what_waited_is_written_before_the_store_closes(store: Store) -> None:
    commands = [opening(seed) for seed in range(50)]

    async def send_and_close() -> list[Any]:
        waiting = [asyncio.ensure_future(command.append_async(store)) for command in commands]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        return await asyncio.gather(*waiting)

    done = asyncio.run(send_and_close())
    assert {one.last for one in done} == {commands[0].records[-1].version}


def test_what_one_turn_of_an_event_loop_sends_is_written_together(store: Store) -> None:
    commands = [opening(seed) for seed in range(5)]

    async def send() -> list[Any]:
        return await asyncio.gather(*(command.append_async(store) for command in commands))

    assert len(asyncio.run(send())) == 5
    assert (store.writer.written, store.writer.batches, store.writer.waiting) == (5, 1, 0)


def test_closing_in_the_middle_of_a_turn_writes_what_was_sent_in_it(store: Store) -> None:
    commands = [opening(seed) for seed in range(3)]

    async def send_and_close() -> list[Any]:
        sent = [store.writer.submit_from_loop(part_of(store, command)) for command in commands]
        store.close()
        return await asyncio.gather(*sent)

    assert [done.first for done in asyncio.run(send_and_close())] == [1, 1, 1]


def test_a_thread_does_not_overtake_what_a_coroutine_sent_before(store: Store) -> None:
    one, rival = running_game(6).commands[0], running_game(6).commands[0].renamed("rival")

    async def send_then_wait_in_the_same_turn() -> Any:
        sent = store.writer.submit_from_loop(part_of(store, one))
        with pytest.raises(StaleVersion):
            rival.append(store)
        return await sent

    assert asyncio.run(send_then_wait_in_the_same_turn()).command == one.id


def part_of(store: Store, command: Written) -> Append:
    """What a command's append hands to the writer."""
    return store._part(
        command.game,
        command.expected_version,
        command.expected_head,
        command.records,
        command.id,
        command.digest,
        command.secrets,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_full_queue_is_said_at_once(kind: str) -> None:
    with new_url(kind) as url, open_any(url, most_waiting=3) as store:
        write = store.log.write

        async def flood() -> list[Any]:
            gate = threading.Event()

            def slow(batch: Any) -> Any:
                gate.wait()
                return write(batch)

            store.log.write = slow  # type: ignore[method-assign]
            sent = [asyncio.ensure_future(opening(seed).append_async(store)) for seed in range(20)]
            await asyncio.sleep(0.05)
            gate.set()
            return await asyncio.gather(*sent, return_exceptions=True)

        results = asyncio.run(flood())
        full = [result for result in results if isinstance(result, QueueFull)]
        done = [result for result in results if not isinstance(result, Exception)]
        assert len(full) + len(done) == 20
        assert full and done
        assert full[0].retry_after >= 1
        assert len(store.games()) == len(done), "what was refused is not written"


def test_giving_up_waiting_does_not_take_a_command_back(store: Store) -> None:
    command = opening(3)

    async def give_up() -> None:
        task = asyncio.ensure_future(command.append_async(store))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(give_up())
    done = command.append(store)
    assert done.repeated


def test_a_batch_with_a_refused_command_keeps_the_others(store: Store) -> None:
    game, other = running_game(6), opening(8)
    game.append_all(store)

    async def together() -> Any:
        return await asyncio.gather(
            opening(9).append_async(store),
            game.commands[2].renamed("late").append_async(store),
            other.append_async(store),
            return_exceptions=True,
        )

    first, refused, last = asyncio.run(together())
    assert isinstance(refused, StaleVersion)
    assert (first.first, last.first) == (1, 1)
    positions = [entry.position for entry in store.page(0, 10_000)]
    assert positions == list(range(1, len(positions) + 1))


def test_two_who_expect_the_same_version_cannot_both_be_right(store: Store) -> None:
    game = running_game(6)
    game.commands[0].append(store)
    one = game.commands[1]
    rival = one.renamed("rival")

    async def together() -> Any:
        return await asyncio.gather(
            one.append_async(store), rival.append_async(store), return_exceptions=True
        )

    results = asyncio.run(together())
    assert [isinstance(result, StaleVersion) for result in results] == [False, True]


def test_lines_and_receipts_belong_together_while_the_game_goes_on(store: Store) -> None:
    """What evidence is made from: the heads never go beyond the records that were read."""
    game = running_game(6, 40)
    for command in game.commands[:5]:
        command.append(store)
    going, torn = threading.Event(), []

    def look() -> None:
        while not going.is_set():
            lines, receipts = store.lines_and_receipts(game.id)
            if receipts[-1].version != len(lines):
                torn.append((receipts[-1].version, len(lines)))

    thread = threading.Thread(target=look)
    thread.start()
    for command in game.commands[5:]:
        command.append(store)
    going.set()
    thread.join()
    assert torn == []
    assert len(store.lines_and_receipts(game.id)[0]) == len(game.records)
