"""Negotiating: which of the forms on offer a caller would like best."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures.headers import Accept

from services.api.problems import ApiError

JSON = "application/json"
TEXT = "text/plain"
SVG = "image/svg+xml"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"


def best_of(request: ASGIConnection[Any, Any, Any, Any], *offered: str) -> str:
    """The form to answer in; the first on offer when the caller has no wish."""
    wish = request.headers.get("accept")
    if not wish:
        return offered[0]
    found = Accept(wish).best_match(list(offered))
    if found is None:
        raise ApiError(406, "not_acceptable", f"this is to be had as {', '.join(offered)}", "Accept")
    return found
