"""What is kept in memory, what can be played here, and who shares which bytes."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.ruleset import ruleset
from services.play import NotPlayable, Play
from services.play.tails import Line, Tails
from services.store.log import GameSecrets, Row, game_key
from services.store.store import Store
from tests.bench.measure import long_components
from tests.services.play.builders import Players, an_id, copies, is_true_to, opened
from tests.services.store.builders import opening

RULES = ruleset("dual_powers")


def test_a_game_that_was_given_up_is_folded_again_and_goes_on(store: Store) -> None:
    async def evict() -> None:
        play, random = Play(store, most_live=2), Random(1)
        games = [await opened(play, random) for _ in range(5)]
        assert play.live_games == 2
        players = [Players(play, game, random) for game in games]
        for _ in range(4):
            for some in players:
                await some.steps(2)
                await is_true_to(play, store, some.game, "red", "white", PUBLIC, ARBITER)
                assert play.live_games == 2

    asyncio.run(evict())


def test_while_a_game_is_in_memory_neither_looking_nor_playing_reads_the_store(store: Store) -> None:
    async def count() -> None:
        play, random = Play(store), Random(2)
        game = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(4)
        for audience in (*game.header.seats, PUBLIC):
            await play.view(game.game, audience)

        def read(*_: object) -> Any:
            raise AssertionError("the store was read")

        for name in ("lines", "head", "secrets", "outcome"):
            setattr(store, name, read)
        version = (await play.view(game.game, PUBLIC)).version
        await players.steps(20)
        assert (await play.standing(game.game)).points
        assert await play.header(game.game) == game.header
        newer = await play.events(game.game, PUBLIC, version)
        assert len(newer) == (await play.view(game.game, PUBLIC)).version - version
        assert await play.events(game.game, PUBLIC, version + len(newer)) == ()

    asyncio.run(count())


def test_all_who_follow_a_game_get_the_same_bytes(store: Store) -> None:
    """The newest records are written out once for each audience, read from the store or just decided."""

    async def follow() -> None:
        play, random = Play(store), Random(3)
        game = await opened(play, random)
        await Players(play, game, random).steps(8)
        for server in (play, Play(store)):
            for audience in ("red", PUBLIC):
                asking = (server.events(game.game, audience, 10) for _ in range(20))
                first, *others = await asyncio.gather(*asking)
                assert first == copies(store, game.game, audience, 10)
                for other in others:
                    assert all(mine is theirs for mine, theirs in zip(first, other, strict=True))
                later = await server.events(game.game, audience, 12)
                assert all(mine is theirs for mine, theirs in zip(first[2:], later, strict=True))

    asyncio.run(follow())


def test_tails_hold_the_newest_lines_within_their_bounds() -> None:
    tails = Tails(most=10, longest=4)
    lines = [Line(b"%d" % number) for number in range(1, 30)]
    tails.add("a", 0, lines[:6])
    assert tails.after("a", PUBLIC, 1, 9) is None
    assert tails.after("a", PUBLIC, 2, 9) == (b"3", b"4", b"5", b"6")
    assert tails.after("a", PUBLIC, 3, 2) == (b"4", b"5")
    assert tails.after("a", PUBLIC, 6, 9) == ()
    tails.add("a", 3, lines[3:8])  # an overlap
    assert tails.after("a", PUBLIC, 4, 9) == (b"5", b"6", b"7", b"8")
    tails.add("a", 0, lines[:5])  # late, and older
    assert tails.after("a", PUBLIC, 7, 9) == (b"8",)
    tails.add("a", 10, lines[10:11])  # a gap: what was before it is of no use
    assert tails.after("a", PUBLIC, 9, 9) is None
    assert tails.after("a", PUBLIC, 10, 9) == (b"11",)
    for game in "bcd":
        tails.add(game, 0, lines[:4])
    assert tails.after("a", PUBLIC, 10, 9) is None, "used least recently"
    assert tails.after("d", PUBLIC, 0, 9) == (b"1", b"2", b"3", b"4")
    for number in range(20):
        tails.add(f"idle {number}", 5, [])
    assert tails.after("idle 19", PUBLIC, 5, 9) == ()
    assert tails.after("idle 0", PUBLIC, 5, 9) is None


def test_a_game_with_components_of_its_own_is_played_where_they_are_known(store: Store) -> None:
    async def own() -> None:
        play, random = Play(store), Random(4)
        longer, name = long_components(RULES), an_id(random)
        game = await play.open_game("dual_powers", command_id=name, components=longer)
        plain = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(5)
        other = Play(store)
        for asking in (
            other.view(game.game, "red"),
            other.view(game.game, "red", at=3),
            other.choices(game.game, "red"),
            other.perform(game.game, "red", b'{"type":"pass"}', command_id=an_id(random)),
        ):
            with pytest.raises(NotPlayable, match=r"components '.*', digest"):
                await asking
        assert other.live_games == 0
        assert await other.events(game.game, "red") == copies(store, game.game, "red")
        assert await other.header(game.game) == game.header
        await Players(other, plain, random).steps(5)
        assert (await other.open_game("dual_powers", command_id=name, components=longer)).repeated
        players.play = other
        await players.steps(5)

    asyncio.run(own())


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"ruleset": "chess"}, "'chess' is not installed"),
        ({"ruleset_version": 2}, "version 2, installed is version 1"),
        ({"options": {"no_such": 1}}, "no_such"),
    ],
)
def test_a_game_of_other_rules_is_not_played_and_others_go_on(
    store: Store, changed: dict[str, Any], why: str
) -> None:
    async def other() -> None:
        part = opening(1)
        header = msgspec.structs.replace(part.records[0].event.header, **changed)
        event = msgspec.structs.replace(part.records[0].event, header=header)
        head = header.hash()
        records = [msgspec.structs.replace(part.records[0], event=event, prev=head)]
        await store.append(part.game, 0, head, records, part.id, b"d", part.secrets)
        play, random = Play(store), Random(5)
        for asking in (
            play.view(part.game, PUBLIC),
            play.choices(part.game, "red"),
            play.perform(part.game, "red", b'{"type":"pass"}', command_id=an_id(random)),
        ):
            with pytest.raises(NotPlayable, match=why):
                await asking
        assert (await play.header(part.game)).game == part.game
        assert len(await play.events(part.game, PUBLIC)) == 1
        await Players(play, await opened(play, random), random).steps(3)
        assert next(listed.version for listed in await play.games()) == 1

    asyncio.run(other())


def test_a_game_without_its_seed_can_be_seen_but_not_played(store: Store) -> None:
    async def unseeded() -> None:
        part = opening(2)
        done = await store.append(part.game, 0, part.expected_head, part.records, part.id, b"d")
        play = Play(store)
        assert (await play.view(part.game, "red")).version == done.last
        found = await play.choices(part.game, "red")
        assert found is not None
        with pytest.raises(NotPlayable, match="no seed"):
            await play.perform(part.game, "red", found.commands[0], command_id=an_id(Random(1)))

    asyncio.run(unseeded())


def test_a_record_that_the_rules_cannot_read_stops_its_game_alone(store: Store) -> None:
    """Nothing is skipped: a log with an event of unknown kind is not folded past it."""

    async def poisoned() -> None:
        play, random = Play(store), Random(6)
        game, other = await opened(play, random), await opened(play, random)
        players = Players(play, game, random)
        await players.steps(2)
        due = await players.asked()
        assert due is not None
        line = store.lines(game.game)[-1].replace(b'"type":"', b'"type":"un')
        store.insert([Row(game_key(game.game), store.head(game.game).version + 1, "dual_powers/un", line)])
        for server in (play, Play(store)):
            asking = server.perform(game.game, due[0], await players.decide(*due), command_id=an_id(random))
            with pytest.raises(NotPlayable, match="cannot read"):
                await asking
            await Players(server, other, random).steps(2)

    asyncio.run(poisoned())


def test_times_never_run_backwards_whatever_the_clock_says(store: Store) -> None:
    async def jump() -> None:
        random, clock = Random(7), iter([500, 100, 700, 50, 60, 900])
        play = Play(store, clock=lambda: next(clock))
        game = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(2)
        players.play = Play(store, clock=lambda: next(clock))
        await players.steps(3)
        times = [RULES.read(line).at for line in store.lines(game.game)]
        assert times == sorted(times)
        assert sorted(set(times)) == [500, 700, 900]

    asyncio.run(jump())


def test_chance_goes_on_as_the_seed_and_the_seats_have_it(store: Store) -> None:
    """What a game draws does not depend on how often it was folded again."""

    async def drawn() -> None:
        random = Random(8)
        play = Play(store)
        game = await opened(play, random, "revolution-3", entropy=True)
        players = Players(play, game, random)
        await players.steps(10)
        secrets = store.secrets(game.game)
        assert isinstance(secrets, GameSecrets)
        async with play._at_the_table(game.game) as live:
            assert live.deciding is not None
            again = live.resumed(store)
            assert again.chance.roll("a label", 10**9) == live.deciding.chance.roll("a label", 10**9)
            assert (again.head, again.at) == (live.deciding.head, live.deciding.at)

    asyncio.run(drawn())
