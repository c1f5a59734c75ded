"""Guard: a token that has ended takes its open streams and sockets with it."""

import asyncio
from contextlib import suppress

import structlog

from services.accounts import Accounts
from services.streams import Streams

EVERY = 2.0  # seconds after which an end that another process has written is noticed
ADDRESS = "address "  # how the owner of a stream without a token begins

log = structlog.get_logger()


class Guard:
    """Asks once for all tokens that have something open, never for each stream or event."""

    def __init__(self, accounts: Accounts, streams: Streams, every: float = EVERY) -> None:
        self._accounts = accounts
        self._streams = streams
        self._every = every
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        accounts.listeners.append(self._hear)

    async def watch(self) -> None:
        """Until it is cancelled. Ends in this process are noticed at once, those of others a little later."""
        try:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), self._every)
                self._changed.clear()
                try:
                    await self.look()
                except Exception as error:  # the accounts are away for a while: they are asked again
                    log.warning("guard", exc_info=error)
        finally:
            self._accounts.listeners.remove(self._hear)

    async def look(self) -> None:
        """End what is open under tokens that are no longer good."""
        tokens = [owner for owner in self._streams.owners() if owner and not owner.startswith(ADDRESS)]
        if tokens and (ended := await self._accounts.ended(tokens)):
            self._streams.end(ended)

    def _hear(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._changed.set)
