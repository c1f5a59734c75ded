"""Words: every card and token has its name once in memory, in however many tables it lies."""

from sys import intern
from typing import Any

from msgspec import Struct


def once(value: Any) -> Any:
    """The same value with its strings shared; what can change is changed in place.

    A log read from JSON brings its own string for each time that a name is written in it, and these were
    a third of what a game takes.
    """
    kind = type(value)
    if kind is str:
        return intern(value)
    if kind is tuple:
        return tuple(map(once, value))
    if kind is list:
        value[:] = map(once, value)
    elif kind is dict:
        shared = [(once(key), once(inner)) for key, inner in value.items()]
        value.clear()
        value.update(shared)
    elif isinstance(value, Struct) and not value.__struct_config__.frozen:
        for name in value.__struct_fields__:
            setattr(value, name, once(getattr(value, name)))
    return value
