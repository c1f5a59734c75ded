"""Accounts: who is calling, who sits where, and who looked behind the screen."""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Self

from msgspec import Struct

from domain.core.event import ARBITER, PUBLIC, Seat
from services.accounts.caller import ANYONE, OPERATOR, Caller, Role
from services.accounts.errors import BadGrant, BadInvitation, BadToken, NoSuchToken, NotAllowed
from services.accounts.ledger import Grant, Ledger, Look
from services.accounts.recent import Recent
from services.accounts.sqlite import SqliteLedger, accounts_file
from services.accounts.tokens import Issued, Kind, digest, is_token, new_id, new_token
from services.store.address import is_postgres, sqlite_path
from services.streams.delay import Delay

SECOND = 1_000_000
TICKET_SECONDS = 60
LONGEST_NAME = 60
LONGEST_TOKEN = 10 * 366 * 86_400  # seconds
LONGEST_DELAY = Delay(7 * 86_400, 10_000)


class Seating(Struct, frozen=True):
    """How a seat of a new game is given away: a token at once, or an invitation for whoever joins."""

    name: str = ""
    invite: bool = False


class Seated(Struct, frozen=True):
    """A seat, whether anyone sits there, and under which name."""

    seat: Seat
    name: str
    taken: bool


def microseconds() -> int:
    """Since 1970."""
    return time.time_ns() // 1000


