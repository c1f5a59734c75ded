"""Observing: every request gets a name, is counted, timed and told in the log; never what was in it."""

import random
import secrets
import time
from collections.abc import Awaitable
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.plugins.prometheus import PrometheusConfig
from litestar.plugins.prometheus.middleware import PrometheusMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

UNCOUNTED = ("/metrics", "/health")
_name = random.Random(secrets.randbits(128))  # names of requests are no secrets, only not the same


class Observing(PrometheusMiddleware):
    """Litestar's metrics and the request log in one place around the handlers.

    The metrics are those of the plugin; what it looks up anew for each request is kept here by method, route
    and status, which is most of what it costs.
    """

    def __init__(self, app: ASGIApp, config: PrometheusConfig) -> None:
        super().__init__(app, config)
        self._gauges: dict[tuple[str, str], Any] = {}
        self._totals: dict[tuple[str, str, int], tuple[Any, ...]] = {}
        self._log: Any = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        name = f"{_name.getrandbits(48):012x}"
        scope["protokol_request"] = name  # type: ignore[typeddict-unknown-key]
        method, route = str(scope["method"]), scope.get("path_template") or ""
        gauge = None if route.startswith(UNCOUNTED) else self._in_progress(method, route)
        began, status = time.perf_counter(), 0

        def sending(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
            return send(message)

        if gauge is not None:
            gauge.inc()
        try:
            await self.app(scope, receive, sending)
        finally:
            took = time.perf_counter() - began
            if gauge is not None:
                gauge.dec()
                for count in self._counters(method, route, status):
                    count(took)
            if self._log is None:  # as logs are set up by the time of the first request
                self._log = structlog.get_logger().bind()
            params: Any = scope.get("path_params") or {}
            told = {"game": str(params["game"])[:36]} if "game" in params else {}
            self._log.info(
                "request",
                request=name,
                method=method,
                route=route,
                status=status,
                ms=round(1000 * took, 1),
                **told,
            )

    def _in_progress(self, method: str, route: str) -> Any:
        found = self._gauges.get((method, route))
        if found is None:
            labels = self._labels(method, route, 200)
            found = self._gauges[method, route] = self.requests_in_progress(labels).labels(*labels.values())
        return found

    def _counters(self, method: str, route: str, status: int) -> tuple[Any, ...]:
        """What to tell how long a request took."""
        found = self._totals.get((method, route, status))
        if found is None:
            labels = self._labels(method, route, status)
            total = self.request_count(labels).labels(*labels.values())
            found = (lambda took: total.inc(), self.request_time(labels).labels(*labels.values()).observe)
            if status >= 500:
                errors = self.requests_error_count(labels).labels(*labels.values())
                found = (*found, lambda took: errors.inc())
            self._totals[method, route, status] = found
        return found

    def _labels(self, method: str, route: str, status: int) -> dict[str, str | int | float]:
        return {"method": method, "path": route, "status_code": status, "app_name": self._config.app_name}
