"""Commands: a seat's command in, its copy of what happened out."""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.accounts import Caller
from services.api.callers import known
from services.api.games import seat_of
from services.api.headers import command_id, if_version
from services.api.shapes import CommandAnswer
from services.play import Accepted
from services.server import Server

_ENCODE = msgspec.json.Encoder().encode


class CommandController(Controller):
    path = "/v1/games/{game:str}/commands"
    tags = ["play"]
    guards = [known]

    @post("/", operation_id="command", summary="Give a command", status_code=200)
    async def command(
        self,
        request: Request[Any, Any, Any],
        game: FromPath[str],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
    ) -> Response[CommandAnswer]:
        """The body is the command itself; `Idempotency-Key` makes sending it again safe."""
        seat = seat_of(caller, game)
        body = await request.body()
        accepted = await server.play.perform(
            game, seat, body, command_id=command_id(request), if_version=if_version(request)
        )
        answer: Any = written(accepted)
        return Response(answer, media_type="application/json", headers={"ETag": f'W/"{accepted.version}"'})


def written(accepted: Accepted) -> bytes:
    """The answer around the records, whose bytes are not touched."""
    return b'{"version":%d,"records":[%b],"receipt":%b,"repeated":%b}' % (
        accepted.version,
        b",".join(accepted.records),
        _ENCODE(accepted.receipt),
        b"true" if accepted.repeated else b"false",
    )
