"""Timeline: the story of each game, as everyone may hear it, in the languages of its ruleset.

What is kept is each event as everyone sees it. It is told when it is read: so every language is there, a
better sentence needs no rebuilding, and a page of rows costs one encoding instead of three tellings.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.event import PUBLIC, Audience, Event, Seat, tag_of
from domain.core.frame import FrameEvent
from domain.core.record import Header, Record
from domain.core.ruleset import Ruleset
from projections.projection import HEAD, PAGE, Pages, Projection, Row, Seen

STORY = "story/"


class Chapter(Struct, frozen=True):
    """How far a game's story goes."""

    ruleset: str
    version: int
    moment: str


class Told(Struct, frozen=True):
    """One event of the story."""

    version: int
    moment: str
    at: int
    by: Seat | None
    type: str
    told: str


class Timeline(Projection):
    """A row that says how far the story is, and its pages."""

    name = "timeline"
    version = 1

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._table = seen.tables[PUBLIC]
        self._moment = seen.rules.moment
        self._story = Pages(STORY)

    @classmethod
    def eyes(cls, header: Header) -> tuple[Audience, ...]:
        return (PUBLIC,)

    def apply(self, record: Record[Any], shown: Event[Any]) -> None:
        self._story.add((record.version, self._moment(self._table), record.at, record.by, shown))

    def rows(self) -> Iterator[Row]:
        moment = self._moment(self._table)
        yield HEAD, canonical(Chapter(self.seen.header.ruleset, self.seen.version, moment))
        yield from self._story.rows()

    def settle(self) -> None:
        self._story.settle()


def page_key(version: int) -> str:
    """The page that a version is on."""
    return Pages(STORY).key((version - 1) // PAGE)


def tell_page(rules: Ruleset[Any], page: bytes, language: str) -> Iterator[Told]:
    """The sentences of a page, in one of the ruleset's languages."""
    for version, moment, at, by, event in _pages(rules.name, rules.event_types).decode(page):
        yield Told(version, moment, at, by, tag_of(event), rules.tell(event, language))


@cache
def _pages(ruleset: str, events: Any) -> "msgspec.json.Decoder[list[tuple[int, str, int, str | None, Any]]]":
    return msgspec.json.Decoder(list[tuple[int, str, int, str | None, events | FrameEvent]])
