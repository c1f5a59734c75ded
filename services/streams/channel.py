"""Channel: one stream that many read. What is new is read once, written once, and handed to all of them."""

import asyncio
from bisect import bisect_right
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING

from services.streams.envelope import Form, Told
from services.streams.meter import Meter
from services.streams.sources import Source

if TYPE_CHECKING:
    from services.streams.following import Following

KEEP = 32  # events a channel holds for readers who are a little behind
PAGE = 64  # events of history that a reader takes at once
MOST_BLOCKS = 16  # blocks that readers with equal cursors share

_place = attrgetter("place")


class Channel:
    """Holds the newest events of a source. Its readers hold only a cursor and a place to sleep."""

    def __init__(self, source: Source, meter: Meter, every: Mapping[str, float]) -> None:
        self.source = source
        self.readers: set[Following] = set()
        self.users = 0  # readers, and those who wait for it to begin
        self.floor = 0
        self.last = 0
        self.over = False
        self.broken: Exception | None = None
        self.loop = asyncio.get_running_loop()
        self.beginning = self.loop.create_task(self._begin())
        self.beginning.add_done_callback(self._begun)
        self._meter = meter
        self._every = every
        self._told: list[Told] = []
        self._blocks: dict[tuple[Form, int, int], tuple[bytes, int]] = {}
        self._stale = False
        self._looking: asyncio.Task[None] | None = None
        self._heard = 0.0
        self._timers: dict[str, asyncio.TimerHandle] = {}

    # what is new

    def look(self) -> None:
        """Something may have happened: read it, unless that is being done, then read once more."""
        if not self._stale:
            self._stale = True
            self._heard = self.loop.time()
        if self._looking is None and self.beginning.done():
            self._looking = self.loop.create_task(self._look())

    async def _begin(self) -> None:
        """Hold the newest there is; what is older is read by those who want it."""
        newest = await self.source.newest()
        self.floor = self.last = max(newest - KEEP, 0)
        await self._take(newest)
        self._later()

    def _begun(self, beginning: asyncio.Task[None]) -> None:
        if self._stale and not beginning.cancelled() and beginning.exception() is None:
            self.look()  # something happened meanwhile

    async def _look(self) -> None:
        try:
            while self._stale:
                self._stale = False
                heard, before = self._heard, self.last
                await self._take(await self.source.bound(self.last))
                self._later()
                if self.last > before:
                    self._wake_all()
                    # Runs after every reader that was woken has had its turn.
                    self.loop.call_soon(self._handed_on, heard)
        except Exception as error:
            self.broken = error  # its readers end, and find out when they ask again
            self._wake_all()
        finally:
            self._looking = None

    async def _take(self, upto: int | None) -> None:
        more = True
        while more and (upto is None or self.last < upto):
            found, place, more = await self.source.read(self.last, KEEP, upto)
            if place > self.last:
                self._told += found
                self.last = place
                self._blocks.clear()
            if len(self._told) > KEEP:
                self.floor = self._told[-KEEP - 1].place
                del self._told[:-KEEP]
            if self._told:
                self.over = self._told[-1].ends

    def _later(self) -> None:
        """A delayed event is shown when its time has come."""
        again = self.source.again
        if (timer := self._timers.pop("again", None)) is not None:
            timer.cancel()
        if again is not None and not self.closed:
            self._timers["again"] = self.loop.call_later(again, self.look)

    def _handed_on(self, heard: float) -> None:
        self._meter.lagged(self.loop.time() - heard)

    def _wake_all(self) -> None:
        for reader in self.readers:
            reader.wake()

    # for readers

    def held(self, form: Form, after: int, upto: int) -> tuple[bytes, int] | None:
        """What follows a cursor, and how many events that is; None when not all of it is held here.

        Readers with the same cursor get the same bytes.
        """
        if after < self.floor:
            return None
        key = (form, after, upto)
        found = self._blocks.get(key)
        if found is None:
            first, end = (bisect_right(self._told, place, key=_place) for place in (after, upto))
            found = (form.write(self._told[first:end]), end - first)
            if len(self._blocks) < MOST_BLOCKS:
                self._blocks[key] = found
        return found

    async def history(self, form: Form, after: int, upto: int) -> tuple[bytes, int, int]:
        """A page of what is no longer held, how many events that is, and the cursor after it."""
        found, place, _ = await self.source.read(after, PAGE, upto)
        return form.write(found), len(found), place

    def enter(self, reader: "Following") -> None:
        self.readers.add(reader)
        if reader.form.name not in self._timers:
            self._arm(reader.form)

    def leave(self, reader: "Following") -> None:
        self.readers.discard(reader)

    # heartbeats

    def _arm(self, form: Form) -> None:
        self._timers[form.name] = self.loop.call_later(self._every[form.name], self._tick, form)

    def _tick(self, form: Form) -> None:
        """Says that the stream lives, and looks whether a piece of news was lost."""
        del self._timers[form.name]
        beaten = [reader for reader in self.readers if reader.form is form]
        for reader in beaten:
            reader.beat()
        if beaten:
            self._arm(form)
            self.look()

    # the end

    @property
    def closed(self) -> bool:
        return self.beginning.done() and self.users == 0

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self.beginning.cancel()
        if self._looking is not None:
            self._looking.cancel()
