"""Who knew which secret, and since when."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from domain.core.event import ARBITER, PUBLIC, Audience, Event, Opening, Seat, openings_of, secrets_of, tag_of
from domain.core.record import Record


class Learned(Struct, frozen=True):
    """A secret: where it was sealed, who has known it since which version, and what it is if that is open."""

    version: int
    type: str
    field: str
    known_to: dict[Audience, int]
    value: Any = None

    @property
    def name(self) -> str:
        return f"{self.version}.{self.field}"


@cache
def touches_secrets(kind: type[Event[Any]]) -> bool:
    """Whether events of this type seal or open anything."""
    return bool(secrets_of(kind) or openings_of(kind))


class Knowledge:
    """Every secret of one game, in the order in which they were sealed."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._everyone = (*seats, PUBLIC)
        self.secrets: dict[tuple[int, str], Learned] = {}

    def apply(self, record: Record[Any]) -> list[Learned]:
        """What a record seals or opens: at once to those it is meant for, after its opening to all."""
        kind, touched = type(record.event), []
        for field in openings_of(kind):
            opening: Opening[Any] = getattr(record.event, field)
            where = (opening.opens, opening.field)
            sealed = self.secrets[where]
            since = {**dict.fromkeys(self._everyone, record.version), **sealed.known_to}
            value = opening.value if sealed.value is None else sealed.value
            opened = Learned(sealed.version, sealed.type, sealed.field, since, value)
            self.secrets[where] = opened
            touched.append(opened)
        for field in secrets_of(kind):
            secret = getattr(record.event, field)
            since = dict.fromkeys((*secret.to, ARBITER), record.version)
            new = Learned(record.version, tag_of(record.event), field, since, secret.value)
            self.secrets[record.version, field] = new
            touched.append(new)
        return touched
