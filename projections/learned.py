"""Who knew which secret, and since when."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from domain.core.event import ARBITER, PUBLIC, Audience, Event, Opening, Seat, openings_of, secrets_of, tag_of
from domain.core.record import Record


class Sealed(Struct, frozen=True, array_like=True, tag="sealed", tag_field="fact"):
    """A secret came to be, known to some seats at once; its value, if this copy of the log has it."""

    version: int
    type: str
    field: str
    to: tuple[Seat, ...]
    value: Any = None


class Opened(Struct, frozen=True, array_like=True, tag="opened", tag_field="fact"):
    """A secret was opened to all, in a later version than it was sealed."""

    version: int
    opens: int
    field: str
    value: Any


class Learned(Struct, frozen=True):
    """A secret: where it was sealed, who has known it since which version, and what it is if that is open."""

    version: int
    type: str
    field: str
    known_to: dict[Audience, int]
    value: Any = None


@cache
def touches_secrets(kind: type[Event[Any]]) -> bool:
    """Whether events of this type seal or open anything."""
    return bool(secrets_of(kind) or openings_of(kind))


def secrets_in(record: Record[Any]) -> Iterator[Sealed | Opened]:
    """What a record opens and seals."""
    event = record.event
    kind = type(event)
    for field in openings_of(kind):
        opening: Opening[Any] = getattr(event, field)
        yield Opened(record.version, opening.opens, opening.field, opening.value)
    for field in secrets_of(kind):
        secret = getattr(event, field)
        yield Sealed(record.version, tag_of(event), field, secret.to, secret.value)


class Knowledge:
    """Every secret of one game, in the order in which they were sealed."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._everyone = (*seats, PUBLIC)
        self.secrets: dict[tuple[int, str], Learned] = {}

    def hear(self, fact: Sealed | Opened) -> None:
        """A sealed secret is known at once to those it is meant for, after its opening to all."""
        if isinstance(fact, Sealed):
            since = dict.fromkeys((*fact.to, ARBITER), fact.version)
            new = Learned(fact.version, fact.type, fact.field, since, fact.value)
            self.secrets[fact.version, fact.field] = new
            return
        sealed = self.secrets[fact.opens, fact.field]
        since = {**dict.fromkeys(self._everyone, fact.version), **sealed.known_to}
        value = fact.value if sealed.value is None else sealed.value
        opened = Learned(sealed.version, sealed.type, sealed.field, since, value)
        self.secrets[fact.opens, fact.field] = opened
