"""Headers: the two that a command comes with, read strictly."""

import re
from typing import Any

from litestar import Request

from services.api.problems import ApiError
from services.play.requests import read_command_id

_VERSION = re.compile(r'(?:W/)?"(\d{1,9})"')


def command_id(request: Request[Any, Any, Any]) -> str:
    """`Idempotency-Key`: a UUID, so that a command sent again is known as the same."""
    given = request.headers.get("idempotency-key")
    if given is None:
        raise ApiError(400, "bad_request", "the header Idempotency-Key is missing: a UUID", "Idempotency-Key")
    return read_command_id(given.strip('"'))


def if_version(request: Request[Any, Any, Any]) -> int | None:
    """`If-Match: "17"`: only if the game is at that version."""
    given = request.headers.get("if-match")
    if given is None or given.strip() == "*":
        return None
    found = _VERSION.fullmatch(given.strip())
    if found is None:
        raise ApiError(400, "bad_request", 'If-Match names a version: "17"', "If-Match")
    return int(found[1])
