"""Projection: the contract of a read model, as a pure fold of one game's records into rows."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from domain.core.canonical import canonical
from domain.core.event import Audience, Event
from domain.core.record import Header, Record
from domain.core.ruleset import Ruleset
from domain.core.table import Table

Row = tuple[str, bytes]  # a key within the game, and what is kept under it
HEAD = ""  # the key of the row that every game has in every projection; it tells the game's version
PAGE = 32


class Seen:
    """One game as projections look at it: its header and rules, and the tables that are kept for them.

    Audiences share a table for as long as they have been shown the same. The one of the first audience is
    the same object all the time.
    """

    def __init__(self, rules: Ruleset[Any], header: Header, audiences: Iterable[Audience]) -> None:
        self.rules = rules
        self.header = header
        self.tables: dict[Audience, Table] = dict.fromkeys(audiences, rules.table_for(header))
        self.version = 0
        self.at = 0
        self._encoded: dict[int, msgspec.Raw] = {}
        self._encoded_at = 0

    def each(self) -> list[Table]:
        """Every table once."""
        return list({id(table): table for table in self.tables.values()}.values())

    def part(self, shown: Mapping[Audience, Event[Any]]) -> list[tuple[Table, Event[Any]]]:
        """An event that not everyone sees alike: the tables that it happens on, each with what is seen there.

        Whoever is shown another copy than those it shared a table with, goes on with a table of its own.
        """
        parts: dict[tuple[int, int], tuple[Table, Event[Any]]] = {}
        taken: set[int] = set()
        for who, table in self.tables.items():
            place = id(table), id(shown[who])
            if place not in parts:
                parts[place] = (table.copy() if id(table) in taken else table), shown[who]
                taken.add(id(table))
            self.tables[who] = parts[place][0]
        return list(parts.values())

    def join(self) -> None:
        """After an opening: who has come to see what the first audience sees shares its table again."""
        first = next(iter(self.tables.values()))
        for who, table in self.tables.items():
            if table is not first and table == first:
                self.tables[who] = first

    def lies(self, who: Audience) -> msgspec.Raw:
        """What lies on an audience's table, encoded once for all that share it."""
        if self._encoded_at != self.version:
            self._encoded.clear()
            self._encoded_at = self.version
        table = self.tables[who]
        found = self._encoded.get(id(table))
        if found is None:
            found = self._encoded[id(table)] = msgspec.Raw(canonical(table_data(table)))
        return found


class Whole(ABC):
    """What a projection keeps over all games. Adding is commutative, so the order of games is no matter."""

    @abstractmethod
    def load(self, rows: Mapping[str, bytes]) -> None:
        """Go on from the rows that were kept."""

    @abstractmethod
    def add(self, outcome: Any) -> None:
        """A game is over."""

    @abstractmethod
    def rows(self) -> Iterator[Row]:
        """The rows that are new or other than when they were last asked for."""


class Projection(ABC):
    """What one read model keeps of one game.

    `apply` hears of each record after it has happened on all tables of the game. The same records give the
    same rows to the byte, however they were split into batches.
    """

    name: ClassVar[str]
    version: ClassVar[int]  # raised when the rows of the same records change: they are then built anew
    whole: ClassVar[type[Whole] | None] = None

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    @classmethod
    @abstractmethod
    def eyes(cls, header: Header) -> tuple[Audience, ...]:
        """The audiences whose tables it looks at."""

    def concerns(self, kind: type[Event[Any]]) -> bool:
        """Whether it wants to hear of events of this type: the same in all games of a ruleset."""
        return True

    @abstractmethod
    def apply(self, record: Record[Any], shown: Event[Any]) -> None:
        """A record has happened; `shown` is the event as everyone may see it."""

    @abstractmethod
    def rows(self) -> Iterator[Row]:
        """The rows that are new or other than when they were last asked for."""

    @abstractmethod
    def settle(self) -> None:
        """All rows up to here are kept already: none counts as new."""

    def outcome(self) -> Any:
        """What this game adds to the whole; None as long as it is not over."""
        return None


class Pages:
    """A list that only grows, kept as rows of a few entries each: a full page is never written again."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._number = 0
        self._clean = 0
        self._items: list[Any] = []
        self.add = self._items.append

    def rows(self) -> Iterator[Row]:
        for start in range(0, len(self._items), PAGE):
            page = self._items[start : start + PAGE]
            if start + len(page) > self._clean:
                yield self.key(self._number + start // PAGE), canonical(page)
        self.settle()

    def settle(self) -> None:
        full = len(self._items) // PAGE
        del self._items[: full * PAGE]
        self._number += full
        self._clean = len(self._items)

    def key(self, number: int) -> str:
        return f"{self._prefix}{number:08}"


def table_data(table: Table) -> dict[str, Any]:
    """What lies on a table, ready to be encoded: the bytes of `Table.as_data`, without a copy of it."""
    data = {name: getattr(table, name) for name in table.__struct_fields__}
    del data["components"]
    for name, value in data.items():
        if type(value) is dict and value and type(next(iter(value))) is int:  # as keys, JSON has only text
            data[name] = {str(key): inner for key, inner in value.items()}
    return data
