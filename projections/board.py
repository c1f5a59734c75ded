"""Board: the table of each game at its head, as everyone may see it."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.event import PUBLIC, Audience, Event
from domain.core.record import Header, Record
from projections.projection import HEAD, Projection, Row, Seen


class View(Struct, frozen=True):
    """A table as an audience sees it: where the game is, since when, and what lies there."""

    game: str
    ruleset: str
    audience: Audience
    version: int
    moment: str
    at: int
    table: dict[str, Any]


class _View(Struct, frozen=True):
    """The same with the table's bytes in it."""

    game: str
    ruleset: str
    audience: Audience
    version: int
    moment: str
    at: int
    table: msgspec.Raw


def view_of(seen: Seen, audience: Audience) -> bytes:
    """The view of an audience that the game is folded for."""
    header, moment = seen.header, seen.rules.moment(seen.tables[audience])
    return canonical(
        _View(header.game, header.ruleset, audience, seen.version, moment, seen.at, seen.lies(audience))
    )


class Board(Projection):
    """One row a game."""

    name = "board"
    version = 1

    @classmethod
    def eyes(cls, header: Header) -> tuple[Audience, ...]:
        return (PUBLIC,)

    def concerns(self, kind: type[Event[Any]]) -> bool:
        return False  # only the table at the end is looked at

    def apply(self, record: Record[Any], shown: Event[Any]) -> None:
        """Everything it needs happens on the table."""

    def rows(self) -> Iterator[Row]:
        yield HEAD, view_of(self.seen, PUBLIC)

    def settle(self) -> None:
        """The one row is written whenever something has happened."""
