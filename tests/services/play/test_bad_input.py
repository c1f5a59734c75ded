"""Whatever is sent, a game changes only by a command that its rules allow; all else is a plain error."""

import asyncio
import string
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from services.play import Accepted, BadRequest, CommandRefused, NoSuchMoment, NotSeated, Play
from services.store.store import Store, open_store
from tests.services.play.builders import Players, an_id, opened

WORDS = (
    *("type", "card", "tokens", "region", "token", "path", "bid", "to", "mine", "yours", "offer", "agreed"),
    *("area", "owner", "play_card", "choose_objective", "recruit", "move", "pass", "place_bid", "decline"),
    *("purple-4c", "purple", "red", "lenin", "general", "force", "gold", "blackmail", "entropy", "promise"),
)
words = some.sampled_from(WORDS) | some.text(string.printable, max_size=5)
values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | words,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)
bodies = (
    some.binary(max_size=40)
    | values.map(msgspec.json.encode)
    | some.dictionaries(words, values, max_size=3)
    .flatmap(lambda body: words.map(lambda kind: {**body, "type": kind}))
    .map(msgspec.json.encode)
)


async def try_all(store: Store, variant: str, sent: list[bytes], seed: int) -> None:
    """Send each body to a game in turn, between legal moves, as each seat and as nobody's seat."""
    play, random = Play(store), Random(seed)
    game = await opened(play, random, variant)
    players = Players(play, game, random)
    for body in sent:
        for seat in (*game.header.seats, "public", "arbiter", "nobody"):
            before = store.head(game.game)
            found = await play.choices(game.game, seat) if seat in game.header.seats else None
            asking = play.perform(game.game, seat, body, command_id=an_id(random))
            answer = (await asyncio.gather(asking, return_exceptions=True))[0]
            if isinstance(answer, Accepted):
                assert found is not None and found.allows(players.rules.commands.decode(body))
                assert answer.version == store.head(game.game).version > before.version
                continue
            assert store.head(game.game) == before
            if isinstance(answer, CommandRefused):
                shown = None if found is None else msgspec.to_builtins(found, str_keys=True)
                assert answer.refusal.choices == shown
                assert found is None or not found.allows(players.rules.commands.decode(body))
            else:
                assert isinstance(answer, BadRequest), answer
        await players.step()


@pytest.mark.parametrize("variant", ["dual_powers", "revolution-deals"])
def test_arbitrary_bodies_change_nothing_unless_they_are_legal_commands(variant: str) -> None:
    @settings(max_examples=120)
    @given(some.lists(bodies, max_size=4), some.integers(0, 10**6))
    def check(sent: list[bytes], seed: int) -> None:
        with open_store("memory:", environment={}) as store:
            asyncio.run(try_all(store, variant, sent, seed))

    check()


def test_commands_of_another_moment_or_seat_happen_only_where_the_choices_allow_them(memory: Store) -> None:
    """Every legal command of one game is tried in another game of the same kind, at every decision."""

    async def exchange() -> None:
        play, random = Play(memory), Random(1)
        source = Players(play, await opened(play, random), random)
        done = [await source.step() for _ in range(30)]
        legal = [msgspec.json.encode(one[1]) for one in done if one is not None]
        await try_all(memory, "dual_powers", legal, 2)

    asyncio.run(exchange())


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", ""),
        (b"{", ""),
        (b"[]", ""),
        (b'{"type":"play_card","card":"\xff"}', ""),
        (b"{" + b'"a":{' * 5000, ""),
        (b"[" * 100_000, ""),
        (b'{"card":"purple-4c"}', "type"),
        (b'{"type":"win"}', "type"),
        (b'{"type":"play_card"}', "card"),
        (b'{"type":"play_card","card":4}', "card"),
        (b'{"type":"play_card","card":"purple-4c","seat":"red"}', "seat"),
        (b'{"type":"move","token":"lenin","path":["red",1]}', "path[1]"),
        (b'{"type":"play_card","card":"purple-4c"} {}', ""),
    ],
)
def test_what_cannot_be_read_is_said_with_its_field(memory: Store, body: bytes, field: str) -> None:
    async def send() -> None:
        play, random = Play(memory), Random(1)
        game = await opened(play, random)
        with pytest.raises(BadRequest) as bad:
            await play.perform(game.game, "red", body, command_id=an_id(random))
        assert bad.value.field == field
        assert str(bad.value)

    asyncio.run(send())


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"ruleset": "../core"}, "ruleset"),
        ({"ruleset": "__pycache__"}, "ruleset"),
        ({"options": {"solitaire": "much"}}, "options.solitaire"),
        ({"options": {"no_such": 1}}, "options.no_such"),
        ({"preset": "fr"}, "preset"),
    ],
)
def test_a_game_that_cannot_be_opened_is_said_with_its_field(
    memory: Store, asked: dict[str, Any], field: str
) -> None:
    async def send() -> None:
        play = Play(memory)
        with pytest.raises(BadRequest) as bad:
            await play.open_game(**{"ruleset": "dual_powers", "command_id": an_id(Random(1)), **asked})
        assert bad.value.field == field
        assert (await play.games(), play.live_games) == ([], 0)

    asyncio.run(send())


def test_moments_and_seats_that_a_game_does_not_have(memory: Store) -> None:
    async def ask() -> None:
        play, random = Play(memory), Random(1)
        game = await opened(play, random)
        for at in (0, -1, 10**6, "r99", "", "9" * 5000, "nonsense", "²"):
            with pytest.raises(NoSuchMoment):
                await play.view(game.game, "red", at=at)
        for audience in ("blue", "", "Red"):
            for look in (
                play.view(game.game, audience),
                play.view(game.game, audience, at=1),
                play.choices(game.game, audience),
            ):
                with pytest.raises(NotSeated):
                    await look
        for audience in ("public", "arbiter"):
            assert await play.choices(game.game, audience) is None
        assert await play.events(game.game, "red", 10**6) == ()
        assert await play.events(game.game, "red", -3, -3) == (await play.events(game.game, "red"))[:1]

    asyncio.run(ask())
