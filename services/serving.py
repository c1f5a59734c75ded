"""`protokol serve`: what it is told, and the socket it listens at. What serves is loaded by who serves."""

import socket
import sys
from typing import Annotated

import msgspec
import structlog
from cyclopts import Parameter
from cyclopts.validators import Number

from services.logs import set_up_logs
from services.settings import BadSettings, Settings, read_settings
from services.store.address import is_postgres, shown

log = structlog.get_logger()


def serve(
    store: str | None = None,
    /,
    *,
    host: str | None = None,
    port: Annotated[int | None, Parameter(validator=Number(gte=0, lte=65535))] = None,
    workers: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
) -> None:
    """Serve games over HTTP until told to stop.

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
            from services.process import serve_on

            return serve_on(settings, listening)
        from services.supervising import supervise

        raise SystemExit(supervise(settings, listening))


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
