"""The socket: the same events out, commands in, over one connection."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Raw, Struct

from services.accounts import BadToken, Caller
from services.api.callers import caller_of, owner_of, server_of
from services.api.games import seat_of
from services.api.problems import ApiError, problem_of
from services.play.looking import plain_id
from services.server import Server
from services.streams import StreamsError, events_in

SUBPROTOCOL = "protokol.v1+json"
REFUSED, TOO_LARGE, TRY_AGAIN, RESTARTING = 4400, 4413, 1013, 1012

Socket = WebSocket[Any, Any, Any]


class CommandMessage(Struct, frozen=True, tag_field="type", tag="command", forbid_unknown_fields=True):
    """A command with its id; sent again with the same id it is the same command."""

    id: str
    command: Raw
    if_version: int | None = None


log = structlog.get_logger()
_READ = msgspec.json.Decoder(CommandMessage)
_WRITE = msgspec.json.Encoder().encode


@websocket("/v1/games/{game:str}/socket")
async def socket(socket: Socket, game: FromPath[str]) -> None:
    """Whoever offers the subprotocol and may look at the game is let in; a mistake in form ends it."""
    server = server_of(socket)
    try:
        offered = socket.headers.get("sec-websocket-protocol", "")
        if SUBPROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise ApiError(400, "bad_request", f"this socket speaks {SUBPROTOCOL}")
        caller = await caller_of(socket, tickets=True)
        game = plain_id(game)
        after = socket.query_params.get("after", "0")
        if not after.isdecimal() or len(after) > 9:
            raise ApiError(400, "bad_request", "after is a version", "after")
        audience = await server.audience(caller, game, "socket", int(after))
        delay = await server.delay(caller, game)
        await server.play.header(game)
    except Exception as error:
        found, _ = problem_of(error)
        await socket.close(code=4000 + found.status, reason=found.code)
        return
    await socket.accept(subprotocols=SUBPROTOCOL)
    blocks = server.streams.follow(game, audience, int(after), delay=delay, owner=owner_of(socket, caller))
    tasks = [
        asyncio.create_task(_send_events(server, caller, socket, blocks)),
        asyncio.create_task(_take_commands(server, caller, socket, game)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await blocks.aclose()


async def _send_events(
    server: Server, caller: Caller, socket: Socket, blocks: AsyncGenerator[bytes, None]
) -> None:
    """Until the game, the token or the server ends; a client that comes back says what it has seen."""
    try:
        async for block in blocks:
            for event in events_in(block):
                await socket.send_data(b'{"type":"event","event":%b}' % event, "text")
        if server.draining:
            await socket.close(code=RESTARTING, reason="closing")
        elif not await server.accounts.holds(caller):
            ended = problem_of(BadToken())[0]
            await socket.close(code=4000 + ended.status, reason=ended.code)
        else:
            await socket.send_data(b'{"type":"end"}', "text")
            await socket.close(code=1000)
    except StreamsError as error:
        await socket.close(code=TRY_AGAIN, reason=problem_of(error)[0].code)
    except (WebSocketDisconnect, RuntimeError):
        return


async def _take_commands(server: Server, caller: Caller, socket: Socket, game: str) -> None:
    try:
        while True:
            text = await socket.receive_data("text")
            body = text.encode() if isinstance(text, str) else text
            if len(body) > server.settings.most_body:
                await socket.close(code=TOO_LARGE, reason="body_too_large")
                return
            try:
                message = _READ.decode(body)
            except (msgspec.MsgspecError, UnicodeError) as error:
                await socket.close(code=REFUSED, reason=f"bad_request: {error}"[:120])
                return
            await socket.send_data(await _answer(server, caller, game, message), "text")
    except (WebSocketDisconnect, RuntimeError):
        return


async def _answer(server: Server, caller: Caller, game: str, message: CommandMessage) -> bytes:
    try:
        server.callers.take(caller.id)
        if not await server.accounts.holds(caller):
            raise BadToken
        accepted = await server.play.perform(
            game,
            seat_of(caller, game),
            bytes(message.command),
            command_id=message.id,
            if_version=message.if_version,
        )
    except Exception as error:
        found, _ = problem_of(error)
        log.info("command", game=game, seat=caller.seat, code=found.code)  # its id may be anything
        return _WRITE({"type": "refused", "id": message.id, "problem": found})
    log.info("command", game=game, seat=caller.seat, version=accepted.version, command=message.id)
    return _WRITE(
        {
            "type": "accepted",
            "id": message.id,
            "version": accepted.version,
            "receipt": accepted.receipt,
            "repeated": accepted.repeated,
        }
    )
