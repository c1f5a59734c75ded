"""Looking: views, choices and streams, each from an audience's own copy of committed records."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any

from domain.core.choices import Choices
from domain.core.event import ARBITER, PUBLIC, Audience, Seat
from domain.core.game import choices
from domain.core.record import Header, Record, redact_record
from domain.core.replay import table_at, version_at
from domain.core.ruleset import Ruleset, Standing
from services.play.answers import Listed, Seen
from services.play.errors import NoSuchMoment, NotSeated
from services.play.live import Components, Kept, Live, find_rules, read_header, read_records
from services.play.tails import Line, Tails
from services.store.log import Head, game_id, game_key
from services.store.reader import PAGE
from services.store.store import Store

MOST_LIVE = 4096
MOST_NEW = 500  # when others have written more than this, a game is folded anew
LONGEST_ADDRESS = 64


class Looking:
    """The side of `Play` that only reads. It belongs to one event loop; stores are read in threads.

    `shared` says that others write this store too: then every look first asks how far a game is.
    """

    def __init__(self, store: Store, most_live: int = MOST_LIVE, shared: bool = False) -> None:
        self.store = store
        self.shared = shared
        self._kept = Kept(most_live)
        self._tails = Tails()
        self._components: Components = {}  # sets other than the standard ones that games were opened with
        self._reading: dict[tuple[str, Audience, int, int], asyncio.Task[tuple[bytes, ...]]] = {}
        self.listeners: list[Callable[[str, int], None]] = []  # told of each game that has moved, and how far
        self.committed: list[Callable[[str, int], None]] = []  # the same, of what this process has written

    @property
    def live_games(self) -> int:
        """How many games are in memory."""
        return len(self._kept)

    async def view(
        self, game: str, audience: Audience, at: int | str | None = None, upto: int | None = None
    ) -> Seen:
        """The table as an audience sees it now, or saw it at a version or a moment such as `r2.t3`.

        With `upto` the game is looked at as if nothing had happened after that version.
        """
        if at is not None or upto is not None:
            address = "end" if at is None else str(at)
            return await asyncio.to_thread(self._seen_at, plain_id(game), audience, address, upto)
        if (live := self._at_hand(game, audience)) is not None:
            return _seen(live.rules, live.game, audience, live.views[audience].copy())
        async with self._at_the_table(game, look=True) as live:
            table = await self._view(live, audience)
            return _seen(live.rules, live.game, audience, table.copy())

    async def choices(self, game: str, seat: Seat) -> Choices | None:
        """What a seat may do now, from what it sees; None when nothing is asked of it."""
        if (live := self._at_hand(game, seat)) is not None:
            return self._choices(live, seat)
        async with self._at_the_table(game, look=True) as live:
            await self._view(live, seat)
            return self._choices(live, seat)

    async def choices_at(self, game: str, seat: Seat) -> tuple[int, Choices | None]:
        """The same with the version that it is as of."""
        async with self._at_the_table(game, look=True) as live:
            await self._view(live, seat)
            return live.now.version, self._choices(live, seat)

    async def standing(self, game: str) -> Standing:
        """The score as everyone sees it."""
        return (await self.view(game, PUBLIC)).standing

    async def header(self, game: str) -> Header:
        """What was fixed before a game, also of one that cannot be played here."""
        live = self._kept.get(plain_id(game))
        if live is not None and live.loaded:
            return live.header
        return await asyncio.to_thread(read_header, self.store, plain_id(game))

    async def games(self) -> list[Listed]:
        """All games, in the order in which they began."""
        found = await asyncio.to_thread(self.store.log.games)
        return [Listed(game_id(key), head.version, head.hash.hex()) for key, head in found]

    async def newest(self, game: str) -> int:
        """How far a game is."""
        last = None if self.shared else self._tails.last(plain_id(game))
        return (await asyncio.to_thread(self.store.head, game)).version if last is None else last

    async def events(
        self, game: str, audience: Audience, after: int = 0, limit: int = PAGE
    ) -> tuple[bytes, ...]:
        """An audience's copies of what follows a version; nothing when nothing does.

        The newest records are written out once for each audience: all who ask get the same bytes.
        """
        game, after, limit = plain_id(game), max(after, 0), max(1, min(limit, PAGE))
        found = self._tails.after(game, audience, after, limit)
        if found or (found is not None and not self.shared):
            return found
        wanted = (game, audience, after, limit)
        task = self._reading.get(wanted)
        if task is None:
            task = self._reading[wanted] = asyncio.create_task(self._read_events(*wanted))
            task.add_done_callback(lambda _: self._reading.pop(wanted, None))
        return await asyncio.shield(task)

    async def _read_events(self, game: str, audience: Audience, after: int, limit: int) -> tuple[bytes, ...]:
        def read() -> tuple[list[Line], tuple[bytes, ...], int]:
            lines = [Line(line) for line in self.store.lines(game, after, after + limit)]
            end = after + len(lines) if lines else self.store.head(game).version
            return lines, tuple(line.copy_for(audience) for line in lines), end

        forgotten = self._tails.forgotten
        lines, copies, end = await asyncio.to_thread(read)
        newest = len(lines) < limit and end == after + len(lines)
        if newest and forgotten == self._tails.forgotten:  # else something newer may have come and gone
            self._tails.add(game, after, lines)
        return copies

    # what is in memory

    def _at_hand(self, game: str, audience: Audience) -> Live | None:
        """A game whose view for an audience needs no reading."""
        live = None if self.shared else self._kept.get(plain_id(game))
        if live is None or audience not in live.views:
            return None
        self._kept.touch(live)
        return live

    @asynccontextmanager
    async def _at_the_table(self, game: str, *, look: bool = False) -> AsyncIterator[Live]:
        """A game under its lock, read as far as it is known; to look where others write, as far as it is."""
        live = await self._sit_down(game)
        try:
            if look and self.shared:
                await self._catch_up(live)
            yield live
        finally:
            self._get_up(live)

    async def _sit_down(self, game: str) -> Live:
        """A game under its lock, read as far as it is known, until one gets up."""
        live = self._kept.take(plain_id(game))
        try:
            await live.lock.acquire()
        except BaseException:
            self._kept.give_back(live)
            raise
        try:
            if live.commit is not None:
                await self._settled(live)
            if not live.loaded:
                live.begin(*await asyncio.to_thread(self._start, live.game))
        except BaseException:
            self._get_up(live)
            raise
        return live

    def _get_up(self, live: Live) -> None:
        live.lock.release()
        self._kept.give_back(live)

    async def _settled(self, live: Live) -> None:
        """A commit whose sender gave up waiting is waited for."""
        if live.commit is not None:
            await asyncio.wait({live.commit})

    async def _view(self, live: Live, audience: Audience) -> Any:
        if audience not in (*live.header.seats, PUBLIC, ARBITER):
            raise NotSeated(f"game {live.game} has no seat {audience!r}")
        table = live.views.get(audience)
        if table is None:
            table = await asyncio.to_thread(live.seen_by, self.store, audience)
            live.views[audience] = table
        return table

    def _choices(self, live: Live, seat: Seat) -> Choices | None:
        if seat not in live.header.seats:
            return None
        return choices(live.rules, live.game, live.views[seat], seat)

    async def _catch_up(self, live: Live) -> bool:
        """Take in what others have written; whether there was anything."""
        before = live.now
        now, lines, records = await asyncio.to_thread(self._newer, live)
        if now == before:
            return False
        if records and records[0].prev == before.hash.hex():
            live.follow(records, now)
            self._tails.add(live.game, before.version, [Line(line) for line in lines])
        else:
            live.forget(now)
            self._tails.forget(live.game)
        self._moved(live.game, now.version)
        return True

    def _moved(self, game: str, version: int) -> None:
        for listener in self.listeners:
            listener(game, version)

    # reading, in threads

    def _start(self, game: str) -> tuple[Header, Ruleset[Any], Any, Head]:
        now = self.store.head(game)
        header = read_header(self.store, game)
        rules, components = find_rules(header, self._components)
        return header, rules, components, now

    def _newer(self, live: Live) -> tuple[Head, list[bytes], list[Record[Any]]]:
        now = self.store.head(live.game)
        if not 0 < now.version - live.now.version <= MOST_NEW:
            return now, [], []
        lines = self.store.lines(live.game, live.now.version, now.version)
        return now, lines, read_records(live.rules, lines)

    def _seen_at(self, game: str, audience: Audience, address: str, upto: int | None) -> Seen:
        header, rules, components, now = self._start(game)
        last = now.version if upto is None else min(upto, now.version)
        if audience not in (*header.seats, PUBLIC, ARBITER):
            raise NotSeated(f"game {game} has no seat {audience!r}")
        if len(address) > LONGEST_ADDRESS:
            raise NoSuchMoment("a moment is named in a few letters")
        if last == 0:
            if address not in ("end", "0"):
                raise NoSuchMoment("nothing of this game is to be seen yet")
            return _seen(rules, game, audience, rules.table_for(header, components))
        records = [
            redact_record(record, audience) for record in read_records(rules, self.store.lines(game, 0, last))
        ]
        try:
            version = version_at(rules, records, address, components)
            table = table_at(rules, records, version, components)
        except LookupError as error:
            raise NoSuchMoment(str(error.args[0])) from error
        return _seen(rules, game, audience, table)


@lru_cache(4096)
def plain_id(game: str) -> str:
    """A game's id in the spelling of its records."""
    return game_id(game_key(game))


def _seen(rules: Ruleset[Any], game: str, audience: Audience, table: Any) -> Seen:
    return Seen(game, audience, table.version, rules.moment(table), rules.standing(table), table)
