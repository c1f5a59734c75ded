"""Whole games through the one write path: answers, views and streams agree with the store, byte for byte."""

import asyncio
from random import Random

import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.verify import by_the_rules, fair, intact
from services.play import Play
from services.store.keys import HEAD, SignedHead, verifies
from services.store.store import Store
from tests.services.play.builders import Players, copies, folded, is_true_to, opened, told


def check_receipt(store: Store, receipt: SignedHead | None) -> None:
    assert receipt is not None
    key = next(key for key in store.public_keys() if key.id == receipt.key)
    assert verifies(key, HEAD, receipt.statement(), receipt.signature)


async def play_through(store: Store, variant: str, entropy: bool, kind: str = "random") -> None:
    random = Random(f"{variant} {entropy}")
    play = Play(store)
    game = await opened(play, random, variant, entropy=entropy)
    assert game.records == copies(store, game.game, PUBLIC)
    check_receipt(store, game.receipt)
    players = Players(play, game, random, kind)
    audiences = (*game.header.seats, PUBLIC, ARBITER)
    decisions = 0
    while (done := await players.step()) is not None:
        seat, _, _, answer = done
        assert not answer.repeated
        first = answer.version - len(answer.records)
        assert answer.records == copies(store, game.game, seat, first)
        assert answer.receipt == store.receipts(game.game)[-1]
        decisions += 1
        if decisions % 7 == 0:
            check_receipt(store, answer.receipt)
            await is_true_to(play, store, game.game, *audiences)
    await is_true_to(play, store, game.game, *audiences)
    lines = store.lines(game.game)
    records = [players.rules.read(line) for line in lines]
    assert intact(lines, store.head(game.game).hash.hex())
    assert fair(records)
    assert by_the_rules(players.rules, records)
    standing = await play.standing(game.game)
    assert standing.over and standing.reason
    for audience in audiences:
        streamed: tuple[bytes, ...] = ()
        while page := await play.events(game.game, audience, len(streamed), 40):
            streamed += page
        assert streamed == copies(store, game.game, audience)


@pytest.mark.parametrize("entropy", [False, True], ids=["plain", "entropy"])
@pytest.mark.parametrize("variant", ["dual_powers", "solitaire-red-1", "revolution-3", "revolution-4"])
def test_a_whole_game_by_players_who_see_only_their_views_and_choices(
    store: Store, variant: str, entropy: bool
) -> None:
    asyncio.run(play_through(store, variant, entropy))


def test_bots_that_think_play_through_the_same_door(memory: Store) -> None:
    asyncio.run(play_through(memory, "solitaire-red-1", False, "sound"))


def test_a_view_of_earlier_is_what_was_seen_then(memory: Store) -> None:
    """At every fifth version, by number and by moment, as each audience; also when the game has gone on."""

    async def look() -> None:
        play, random = Play(memory), Random(4)
        game = await opened(play, random)
        players = Players(play, game, random)
        kept: dict[tuple[int, str], tuple[str, bytes]] = {}
        for _ in range(40):
            await players.step()
            for audience in ("red", "white", PUBLIC):
                seen = await play.view(game.game, audience)
                kept[seen.version, audience] = (seen.moment, told(seen.table))
        for (version, audience), (moment, table) in list(kept.items())[::5]:
            then = await play.view(game.game, audience, at=version)
            assert (then.version, then.moment, told(then.table)) == (version, moment, table)
            named = await play.view(game.game, audience, at=moment)
            assert named.moment == moment and named.version >= version
            assert told(named.table) == folded(memory, game.game, audience, named.version)
        now = await play.view(game.game, "red")
        assert told((await play.view(game.game, "red", at="end")).table) == told(now.table)

    asyncio.run(look())


def test_a_view_is_the_callers_own(memory: Store) -> None:
    """Neither what callers do to it nor what happens later changes the other."""

    async def spoil() -> None:
        play, random = Play(memory), Random(4)
        game = await opened(play, random)
        before = await play.view(game.game, "red")
        shown = told(before.table)
        await Players(play, game, random).steps(3)
        assert told(before.table) == shown
        before.table.hands["red"].known.clear()
        before.table.city.clear()
        await is_true_to(play, memory, game.game, "red")

    asyncio.run(spoil())
