"""Callers: who is asking, from the bearer token or a ticket, and within which limits."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler

from services.accounts import ANYONE, Caller
from services.api.problems import ApiError, NotAllowed
from services.guard import ADDRESS
from services.server import Server

Connection = ASGIConnection[Any, Any, Any, Any]
_FOUND = "protokol_caller"


def server_of(connection: Connection) -> Server:
    """The services behind the doorways."""
    server: Server = connection.app.state.server
    return server


def provide_server(request: Connection) -> Server:
    return server_of(request)


async def who_asks(connection: Connection) -> Caller:
    """Whoever the bearer token says; without one, anyone. A token that is not good is never anyone's."""
    scope: Any = connection.scope
    if _FOUND not in scope:
        scope[_FOUND] = await caller_of(connection)
    found: Caller = scope[_FOUND]
    return found


async def provide_caller(request: Connection, server: NamedDependency[Server]) -> Caller:
    """Asks for the server so that the two are provided one after the other: at once, each needs a task."""
    return await who_asks(request)


async def known(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard: who is asking comes before what they ask, so that a bad token learns nothing of a bad body."""
    await who_asks(connection)


def only(may: Callable[[Caller], bool], otherwise: str) -> Callable[..., Awaitable[None]]:
    """A guard: this is not for everyone, whatever the body says."""

    async def guard(connection: Connection, _: BaseRouteHandler) -> None:
        if not may(await who_asks(connection)):
            raise NotAllowed(otherwise)

    return guard


async def caller_of(connection: Connection, *, tickets: bool = False) -> Caller:
    """The caller, counted against their limit before anything is done for them."""
    server = server_of(connection)
    address = address_of(connection)
    said = connection.headers.get("authorization")
    ticket = connection.query_params.get("ticket") if tickets else None
    if said is None and ticket is None:
        server.addresses.take(address)
        server.callers.take(address)
        return ANYONE
    server.addresses.take(address)
    if said is None:
        assert ticket is not None
        caller = await server.accounts.redeem(ticket)
    else:
        scheme, _, token = said.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise ApiError(401, "bad_token", "the Authorization header is: Bearer, then a token")
        caller = await server.accounts.caller(token.strip())
    server.callers.take(caller.id)
    return caller


def address_of(connection: Connection) -> str:
    """Where the caller comes from; proxies that are trusted were seen through by the HTTP server."""
    client = connection.scope.get("client")
    return client[0] if client else "local"


def owner_of(connection: Connection, caller: Caller) -> str:
    """Against whom streams are counted: a token's id, or an address where there is no token."""
    return caller.id or f"{ADDRESS}{address_of(connection)}"
