"""The app: all doorways of the server, and what surrounds every request."""

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.plugins.prometheus import PrometheusConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import REGISTRY

from services.api.callers import provide_caller, provide_server
from services.api.commands import CommandController
from services.api.events import EventController
from services.api.evidence import EvidenceController
from services.api.games import GameController
from services.api.models import ModelController
from services.api.operation import HealthController, Metrics, ServerCollector
from services.api.problems import SAFE_HEADERS, answer_problem
from services.api.rulesets import RulesetController
from services.api.schema import SchemaController, openapi_config
from services.api.seats import SeatController, TokenController
from services.api.socket import socket
from services.places import Place
from services.server import running
from services.settings import Settings, read_settings

log = structlog.get_logger()


class RequestLog(ASGIMiddleware):
    """Gives every request a name, and says how it went: route, status and time, never what was in it."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        name = secrets.token_hex(6)
        scope["protokol_request"] = name  # type: ignore[typeddict-unknown-key]
        began, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
            await send(message)

        try:
            await next_app(scope, receive, sending)
        finally:
            ms = round(1000 * (time.perf_counter() - began), 1)
            route = scope.get("path_template") or ""
            params: Any = scope.get("path_params") or {}
            told = {"game": str(params["game"])[:36]} if "game" in params else {}
            log.info(
                "request", request=name, method=scope.get("method"), route=route, status=status, ms=ms, **told
            )


def create_app(settings: Settings | None = None, here: Place | None = None) -> Litestar:
    """A server as an ASGI app; its store is opened when it starts and closed when it stops."""
    chosen = read_settings() if settings is None else settings

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                server = await stack.enter_async_context(running(chosen))
            except Exception as error:
                app.state.refused = error
                log.error("cannot start", exc_info=error)
                raise
            app.state.server = server
            collector = ServerCollector(server)
            REGISTRY.register(collector)
            app.state.place = here
            answering = await here.answer(REGISTRY) if here is not None else None
            log.info("ready", store=chosen.store.partition(":")[0], games=len(await server.play.games()))
            try:
                yield
            finally:
                if answering is not None:
                    answering.close()
                REGISTRY.unregister(collector)

    metrics = PrometheusConfig(
        app_name="protokol", prefix="protokol", group_path=True, exclude=["/metrics", "/health"]
    )
    return Litestar(
        [
            RulesetController,
            GameController,
            CommandController,
            EventController,
            EvidenceController,
            SeatController,
            TokenController,
            ModelController,
            HealthController,
            Metrics,
            SchemaController,
            socket,
        ],
        lifespan=[lifespan],
        dependencies={"server": Provide(provide_server), "caller": Provide(provide_caller)},
        exception_handlers={Exception: answer_problem},
        middleware=[RequestLog(), metrics.middleware],
        openapi_config=openapi_config(),
        response_headers=[ResponseHeader(name=name, value=value) for name, value in SAFE_HEADERS.items()],
        request_max_body_size=chosen.most_body,
        cors_config=CORSConfig(allow_origins=chosen.cors.split(",")) if chosen.cors else None,
        logging_config=None,
        debug=False,
    )
