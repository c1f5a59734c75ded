"""Ledger: what the accounts' database keeps, and the small interface that each database fulfils."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from msgspec import Struct

from domain.core.event import Seat
from services.accounts.caller import Caller, Role
from services.accounts.tokens import Kind
from services.streams.delay import Delay


class Grant(Struct, frozen=True, gc=False):
    """What a token stands for; the token itself is kept nowhere. Times are microseconds since 1970."""

    id: str
    kind: Kind
    role: Role
    game: str | None
    seat: Seat | None
    name: str
    made_at: int
    expires_at: int | None = None
    ended_at: int | None = None
    ended_by: str | None = None
    stands_for: str | None = None  # a ticket: the id of the token that made it

    def is_good(self, at: int) -> bool:
        return self.ended_at is None and (self.expires_at is None or at < self.expires_at)

    def caller(self) -> Caller:
        return Caller(self.id, self.role, self.game, self.seat, self.name)


class Look(Struct, frozen=True, gc=False):
    """One look of an arbiter into a game: who, when, at what, and how far the game was."""

    at: int
    token: str
    name: str
    game: str
    what: str
    version: int


class Ledger(ABC):
    """Each method is one transaction, durable when it returns. Any thread may ask."""

    @abstractmethod
    def find(self, digest: bytes) -> Grant | None:
        """What is kept under a token's digest, good or not."""

    @abstractmethod
    def grant(self, token: str) -> Grant | None:
        """What is kept under a token's public id, good or not."""

    def ended(self, tokens: Collection[str], at: int) -> set[str]:
        """Those of these public ids that are not, or no longer, of a good token."""
        found = {token: self.grant(token) for token in tokens}
        return {token for token, grant in found.items() if grant is None or not grant.is_good(at)}

    @abstractmethod
    def grants(self, game: str | None = None) -> list[Grant]:
        """All tokens and invitations, or those bound to a game, oldest first; no tickets."""

    @abstractmethod
    def give(self, new: Sequence[tuple[bytes, Grant]], at: int, by: str, *, free: bool = False) -> None:
        """Keep new tokens and invitations; those that stood for the same seats end.

        With `free`, a seat that has a good token is `SeatTaken`, and nothing is written.
        """

    @abstractmethod
    def take_up(self, invitation: bytes, game: str, token: bytes, new: str, name: str, at: int) -> Grant:
        """Turn a good invitation to this game into the token of its seat, once; else `BadInvitation`.

        An empty name leaves the one that the invitation names.
        """

    @abstractmethod
    def end(self, token: str, at: int, by: str) -> bool:
        """End a token or an invitation; whether there is one of this id. What has ended stays as it is."""

    @abstractmethod
    def keep_ticket(self, digest: bytes, ticket: Grant) -> None:
        """Keep a ticket, and forget those whose time is over."""

    @abstractmethod
    def redeem(self, ticket: bytes, at: int) -> Grant | None:
        """End a good ticket; the token it stands for, good or not."""

    @abstractmethod
    def names(self, games: Sequence[str]) -> list[tuple[str, Seat, str]]:
        """Game, seat and name of whoever was given each seat's newest token."""

    @abstractmethod
    def delay(self, game: str) -> Delay:
        """The delay of a game; none if nothing is kept of it."""

    @abstractmethod
    def delayed(self) -> list[str]:
        """The games whose spectators are kept behind."""

    @abstractmethod
    def set_game(self, game: str, delay: Delay, opened_by: str) -> None:
        """Keep a game's delay; who opened it is written once."""

    @abstractmethod
    def look(self, look: Look) -> None:
        """Write a look into the access log."""

    @abstractmethod
    def looks(self, game: str) -> list[Look]:
        """The looks into a game, oldest first."""

    @abstractmethod
    def close(self) -> None: ...
