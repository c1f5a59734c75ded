"""Hidden information: each seat's view, and for the arbiter who knew what since when."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.event import Audience, Event, Seat
from domain.core.record import Header, Record
from projections.board import view_of
from projections.learned import Knowledge, Learned, Opened, Sealed, secrets_in, touches_secrets
from projections.projection import HEAD, Pages, Projection, Row, Seen

SEAT = "seat/"
SECRETS = "secrets/"  # pages for the arbiter alone
_PAGES = msgspec.json.Decoder(list[Sealed | Opened])


class Secrets(Struct, frozen=True):
    """How far a game is, and how many secrets it has sealed."""

    version: int
    seats: tuple[Seat, ...]
    secrets: int


class HiddenInformation(Projection):
    """A row for each seat, folded from the seat's own stream, and pages of what was sealed and opened."""

    name = "hidden_information"
    version = 1

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._sealed: set[tuple[int, str]] = set()
        self._facts = Pages(SECRETS)

    @classmethod
    def eyes(cls, header: Header) -> tuple[Audience, ...]:
        return header.seats

    def concerns(self, kind: type[Event[Any]]) -> bool:
        return touches_secrets(kind)

    def apply(self, record: Record[Any], shown: Event[Any]) -> None:
        for fact in secrets_in(record):
            if type(fact) is Sealed:
                self._sealed.add((fact.version, fact.field))
            elif type(fact) is Opened and (fact.opens, fact.field) not in self._sealed:
                raise LookupError(f"{fact.opens}.{fact.field} is opened and was never sealed")
            self._facts.add(fact)

    def rows(self) -> Iterator[Row]:
        seats = self.seen.header.seats
        yield HEAD, canonical(Secrets(self.seen.version, seats, len(self._sealed)))
        for seat in seats:
            yield seat_key(seat), view_of(self.seen, seat)
        yield from self._facts.rows()

    def settle(self) -> None:
        self._facts.settle()


def seat_key(seat: Seat) -> str:
    """The row of a seat's view."""
    return f"{SEAT}{seat}"


def knew(seats: tuple[Seat, ...], pages: Iterable[bytes]) -> list[Learned]:
    """Every secret and who has known it since when, from the arbiter's pages."""
    knowledge = Knowledge(seats)
    for page in pages:
        for fact in _PAGES.decode(page):
            knowledge.hear(fact)
    return list(knowledge.secrets.values())
