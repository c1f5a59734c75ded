"""Hidden information: each seat's view, and for the arbiter who knew what since when."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.event import Audience, Event, Seat
from domain.core.record import Header, Record
from projections.board import view_of
from projections.learned import Knowledge, Learned, touches_secrets
from projections.projection import HEAD, Projection, Row, Seen

SEAT = "seat/"
SECRET = "secret/"  # and a version and a field: for the arbiter alone


class Secrets(Struct, frozen=True):
    """How far a game is, and how many secrets it has sealed."""

    version: int
    secrets: int


class HiddenInformation(Projection):
    """A row for each seat, folded from the seat's own stream, and one for each secret."""

    name = "hidden_information"
    version = 1

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._knowledge = Knowledge(seen.header.seats)
        self._touched: dict[str, Learned] = {}

    @classmethod
    def eyes(cls, header: Header) -> tuple[Audience, ...]:
        return header.seats

    @classmethod
    def concerns(cls, kind: type[Event[Any]]) -> bool:
        return touches_secrets(kind)

    def apply(self, record: Record[Any], shown: Event[Any]) -> None:
        for learned in self._knowledge.apply(record):
            self._touched[secret_key(learned)] = learned

    def rows(self) -> Iterator[Row]:
        yield HEAD, canonical(Secrets(self.seen.version, len(self._knowledge.secrets)))
        for seat in self.seen.header.seats:
            yield seat_key(seat), view_of(self.seen, seat)
        for key, learned in self._touched.items():
            yield key, canonical(learned)
        self.settle()

    def settle(self) -> None:
        self._touched.clear()


def seat_key(seat: Seat) -> str:
    """The row of a seat's view."""
    return f"{SEAT}{seat}"


def secret_key(learned: Learned) -> str:
    """The row of a secret; in the order of the log."""
    return f"{SECRET}{learned.version:08}.{learned.field}"
