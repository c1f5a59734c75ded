"""What callers are answered: structs that a doorway only has to write out."""

from typing import Any

from msgspec import Struct

from domain.core.event import Audience
from domain.core.record import Header
from domain.core.ruleset import Standing
from services.store.keys import SignedHead


class Opened(Struct, frozen=True):
    """A game that has begun: its header, the public copy of its first records, and the receipt."""

    game: str
    header: Header
    records: tuple[bytes, ...]
    version: int
    receipt: SignedHead | None
    repeated: bool = False


class Accepted(Struct, frozen=True):
    """What a command caused: the seat's own copy of the records, and the signed head they end at.

    `repeated` says that the command had been accepted before; all else is as it was then.
    """

    records: tuple[bytes, ...]
    version: int
    receipt: SignedHead | None
    repeated: bool = False


class Refusal(Struct, frozen=True):
    """Why the rules do not allow a command, and what they do allow this seat now, as plain data."""

    code: str
    rule: str
    field: str
    version: int
    choices: dict[str, Any] | None


class Seen(Struct, frozen=True):
    """A table as an audience sees it after a version; it is the caller's own and does not change."""

    game: str
    audience: Audience
    version: int
    moment: str
    standing: Standing
    table: Any


class Listed(Struct, frozen=True, gc=False):
    """A game in a list: its id, and how far it is."""

    game: str
    version: int
    head: str
