"""Events: one resource in three forms; history first, then live."""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from services.api.callers import caller_of, owner_of
from services.api.negotiating import JSON, NDJSON, SSE, best_of
from services.api.parameters import LastVersion, Most, Version, YesNo
from services.api.problems import ApiError
from services.api.shapes import EventPage, FeedPage
from services.api.streaming import StreamResponse
from services.play.looking import plain_id
from services.server import Server
from services.streams import FORMS
from services.streams import EventPage as Page

STREAMED = {NDJSON: FORMS["ndjson"], SSE: FORMS["sse"]}


class EventController(Controller):
    path = "/v1"
    tags = ["events"]

    @get(
        "/games/{game:str}/events",
        operation_id="listEvents",
        summary="What has happened, and what happens next",
    )
    async def events(
        self,
        request: Request[Any, Any, Any],
        game: FromPath[str],
        server: NamedDependency[Server],
        after: Version = 0,
        limit: Most = 500,
        until: LastVersion = None,
        follow: YesNo = 1,
    ) -> Response[EventPage]:
        """By `Accept`: a page as JSON, or NDJSON or server-sent events: history, then live."""
        caller = await caller_of(request, tickets=True)
        game, cursor = plain_id(game), _last_seen(request, after)
        form = best_of(request, JSON, NDJSON, SSE)
        audience = await server.audience(caller, game, "events", cursor)
        delay = await server.delay(caller, game)
        if form == JSON:
            page = await server.streams.page(game, audience, cursor, limit, until=until, delay=delay)
            etag = f'W/"{page.version}"'
            headers = {"ETag": etag, "Vary": "Accept, Authorization"}
            if request.headers.get("if-none-match") == etag and not page.events:
                nothing: Any = b""
                return Response(nothing, status_code=304, headers=headers)
            body: Any = written_page(page)
            return Response(body, media_type=JSON, headers=headers)
        stream = await server.streams.open(
            game,
            audience,
            cursor,
            STREAMED[form],
            until=until,
            follow=bool(follow),
            delay=delay,
            owner=owner_of(request, caller),
        )
        return StreamResponse(stream)

    @get("/events", operation_id="listAllEvents", summary="Everything public, of all games")
    async def feed(
        self,
        request: Request[Any, Any, Any],
        server: NamedDependency[Server],
        after: FromQuery[str] = "",
        limit: Most = 500,
        follow: YesNo = 1,
    ) -> Response[FeedPage]:
        """Games whose spectators are kept behind are not in it. The cursor is the id of an event."""
        caller = await caller_of(request, tickets=True)
        form = best_of(request, JSON, NDJSON, SSE)
        cursor = request.headers.get("last-event-id") or after
        if form == JSON:
            page = await server.streams.feed_page(cursor, limit)
            body: Any = b'{"next":%b,"events":[%b]}' % (
                msgspec.json.encode(page.cursor),
                b",".join(page.events),
            )
            return Response(body, media_type=JSON, headers={"Vary": "Accept"})
        owner = owner_of(request, caller)
        stream = await server.streams.feed(cursor, STREAMED[form], follow=bool(follow), owner=owner)
        return StreamResponse(stream)


def written_page(page: Page) -> bytes:
    """The answer around the events, whose bytes are not touched."""
    return b'{"game":"%b","after":%d,"version":%d,"over":%b,"events":[%b]}' % (
        page.game.encode(),
        page.after,
        page.version,
        b"true" if page.over else b"false",
        b",".join(page.events),
    )


def _last_seen(request: Request[Any, Any, Any], after: int) -> int:
    """`Last-Event-ID` goes before `?after=`: a browser that comes back sends both."""
    given = request.headers.get("last-event-id")
    if not given:
        return max(after, 0)
    if not given.isdecimal() or len(given) > 9:
        raise ApiError(400, "bad_request", "Last-Event-ID is a version", "Last-Event-ID")
    return int(given)
