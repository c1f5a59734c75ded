"""Play: the one write path. A seat's command is decided on a draft, committed, and only then seen."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.core.event import PUBLIC, Audience, Seat
from domain.core.game import Game, new_game
from domain.core.record import Sealed, redact_line
from domain.core.refusal import Refused
from services.play.answers import Accepted, Opened, Refusal
from services.play.errors import CommandRefused
from services.play.live import Live, read_header
from services.play.looking import MOST_LIVE, Looking
from services.play.requests import (
    Request,
    digest_of,
    read_command_id,
    read_options,
    read_request,
    read_ruleset,
)
from services.play.tails import Line
from services.store.errors import (
    CommandReused,
    DiskFull,
    NotContinuous,
    QueueFull,
    StaleVersion,
    StoreClosed,
)
from services.store.keys import SignedHead
from services.store.log import Done, GameSecrets, Head, game_key
from services.store.store import Store

ATTEMPTS = 3
NOTHING_WRITTEN = (CommandReused, DiskFull, NotContinuous, QueueFull, StaleVersion, StoreClosed)


def microseconds() -> int:
    """Since 1970."""
    return time.time_ns() // 1000


class Play(Looking):
    """Games that are being played. Who a caller is has been established elsewhere."""

    def __init__(
        self,
        store: Store,
        *,
        most_live: int = MOST_LIVE,
        clock: Callable[[], int] = microseconds,
        shared: bool = False,
    ) -> None:
        super().__init__(store, most_live, shared)
        self._clock = clock
        self._commits: set[asyncio.Future[Done]] = set()

    async def open_game(
        self,
        ruleset: str,
        options: Mapping[str, Any] | Struct | None = None,
        *,
        preset: str | None = None,
        entropy: bool = False,
        command_id: str,
        components: Any = None,
        scope: str = "",
        beside: Any = None,
    ) -> Opened:
        """A new game with a seed and a sealing key of its own.

        Its id follows from the command's, so that a request sent again finds the game that it opened. `scope`
        is whoever may send it again: the same command id from elsewhere is another game. It is not recorded.
        `beside` is what else was asked with it: under the same command id it must be the same.
        """
        rules = read_ruleset(ruleset)
        chosen = read_options(rules, options, preset)
        command = read_command_id(command_id)
        parts = rules.components() if components is None else components
        named = rules.component_set(parts)
        if named != rules.component_set(rules.components()):
            self._components[ruleset, named] = parts
        asked = [ruleset, msgspec.to_builtins(chosen), entropy, named.digest, scope]
        if beside is not None:
            asked.append(beside)
        request = Request("", None, command, digest_of("protokol/opening/1", asked))
        game = self.id_for(scope, command)
        with self._kept.hold(game) as live:
            async with live.lock:
                await self._settled(live)
                held = GameSecrets(secrets.token_bytes(32), secrets.token_bytes(32))
                draft = new_game(
                    rules,
                    game=game,
                    seed=held.seed,
                    sealing_key=held.sealing_key,
                    options=chosen,
                    components=parts,
                    entropy=entropy,
                )
                first = draft.header.hash()
                records = draft.opened(at=self._clock(), cause=command)
                done = await self._commit(live, 0, first, draft, records, request, held)
            answer = await self._answer(game, done, PUBLIC)
            if done.repeated:
                header = await asyncio.to_thread(read_header, self.store, game)
            else:
                header = draft.header
        return Opened(game, header, answer.records, answer.version, answer.receipt, answer.repeated)

    def id_for(self, scope: str, command_id: str) -> str:
        """The game that an opening makes: a UUID that nobody can aim at another's game.

        It covers the store, who asks and the command.
        """
        command = read_command_id(command_id)
        digest = digest_of("protokol/game/1", [self.store.origin, scope, command])
        return str(UUID(bytes=digest[:16], version=4))

    async def perform(
        self,
        game: str,
        seat: Seat,
        command: bytes | Struct,
        *,
        command_id: str,
        if_version: int | None = None,
    ) -> Accepted:
        """What a seat's command causes, durable when this returns.

        The same command again gives the same answer, marked `repeated`, however far the game has gone. With
        `if_version`, only where the game is at that version.
        """
        live = await self._sit_down(game)
        try:
            request = read_request(live.rules, seat, command, command_id, if_version)
            done = await self._happen(live, request)
            return await self._answer(live.game, done, seat)
        finally:
            self._get_up(live)

    async def drain(self) -> None:
        """Until everything that was on its way to the store has been answered."""
        while self._commits:
            await asyncio.wait(set(self._commits))

    # deciding and committing, under the game's lock

    async def _happen(self, live: Live, request: Request) -> Done:
        """Decided on the game as it is known and, should others have moved it meanwhile, once more."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                draft, records = await self._decide(live, request)
                now = live.now
                done = await self._commit(live, now.version, now.hash.hex(), draft, records, request)
            except (Refused, StaleVersion) as reason:
                earlier = await asyncio.to_thread(self._earlier, live.game, request)
                if earlier is not None:
                    done = earlier
                elif await self._catch_up(live) and attempt < ATTEMPTS:
                    continue
                elif isinstance(reason, Refused):
                    raise await self._refusal(live, request.seat, reason) from reason
                else:
                    raise
            if done.repeated:
                await self._catch_up(live)
            return done
        raise AssertionError("the last attempt answers or raises")

    async def _decide(self, live: Live, request: Request) -> tuple[Game, list[Sealed]]:
        """The game as it would be, and what would be recorded; the game itself is not touched."""
        now = live.now
        if request.if_version is not None and request.if_version != now.version:
            raise StaleVersion(live.game, now.version, now.hash.hex())
        if live.deciding is None:
            live.deciding = await asyncio.to_thread(live.resumed, self.store)
        draft = live.deciding.draft()
        return draft, draft.performed(request.seat, request.command, at=self._clock(), cause=request.id)

    async def _commit(
        self,
        live: Live,
        version: int,
        head: str,
        draft: Game,
        records: Sequence[Sealed],
        request: Request,
        held: GameSecrets | None = None,
    ) -> Done:
        """Hand a draft to the store; giving up waiting does not take it back, and the game still learns."""
        game = live.game
        waiting: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        writing = asyncio.ensure_future(
            self.store.append(game, version, head, records, request.id, request.digest, held)
        )

        def ended(writing: asyncio.Future[Done]) -> None:
            live.commit = None
            self._commits.discard(writing)
            try:
                done = writing.result()
                if not done.repeated:
                    self._learn(live, draft, records, done)
            except BaseException as error:
                if not isinstance(error, NOTHING_WRITTEN):
                    # Nobody knows if it was written, or a fold is half done: the store is asked next time.
                    live.unload()
                    self._tails.forget(game)
                if not waiting.done():
                    waiting.set_exception(error)
            else:
                if not waiting.done():
                    waiting.set_result(done)
            finally:
                self._kept.give_back(live)

        self._kept.take(game)
        live.commit = writing
        self._commits.add(writing)
        writing.add_done_callback(ended)
        return await waiting

    def _learn(self, live: Live, draft: Game, records: Sequence[Sealed], done: Done) -> None:
        """What was committed has happened: now it may be seen."""
        if not live.loaded:
            others = self._components.get((draft.ruleset.name, draft.header.components))
            live.begin(draft.header, draft.ruleset, others, Head(0, b""))
        live.accept(draft, [one.record for one in records], Head(done.last, done.head))
        self._tails.add(live.game, done.first - 1, [Line(one.line) for one in records])
        self._moved(live.game, done.last)
        for told in self.committed:
            told(live.game, done.last)

    # answering

    def _earlier(self, game: str, request: Request) -> Done | None:
        """The outcome of a command that was sent before; an id that stands for something else is an error."""
        found = self.store.log.command(game_key(game), request.id)
        if found is None:
            return None
        if found[0] != request.digest:
            raise CommandReused(game, request.id)
        return found[1]

    async def _answer(self, game: str, done: Done, audience: Audience) -> Accepted:
        """An audience's copy of what a command caused, as it was first answered."""
        first, count = done.first - 1, done.last - done.first + 1
        records = self._tails.after(game, audience, first, count)
        if records is None or len(records) < count:
            lines = await asyncio.to_thread(self.store.lines, game, first, done.last)
            records = tuple(redact_line(line, audience) for line in lines)
        return Accepted(records, done.last, self._receipt(done), done.repeated)

    def _receipt(self, done: Done) -> SignedHead | None:
        return self.store.receipt(done) if done.signed is not None else None

    async def _refusal(self, live: Live, seat: Seat, refused: Refused) -> CommandRefused:
        """Why not, and what this seat may do instead, from its own view."""
        found = None
        if seat in live.header.seats:
            await self._view(live, seat)
            found = self._choices(live, seat)
        data = None if found is None else msgspec.to_builtins(found, str_keys=True)
        return CommandRefused(Refusal(refused.code, refused.rule, refused.field, live.now.version, data))
