"""Process: the server as a process, and how it ends."""

import gc
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from litestar import Litestar

from services.app import create_app
from services.places import Place
from services.settings import Settings
from services.store.commands import fail
from services.store.errors import StoreError

YOUNG = 10_000  # new objects before the collector looks: some commands' worth, most of it gone by then


class Process(uvicorn.Server):
    """Uvicorn, with streams ended first when it is told to stop: their readers go elsewhere at once."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """What is there from the start stays: the collector need not walk through it again and again."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        server = self.app.state.get("server")
        if server is not None:
            server.loop.call_soon_threadsafe(server.begin_to_drain)
        super().handle_exit(sig, frame)


def process_for(
    settings: Settings, here: Place | None = None, ready: Callable[[], None] = lambda: None
) -> Process:
    """A server that is ready to run, with all that a deployment sets."""
    app = create_app(settings, here)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.drain_seconds or None,
        timeout_keep_alive=75,
        ws_max_size=settings.most_body,
        ws_ping_interval=20.0,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        lifespan="on",
    )
    return Process(config, app, ready)


def serve_on(
    settings: Settings,
    listening: socket.socket,
    here: Place | None = None,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve in this process, until told to stop."""
    process = process_for(settings, here, ready)
    try:
        process.run(sockets=[listening])
    except SystemExit:  # how uvicorn says that the app has not started
        refused = process.app.state.get("refused")
        if isinstance(refused, StoreError):
            fail(refused)
    if not process.started:
        raise SystemExit(4)
