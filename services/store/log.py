"""Log: what a database must be able to do to hold games, as `sqlite`, `postgres` and `memory` do."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

import msgspec
from msgspec import Struct

from services.store.errors import NoSuchGame, StoreError
from services.store.leading import Alone, Lead
from services.store.models import Kept, ModelPart, ReadModels


class Row(NamedTuple):
    """One event as it is written: whose, which version, its registered type, its exact bytes."""

    game: bytes
    version: int
    type: str
    body: bytes


class Entry(NamedTuple):
    """One event as it is read, with its place in the order of commits (which never leaves the server)."""

    position: int
    game: bytes
    version: int
    type: str
    body: bytes


class Head(NamedTuple):
    """How far a game is: its newest version and that record's hash (empty for logs without a chain)."""

    version: int
    hash: bytes


class Signature(Struct, frozen=True, gc=False):
    """Which key signed a head, and the signature."""

    key: str
    signature: bytes


class Command(Struct, frozen=True, gc=False):
    """What makes an append one command: its id and body for ever, where it must land, where it ends."""

    id: str
    digest: bytes
    expected: Head
    head: Head
    at: int
    signed: Signature | None = None


class GameSecrets(Struct, frozen=True, gc=False):
    """What only the server holds of a game. Written with its first records, never changed or shown."""

    seed: bytes
    sealing_key: bytes


class Done(Struct, frozen=True, gc=False):
    """A command that is in the log: the versions it caused, the head they end at, and its receipt."""

    game: bytes
    command: str
    first: int
    last: int
    head: bytes
    at: int
    signed: Signature | None
    repeated: bool = False


class Append(Struct, frozen=True, gc=False):
    """What one transaction part writes: rows; of which command; secrets, keys and tracking if any."""

    rows: tuple[Row, ...]
    command: Command | None = None
    secrets: GameSecrets | None = None
    tracking: tuple[str, int] | None = None


class KeyRow(NamedTuple):
    """A public signing key as the store remembers it, for ever."""

    id: str
    public: bytes
    created_at: int
    vouched_by: str
    vouch: bytes


class Finding(Struct, frozen=True):
    """One thing that was examined: what, whether it is sound, and what was seen."""

    what: str
    sound: bool
    seen: str


class Inserted(NamedTuple):
    """Where rows without a command went."""

    positions: tuple[int, ...]


def repeated(done: Done) -> Done:
    """The outcome of a command that was sent again."""
    return msgspec.structs.replace(done, repeated=True)


Part = Append | ModelPart
Outcome = Done | Inserted | Kept | StoreError


class Log(ABC):
    """A database of games. Only the writer thread calls `write`; any thread may read.

    A `shared` one may be written by other processes too.
    """

    shared = False
    origin: str
    models: ReadModels

    @property
    @abstractmethod
    def written_position(self) -> int:
        """The newest position as this process's writer left it."""

    @abstractmethod
    def write(self, batch: Sequence[Part]) -> list[Outcome]:
        """One transaction: each part is written whole or refused by itself; all is durable on return.

        An error of the database is raised, and then nothing of the batch was written.
        """

    @abstractmethod
    def head(self, game: bytes) -> Head | None:
        """How far a game is."""

    @abstractmethod
    def command(self, game: bytes, command: str) -> tuple[bytes, Done] | None:
        """The request digest and the outcome of a command that is in the log."""

    @abstractmethod
    def commands(self, game: bytes) -> list[Done]:
        """Every command of a game, in order."""

    @abstractmethod
    def game(
        self,
        game: bytes,
        after: int = -1,
        upto: int | None = None,
        limit: int | None = None,
        backwards: bool = False,
    ) -> list[Entry]:
        """A game's events with versions in `(after, upto]`, in order, or backwards from the newest."""

    @abstractmethod
    def page(self, after: int, limit: int, upto: int | None = None, types: Sequence[str] = ()) -> list[Entry]:
        """Events of all games with positions in `(after, upto]`, in the order of commits."""

    @abstractmethod
    def last_position(self) -> int:
        """The newest position; positions run from 1 without gaps."""

    def moved(self, after: int, upto: int) -> dict[bytes, int]:
        """Games with events at positions in `(after, upto]`, and the newest version of each among them."""
        found: dict[bytes, int] = {}
        while entries := self.page(after, 500, upto):
            found.update((entry.game, entry.version) for entry in entries)
            after = entries[-1].position
        return found

    @abstractmethod
    def games(self) -> list[tuple[bytes, Head]]:
        """All games, in the order in which they began."""

    @abstractmethod
    def secrets(self, game: bytes) -> GameSecrets | None:
        """What only the server holds of a game."""

    @abstractmethod
    def public_keys(self) -> list[KeyRow]:
        """All public signing keys, oldest first."""

    @abstractmethod
    def remember_key(self, key: KeyRow) -> None:
        """Keep a public key for ever; the same one again changes nothing."""

    @abstractmethod
    def tracked(self, name: str) -> int | None:
        """How far a follower of that name has come."""

    @abstractmethod
    def followers(self) -> dict[str, int]:
        """All followers by name, and how far each has come."""

    @abstractmethod
    def examine(self) -> Iterator[Finding]:
        """What only the database can say of itself: its file, its tables and guards, rows without a game."""

    def lead(self, what: str) -> Lead:
        """A part that one of all writing processes plays."""
        return Alone()

    @abstractmethod
    def close(self) -> None:
        """Give everything back."""


def check_rows(rows: Iterable[Row], heads: dict[bytes, int | None]) -> str:
    """Why rows do not continue their games (at `heads`, None: not begun), or nothing if they do.

    A game begins at version 1; the library's own aggregates may begin at 0.
    """
    for row in rows:
        now = heads[row.game]
        if row.version not in ((0, 1) if now is None else (now + 1,)):
            return f"version {row.version} where {1 if now is None else now + 1} follows"
        heads[row.game] = row.version
    return ""


@lru_cache(4096)
def game_id(game: bytes) -> str:
    """A game's id as people and records write it."""
    return str(UUID(bytes=game)) if len(game) == 16 else game.hex()


@lru_cache(4096)
def game_key(game: str) -> bytes:
    """A game's id as the log keeps it: the bytes of the UUID, or a plain error."""
    try:
        return UUID(game).bytes
    except ValueError:
        raise NoSuchGame(f"{game!r} is not the id of a game: ids are UUIDs") from None