class Accounts:
    """Every change is durable before it is answered; every ended token stops at once in this process."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        clock: Callable[[], int] = microseconds,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._found = Recent(self._find, ticking)
        self._held = Recent(ledger.grant, ticking)
        self._delays = Recent(ledger.delay, ticking)
        self.listeners: list[Callable[[], None]] = []  # told, from any thread, when tokens may have ended

    # who is calling

    async def caller(self, token: str | None) -> Caller:
        """Who holds a token; without one, anyone. `BadToken` if it is not good."""
        if token is None:
            return ANYONE
        caller, grant = await self._found.ask(token)
        if not grant.is_good(self._clock()):
            raise BadToken
        return caller

    async def holds(self, caller: Caller) -> bool:
        """Whether a caller's token is still good: what a long stream asks now and then."""
        if caller.id == ANYONE.id:
            return True
        grant = await self._held.ask(caller.id)
        return grant is not None and grant.is_good(self._clock())

    async def ended(self, tokens: Collection[str]) -> set[str]:
        """Those of these tokens, by public id, that are no longer good, whoever has ended them."""
        found = await asyncio.to_thread(self._ledger.ended, tokens, self._clock())
        if found:
            self._found.forget()
            self._held.forget()
        return found

    async def ticket(self, caller: Caller) -> str:
        """A token for one connection within a minute, with the rights of the caller's own."""
        if caller.id in (ANYONE.id, OPERATOR.id):
            raise NotAllowed("tickets")
        token, at = new_token(), self._clock()
        ends = at + TICKET_SECONDS * SECOND
        ticket = Grant(
            new_id(), "ticket", caller.role, caller.game, caller.seat, "", at, ends, stands_for=caller.id
        )
        await asyncio.to_thread(self._ledger.keep_ticket, digest(token), ticket)
        return token

    async def redeem(self, ticket: str) -> Caller:
        """Who made a ticket, once; `BadToken` the second time, too late, or after their own token's end."""
        if not is_token(ticket):
            raise BadToken
        at = self._clock()
        grant = await asyncio.to_thread(self._ledger.redeem, digest(ticket), at)
        if grant is None or not grant.is_good(at):
            raise BadToken
        return grant.caller()

    # who sits where

    async def seat_tokens(
        self, game: str, seats: Mapping[Seat, Seating], by: Caller = OPERATOR
    ) -> dict[Seat, Issued]:
        """A token or an invitation for each seat, all or none; what stood for these seats before ends."""
        asked = [
            self._new("invitation" if one.invite else "token", "player", game, seat, one.name)
            for seat, one in seats.items()
        ]
        await self._give(asked, by)
        return {issued.seat: issued for issued, _ in asked if issued.seat is not None}

    async def rotate(self, game: str, seat: Seat, by: Caller = OPERATOR) -> Issued:
        """A fresh token for a seat, under the same name; earlier ones and invitations end."""
        kept = [one.name for one in await asyncio.to_thread(self._ledger.grants, game) if one.seat == seat]
        return await self._give_one(self._new("token", "player", game, seat, kept[-1] if kept else ""), by)

    async def invite(self, game: str, seat: Seat, name: str = "", by: Caller = OPERATOR) -> Issued:
        """An invitation to a free seat, good once; an earlier one ends. Else `SeatTaken`."""
        return await self._give_one(self._new("invitation", "player", game, seat, name), by, free=True)

    async def join(self, game: str, invitation: str, name: str = "") -> Issued:
        """Take the seat of an invitation; of two who try at once, one does. Else `BadInvitation`."""
        called = read_name(name)
        if not is_token(invitation):
            raise BadInvitation
        token, new, at = new_token(), new_id(), self._clock()

        def take_up() -> Grant:
            return self._ledger.take_up(digest(invitation), game, digest(token), new, called, at)

        grant = await asyncio.to_thread(take_up)
        return Issued(token, grant.id, "token", game, grant.seat, grant.name)

    async def seats(self, game: str, seats: Iterable[Seat]) -> list[Seated]:
        """Who sits where, in the order of the given seats."""
        at = self._clock()
        found = await asyncio.to_thread(self._ledger.grants, game)
        sitting = {one.seat: one.name for one in found if one.kind == "token" and one.is_good(at)}
        return [Seated(seat, sitting.get(seat, ""), seat in sitting) for seat in seats]

    async def seated(self, game: str) -> bool:
        """Whether the seats of a game have ever been given away."""
        return bool(await asyncio.to_thread(self._ledger.grants, game))

    async def names(self, games: Sequence[str]) -> dict[str, dict[Seat, str]]:
        """Who last took each seat, by game; seats without a name are left out."""
        found: dict[str, dict[Seat, str]] = {game: {} for game in games}
        for game, seat, name in await asyncio.to_thread(self._ledger.names, list(found)):
            if name:
                found[game][seat] = name
        return found

    # giving and ending

    async def issue(
        self,
        role: Role,
        game: str | None = None,
        name: str = "",
        expires_in: int | None = None,
        *,
        seat: Seat | None = None,
        by: Caller = OPERATOR,
    ) -> Issued:
        """A token of any role; a player's takes the place of what stood for its seat."""
        return await self._give_one(self._new("token", role, game, seat, name, expires_in), by)

    async def revoke(self, token: str, by: Caller) -> None:
        """End a token or an invitation by its public id. Ending it again changes nothing."""
        if not by.may_revoke(token):
            raise NotAllowed("ending other tokens")

        def end() -> bool:
            try:
                return self._ledger.end(token, self._clock(), by.id)
            finally:
                self._forget()

        if not await asyncio.to_thread(end):
            raise NoSuchToken

    async def tokens(self) -> list[Grant]:
        """All tokens and invitations, oldest first."""
        return await asyncio.to_thread(self._ledger.grants)

    # games

    async def delay(self, game: str) -> Delay:
        """How far spectators of a game are behind."""
        return await self._delays.ask(game)

    async def delayed(self) -> list[str]:
        """The games whose spectators are kept behind."""
        return await asyncio.to_thread(self._ledger.delayed)

    async def set_game(self, game: str, delay: Delay, opened_by: Caller) -> None:
        """Set a game's delay; whoever says so first has opened the game."""
        if not 0 <= delay.seconds <= LONGEST_DELAY.seconds:
            raise BadGrant(f"a delay is of 0 to {LONGEST_DELAY.seconds} seconds", "delay.seconds")
        if not 0 <= delay.events <= LONGEST_DELAY.events:
            raise BadGrant(f"a delay is of 0 to {LONGEST_DELAY.events} events", "delay.events")

        def keep() -> None:
            try:
                self._ledger.set_game(game, delay, opened_by.id)
            finally:
                self._delays.forget()

        await asyncio.to_thread(keep)

    async def looked(self, caller: Caller, game: str, what: str, version: int) -> None:
        """Write down a look at all of a game, before it is granted."""
        look = Look(self._clock(), caller.id, caller.name, game, what, version)
        await asyncio.to_thread(self._ledger.look, look)

    async def looks(self, game: str) -> list[Look]:
        """Every look at all of a game, oldest first."""
        return await asyncio.to_thread(self._ledger.looks, game)

    def close(self) -> None:
        self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # inside

    def _find(self, token: str) -> tuple[Caller, Grant]:
        found = self._ledger.find(digest(token)) if is_token(token) else None
        if found is None or found.kind != "token" or not found.is_good(self._clock()):
            raise BadToken
        return found.caller(), found

    def _new(
        self,
        kind: Kind,
        role: Role,
        game: str | None,
        seat: Seat | None,
        name: str,
        expires_in: int | None = None,
    ) -> tuple[Issued, Grant]:
        _check_binding(role, game, seat)
        if expires_in is not None and not 1 <= expires_in <= LONGEST_TOKEN:
            raise BadGrant(f"a token lasts 1 to {LONGEST_TOKEN} seconds", "expires_in")
        at, called = self._clock(), read_name(name)
        ends = None if expires_in is None else at + expires_in * SECOND
        issued = Issued(new_token(), new_id(), kind, game, seat, called)
        return issued, Grant(issued.id, kind, role, game, seat, called, at, ends)

    async def _give_one(self, asked: tuple[Issued, Grant], by: Caller, *, free: bool = False) -> Issued:
        await self._give([asked], by, free=free)
        return asked[0]

    async def _give(self, asked: Sequence[tuple[Issued, Grant]], by: Caller, *, free: bool = False) -> None:
        new = [(digest(issued.token), grant) for issued, grant in asked]

        def give() -> None:  # all of it in the thread: whoever asked may be gone before it ends
            try:
                self._ledger.give(new, self._clock(), by.id, free=free)
            finally:
                self._forget()

        await asyncio.to_thread(give)

    def _forget(self) -> None:
        self._found.forget()
        self._held.forget()
        for listener in self.listeners:
            listener()


