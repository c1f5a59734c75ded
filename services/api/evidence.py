"""Evidence: a game as the caller may know it, in one signed file that anyone can check offline."""

import asyncio
from typing import Any

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.core.event import Audience
from services.accounts import Caller
from services.api.callers import known
from services.api.problems import NotAllowed
from services.play.looking import plain_id
from services.play.play import microseconds
from services.server import Server
from services.store.errors import BadKeys
from services.store.evidence import make_evidence
from services.store.store import Store


class EvidenceController(Controller):
    path = "/v1/games/{game:str}/evidence"
    tags = ["evidence"]
    guards = [known]

    @get("/", operation_id="evidence", summary="The caller's evidence file", media_type="application/zip")
    async def evidence(
        self, game: FromPath[str], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> Response[bytes]:
        game = plain_id(game)
        horizon = await server.horizon(caller, game)
        if horizon is not None and horizon < (await asyncio.to_thread(server.store.head, game)).version:
            raise NotAllowed(
                "spectators of this game are kept behind: its evidence is public when it is over"
            )
        audience = await server.audience(caller, game, "evidence")
        body: Any = await asyncio.to_thread(_make, server.store, game, audience)
        name = f"{game}-{audience}.evidence"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Vary": "Authorization"}
        return Response(body, media_type="application/zip", headers=headers)


def _make(store: Store, game: str, audience: Audience) -> bytes:
    if store.signer is None:
        raise BadKeys("this server does not sign, so it makes no evidence")
    lines, heads = store.lines_and_receipts(game)
    return make_evidence(
        lines, heads, store.public_keys(), store.origin, audience, store.signer, microseconds()
    )
