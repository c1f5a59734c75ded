"""Following: one reader of a channel. It asks only for what follows its cursor: no gap, no double."""

import asyncio
from collections.abc import Callable
from random import randrange
from typing import Self

from services.streams.channel import Channel
from services.streams.envelope import Form
from services.streams.meter import Meter

JITTER = 3000  # milliseconds over which readers come back after a drain


class Following:
    """Blocks of bytes, each to be sent as it is, until the stream ends or is left.

    It keeps a cursor, never a queue: who is slow to ask for the next block costs nothing meanwhile.
    """

    __slots__ = (
        "_beat",
        "_begun",
        "_draining",
        "_follow",
        "_left",
        "_meter",
        "_on_leaving",
        "_sleep",
        "_told_to_come_back",
        "after",
        "channel",
        "form",
        "until",
    )

    def __init__(
        self,
        channel: Channel,
        form: Form,
        after: int,
        until: int | None,
        follow: bool,
        meter: Meter,
        on_leaving: Callable[["Following"], None],
    ) -> None:
        self.channel = channel
        self.form = form
        self.after = after
        self.until = until
        self._follow = follow
        self._meter = meter
        self._on_leaving = on_leaving
        self._sleep: asyncio.Future[None] | None = None
        self._begun = self._beat = self._draining = self._told_to_come_back = self._left = False
        channel.enter(self)

    @property
    def complete(self) -> bool:
        """Whether everything there will ever be for this reader was sent."""
        if self.until is not None and self.after >= self.until:
            return True
        return self.channel.over and self.after >= self.channel.last

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        if not self._begun:
            self._begun = True
            if self.form.begin:
                return self.form.begin
        channel = self.channel
        while not self._left:
            if self._draining:
                if self.form.marked and not self._told_to_come_back:
                    self._told_to_come_back = True
                    return b"retry: %d\n\n" % (2000 + randrange(JITTER))
                self.leave()
                break
            last = channel.last if self.until is None else min(channel.last, self.until)
            if self.after < last:
                held = channel.held(self.form, self.after, last)
                if held is None:
                    block, events, self.after = await channel.history(self.form, self.after, last)
                else:
                    block, events = held
                    self.after = last
                self._meter.delivered += events
                if block:
                    return block
            elif self.complete or not self._follow or channel.broken is not None:
                self.leave()
            else:
                self._beat = False
                self._sleep = channel.loop.create_future()
                try:
                    await self._sleep
                finally:
                    self._sleep = None
                if self._beat and not self._left:
                    self._beat = False
                    return self.form.heartbeat
        raise StopAsyncIteration

    def wake(self) -> None:
        """There is something to do."""
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    def beat(self) -> None:
        """Say that the stream lives, if nothing else is being said."""
        self._beat = True
        self.wake()

    def drain(self) -> None:
        """End at the next block, telling a browser when to come back."""
        self._draining = True
        self.wake()

    def leave(self) -> None:
        """No more of it. Doing this twice is doing it once."""
        if not self._left:
            self._left = True
            self._on_leaving(self)
            self.wake()
