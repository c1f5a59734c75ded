"""What a server answers, as far as a client uses it; fields it does not know are left aside."""

from typing import Any

import msgspec
from msgspec import Struct

from services.store.keys import PublicKey, SignedHead


class CloudEvent(Struct, frozen=True):
    """One event on the wire; `data` is the record, byte for byte as the caller's copy has it."""

    id: str
    type: str
    data: msgspec.Raw


class EventsPage(Struct, frozen=True):
    """Events after a version, as many as a page holds."""

    events: list[CloudEvent]
    version: int
    over: bool


class SeatGiven(Struct, frozen=True):
    """How a seat is taken: by its token, or by an invitation."""

    token: str | None = None
    invitation: str | None = None


class OpenedGame(Struct, frozen=True):
    """A game that was opened, and how its seats are taken."""

    game: str
    ruleset: str
    seats: dict[str, SeatGiven]
    commitment: str
    version: int
    receipt: SignedHead | None = None
    repeated: bool = False


class Played(Struct, frozen=True):
    """An accepted command: the caller's copies of what it caused, and the receipt."""

    version: int
    records: list[msgspec.Raw]
    receipt: SignedHead | None
    repeated: bool


class Listed(Struct, frozen=True):
    """A game in the list of games."""

    game: str
    ruleset: str
    version: int
    over: bool
    moment: str = ""


class GamesPage(Struct, frozen=True):
    games: list[Listed]
    next: str | None = None


class Me(Struct, frozen=True):
    """Who a token stands for."""

    id: str
    role: str
    game: str | None = None
    seat: str | None = None
    name: str | None = None


class Asked(Struct, frozen=True):
    """What the caller's seat may do at a version, as the server says."""

    version: int
    choices: dict[str, Any] | None


class Ticket(Struct, frozen=True):
    """What opens one stream without a header, for a short time."""

    ticket: str
    expires_in: int


class Keys(Struct, frozen=True):
    """The server's public signing keys, oldest first."""

    keys: list[PublicKey]
    origin: str = ""
