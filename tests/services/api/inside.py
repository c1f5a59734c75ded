"""The whole server in this process: its app with a client that needs no port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from litestar import Litestar

from services.app import create_app
from services.logs import set_up_logs
from services.server import Server
from services.settings import Settings


class Inside:
    """An app that has started; what it answers at once is to be had, endless streams are not."""

    def __init__(self, app: Litestar, http: httpx.AsyncClient, organiser: str) -> None:
        self.server: Server = app.state.server
        self.app: Any = app
        self.http = http
        self.organiser = organiser

    @property
    def as_organiser(self) -> dict[str, str]:
        """Headers of an organiser who gives a command."""
        return {"Authorization": f"Bearer {self.organiser}", "Idempotency-Key": str(uuid4())}


@asynccontextmanager
async def inside(folder: Path | None = None, organiser: str = "") -> AsyncIterator[Inside]:
    """A server in memory, or on a store in a folder; an organiser's token may be one it has given before."""
    store = "memory:" if folder is None else f"sqlite:///{folder}/p.db"
    set_up_logs("off")
    app = create_app(Settings(store=store, log="off", requests_per_second=0, addresses_per_second=0))
    asgi: Any = app
    transport = httpx.ASGITransport(asgi, raise_app_exceptions=False)
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=transport, base_url="http://inside") as http,
    ):
        server: Server = app.state.server
        token = organiser or (await server.accounts.issue("organiser")).token
        yield Inside(app, http, token)


async def finished(there: Inside, opened: dict[str, Any], random: Random) -> None:
    """Play a game that was opened over HTTP to its end, at random, without the way over HTTP."""
    play, game = there.server.play, opened["game"]
    while True:
        for seat in opened["seats"]:
            found = await play.choices(game, seat)
            if found is not None and found.needed:
                await play.perform(game, seat, found.sample(random.randrange), command_id=str(uuid4()))
                break
        else:
            return
