"""Projections: how far the read models are, and building them anew while the server goes on."""

import asyncio

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from services.accounts import Caller
from services.api.callers import known, only
from services.api.shapes import ProjectionShape, ProjectionsShape, RebuildAsked, RebuildShape, RebuiltShape
from services.server import Server


class ProjectionController(Controller):
    path = "/v1/projections"
    tags = ["operation"]
    guards = [known, only(Caller.may_rebuild, "only an organiser may ask after projections")]

    @get("/", operation_id="listProjections", summary="How far the read models are (organisers)")
    async def projections(self, server: NamedDependency[Server]) -> ProjectionsShape:
        return await asyncio.to_thread(shape_of, server)

    @post(
        "/rebuild",
        operation_id="rebuild",
        summary="Build read models anew beside those that are read (organisers)",
        status_code=202,
    )
    async def rebuild(
        self, data: JSONBody[RebuildAsked], server: NamedDependency[Server]
    ) -> ProjectionsShape:
        """Does not wait for the end: `GET /v1/projections` tells how far it is and what came of it."""
        server.anew.begin([] if data.projection is None else [data.projection])
        return await asyncio.to_thread(shape_of, server)


def shape_of(server: Server) -> ProjectionsShape:
    anew = server.anew
    rebuilt = None
    if anew.running or anew.failed or anew.rebuilt is not None:
        done = anew.rebuilt or []
        rebuilt = RebuildShape(
            anew.running,
            anew.percent,
            [RebuiltShape(one.projection, one.generation, one.compared, one.differing) for one in done],
            anew.failed,
        )
    found = [
        ProjectionShape(one.projection, one.generation, one.lag, one.stuck)
        for one in server.projector.status()
    ]
    return ProjectionsShape(found, rebuilt)
