"""Sources: where a channel reads what is new and its readers read what is old."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from domain.core.event import PUBLIC, Audience
from domain.core.record import redact_line
from services.play import Play
from services.store.errors import NoSuchGame
from services.store.log import game_id, game_key
from services.streams.delay import Delay, shown
from services.streams.envelope import Told, told
from services.streams.errors import BadCursor

Clock = Callable[[], int]  # microseconds since 1970


class Found(NamedTuple):
    """Everything up to a place; `more` says that reading on may find more."""

    told: list[Told]
    place: int
    more: bool


class Source(ABC):
    """Events in the order of their places."""

    again: float | None = None  # in how many seconds something may be shown without anything happening

    @abstractmethod
    async def newest(self) -> int:
        """The newest place that may be shown."""

    @abstractmethod
    async def read(self, after: int, limit: int, upto: int | None = None) -> Found:
        """What follows a place."""

    async def bound(self, after: int) -> int | None:
        """How far a reader may be shown now; None: as far as there is anything."""
        return None


class GameSource(Source):
    """One game as one audience sees it. Its places are versions."""

    def __init__(self, play: Play, game: str, audience: Audience, ruleset: str) -> None:
        self.play = play
        self.game = game
        self.audience = audience
        self.ruleset = ruleset

    async def newest(self) -> int:
        return await self.play.newest(self.game)

    async def read(self, after: int, limit: int, upto: int | None = None) -> Found:
        if upto is not None:
            limit = min(limit, upto - after)
        lines = await self.play.events(self.game, self.audience, after, limit)
        found = [told(line, self.ruleset) for line in lines]
        return Found(found, found[-1].place if found else after, len(found) == limit)


class DelayedSource(GameSource):
    """A game as spectators are shown it who must not help a player: always somewhat behind."""

    def __init__(self, play: Play, game: str, ruleset: str, delay: Delay, clock: Clock) -> None:
        super().__init__(play, game, PUBLIC, ruleset)
        self.delay = delay
        self.clock = clock

    async def newest(self) -> int:
        return await self.bound(0)

    async def bound(self, after: int) -> int:
        newest, self.again = await shown(self.play, self.game, self.delay, after, self.clock)
        return newest


class FeedSource(Source):
    """All games that have no delay, in the order of commits. Its places are positions, which nobody sees."""

    def __init__(self, play: Play, delay_of: Callable[[str], Awaitable[Delay]]) -> None:
        self.play = play
        self.delay_of = delay_of
        self._rulesets: dict[str, str] = {}

    async def newest(self) -> int:
        return await asyncio.to_thread(self.play.store.log.last_position)

    async def read(self, after: int, limit: int, upto: int | None = None) -> Found:
        def page() -> list[tuple[int, str, bytes]]:
            entries = self.play.store.log.page(after, limit, upto)
            return [(one.position, game_id(one.game), redact_line(one.body, PUBLIC)) for one in entries]

        entries = await asyncio.to_thread(page)
        found = []
        for position, game, line in entries:
            if not await self.delay_of(game):
                with suppress(msgspec.MsgspecError):  # the log may hold rows that are of no game
                    found.append(told(line, await self._ruleset(game), position))
        return Found(found, entries[-1][0] if entries else after, len(entries) == limit)

    async def _ruleset(self, game: str) -> str:
        found = self._rulesets.get(game)
        if found is None:
            if len(self._rulesets) >= 4096:
                self._rulesets.clear()
            found = self._rulesets[game] = (await self.play.header(game)).ruleset
        return found

    async def place_of(self, cursor: str) -> int:
        """Where an event of the feed is; of a game that is not in the feed, none is."""
        game, _, number = cursor.partition(":")
        if not cursor:
            return 0
        try:
            version = int(number)
            key = game_key(game)
            if str(version) != number or not 0 < version < 2**53 or await self.delay_of(game_id(key)):
                raise ValueError
            (entry,) = await asyncio.to_thread(self.play.store.log.game, key, version - 1, version)
        except (NoSuchGame, ValueError):
            raise BadCursor("no event of the feed has this id: they are written {game}:{version}") from None
        return entry.position
