"""Games: opened, listed, looked at."""

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from domain.core.event import PUBLIC
from domain.core.record import Header
from domain.core.ruleset import ruleset
from projections.projection import table_data
from services.accounts import Caller, Delay, Seating
from services.api.callers import known, only
from services.api.headers import command_id
from services.api.negotiating import JSON, SVG, TEXT, best_of
from services.api.parameters import Most
from services.api.problems import ApiError, NotAllowed
from services.api.shapes import (
    Asked,
    ChoicesAnswer,
    DelayShape,
    GameListed,
    GameOpened,
    GamePage,
    GameView,
    OpenGame,
    SeatGiven,
)
from services.play import NotPlayable, Seen
from services.play.looking import plain_id
from services.play.requests import read_options, read_ruleset
from services.server import Server
from services.store.errors import NoSuchGame
from services.store.log import game_key
from services.store.store import Store


class _Timed(Struct):
    """The one field of a record that a list needs; all others are passed over, not decoded."""

    at: int


_AT = msgspec.json.Decoder(_Timed)


class GameController(Controller):
    path = "/v1/games"
    tags = ["games"]
    guards = [known]

    @post(
        "/",
        operation_id="openGame",
        summary="Open a game (organisers)",
        status_code=201,
        guards=[only(Caller.may_open_games, "only an organiser may open games")],
    )
    async def open(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[OpenGame],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
    ) -> Response[GameOpened]:
        """Sent again with the same key it finds the same game; tokens are shown once."""
        _check_seats(data)
        command, delay = command_id(request), Delay(data.delay.seconds, data.delay.events)
        await _keep_behind(server, caller, server.play.id_for(caller.id, command), delay)
        opened = await server.play.open_game(
            data.ruleset,
            data.options,
            preset=data.preset,
            entropy=data.entropy,
            command_id=command,
            scope=caller.id,
            beside=_beside(data),
        )
        given: dict[str, SeatGiven] = {}
        if not await server.accounts.seated(opened.game):  # else the tokens were shown, once
            wanted = {seat: data.seats.get(seat) for seat in opened.header.seats}
            seatings = {
                seat: Seating(asked.name, asked.invite) if asked else Seating()
                for seat, asked in wanted.items()
            }
            if await server.accounts.delay(opened.game) != delay:
                await server.accounts.set_game(opened.game, delay, caller)
            made = await server.accounts.seat_tokens(opened.game, seatings, caller)
            given = {
                seat: SeatGiven(invitation=one.token) if one.kind == "invitation" else SeatGiven(one.token)
                for seat, one in made.items()
            }
        answer = GameOpened(
            opened.game,
            opened.header.ruleset,
            given or {seat: SeatGiven() for seat in opened.header.seats},
            opened.header.commitment,
            opened.version,
            opened.receipt,
            opened.repeated,
        )
        return Response(answer, status_code=200 if opened.repeated else 201)

    @get("/", operation_id="listGames", summary="Games, in the order in which they began")
    async def games(
        self,
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
        after: FromQuery[str | None] = None,
        limit: Most = 50,
    ) -> GamePage:
        listed = await server.play.games()
        ids = [one.game for one in listed]
        if after is not None:
            if plain_id(after) not in ids:
                raise NoSuchGame(f"no game {after}")
            ids = ids[ids.index(plain_id(after)) + 1 :]
        page = ids[:limit]
        found = [await _listed(server, caller, game) for game in page]
        return GamePage(found, page[-1] if len(ids) > len(page) else None)

    @get(
        "/{game:str}",
        operation_id="viewGame",
        summary="The table as the caller may see it, now or at a moment",
    )
    async def view(
        self,
        request: Request[Any, Any, Any],
        game: FromPath[str],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
        at: FromQuery[str | None] = None,
        language: FromQuery[str] = "en",
    ) -> Response[GameView]:
        """As JSON, as text (`Accept: text/plain`) or as a picture (`Accept: image/svg+xml`)."""
        seen = await look(server, caller, game, at, "view")
        header = await server.play.header(game)
        form = best_of(request, JSON, TEXT, SVG)
        headers = {"ETag": f'W/"{seen.version}"', "Vary": "Accept, Authorization"}
        if form == JSON:
            return Response(shown(seen, header), headers=headers)
        rules = ruleset(header.ruleset)
        if language not in rules.languages:
            raise ApiError(
                400, "bad_request", f"{rules.name} speaks {', '.join(rules.languages)}", "language"
            )
        draw = rules.draw if form == TEXT else rules.svg
        picture: Any = await asyncio.to_thread(draw, seen.table, seen.audience, language)
        return Response(picture.encode(), media_type=f"{form}; charset=utf-8", headers=headers)

    @get("/{game:str}/choices", operation_id="listChoices", summary="What the caller's seat may do now")
    async def choices(
        self, game: FromPath[str], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> ChoicesAnswer:
        seat = seat_of(caller, game)
        version, found = await server.play.choices_at(game, seat)
        return ChoicesAnswer(version, None if found is None else msgspec.to_builtins(found, str_keys=True))


def seat_of(caller: Caller, game: str) -> str:
    """The seat that a caller plays in a game, or a refusal."""
    seat = caller.seat if caller.sits_in(plain_id(game)) else None
    if seat is None:
        raise NotAllowed("only a player of this game may ask this")
    return seat


async def look(server: Server, caller: Caller, game: str, at: str | None, what: str) -> Seen:
    """The table as a caller may see it; a delayed spectator finds no later moment than their own."""
    game = plain_id(game)
    audience = await server.audience(caller, game, what)
    horizon = await server.horizon(caller, game)
    return await server.play.view(game, audience, at, upto=horizon)


def shown(seen: Seen, header: Header) -> GameView:
    due = seen.table.asks()
    return GameView(
        seen.game,
        header.ruleset,
        header.ruleset_version,
        seen.audience,
        seen.version,
        seen.moment,
        seen.standing,
        None if due is None else Asked(due.what, due.seats, due.rule),
        table_data(seen.table),
    )


async def _listed(server: Server, caller: Caller, game: str) -> GameListed:
    header = await server.play.header(game)
    horizon = await server.horizon(caller, game)
    try:
        seen = await server.play.view(game, PUBLIC, upto=horizon)
    except NotPlayable:  # a game of rules that are not here any more is listed with the others
        version = (await asyncio.to_thread(server.store.head, game)).version
        shown_upto = version if horizon is None else min(version, horizon)
        return GameListed(game, header.ruleset, header.ruleset_version, header.seats, shown_upto, "", False)
    began, last = await asyncio.to_thread(_times, server.store, game, seen.version)
    standing = seen.standing
    return GameListed(
        game,
        header.ruleset,
        header.ruleset_version,
        header.seats,
        seen.version,
        seen.moment,
        standing.over,
        standing.winners,
        standing.points,
        began,
        last,
    )


def _times(store: Store, game: str, version: int) -> tuple[int, int]:
    """When a game began and when its newest event happened."""
    if not version:
        return 0, 0
    (first,), (last,) = store.lines(game, 0, 1), store.lines(game, version - 1, version)
    return _AT.decode(first).at, _AT.decode(last).at


async def _keep_behind(server: Server, caller: Caller, game: str, delay: Delay) -> None:
    """Before the game's first event can be seen, how late spectators see it is on disk."""
    if await asyncio.to_thread(server.store.log.head, game_key(game)) is None:
        await server.accounts.set_game(game, delay, caller)


def _beside(asked: OpenGame) -> Any:
    """What an opening asks of the server, not of the rules; names of people are left out."""
    delay = msgspec.to_builtins(asked.delay) if asked.delay != DelayShape() else {}
    invited = sorted(seat for seat, one in asked.seats.items() if one.invite)
    return {"delay": delay, "invited": invited} if delay or invited else None


def _check_seats(asked: OpenGame) -> None:
    """Before the game is opened: a seat that it does not have cannot be filled."""
    rules = read_ruleset(asked.ruleset)
    seats = rules.seats(read_options(rules, asked.options, asked.preset))
    for seat in asked.seats:
        if seat not in seats:
            there = ", ".join(seats)
            raise ApiError(400, "bad_request", f"no seat {seat!r} in this game: there are {there}", "seats")
