"""`protokol serve`: the server as a process, and how it ends."""

import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Annotated

import msgspec
import structlog
import uvicorn
from cyclopts import Parameter
from cyclopts.validators import Number
from litestar import Litestar

from services.app import create_app
from services.logs import set_up_logs
from services.places import Place
from services.settings import BadSettings, Settings, read_settings
from services.store.address import is_postgres, shown
from services.store.commands import fail
from services.store.errors import StoreError

log = structlog.get_logger()


class Process(uvicorn.Server):
    """Uvicorn, with streams ended first when it is told to stop: their readers go elsewhere at once."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
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


def serve(
    store: str | None = None,
    /,
    *,
    host: str | None = None,
    port: Annotated[int | None, Parameter(validator=Number(gte=0, lte=65535))] = None,
    workers: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
) -> None:
    """Serve games over HTTP until told to stop (SIGTERM, Ctrl-C).

    All settings come from the environment (PROTOKOL_STORE, PROTOKOL_PORT, …; README lists them); what is
    given here goes first.

    Example: protokol serve sqlite:///protokol.db --port 8000

    Parameters
    ----------
    store
        The store's URL.
    host
        The address to listen at.
    port
        The port to listen at; 0 takes a free one.
    workers
        How many processes share the port; more than one needs PostgreSQL.
    """
    given = {"store": store, "host": host, "port": port, "workers": workers}
    try:
        settings = msgspec.structs.replace(
            read_settings(), **{name: value for name, value in given.items() if value is not None}
        )
        if settings.workers > 1 and not is_postgres(settings.store):
            raise BadSettings(
                f"{settings.workers} workers need a store in PostgreSQL;"
                f" {shown(settings.store)} has one writer"
            )
    except BadSettings as error:
        print(f"protokol: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    set_up_logs(settings.log, settings.log_level)
    run(settings)


def run(settings: Settings) -> None:
    """One process or several, on a socket that is bound before the store is opened."""
    with bound(settings) as listening:
        host, port = listening.getsockname()[:2]
        print(f"protokol: listening on http://{host}:{port}", file=sys.stderr, flush=True)
        if settings.workers == 1:
            return serve_on(settings, listening)
        from services.supervising import supervise

        raise SystemExit(supervise(settings, listening))


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


def bound(settings: Settings) -> socket.socket:
    """The socket to listen at, or one line that says why not."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        print(f"protokol: {settings.host}:{settings.port}: {error.strerror or error}", file=sys.stderr)
        raise SystemExit(4) from None
    listening.set_inheritable(True)
    return listening
