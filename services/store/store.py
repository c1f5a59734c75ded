"""Store: the log with its writer, its bell and its keys. Reader: the same log, to look at."""

import asyncio
import contextlib
import math
import os
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from domain.core.record import Record, line_and_hash
from services.store.bell import Bell
from services.store.errors import (
    BadAddress,
    NoSuchGame,
    NotContinuous,
    StoreClosed,
    StoreError,
    StoreNotFound,
)
from services.store.keys import PublicKey, SignedHead, Signer, from_row, new_signer, signer_for
from services.store.log import (
    Append,
    Command,
    Done,
    Entry,
    GameSecrets,
    Head,
    Inserted,
    Log,
    Row,
    Signature,
    game_id,
    game_key,
)
from services.store.memory import MemoryLog
from services.store.sqlite import SqliteLog
from services.store.types import type_of
from services.store.writer import MOST_WAITING, Writer

PAGE = 500
POLL = 0.25


class Reader:
    """Looks at a log that this or another process writes. Any thread may ask."""

    def __init__(self, log: Log, bell: Bell | None = None) -> None:
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

    def receipts(self, game: str) -> list[SignedHead]:
        """The signed head of every command of a game, in order."""
        return [self.receipt(done) for done in self.log.commands(game_key(game)) if done.signed]

    def receipt(self, done: Done) -> SignedHead:
        """What the sender of a command keeps."""
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

    def public_keys(self) -> list[PublicKey]:
        """Every public key that ever signed here, oldest first."""
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
        with contextlib.suppress(StoreClosed):
            while not self._closed:
                entries = await asyncio.to_thread(self.log.page, after, PAGE)
                for entry in entries:
                    yield entry
                if entries:
                    after = entries[-1].position
                elif self._bell is not None:
                    await self._bell.heard(after)
                else:
                    await asyncio.sleep(POLL)

    def _wait(self, after: int, timeout: float | None) -> bool:
        """Until there is more. Another process's commits ring no bell here, so the log is asked."""
        if self._bell is not None:
            return self._bell.wait(after, timeout)
        until = math.inf if timeout is None else time.monotonic() + timeout
        while self.log.last_position() <= after:
            if time.monotonic() >= until:
                return False
            time.sleep(POLL)
        return True

    def close(self) -> None:
        self._closed = True
        self.log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Store(Reader):
    """The only place where events become facts: one writer, durable before visible."""

    def __init__(self, log: Log, signer: Signer | None, most_waiting: int = MOST_WAITING) -> None:
        self.bell = Bell(log.last_position())
        super().__init__(log, self.bell)
        self.signer = signer
        if signer is not None:
            for key in signer.keys:
                log.remember_key(key.row())
        self.writer = Writer(log, self.bell, most_waiting)

    async def append(
        self,
        game: str,
        expected_version: int,
        expected_head: str,
        events: Sequence[Record[Any]],
        command_id: str,
        request_digest: bytes,
        secrets: GameSecrets | None = None,
    ) -> Done:
        """Write what a command caused: all of it once, or an error and none of it.

        `expected_version` and `expected_head` say where the caller stood when it decided. The same command
        id with the same digest gives the first outcome again, marked `repeated`, and writes nothing.
        """
        part = self._part(game, expected_version, expected_head, events, command_id, request_digest, secrets)
        return _done(await self.writer.submit_from_loop(part))

    def append_now(
        self,
        game: str,
        expected_version: int,
        expected_head: str,
        events: Sequence[Record[Any]],
        command_id: str,
        request_digest: bytes,
        secrets: GameSecrets | None = None,
    ) -> Done:
        """`append` for a thread, which waits for the commit."""
        part = self._part(game, expected_version, expected_head, events, command_id, request_digest, secrets)
        return _done(self.writer.write_now(part))

    def insert(self, rows: Sequence[Row], tracking: tuple[str, int] | None = None) -> tuple[int, ...]:
        """Rows of no command, as the library's own applications write them; gives their positions."""
        outcome = self.writer.write_now(Append(tuple(rows), tracking=tracking))
        if isinstance(outcome, StoreError):
            raise outcome
        assert isinstance(outcome, Inserted)
        return outcome.positions

    def secrets(self, game: str) -> GameSecrets | None:
        """What only the server holds of a game, to go on with it."""
        return self.log.secrets(game_key(game))

    def close(self) -> None:
        """Write what waits, then give the file back."""
        self.writer.close()
        self._closed = True
        self.bell.silence()
        super().close()

    def _part(
        self,
        game: str,
        expected_version: int,
        expected_head: str,
        events: Sequence[Record[Any]],
        command_id: str,
        request_digest: bytes,
        secrets: GameSecrets | None,
    ) -> Append:
        """Check that the records continue what the caller expects, and turn them into the bytes to keep.

        The head is signed here, by the caller, so that this goes on while the writer waits for the disk;
        the signature leaves the process only if and after the command is committed.
        """
        if not events:
            raise NotContinuous("a command that caused nothing is not written")
        key, rows, head, version = game_key(game), [], expected_head, expected_version
        for record in events:
            version += 1
            if (record.game, record.version, record.prev, record.cause) != (game, version, head, command_id):
                raise NotContinuous(f"version {record.version} of {record.game}: does not continue the log")
            line, head = line_and_hash(record)
            rows.append(Row(key, version, type_of(record.event), line))
        at, signed = events[-1].at, None
        if self.signer is not None:
            signature = self.signer.sign_head(self.origin, game, version, head, at)
            signed = Signature(self.signer.id, signature)
        before, after = (
            Head(expected_version, bytes.fromhex(expected_head)),
            Head(version, bytes.fromhex(head)),
        )
        return Append(tuple(rows), Command(command_id, request_digest, before, after, at, signed), secrets)


def _done(outcome: object) -> Done:
    if isinstance(outcome, StoreError):
        raise outcome
    assert isinstance(outcome, Done)
    return outcome


def open_store(
    url: str, *, environment: Mapping[str, str] = os.environ, most_waiting: int = MOST_WAITING
) -> Store:
    """Open for writing; a SQLite file is made on first use, and so are its keys."""
    path = sqlite_path(url)
    if path is None:
        return Store(MemoryLog(), new_signer(), most_waiting)
    log = SqliteLog(path, writing=True)
    try:
        return Store(log, signer_for(path, environment), most_waiting)
    except BaseException:
        log.close()
        raise


def open_reader(url: str) -> Reader:
    """Open for looking; nothing is made, locked or changed."""
    path = sqlite_path(url)
    if path is None:
        raise StoreNotFound("memory: a store in memory can be read only by the process that holds it")
    return Reader(SqliteLog(path, writing=False))


def sqlite_path(url: str) -> Path | None:
    """The file that a store's URL names; None for `memory:`.

    `sqlite:///protokol.db` lies in the current folder, `sqlite:////srv/protokol.db` where it says.
    """
    if url == "memory:":
        return None
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return Path(url.removeprefix("sqlite:///"))
    raise BadAddress(f"{url or 'nothing'}: not the URL of a store: sqlite:///path/protokol.db or memory:")
