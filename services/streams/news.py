"""News: which games have moved. Whoever hears it reads the log; it carries nothing else."""

import asyncio
from collections.abc import Callable

from services.play import Play
from services.store.errors import StoreClosed
from services.store.log import game_id
from services.store.reader import PAGE

ALL = ""  # the name under which one hears of every game
LOOK = 1.0  # seconds after which a shared log is looked at, should the bell have been lost
Listener = Callable[[], None]


class News:
    """Tells listeners that their game has moved: once or more often, never too seldom.

    What this process commits is told by `Play`. Where others write too, the log itself is followed.
    """

    def __init__(self, play: Play, look: float = LOOK) -> None:
        self._play = play
        self._look = look
        self._listeners: dict[str, list[Listener]] = {}
        self._task: asyncio.Task[None] | None = None
        play.listeners.append(self.tell)

    def listen(self, game: str, listener: Listener) -> None:
        self._listeners.setdefault(game, []).append(listener)
        if self._play.shared and self._task is None:
            self._task = asyncio.create_task(self._follow())

    def leave(self, game: str, listener: Listener) -> None:
        found = self._listeners.get(game, [])
        if listener in found:
            found.remove(listener)
            if not found:
                del self._listeners[game]

    def tell(self, game: str, version: int) -> None:
        """A game has come to a version, or past it."""
        for name in (game, ALL):
            for listener in self._listeners.get(name, ()):
                listener()

    def close(self) -> None:
        if self.tell in self._play.listeners:
            self._play.listeners.remove(self.tell)
        if self._task is not None:
            self._task.cancel()

    async def _follow(self) -> None:
        """Others' commits, by the order of the log. A database that is away for a while is asked again."""
        store = self._play.store
        position: int | None = None
        while True:
            try:
                if position is None:
                    position = await asyncio.to_thread(store.log.last_position)
                    for listeners in list(self._listeners.values()):  # what was committed before that
                        for listener in listeners:
                            listener()
                await store.bell.heard(position, self._look)
                entries = await asyncio.to_thread(store.log.page, position, PAGE)
            except StoreClosed:
                return
            except Exception:
                await asyncio.sleep(self._look)
                continue
            moved = {entry.game: entry.version for entry in entries}
            if entries:
                position = entries[-1].position
            for game, version in moved.items():
                self.tell(game_id(game), version)
