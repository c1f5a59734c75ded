"""Event: a fact and what it does. Secret: a field not for everyone. Opening: a secret made public."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Seat = str
Audience = str

PUBLIC: Audience = "public"
ARBITER: Audience = "arbiter"

T = TypeVar("T")
V = TypeVar("V")


class Secret(Struct, Generic[V], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A value open only `to` some seats; everyone else holds its salted digest.

    A rule yields it with its value; sealing adds salt and digest; redacting for an audience that may not
    know it takes value and salt away again. A closed secret's `value` is None.
    """

    to: tuple[Seat, ...]
    value: V | None = None
    digest: str = ""
    salt: str = ""

    def open_to(self, audience: Audience) -> bool:
        return audience == ARBITER or audience in self.to


class Opening(Struct, Generic[V], frozen=True, gc=False, forbid_unknown_fields=True):
    """A whole secret made public: its value, where it was sealed, and the salt that proves it."""

    value: V
    opens: int
    field: str
    salt: str = ""


class Draw(Struct, frozen=True, gc=False):
    """What chance gave: the label of its stream and the result, so that a verifier can draw it again."""

    label: str
    order: tuple[str, ...] | None = None
    die: tuple[int, int] | None = None  # sides, result


class Event(
    Struct,
    Generic[T],
    frozen=True,
    tag_field="type",
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Something that happened. A subclass writes out its tag and never changes it."""

    def apply(self, table: T) -> None:
        """Change the table. Never refuses, rolls or asks; an event that only tells changes nothing."""

    def asked(self) -> Struct | None:
        """The command that this event is the first answer to, if a seat asked for it."""
        return None

    def draws(self) -> Iterable[Draw]:
        """What chance decided in this event, as far as it is open."""
        return ()


def secrets_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of an event's `Secret` fields."""
    found = _SECRETS.get(kind)
    if found is None:
        found = _SECRETS[kind] = _fields(kind, Secret)
    return found


def openings_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of an event's `Opening` fields."""
    found = _OPENINGS.get(kind)
    if found is None:
        found = _OPENINGS[kind] = _fields(kind, Opening)
    return found


_SECRETS: dict[type, tuple[str, ...]] = {}
_OPENINGS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type[Any], wanted: type) -> tuple[str, ...]:
    return tuple(name for name, hint in get_type_hints(kind).items() if get_origin(hint) is wanted)


def tag_of(event: Event[Any]) -> str:
    """The tag that names this event in the log."""
    tag = type(event).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def redact(event: Event[T], audience: Audience) -> Event[T]:
    """The event as an audience may see it: what is not open to it keeps only its digest."""
    names = secrets_of(type(event))
    if not names:
        return event
    closed = {}
    for name in names:
        secret: Secret[Any] = getattr(event, name)
        if not secret.open_to(audience) and secret.value is not None:
            closed[name] = Secret[Any](to=secret.to, digest=secret.digest)
    return msgspec.structs.replace(event, **closed) if closed else event
