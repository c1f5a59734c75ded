"""What everything on the agenda has in common."""

from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.core.event import Seat

Path = tuple[str | int, ...]  # from a card's record to some of its steps


class Task(Struct, frozen=True, gc=False, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything on the agenda."""


T = TypeVar("T", bound=Task)


def replaced(task: T, **changes: object) -> T:
    """The same task, but."""
    return msgspec.structs.replace(task, **changes)


class Question(Task, frozen=True, kw_only=True):
    """Base of the tasks that a seat must answer."""

    seat: Seat


class Outcome(Task, frozen=True, kw_only=True):
    """Base of what goes on from a Mobilization Check: it lies under the check and is told its result."""

    succeeded: bool = False
