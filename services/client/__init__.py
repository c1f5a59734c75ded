"""A typed client of a server: play, follow with reconnecting, and check the record while it comes."""

from services.client.answers import Asked, CloudEvent, Listed, Me, OpenedGame, Played, Ticket
from services.client.client import Client
from services.client.copy import Copy, RawRecord
from services.client.errors import (
    BadToken,
    Broken,
    ClientError,
    CommandReused,
    Gap,
    NotAllowed,
    NotFound,
    OutcomeUnknown,
    Refused,
    ServerError,
    Stale,
    Unreachable,
)

__all__ = [
    "Asked",
    "BadToken",
    "Broken",
    "Client",
    "ClientError",
    "CloudEvent",
    "CommandReused",
    "Copy",
    "Gap",
    "Listed",
    "Me",
    "NotAllowed",
    "NotFound",
    "OpenedGame",
    "OutcomeUnknown",
    "Played",
    "RawRecord",
    "Refused",
    "ServerError",
    "Stale",
    "Ticket",
    "Unreachable",
]
