"""Tokens: 256 random bits, shown once, kept only as a digest."""

import hashlib
import re
import secrets
from typing import Any, Literal

from msgspec import Struct

Kind = Literal["token", "invitation", "ticket"]

PREFIX = "protokol_"
_SPELLING = re.compile(PREFIX + "[A-Za-z0-9_-]{43}")


class Issued(Struct, frozen=True, gc=False):
    """A token, an invitation or a ticket in the one moment in which it can be read."""

    token: str
    id: str
    kind: Kind = "token"
    game: str | None = None
    seat: str | None = None
    name: str = ""

    def __repr__(self) -> str:
        return f"Issued(id={self.id!r}, kind={self.kind!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("id", self.id), ("kind", self.kind)]


def new_token() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def new_id() -> str:
    """The public name of a token: random, so that it tells nothing of the token."""
    return secrets.token_hex(6)


def is_token(text: str) -> bool:
    """Whether this is spelled like a token."""
    return _SPELLING.fullmatch(text) is not None


def digest(token: str) -> bytes:
    """What is kept of a token. It needs no salt: nobody can guess 256 random bits."""
    return hashlib.sha256(token.encode()).digest()
