"""Many at once: on one game only one is right, on many games none disturbs another, in memory or not."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.core.event import PUBLIC
from services.play import CommandRefused, Play
from services.store.errors import StaleVersion
from services.store.store import Store, open_store
from tests.services.play.builders import Players, an_id, is_true_to, opened


def test_of_many_commands_at_one_decision_one_happens(store: Store) -> None:
    """The others find the game changed: the rules refuse them, or the version that they name is past."""

    async def rivals() -> None:
        play, random = Play(store), Random(1)
        game = await opened(play, random, "solitaire-red-1")
        players = Players(play, game, random)
        while (due := await players.asked()) is not None:
            seat, found = due
            version = store.head(game.game).version
            asking = [
                play.perform(game.game, seat, command, command_id=an_id(random), if_version=version)
                for command in {found.sample(random.randrange): 0 for _ in range(4)}
            ]
            results = await asyncio.gather(*asking, return_exceptions=True)
            won = [result for result in results if not isinstance(result, BaseException)]
            assert len(won) == 1
            assert all(isinstance(result, StaleVersion) for result in results if result not in won)
        await is_true_to(play, store, game.game, "red", PUBLIC)

    asyncio.run(rivals())


def test_seats_that_speak_at_the_same_time_all_get_an_answer_by_the_rules(store: Store) -> None:
    """Bids: everyone sends one, and another before the first is answered."""

    async def bid() -> None:
        play, random = Play(store), Random(2)
        game = await opened(play, random, "revolution-4")
        players = Players(play, game, random)
        accepted = refused = 0
        for _ in range(60):
            asking = []
            for seat in game.header.seats:
                found = await play.choices(game.game, seat)
                if found is not None:
                    asking += [
                        play.perform(
                            game.game, seat, found.sample(random.randrange), command_id=an_id(random)
                        )
                        for _ in range(2)
                    ]
            results: list[Any] = await asyncio.gather(*asking, return_exceptions=True)
            for result in results:
                if isinstance(result, CommandRefused):
                    refused += 1
                    assert result.refusal.version <= store.head(game.game).version
                else:
                    accepted += 1
                    assert result.records
        assert accepted > 60
        assert refused > 0
        await is_true_to(play, store, game.game, *game.header.seats, PUBLIC)
        await players.finish()

    asyncio.run(bid())


@pytest.mark.parametrize("most_live", [1, 3, 100])
def test_many_games_go_on_beside_each_other_with_room_for_few(store: Store, most_live: int) -> None:
    async def crowd() -> None:
        play, random = Play(store, most_live=most_live), Random(3)
        variants = ("solitaire-red-1", "dual_powers", "revolution-3") * 4
        games = [await opened(play, random, variant) for variant in variants]
        players = [Players(play, game, Random(number)) for number, game in enumerate(games)]
        await asyncio.gather(*(some.steps(15) for some in players))
        assert play.live_games <= most_live
        for game in games:
            await is_true_to(play, store, game.game, *game.header.seats, PUBLIC)
        await asyncio.gather(*(some.steps(8) for some in players))
        for game in games:
            await is_true_to(play, store, game.game, *game.header.seats)
        assert play.live_games <= most_live

    asyncio.run(crowd())


def test_a_game_goes_on_after_any_restart(tmp_path: Path) -> None:
    """The store is closed and opened again at random points; the same players play to the end."""
    url, random = f"sqlite:///{tmp_path}/p.db", Random(4)
    with open_store(url, environment={}) as store:
        games = [
            asyncio.run(opened(Play(store), random, variant, entropy=True))
            for variant in ("dual_powers", "revolution-3")
        ]
    for game in games:
        players, going, restarts = None, True, 0
        while going:
            with open_store(url, environment={}) as store:
                play = Play(store)
                if players is None:
                    players = Players(play, game, random)
                players.play = play

                async def some(players: Players = players, play: Play = play, store: Store = store) -> bool:
                    for _ in range(random.randrange(1, 25)):
                        if await players.step() is None:
                            return False
                    await is_true_to(play, store, players.game, *players.header.seats)
                    return True

                going = asyncio.run(some())
                restarts += 1
        assert restarts > 3
        with open_store(url, environment={}) as store:
            assert asyncio.run(Play(store).standing(game.game)).over


def test_two_servers_on_one_store_take_turns_in_the_same_games(store: Store) -> None:
    """Each decides on what it has; the store says who was first; the other folds what is new."""

    async def both() -> None:
        random = Random(5)
        one, two = Play(store, shared=True), Play(store, shared=True)
        conflicts = _count_conflicts(store)
        games = [await opened(one, random, "dual_powers"), await opened(two, random, "revolution-3")]
        for game in games:
            here, there = Players(one, game, Random(6)), Players(two, game, Random(7))
            for _ in range(12):
                await here.step()
                await there.step()
                due = await there.asked()
                if due is None:
                    break
                command, name = await there.decide(*due), an_id(random)
                answers = await asyncio.gather(
                    *(play.perform(game.game, due[0], command, command_id=name) for play in (one, two))
                )
                assert sorted(answer.repeated for answer in answers) == [False, True]
                assert answers[0].records == answers[1].records
                assert answers[0].receipt == answers[1].receipt
                for play in (one, two):
                    await is_true_to(play, store, game.game, *game.header.seats, PUBLIC)
        assert conflicts["stale"] > 0

    asyncio.run(both())


def test_who_loses_a_race_to_another_server_is_answered_by_the_rules(store: Store) -> None:
    """Different bids sent to two servers at once all happen; an answer that came too late is refused."""

    async def race() -> None:
        random = Random(8)
        servers, conflicts = [Play(store) for _ in range(3)], _count_conflicts(store)
        game = await opened(servers[0], random, "revolution-3")
        happened = refused = 0
        for _ in range(40):
            look = Play(store)
            asking = []
            for server in servers:
                for seat in game.header.seats:
                    found = await look.choices(game.game, seat)
                    if found is not None:
                        command = found.sample(random.randrange)
                        asking.append(server.perform(game.game, seat, command, command_id=an_id(random)))
            for result in await asyncio.gather(*asking, return_exceptions=True):
                if isinstance(result, CommandRefused | StaleVersion):
                    refused += 1
                else:
                    assert not isinstance(result, BaseException), result
                    happened += 1
        assert happened > 40
        assert refused > 0
        assert conflicts["stale"] > 10
        versions = len(store.lines(game.game))
        assert store.head(game.game).version == versions
        await is_true_to(Play(store), store, game.game, *game.header.seats)

    asyncio.run(race())


def test_a_server_that_was_behind_does_not_refuse_what_the_rules_allow_by_now(store: Store) -> None:
    async def behind() -> None:
        random = Random(9)
        servers = [Play(store), Play(store)]
        game = await opened(servers[0], random)
        looking = Players(Play(store, shared=True), game, random)
        for _ in range(60):
            if (due := await looking.asked()) is None:
                break
            command = await looking.decide(*due)
            answer = await random.choice(servers).perform(
                game.game, due[0], command, command_id=an_id(random)
            )
            assert answer.version == store.head(game.game).version

    asyncio.run(behind())


def _count_conflicts(store: Store) -> dict[str, int]:
    """How often the store says that a game has moved on."""
    counted, append = {"stale": 0}, store.append

    async def counting(*args: Any) -> Any:
        try:
            return await append(*args)
        except StaleVersion:
            counted["stale"] += 1
            raise

    store.append = counting  # type: ignore[method-assign, assignment]
    return counted
