"""`protokol token`: what an operator gives and takes back, while a server runs or not."""

import asyncio
import sys
from datetime import UTC, datetime
from typing import Annotated, Literal, NoReturn

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number

from services.accounts.accounts import SECOND, Accounts, microseconds, open_accounts
from services.accounts.caller import OPERATOR
from services.accounts.errors import AccountsError, BadGrant
from services.accounts.ledger import Grant
from services.play.live import read_header
from services.store.address import is_postgres, sqlite_path
from services.store.commands import fail
from services.store.errors import StoreError, StoreNotFound
from services.store.reader import open_reader

token = App(name="token", help="The tokens of callers: organisers, arbiters, observers, players.")
DAY = 86_400


@token.command(name="new")
def new_token(
    store: str,
    /,
    *,
    role: Literal["organiser", "arbiter", "observer", "player"],
    name: str = "",
    game: str | None = None,
    seat: str | None = None,
    days: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
) -> None:
    """Make a token and print it, once. A server that is running takes it at once.

    Example: protokol token new sqlite:///protokol.db --role organiser --name Vera

    Parameters
    ----------
    store
        The store's URL, for instance sqlite:///protokol.db.
    role
        What its holder is; a player's takes the place of the seat's earlier token.
    name
        Who its holder is, for lists.
    game
        The one game it is for; arbiters and observers without it are so in all games.
    seat
        A player's seat in that game.
    days
        How long it is good; without it, until it is revoked.
    """
    try:
        with _accounts(store) as accounts:
            if game is not None:
                _check_game(store, game, seat)
            seconds = None if days is None else days * DAY
            issued = asyncio.run(accounts.issue(role, game, name, seconds, seat=seat))
    except StoreError as error:
        fail(error)
    except AccountsError as error:
        _refuse(error)
    print(issued.token)
    print(f"protokol: token {issued.id} ({role}); it is not shown again", file=sys.stderr)


@token.command(name="list")
def list_tokens(store: str, /, *, json: bool = False) -> None:
    """List tokens and invitations, oldest first: their ids, never themselves.

    Example: protokol token list sqlite:///protokol.db

    Parameters
    ----------
    store
        The store's URL.
    json
        Print them as JSON.
    """
    try:
        with _accounts(store) as accounts:
            found = asyncio.run(accounts.tokens())
    except StoreError as error:
        fail(error)
    if json:
        print(msgspec.json.encode(found, order="sorted").decode())
        return
    for grant in found:
        where = " ".join(filter(None, (grant.game, grant.seat))) or "all games"
        called = f" {grant.name}" if grant.name else ""
        print(f"{grant.id}  {grant.kind:10}  {grant.role:9}  {_state(grant)}  {where}{called}")


@token.command(name="revoke")
def revoke_token(store: str, id: str, /) -> None:  # noqa: A002 - the word that `token list` shows
    """End a token or an invitation; a server that is running refuses it within seconds.

    Example: protokol token revoke sqlite:///protokol.db 3f9a0c12be77

    Parameters
    ----------
    store
        The store's URL.
    id
        Its id, from `protokol token list`.
    """
    try:
        with _accounts(store) as accounts:
            asyncio.run(accounts.revoke(id, OPERATOR))
    except StoreError as error:
        fail(error)
    except AccountsError as error:
        _refuse(error)
    print(f"{id} is ended")


def _accounts(store: str) -> Accounts:
    """The accounts of a store that exists: a misspelled path makes no file."""
    if is_postgres(store):
        open_reader(store).close()
        return open_accounts(store)
    path = sqlite_path(store)
    if path is None:
        raise StoreNotFound("memory: a store in memory can be reached only by the process that holds it")
    if not path.exists():
        raise StoreNotFound(f"{store}: no such store")
    return open_accounts(store)


def _check_game(store: str, game: str, seat: str | None) -> None:
    with open_reader(store) as reader:
        header = read_header(reader, game)
    if seat is not None and seat not in header.seats:
        raise BadGrant(f"no seat {seat!r} in this game; there are {', '.join(header.seats)}", "seat")


def _state(grant: Grant) -> str:
    if grant.ended_at is not None:
        return f"ended {_day(grant.ended_at)}"
    if grant.expires_at is not None:
        return f"{'until' if grant.is_good(microseconds()) else 'expired'} {_day(grant.expires_at)}"
    return f"since {_day(grant.made_at)}"


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / SECOND, UTC).date().isoformat()


def _refuse(error: AccountsError) -> NoReturn:
    """One line, and the exit code: 2 bad usage, 3 not found or not allowed."""
    print(f"protokol: {error}", file=sys.stderr)
    raise SystemExit(2 if isinstance(error, BadGrant) else 3)
