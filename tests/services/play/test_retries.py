"""The same command again: the same answer, however far the game has gone. Another under its id: refused."""

import asyncio
from random import Random

import msgspec
import pytest

from services.play import BadRequest, CommandRefused, Play
from services.store.errors import CommandReused, NoSuchGame, StaleVersion
from services.store.store import Store
from tests.services.play.builders import Players, an_id, opened


def test_every_command_sent_again_is_answered_as_at_first(store: Store) -> None:
    """In mid-game, after its end, and by a server that has been started anew."""

    async def retry() -> None:
        play, random = Play(store), Random(1)
        game = await opened(play, random)
        players = Players(play, game, random)
        sent = []
        while (done := await players.step()) is not None:
            sent.append(done)
            for seat, command, name, first in sent[-1:] + random.sample(sent, min(2, len(sent))):
                again = await play.perform(game.game, seat, command, command_id=name)
                assert again == msgspec.structs.replace(first, repeated=True)
        head = store.head(game.game)
        for server in (play, Play(store)):
            for seat, command, name, first in sent[::9] + sent[-1:]:
                body = msgspec.json.format(msgspec.json.encode(command), indent=2)
                again = await server.perform(game.game, seat, body, command_id=name.upper(), if_version=1)
                assert again == msgspec.structs.replace(first, repeated=True)
        assert store.head(game.game) == head

    asyncio.run(retry())


def test_a_used_id_is_no_other_command_and_no_other_seats(store: Store) -> None:
    async def reuse() -> None:
        play, random = Play(store), Random(2)
        game = await opened(play, random)
        players = Players(play, game, random)
        first = await players.step()
        assert first is not None
        seat, command, name, _ = first
        head = store.head(game.game)
        other = next(s for s in game.header.seats if s != seat)
        with pytest.raises(CommandReused):
            await play.perform(game.game, other, command, command_id=name)
        due = await players.asked()
        assert due is not None
        legal = await players.decide(*due)
        with pytest.raises(CommandReused):
            await play.perform(game.game, due[0], legal, command_id=name)
        assert store.head(game.game) == head
        await players.finish()
        with pytest.raises(CommandReused):
            await play.perform(game.game, due[0], legal, command_id=name)

    asyncio.run(reuse())


def test_a_refused_command_has_not_used_its_id(store: Store) -> None:
    async def refused() -> None:
        play, random = Play(store), Random(3)
        game = await opened(play, random)
        players = Players(play, game, random)
        name = an_id(random)
        with pytest.raises(CommandRefused):
            await play.perform(game.game, "red", b'{"type":"play_card","card":"none"}', command_id=name)
        due = await players.asked()
        assert due is not None
        answer = await play.perform(game.game, due[0], await players.decide(*due), command_id=name)
        assert not answer.repeated

    asyncio.run(refused())


def test_opening_a_game_again_gives_the_game_that_was_opened(store: Store) -> None:
    async def reopen() -> None:
        play, random = Play(store), Random(4)
        name = an_id(random)
        first = await play.open_game("dual_powers", {"solitaire": 2}, preset="en", command_id=name)
        await Players(play, first, random).steps(5)
        for server in (play, Play(store)):
            again = await server.open_game("dual_powers", {"solitaire": 2}, preset="en", command_id=name)
            assert again == msgspec.structs.replace(first, repeated=True)
            with pytest.raises(CommandReused):
                await server.open_game("dual_powers", {"solitaire": 3}, preset="en", command_id=name)
        elsewhere = await play.open_game("dual_powers", {"solitaire": 2}, command_id=name, scope="someone")
        assert elsewhere.game != first.game
        assert {listed.game for listed in await play.games()} == {first.game, elsewhere.game}
        assert store.secrets(first.game) != store.secrets(elsewhere.game)

    asyncio.run(reopen())


def test_many_who_send_the_same_opening_or_command_at_once_are_one(store: Store) -> None:
    async def together() -> None:
        play, random = Play(store), Random(5)
        name = an_id(random)
        games = await asyncio.gather(*(play.open_game("dual_powers", command_id=name) for _ in range(10)))
        assert len({game.game for game in games}) == 1
        assert sum(not game.repeated for game in games) == 1
        players = Players(play, games[0], random)
        due = await players.asked()
        assert due is not None
        command, name = await players.decide(*due), an_id(random)
        answers = await asyncio.gather(
            *(play.perform(games[0].game, due[0], command, command_id=name) for _ in range(10))
        )
        assert sum(not answer.repeated for answer in answers) == 1
        assert len({(answer.records, answer.version) for answer in answers}) == 1
        assert all(answer.receipt == answers[0].receipt for answer in answers)

    asyncio.run(together())


def test_a_command_for_a_version_happens_at_that_version_only(store: Store) -> None:
    async def expect() -> None:
        play, random = Play(store), Random(6)
        game = await opened(play, random)
        players = Players(play, game, random)
        await players.steps(4)
        due = await players.asked()
        assert due is not None
        command, now = await players.decide(*due), store.head(game.game)
        for wrong in (now.version - 1, now.version + 1, 0):
            with pytest.raises(StaleVersion) as stale:
                await play.perform(game.game, due[0], command, command_id=an_id(random), if_version=wrong)
            assert (stale.value.version, stale.value.head) == (now.version, now.hash.hex())
        assert store.head(game.game) == now
        await play.perform(game.game, due[0], command, command_id=an_id(random), if_version=now.version)

    asyncio.run(expect())


def test_ids_that_are_none_are_refused(memory: Store) -> None:
    async def ask() -> None:
        play, random = Play(memory), Random(7)
        game = await opened(play, random)
        for name in ("", "open", "me@example.org", "1" * 100):
            with pytest.raises(BadRequest) as bad:
                await play.perform(game.game, "red", b'{"type":"play_card","card":"x"}', command_id=name)
            assert bad.value.field == "command_id"
            with pytest.raises(BadRequest, match="UUID"):
                await play.open_game("dual_powers", command_id=name)
        for wrong in (an_id(random), "../etc/passwd", ""):
            with pytest.raises(NoSuchGame):
                await play.perform(wrong, "red", b"{}", command_id=an_id(random))
            for look in (play.view(wrong, "red"), play.choices(wrong, "red"), play.events(wrong, "red")):
                with pytest.raises(NoSuchGame):
                    await look
            with pytest.raises(NoSuchGame):
                await play.header(wrong)
        assert play.live_games == 1, "what is not there takes no room"

    asyncio.run(ask())
