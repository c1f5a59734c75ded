"""Operation: is the server alive, is it ready for work, and how is it doing."""

import asyncio
import math
from collections.abc import Iterator
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from services.api.shapes import Health
from services.places import Place
from services.server import Server
from services.streams.meter import BOUNDS


class HealthController(Controller):
    path = "/health"
    tags = ["operation"]

    @get("/live", operation_id="live", summary="Is the process alive", sync_to_thread=False)
    def live(self) -> Health:
        return Health("ok")

    @get("/ready", operation_id="ready", summary="May traffic come here", sync_to_thread=False)
    def ready(self, server: NamedDependency[Server]) -> Response[Health]:
        health = health_of(server)
        return Response(health, status_code=200 if health.status == "ok" else 503)


def health_of(server: Server) -> Health:
    """A server that cannot write, or whose projections have stopped, is not sent anybody."""
    if server.draining:
        return Health("draining")
    if server.store.writer.failed is not None:
        return Health("failing", "the store takes nothing more until it is opened again")
    if server.projector.failed is not None:
        return Health("failing", "the projections have stopped")
    return Health("ok")


class Metrics(Controller):
    """What Litestar counts of requests, and what the `ServerCollector` adds."""

    path = "/metrics"
    include_in_schema = False

    @get()
    async def metrics(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Of this process, or of all workers that share its port: whichever is asked answers for all."""
        place: Place | None = request.app.state.get("place")
        if place is None:
            body = await asyncio.to_thread(generate_latest, REGISTRY)
        else:
            body = await place.gather()
        return Response(body, headers={"Content-Type": CONTENT_TYPE_LATEST})


class ServerCollector(Collector):
    """What only the services know, read when it is asked for."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def collect(self) -> Iterator[Metric]:
        server = self._server
        writer, streams = server.store.writer, server.streams
        yield _counter("appended_events", "Events in the log.", server.store.bell.position)
        yield _counter("commits", "Transactions of the writer.", writer.batches)
        yield _counter("written_parts", "Commands and other parts written.", writer.written)
        yield _histogram("commit_batch_size", "Parts in one transaction.", writer.sizes, writer.written)
        yield _gauge("queue_depth", "What waits to be written.", writer.waiting)
        yield _gauge("store_failed", "Whether the writer has given up.", writer.failed is not None)
        yield _gauge("draining", "Whether it was told to stop.", server.draining)
        yield _gauge("projector_leads", "Whether it keeps the read models.", server.projector.leads)
        failed = server.projector.failed is not None
        yield _gauge("projector_failed", "Whether keeping the read models has stopped.", failed)
        yield _gauge("live_games", "Games in memory.", server.play.live_games)
        opened = GaugeMetricFamily("protokol_open_streams", "Streams that are open.", labels=["form"])
        for form, count in streams.meter.open.items():
            opened.add_metric([form], count)
        yield opened
        yield _counter("delivered_events", "Events handed to readers of streams.", streams.meter.delivered)
        lags = dict(zip((*BOUNDS, math.inf), streams.meter.lag_counts, strict=True))
        yield _histogram("stream_lag_seconds", "From a commit to its readers.", lags, streams.meter.lag_sum)
        yield from _bell(server)
        lag = GaugeMetricFamily(
            "protokol_projection_lag_events", "Events behind the log.", labels=["projection"]
        )
        for status in server.projector.status():
            lag.add_metric([status.projection], status.lag)
        yield lag


def _bell(server: Server) -> Iterator[Metric]:
    """How processes hear of each other, where they do so by Redis."""
    if (redis := server.redis) is not None:
        yield _gauge("redis_up", "Whether Redis answers.", redis.up)
        yield _counter("redis_losses", "How often Redis was lost.", redis.losses)
    if (bell := server.news.bell) is not None:
        yield _gauge("bell_hearing", "Whether the bell of other processes is heard.", bell.hearing)
        yield _counter("bell_rung", "Games that others were told of.", bell.rung)
        yield _counter("bell_heard", "Games that were heard of.", bell.heard)
        yield _counter("bell_lost", "Games that others were not told of: they poll.", bell.lost)


def _counter(name: str, what: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"protokol_{name}", what, value=value)


def _histogram(name: str, what: str, counts: dict[float, int], total: float) -> HistogramMetricFamily:
    """`counts`: how many were at most each bound, and above the one before it."""
    running, buckets = 0, []
    for bound, count in counts.items():
        running += count
        buckets.append(("+Inf" if bound == math.inf else str(bound), running))
    return HistogramMetricFamily(f"protokol_{name}", what, buckets=buckets, sum_value=total)


def _gauge(name: str, what: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"protokol_{name}", what, value=value)
