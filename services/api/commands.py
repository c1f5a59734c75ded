"""Commands: a seat's command in, its copy of what happened out."""

from typing import Any

import msgspec
from litestar import Controller, Request, post
from litestar.openapi.spec import OpenAPIMediaType, RequestBody, Schema

from services.api.callers import caller_of, server_of
from services.api.games import seat_of
from services.api.headers import command_id, if_version
from services.api.shapes import CommandAnswer
from services.api.written import Written
from services.play import Accepted

_ENCODE = msgspec.json.Encoder().encode


class CommandController(Controller):
    path = "/v1/games/{game:str}/commands"
    tags = ["play"]

    @post("/", operation_id="command", summary="Give a command", status_code=200)
    async def command(self, request: Request[Any, Any, Any]) -> Written[CommandAnswer]:
        """The body is the command itself; `Idempotency-Key` makes sending it again safe."""
        # Asks for itself what other routes have injected: that costs more than all else here but the rules.
        game, server, caller = request.path_params["game"], server_of(request), await caller_of(request)
        seat = seat_of(caller, game)
        accepted = await server.play.perform(
            game,
            seat,
            await request.body(),
            command_id=command_id(request),
            if_version=if_version(request),
        )
        return Written(written(accepted), accepted.version)


def written(accepted: Accepted) -> bytes:
    """The answer around the records, whose bytes are not touched."""
    return b'{"version":%d,"records":[%b],"receipt":%b,"repeated":%b}' % (
        accepted.version,
        b",".join(accepted.records),
        _ENCODE(accepted.receipt),
        b"true" if accepted.repeated else b"false",
    )


COMMAND_BODY = RequestBody(
    description="A command of the game's ruleset, told apart by its `type`.",
    required=True,
    content={"application/json": OpenAPIMediaType(schema=Schema())},
)
