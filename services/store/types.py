"""The closed registry of stored types: `ruleset/tag`, or `core/tag` for what surrounds every game."""

from functools import cache
from typing import Any, get_args

import msgspec

from domain.core.event import Event, tag_of
from domain.core.frame import FrameEvent
from domain.core.record import Record
from domain.core.ruleset import Ruleset, installed, is_installed, ruleset
from services.store.errors import UnknownType

CORE = "core"
_FRAME: tuple[type[Event[Any]], ...] = get_args(FrameEvent)
_FRAME_RECORDS = msgspec.json.Decoder(Record[FrameEvent])
_NAMES: dict[type[Event[Any]], str] = {event: f"{CORE}/{event.__struct_config__.tag}" for event in _FRAME}


def type_of(event: Event[Any]) -> str:
    """The name under which an event is stored; an event that no ruleset declares is an error."""
    found = _NAMES.get(type(event))
    if found is None:
        for name in installed():
            if type(event) in _events(name):
                found = _NAMES[type(event)] = f"{name}/{tag_of(event)}"
                break
        else:
            raise UnknownType(f"{type(event).__name__}: no installed ruleset declares this event")
    return found


def decode(kind: str, body: bytes) -> Record[Any]:
    """A stored record. The name only selects among what is declared: nothing is imported by it."""
    name, _, tag = kind.partition("/")
    if not knows(kind):
        raise UnknownType(f"{kind}: no installed ruleset knows this type")
    record = _FRAME_RECORDS.decode(body) if name == CORE else ruleset(name).read(body)
    if name == CORE and tag_of(record.event) != tag:
        raise UnknownType(f"{kind}: the stored event says {tag_of(record.event)!r}")
    return record


@cache
def knows(kind: str) -> bool:
    """Whether a type is declared: by the core, or by an installed ruleset now or in an earlier version."""
    name, _, tag = kind.partition("/")
    if name == CORE:
        return kind in _NAMES.values()
    if not is_installed(name):
        return False
    tags = {event.__struct_config__.tag for event in _events(name)}
    return tag in tags or tag in ruleset(name).upcasters


@cache
def _events(name: str) -> frozenset[type[Event[Any]]]:
    rules: Ruleset[Any] = ruleset(name)
    return frozenset(get_args(rules.event_types))
