"""Reader: a store to look at. It loads nothing that only writing, signing or serving needs."""

import contextlib
import math
import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Self

from services.store.address import is_postgres, shown, sqlite_path
from services.store.errors import NoSuchGame, StoreClosed, StoreError, StoreNotFound
from services.store.log import Done, Entry, Head, Log, game_id, game_key
from services.store.sqlite import SqliteLog

if TYPE_CHECKING:
    from services.store.bell import Bell
    from services.store.keys import PublicKey, SignedHead

PAGE = 500
POLL = 0.25


class Reader:
    """Looks at a log that this or another process writes. Any thread may ask."""

    def __init__(self, log: Log, bell: "Bell | None" = None) -> None:
        self.log = log
        self._bell = bell
        self._closed = False

    @property
    def origin(self) -> str:
        return self.log.origin

    def games(self) -> list[str]:
        """The ids of all games, in the order in which they began."""
        return [game_id(game) for game, _ in self.log.games()]

    def head(self, game: str) -> Head:
        """How far a game is."""
        found = self.log.head(game_key(game))
        if found is None:
            raise NoSuchGame(f"no game {game}")
        return found

    def lines(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """A game's records from a version on, as the exact bytes that were written: all secrets open."""
        found = [entry.body for entry in self.log.game(game_key(game), after, upto)]
        if not found:
            self.head(game)
        return found

    def receipts(self, game: str) -> "list[SignedHead]":
        """The signed head of every command of a game, in order."""
        return [self.receipt(done) for done in self.log.commands(game_key(game)) if done.signed]

    def lines_and_receipts(self, game: str) -> "tuple[list[bytes], list[SignedHead]]":
        """A game's lines and the signed heads up to their end; what is written meanwhile is in neither."""
        lines = self.lines(game)
        return lines, [receipt for receipt in self.receipts(game) if receipt.version <= len(lines)]

    def receipt(self, done: Done) -> "SignedHead":
        """What the sender of a command keeps."""
        from services.store.keys import SignedHead

        if done.signed is None:
            raise StoreError("this command was not signed")
        head, signed = done.head.hex(), done.signed
        return SignedHead(
            self.origin, game_id(done.game), done.last, head, done.at, signed.key, signed.signature.hex()
        )

    def outcome(self, game: str, command: str) -> Done | None:
        """What became of a command, by its id: how an unknown outcome is resolved."""
        found = self.log.command(game_key(game), command)
        return found[1] if found else None

    def public_keys(self) -> "list[PublicKey]":
        """Every public key that ever signed here, oldest first."""
        from services.store.keys import from_row

        return [from_row(row) for row in self.log.public_keys()]

    def page(self, after: int = 0, limit: int = PAGE) -> list[Entry]:
        """Events of all games after a position, in the order of commits."""
        return self.log.page(after, limit)

    def follow(self, after: int = 0, timeout: float | None = None) -> Iterator[Entry]:
        """All events after a position, then new ones as they come.

        Ends when the store is closed, or after `timeout` seconds without anything new.
        """
        with contextlib.suppress(StoreClosed):
            while True:
                entries = self.log.page(after, PAGE)
                yield from entries
                if entries:
                    after = entries[-1].position
                elif not self._wait(after, timeout):
                    return

    async def follow_async(self, after: int = 0) -> AsyncIterator[Entry]:
        """The same for coroutines, until the store is closed; reading happens off the event loop."""
        import asyncio

        with contextlib.suppress(StoreClosed):
            while not self._closed:
                entries = await asyncio.to_thread(self.log.page, after, PAGE)
                for entry in entries:
                    yield entry
                if entries:
                    after = entries[-1].position
                elif self._bell is not None:
                    await self._bell.heard(after, POLL if self.log.shared else None)
                else:
                    await asyncio.sleep(POLL)

    def _wait(self, after: int, timeout: float | None) -> bool:
        """Until there is more. Another process's commits ring no bell here, so the log is asked."""
        if self._bell is not None and not self.log.shared:
            return self._bell.wait(after, timeout)
        until = math.inf if timeout is None else time.monotonic() + timeout
        while self.log.last_position() <= after:
            left = until - time.monotonic()
            if left <= 0:
                return False
            if self._bell is None:
                time.sleep(min(POLL, left))
            elif not self._bell.wait(after, min(POLL, left)) and self._closed:
                return False
        return True

    def close(self) -> None:
        self._closed = True
        self.log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_reader(url: str) -> Reader:
    """Open for looking; nothing is made, locked or changed."""
    if is_postgres(url):
        return Reader(postgres_log(url, writing=False))
    path = sqlite_path(url)
    if path is None:
        raise StoreNotFound("memory: a store in memory can be read only by the process that holds it")
    return Reader(SqliteLog(path, writing=False))


def postgres_log(url: str, *, writing: bool) -> Log:
    """The log in a PostgreSQL database. Its driver is loaded only here."""
    try:
        from services.store.postgres import PostgresLog
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise StoreError(
            f"{shown(url)}: PostgreSQL needs its driver: pip install 'protokol[postgres]'"
        ) from None
    return PostgresLog(url, writing=writing)
