"""Seats and tokens: who sits where, who may be what, and for how long."""

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from services.accounts import Caller
from services.accounts.accounts import TICKET_SECONDS
from services.api.callers import known, only
from services.api.problems import NotAllowed
from services.api.shapes import (
    InvitationGiven,
    Join,
    LookShape,
    Seated,
    SeatShape,
    TicketGiven,
    TokenAsked,
    TokenGiven,
    Who,
)
from services.play import NotSeated
from services.play.looking import plain_id
from services.server import Server


class SeatController(Controller):
    path = "/v1/games/{game:str}"
    tags = ["seats and tokens"]
    guards = [known]

    @get("/seats", operation_id="listSeats", summary="Who sits where")
    async def seats(
        self, game: FromPath[str], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> list[SeatShape]:
        header = await server.play.header(game)
        found = await server.accounts.seats(header.game, header.seats)
        return [SeatShape(one.seat, one.name, one.taken) for one in found]

    @post(
        "/seats/{seat:str}/token",
        operation_id="rotateSeat",
        summary="A new token for a seat; earlier ones end",
    )
    async def rotate(
        self,
        game: FromPath[str],
        seat: FromPath[str],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
    ) -> TokenGiven:
        game = await _seat_of(server, game, seat)
        if not caller.may_seat(game, seat):
            raise NotAllowed("only an organiser or the seat's own player may change its token")
        made = await server.accounts.rotate(game, seat, caller)
        return TokenGiven(made.token, made.id)

    @post(
        "/seats/{seat:str}/invitation",
        operation_id="inviteToSeat",
        summary="Invite someone to a seat (organisers)",
        guards=[only(Caller.may_invite, "only an organiser may invite")],
    )
    async def invite(
        self,
        game: FromPath[str],
        seat: FromPath[str],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
    ) -> InvitationGiven:
        game = await _seat_of(server, game, seat)
        return InvitationGiven((await server.accounts.invite(game, seat, by=caller)).token)

    @post("/join", operation_id="joinGame", summary="Take the seat that one is invited to")
    async def join(
        self,
        game: FromPath[str],
        data: JSONBody[Join],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
    ) -> Seated:
        header = await server.play.header(game)
        made = await server.accounts.join(header.game, data.invitation, data.name)
        assert made.seat is not None
        return Seated(made.seat, made.token, made.id)

    @get(
        "/access",
        operation_id="listLooks",
        summary="When an arbiter looked at this game (arbiters, organisers)",
    )
    async def access(
        self, game: FromPath[str], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> list[LookShape]:
        header = await server.play.header(game)
        if not caller.may_read_looks(header.game):
            raise NotAllowed("the access log is for arbiters and organisers")
        looks = await server.accounts.looks(header.game)
        return [LookShape(one.at, one.token, one.name, one.what, one.version) for one in looks]


class TokenController(Controller):
    path = "/v1"
    tags = ["seats and tokens"]
    guards = [known]

    @get("/tokens/self", operation_id="whoAmI", summary="Who the token says one is", sync_to_thread=False)
    def who(self, caller: NamedDependency[Caller]) -> Who:
        return Who(caller.id, caller.role, caller.game, caller.seat, caller.name)

    @post(
        "/tokens",
        operation_id="issueToken",
        summary="A token for someone who does not play (organisers)",
        guards=[only(Caller.may_issue_tokens, "only an organiser may give tokens")],
    )
    async def issue(
        self, data: JSONBody[TokenAsked], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> TokenGiven:
        game = (await server.play.header(data.game)).game if data.game is not None else None
        made = await server.accounts.issue(data.role, game, data.name, data.expires_in, by=caller)
        return TokenGiven(made.token, made.id)

    @delete(
        "/tokens/{token_id:str}", operation_id="endToken", summary="End a token (organisers, or one's own)"
    )
    async def revoke(
        self, token_id: FromPath[str], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> None:
        await server.accounts.revoke(token_id, caller)

    @post("/tickets", operation_id="ticket", summary="A ticket for one stream or socket, for a minute")
    async def ticket(self, server: NamedDependency[Server], caller: NamedDependency[Caller]) -> TicketGiven:
        return TicketGiven(await server.accounts.ticket(caller), TICKET_SECONDS)


async def _seat_of(server: Server, game: str, seat: str) -> str:
    header = await server.play.header(plain_id(game))
    if seat not in header.seats:
        raise NotSeated(f"game {header.game} has no seat {seat!r}")
    return header.game