def read_name(name: str) -> str:
    """A name that can stand in a list: one line, no signs that cannot be seen."""
    trimmed = name.strip()
    if len(trimmed) > LONGEST_NAME or not trimmed.isprintable():
        raise BadGrant(f"a name has at most {LONGEST_NAME} characters, all of them visible", "name")
    return trimmed


def _check_binding(role: Role, game: str | None, seat: Seat | None) -> None:
    """What each role is bound to; a seat's name must not be that of an audience that sees more."""
    if role not in ("player", "observer", "organiser", "arbiter"):
        raise BadGrant(f"nobody is given the role {role!r}", "role")
    if role == "player" and (not game or not seat):
        raise BadGrant("a player's token is bound to a game and a seat", "seat" if game else "game")
    if role != "player" and seat is not None:
        raise BadGrant("only a player's token is bound to a seat", "seat")
    if seat in (PUBLIC, ARBITER):
        raise BadGrant(f"{seat} is not a seat", "seat")
    if game == "":
        raise BadGrant("a game has an id", "game")
    if role == "organiser" and game is not None:
        raise BadGrant("an organiser's token is bound to no game", "game")


def open_accounts(url: str, *, clock: Callable[[], int] = microseconds) -> Accounts:
    """The accounts of a store, by the store's URL; the file or tables beside it are made on first use."""
    if is_postgres(url):
        from services.accounts.postgres import PostgresLedger

        return Accounts(PostgresLedger(url), clock=clock)
    path = sqlite_path(url)
    return Accounts(SqliteLedger() if path is None else SqliteLedger(accounts_file(path)), clock=clock)
