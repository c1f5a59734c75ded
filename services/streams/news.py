"""News: which games have moved. Whoever hears it reads the log; it carries nothing else."""

import asyncio
from collections.abc import Callable
from random import uniform

import structlog

from services.play import Play
from services.redis_link import RedisLink
from services.store.errors import StoreClosed
from services.store.log import game_id
from services.streams.redis_bell import RedisBell

ALL = ""  # the name under which one hears of every game
POLL = 0.5  # seconds, more or less, after which a shared log is looked at, should the bell have been lost
Listener = Callable[[], None]

log = structlog.get_logger()


class News:
    """Tells listeners that their game has moved: once or more often, never too seldom.

    What this process commits is told by `Play`. Where others write too, the log's end is looked at twice a
    second; with Redis, a bell of theirs is heard before that.
    """

    def __init__(self, play: Play, poll: float = POLL, redis: RedisLink | None = None) -> None:
        self.bell: RedisBell | None = None
        self._play = play
        self._poll = poll
        self._redis = redis
        self._listeners: dict[str, list[Listener]] = {}
        self._told: dict[str, int] = {}  # of each game with listeners: the version they were last told of
        self._task: asyncio.Task[None] | None = None
        play.listeners.append(self.tell)

    def start(self) -> None:
        """Hear of others, if others write."""
        if not self._play.shared or self._task is not None:
            return
        self._task = asyncio.create_task(self._follow())
        if self._redis is not None:
            self.bell = RedisBell(self._redis, self._play.store.origin, self.tell)
            self._play.committed.append(self.bell.ring)

    def listen(self, game: str, listener: Listener) -> None:
        self._listeners.setdefault(game, []).append(listener)
        self.start()

    def leave(self, game: str, listener: Listener) -> None:
        found = self._listeners.get(game, [])
        if listener in found:
            found.remove(listener)
            if not found:
                del self._listeners[game]
                self._told.pop(game, None)

    def tell(self, game: str, version: int) -> None:
        """A game has come to a version, or past it."""
        found = self._listeners.get(game)
        if found is not None and self._told.get(game, 0) < version:
            self._told[game] = version
            for listener in found:
                listener()
        for listener in self._listeners.get(ALL, ()):
            listener()

    async def close(self) -> None:
        if self.tell in self._play.listeners:
            self._play.listeners.remove(self.tell)
        if self.bell is not None:
            self._play.committed.remove(self.bell.ring)
            await self.bell.close()
            self.bell = None
        if self._task is not None:
            self._task.cancel()

    async def _follow(self) -> None:
        """Others' commits, by the end of the log. A database that is away for a while is asked again."""
        store = self._play.store
        position: int | None = None
        away = False
        while True:
            try:
                newest = await asyncio.to_thread(store.log.last_position)
                if position is None:
                    for listeners in list(self._listeners.values()):  # what was committed before that
                        for listener in listeners:
                            listener()
                elif newest > position:
                    for game, version in (await asyncio.to_thread(store.log.moved, position, newest)).items():
                        self.tell(game_id(game), version)
                position = newest
                store.bell.ring(newest)
                away = False
            except StoreClosed:
                return
            except Exception as error:
                if not away:
                    away = True
                    log.warning("the log cannot be looked at", exc_info=error)
            await asyncio.sleep(uniform(0.7, 1.0) * self._poll)
