"""Games: opened, listed, looked at."""

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from domain.core.event import PUBLIC
from domain.core.record import Header
from domain.core.ruleset import ruleset
from projections.projection import table_data
from services.accounts import Caller, Delay, Seating
from services.api.headers import command_id
from services.api.negotiating import JSON, SVG, TEXT, best_of
from services.api.problems import ApiError, NotAllowed
from services.api.shapes import (
    Asked,
    ChoicesAnswer,
    GameListed,
    GameOpened,
    GamePage,
    GameView,
    OpenGame,
    SeatGiven,
)
from services.play import Seen
from services.play.looking import plain_id
from services.play.requests import read_options, read_ruleset
from services.server import Server
from services.store.errors import NoSuchGame

MOST_LISTED = 200


class GameController(Controller):
    path = "/v1/games"
    tags = ["games"]

    @post("/", operation_id="openGame", summary="Open a game (organisers)", status_code=201)
    async def open(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[OpenGame],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
    ) -> Response[GameOpened]:
        """Sent again with the same key it finds the same game; tokens are shown once."""
        if not caller.may_open_games():
            raise NotAllowed("only an organiser may open games")
        _check_seats(data)
        command = command_id(request)
        delay = Delay(data.delay.seconds, data.delay.events)
        game = server.play.id_for(caller.id, command)
        if delay and not await server.accounts.seated(game):
            await server.accounts.set_game(game, delay, caller)  # before any process can show the game
        opened = await server.play.open_game(
            data.ruleset,
            data.options,
            preset=data.preset,
            entropy=data.entropy,
            command_id=command,
            scope=caller.id,
        )
        given: dict[str, SeatGiven] = {}
        if not await server.accounts.seated(opened.game):  # else the tokens were shown, once
            wanted = {seat: data.seats.get(seat) for seat in opened.header.seats}
            seatings = {
                seat: Seating(asked.name, asked.invite) if asked else Seating()
                for seat, asked in wanted.items()
            }
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
        limit: FromQuery[int] = 50,
    ) -> GamePage:
        listed = await server.play.games()
        ids = [one.game for one in listed]
        if after is not None:
            if plain_id(after) not in ids:
                raise NoSuchGame(f"no game {after}")
            ids = ids[ids.index(plain_id(after)) + 1 :]
        page = ids[: max(1, min(limit, MOST_LISTED))]
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
    seen = await server.play.view(game, PUBLIC, upto=horizon)
    return GameListed(game, header.ruleset, header.seats, seen.version, seen.moment, seen.standing.over)


def _check_seats(asked: OpenGame) -> None:
    """Before the game is opened: a seat that it does not have cannot be filled."""
    rules = read_ruleset(asked.ruleset)
    seats = rules.seats(read_options(rules, asked.options, asked.preset))
    for seat in asked.seats:
        if seat not in seats:
            there = ", ".join(seats)
            raise ApiError(400, "bad_request", f"no seat {seat!r} in this game: there are {there}", "seats")
