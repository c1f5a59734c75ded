"""The app: all doorways of the server, and what surrounds every request."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import structlog
from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.plugins.prometheus import PrometheusConfig
from prometheus_client import REGISTRY

from services.api.callers import provide_caller, provide_server
from services.api.commands import CommandController
from services.api.events import EventController
from services.api.evidence import EvidenceController
from services.api.games import GameController
from services.api.models import ModelController
from services.api.observing import Observing
from services.api.operation import HealthController, Metrics, ServerCollector
from services.api.problems import SAFE_HEADERS, answer_problem
from services.api.projections import ProjectionController
from services.api.rulesets import RulesetController
from services.api.schema import SchemaController, openapi_config
from services.api.seats import SeatController, TokenController
from services.api.socket import socket
from services.places import Place
from services.server import running
from services.settings import Settings, read_settings

log = structlog.get_logger()


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
        app_name="protokol", prefix="protokol", group_path=True, middleware_class=Observing
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
            ProjectionController,
            HealthController,
            Metrics,
            SchemaController,
            socket,
        ],
        lifespan=[lifespan],
        dependencies={
            "server": Provide(provide_server, sync_to_thread=False),
            "caller": Provide(provide_caller),
        },
        exception_handlers={Exception: answer_problem},
        middleware=[metrics.middleware],
        openapi_config=openapi_config(),
        response_headers=[ResponseHeader(name=name, value=value) for name, value in SAFE_HEADERS.items()],
        request_max_body_size=chosen.most_body,
        cors_config=CORSConfig(allow_origins=chosen.cors.split(",")) if chosen.cors else None,
        logging_config=None,
        debug=False,
    )
