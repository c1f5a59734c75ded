"""Commands: a seat's command in, its copy of what happened out."""

from typing import Any

import msgspec
from litestar import Controller, Request, post

from services.api.callers import server_of, who_asks
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
        # Nothing is injected or guarded by Litestar here: that would cost more than all else but the rules.
        game, server = request.path_params["game"], server_of(request)
        seat = seat_of(await who_asks(request), game)
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
