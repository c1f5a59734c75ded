"""Streams: opens, counts and ends the subscriptions of one server."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection

from msgspec import Struct

from domain.core.event import ARBITER, PUBLIC, Audience
from services.play import NotSeated, Play
from services.play.looking import plain_id
from services.play.play import microseconds
from services.streams.channel import Channel
from services.streams.delay import Delay, no_delay
from services.streams.envelope import NDJSON, Form
from services.streams.errors import Draining, TooManyStreams
from services.streams.following import Following
from services.streams.meter import Meter
from services.streams.news import ALL, News
from services.streams.redis_caps import RedisCaps, Verdict
from services.streams.sources import DelayedSource, FeedSource, GameSource, Source
from services.streams.stream import Stream

GRACE = 1.0  # seconds in which a stream that was ended may be ended in good form
Key = tuple[str, Audience, Delay]
FEED: Key = (ALL, PUBLIC, Delay())


class StreamLimits(Struct, frozen=True):
    """How many streams, and how often a silent one says that it lives, in seconds."""

    most: int = 10_000
    most_each: int = 20  # per owner
    retry_after: int = 10
    sse_every: float = 15.0
    ndjson_every: float = 6.0


class Shown(Struct, frozen=True, gc=False):
    """How much of a game a caller may be shown."""

    version: int
    over: bool


class EventPage(Struct, frozen=True):
    """Events as CloudEvents, and how far the game is for this caller."""

    game: str
    after: int
    events: tuple[bytes, ...]
    version: int
    over: bool


class FeedPage(Struct, frozen=True):
    """Events of all games, and the cursor to go on from."""

    events: tuple[bytes, ...]
    cursor: str


class Streams:
    """Belongs to one event loop, as `Play` does. Who a caller is has been established elsewhere."""

    def __init__(
        self,
        play: Play,
        limits: StreamLimits | None = None,
        *,
        delay_of: Callable[[str], Awaitable[Delay]] = no_delay,
        clock: Callable[[], int] = microseconds,
        news: News | None = None,
        caps: RedisCaps | None = None,
    ) -> None:
        self.play = play
        self.limits = limits or StreamLimits()
        self.meter = Meter()
        self.draining = False
        self._delay_of = delay_of
        self._clock = clock
        self._news = news or News(play)
        self._caps = caps
        self._every = {"sse": self.limits.sse_every, "ndjson": self.limits.ndjson_every}
        self._channels: dict[Key, Channel] = {}
        self._open: dict[Following, tuple[Key, str]] = {}
        self._streams: dict[Following, Stream] = {}
        self._owners: dict[str, int] = {}
        self._admitted = 0
        self._empty = asyncio.Event()

    @property
    def open_streams(self) -> int:
        return self._admitted

    # subscriptions

    async def open(
        self,
        game: str,
        audience: Audience,
        after: int = 0,
        form: Form = NDJSON,
        *,
        until: int | None = None,
        follow: bool = True,
        delay: Delay | None = None,
        owner: str = "",
    ) -> Stream:
        """A stream to be run; 204 when the game is over, or `until` is reached, and all of it was sent.

        `delay` holds for the public alone: seats and the arbiter see their game as it is.
        """
        key = _key(game, audience, delay)
        return self._as_stream(await self._join(key, after, form, until, follow, owner))

    async def follow(
        self,
        game: str,
        audience: Audience,
        after: int = 0,
        form: Form = NDJSON,
        *,
        until: int | None = None,
        follow: bool = True,
        delay: Delay | None = None,
        owner: str = "",
    ) -> AsyncGenerator[bytes, None]:
        """The same blocks for a socket or a caller in this process: `envelope.events_in` parts them."""
        following = await self._join(_key(game, audience, delay), after, form, until, follow, owner)
        try:
            async for block in following:
                yield block
        finally:
            following.leave()

    async def feed(self, cursor: str, form: Form = NDJSON, *, follow: bool = True, owner: str = "") -> Stream:
        """All games without a delay, from the event of that id on; from the first if it is empty."""
        after = await FeedSource(self.play, self._delay_of).place_of(cursor)
        return self._as_stream(await self._join(FEED, after, form, None, follow, owner))

    def _as_stream(self, following: Following) -> Stream:
        if following.complete:
            following.leave()
            return Stream(None)
        stream = self._streams[following] = Stream(following)
        return stream

    # pages

    async def shown(self, game: str, audience: Audience, *, delay: Delay | None = None) -> Shown:
        """How far a game is for a caller, who cannot tell from it what is held back."""
        return await _shown(await self._source(_key(game, audience, delay)))

    async def page(
        self,
        game: str,
        audience: Audience,
        after: int = 0,
        limit: int = 100,
        *,
        until: int | None = None,
        delay: Delay | None = None,
    ) -> EventPage:
        """Some events, and how far the game was when they were read."""
        source = await self._source(_key(game, audience, delay))
        seen = await _shown(source)
        upto = seen.version if until is None else min(until, seen.version)
        events: tuple[bytes, ...] = ()
        if after < upto:
            events = tuple(one.event for one in (await source.read(max(after, 0), limit, upto)).told)
        return EventPage(plain_id(game), after, events, seen.version, seen.over)

    async def feed_page(self, cursor: str = "", limit: int = 100) -> FeedPage:
        """Some events of all games, in the order of commits."""
        source = FeedSource(self.play, self._delay_of)
        place, more = await source.place_of(cursor), True
        events: list[bytes] = []
        while more and len(events) < limit:
            found, place, more = await source.read(place, limit - len(events))
            events += [one.event for one in found]
            if found:
                cursor = found[-1].mark.decode()
        return FeedPage(tuple(events), cursor)

    # the end

    def owners(self) -> set[str]:
        """Everyone who has a stream open."""
        return set(self._owners)

    def end(self, owners: Collection[str]) -> None:
        """End their streams: nothing more is handed to them, and who does not take the end is cut off."""
        loop = asyncio.get_running_loop()
        for following, (_, owner) in list(self._open.items()):
            if owner in owners:
                stream = self._streams.get(following)
                following.leave()
                if stream is not None:
                    loop.call_later(GRACE, stream.cut)

    async def drain(self, grace: float = GRACE) -> None:
        """End all streams and open no more; who does not take the end within `grace` seconds is cut off."""
        self.draining = True
        for following in list(self._open):
            following.drain()
        until = time.monotonic() + grace
        while self._admitted and (left := until - time.monotonic()) > 0:
            self._empty.clear()
            try:
                await asyncio.wait_for(self._empty.wait(), left)
            except TimeoutError:
                break
        for following in list(self._open):
            if (stream := self._streams.get(following)) is not None:
                stream.cut()
            following.leave()
        await self._news.close()

    # readers and their channels

    async def _join(
        self, key: Key, after: int, form: Form, until: int | None, follow: bool, owner: str
    ) -> Following:
        await self._admit(owner)
        channel = None
        try:
            channel = await self._enter(key)
            if self.draining:
                raise Draining
            following = Following(channel, form, max(after, 0), until, follow, self.meter, self._left)
        except BaseException:
            self._release(owner)
            if channel is not None:
                self._give_up(key, channel)
            raise
        self._open[following] = (key, owner)
        self.meter.opened(form.name)
        return following

    def _left(self, following: Following) -> None:
        key, owner = self._open.pop(following)
        self._streams.pop(following, None)
        self.meter.opened(following.form.name, -1)
        following.channel.leave(following)
        self._give_up(key, following.channel)
        self._release(owner)

    async def _enter(self, key: Key) -> Channel:
        """The channel that everyone with this key shares; it is made for the first and ends with the last."""
        channel = self._channels.get(key)
        if channel is None or channel.broken is not None:
            source = await self._source(key)
            channel = self._channels.get(key)
            if channel is None or channel.broken is not None:
                channel = self._channels[key] = Channel(source, self.meter, self._every)
                self._news.listen(key[0], channel.look)
        channel.users += 1
        try:
            await asyncio.shield(channel.beginning)
        except BaseException:
            self._give_up(key, channel)
            raise
        return channel

    def _give_up(self, key: Key, channel: Channel) -> None:
        channel.users -= 1
        if channel.users == 0:
            self._news.leave(key[0], channel.look)
            channel.close()
            if self._channels.get(key) is channel:
                del self._channels[key]

    async def _source(self, key: Key) -> Source:
        game, audience, delay = key
        if key is FEED:
            return FeedSource(self.play, self._delay_of)
        header = await self.play.header(game)
        if audience not in (*header.seats, PUBLIC, ARBITER):
            raise NotSeated(f"game {game} has no seat {audience!r}")
        if delay:
            return DelayedSource(self.play, game, header.ruleset, delay, self._clock)
        return GameSource(self.play, game, audience, header.ruleset)

    async def _admit(self, owner: str) -> None:
        """Count one more in this process, then, where caps are shared, in all of them."""
        if self.draining:
            raise Draining
        if self._admitted >= self.limits.most:
            raise self._too_many("all")
        if owner and self._owners.get(owner, 0) >= self.limits.most_each:
            raise self._too_many("each")
        self._admitted += 1
        self._owners[owner] = self._owners.get(owner, 0) + 1
        if self._caps is not None:
            try:
                verdict = await self._caps.admit(owner)
            except BaseException:
                self._uncount(owner)
                raise
            if verdict:
                self._uncount(owner)
                raise self._too_many(verdict)

    def _too_many(self, verdict: Verdict) -> TooManyStreams:
        if verdict == "all":
            why = "this server has as many streams open as it may"
        else:
            why = "you have as many streams open as you may"
        return TooManyStreams(why, self.limits.retry_after)

    def _release(self, owner: str) -> None:
        if self._caps is not None:
            self._caps.release(owner)
        self._uncount(owner)

    def _uncount(self, owner: str) -> None:
        self._admitted -= 1
        self._owners[owner] -= 1
        if not self._owners[owner]:
            del self._owners[owner]
        if not self._admitted:
            self._empty.set()


async def _shown(source: Source) -> Shown:
    version = await source.newest()
    last = await source.read(version - 1, 1, version) if version else None
    return Shown(version, last is not None and last.told[-1].ends)


def _key(game: str, audience: Audience, delay: Delay | None) -> Key:
    return (plain_id(game), audience, delay if delay is not None and audience == PUBLIC else Delay())
