"""Read models: rows that are folded from the log, kept beside it, and disposable.

Each projection has generations: one is current and is read, another may be built beside it. Rows are written
together with the position up to which they are folded, so that the two always agree.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

LAST_KEY = "\U0010ffff"
ALL_GAMES = b""  # the "game" of rows that are about all games


class Generation(NamedTuple):
    """One building of a projection: of which version of it, up to which position, and whether it is read."""

    projection: str
    number: int
    version: int
    position: int
    current: bool


class ModelRow(NamedTuple):
    """One row of a read model."""

    game: bytes
    key: str
    body: bytes


class Stuck(NamedTuple):
    """A game that a generation cannot fold from a version on, and why; the others go on."""

    game: bytes
    version: int
    why: str


class Advance(Struct, frozen=True, gc=False):
    """One generation moves on from `expected` to `position`: rows to put in place, games that are stuck."""

    projection: str
    number: int
    version: int
    expected: int
    position: int
    rows: Sequence[ModelRow] = ()
    stuck: Sequence[Stuck] = ()


class Upsert(Struct, frozen=True, gc=False):
    """A transaction part: generations move on together; the first one of a projection becomes current."""

    advances: tuple[Advance, ...]


class Switch(Struct, frozen=True, gc=False):
    """A transaction part: from now on these generations are read, each instead of its predecessor."""

    to: tuple[tuple[str, int], ...]


class Discard(Struct, frozen=True, gc=False):
    """A transaction part: a generation is no longer read, and so many of its rows go; at last it itself."""

    projection: str
    number: int
    most: int


class Kept(NamedTuple):
    """How many rows a change of read models has written or removed."""

    rows: int


class Read(NamedTuple):
    """Rows of one game in the current generation, and that generation as it was at that moment."""

    generation: Generation | None
    rows: dict[str, bytes]
    stuck: Stuck | None


ModelPart = Upsert | Switch | Discard


class ReadModels(ABC):
    """Reading; writing is a matter of the writer alone."""

    @abstractmethod
    def generations(self) -> list[Generation]:
        """All generations, by projection and number."""

    @abstractmethod
    def stuck(self, projection: str, number: int) -> list[Stuck]:
        """The games that a generation cannot fold."""

    @abstractmethod
    def read(self, projection: str, game: bytes, first: str = "", last: str = LAST_KEY) -> Read:
        """A game's rows with keys from `first` to `last`, and the one without a key, as of one moment."""

    @abstractmethod
    def of_generation(self, projection: str, number: int, game: bytes) -> dict[str, bytes]:
        """The rows of a game in a generation, whether it is current or not."""

    @abstractmethod
    def rows(self, projection: str, number: int) -> list[ModelRow]:
        """All rows of a generation, by game and key."""

    @abstractmethod
    def differing(self, projection: str, one: int, other: int, most: int) -> list[tuple[bytes, str]]:
        """Games and keys whose rows are not the same, to the byte, in two generations."""
