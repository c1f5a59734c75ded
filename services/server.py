"""Server: everything that a running server holds, opened and closed together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from domain.core.event import ARBITER, PUBLIC, Audience
from services.accounts import Accounts, Caller, Delay, open_accounts
from services.api.redis_limits import LimitExchange, SharedLimit
from services.guard import Guard
from services.play import Play
from services.projector.anew import Anew
from services.projector.elected import ElectedProjector
from services.projector.reading import Models
from services.redis_link import RedisLink
from services.settings import Settings
from services.store.store import Store, open_store
from services.streams import StreamLimits, Streams
from services.streams.news import News
from services.streams.redis_caps import RedisCaps

NO_CAP = 1 << 30

log = structlog.get_logger()


class Server:
    """The services behind the doorways, and the few questions that all doorways ask."""

    def __init__(self, settings: Settings, store: Store, accounts: Accounts) -> None:
        self.settings = settings
        self.store = store
        self.accounts = accounts
        self.play = Play(store, most_live=settings.most_live, shared=store.log.shared)
        self.redis = RedisLink(settings.redis) if settings.redis else None
        self.news = News(self.play, redis=self.redis)
        limits = StreamLimits(settings.streams or NO_CAP, settings.streams_per_caller or NO_CAP)
        self.caps: RedisCaps | None = None
        if self.redis is not None:
            self.caps = RedisCaps(self.redis, store.origin, limits.most, limits.most_each)
        self.streams = Streams(self.play, limits, delay_of=accounts.delay, news=self.news, caps=self.caps)
        self.news.start()
        self.guard = Guard(accounts, self.streams)
        self.models = Models(store)
        self.projector = ElectedProjector(store)
        self.anew = Anew(self.projector)
        self.callers = SharedLimit("callers", settings.requests_per_second, settings.burst)
        self.addresses = SharedLimit("addresses", settings.addresses_per_second, settings.burst * 5)
        self.exchange: LimitExchange | None = None
        if self.redis is not None:
            self.exchange = LimitExchange(self.redis, store.origin, [self.callers, self.addresses])
        self._drained: asyncio.Task[None] | None = None
        self.loop = asyncio.get_running_loop()

    async def audience(self, caller: Caller, game: str, what: str, version: int = 0) -> Audience:
        """As whom a caller looks at a game; an arbiter's look is on record before it is answered."""
        audience = caller.audience(game)
        if audience == ARBITER:
            await self.accounts.looked(caller, game, what, version)
        return audience

    async def delay(self, caller: Caller, game: str) -> Delay | None:
        """How far this caller is kept behind; None for whoever sees the game at once."""
        if caller.audience(game) != PUBLIC or caller.undelayed(game):
            return None
        return await self.accounts.delay(game) or None

    async def horizon(self, caller: Caller, game: str) -> int | None:
        """The newest version that a delayed spectator may know of; None for whoever sees the game at once."""
        delay = await self.delay(caller, game)
        return (await self.streams.shown(game, PUBLIC, delay=delay)).version if delay else None

    async def models_caught_up(self, seconds: float = 10.0) -> None:
        """Until the read models have all that was committed before this, or for so long."""
        wanted, until = self.store.bell.position, self.loop.time() + seconds
        while await self._folded() < wanted and self.loop.time() < until:
            self.projector.hurry()
            await asyncio.sleep(0.005 if self.projector.leads else 0.03)

    async def _folded(self) -> int:
        """How far the read models are; where another process keeps them, the database is asked."""
        if self.projector.leads:
            return self.projector.position
        return await asyncio.to_thread(lambda: self.projector.position)

    def begin_to_drain(self) -> None:
        """Told to stop: streams end first, so that their readers go elsewhere."""
        if self._drained is None:
            log.info("draining", streams=self.streams.open_streams)
            self._drained = self.loop.create_task(self.streams.drain())

    @property
    def draining(self) -> bool:
        return self._drained is not None

    async def finish(self) -> None:
        """Streams have ended, and every command on its way is answered."""
        self.begin_to_drain()
        assert self._drained is not None
        await self._drained
        await self.play.drain()
        for part in (self.exchange, self.caps, self.redis):
            if part is not None:
                await part.close()


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Server]:
    """A server with its store open and its projections followed; all is given back at the end."""
    store = await asyncio.to_thread(open_store, settings.store, most_waiting=settings.most_waiting)
    try:
        accounts = await asyncio.to_thread(open_accounts, settings.store)
        try:
            server = Server(settings, store, accounts)
            server.projector.start()
            guarding = asyncio.create_task(server.guard.watch())
            try:
                yield server
            finally:
                await server.finish()
                guarding.cancel()
                await asyncio.gather(guarding, return_exceptions=True)
                await asyncio.to_thread(server.anew.close)
                await asyncio.to_thread(server.projector.close)
        finally:
            accounts.close()
    finally:
        await asyncio.to_thread(store.close)
