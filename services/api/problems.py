"""Problems: every error as an RFC 9457 document with a stable code, mapped in one place."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from msgspec import UNSET, Struct, UnsetType

from services.accounts.errors import AccountsError
from services.api.limits import TooMany
from services.play.errors import (
    BadRequest,
    CommandRefused,
    NoSuchMoment,
    NotPlayable,
    NotSeated,
    PlayError,
)
from services.projector.anew import AlreadyRebuilding
from services.projector.elected import KeptElsewhere
from services.projector.rebuilding import NoSuchProjection
from services.store.errors import (
    CommandReused,
    DiskFull,
    NoSuchGame,
    QueueFull,
    StaleVersion,
    StoreAway,
    StoreClosed,
    StoreError,
    WriteFailed,
)
from services.store.evidence import BadEvidence
from services.streams import BadCursor, Draining, TooManyStreams

MEDIA_TYPE = "application/problem+json"
SAFE_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

TOLD = "protokol_told"  # where in a request's scope lies what its line in the log tells beside the rest
AWAY = (
    "the database cannot be reached at the moment; a command sent again with its Idempotency-Key is done once"
)

log = structlog.get_logger()


class Problem(Struct, frozen=True):
    """An error document. `code` is stable; `rule`, `version` and `choices` tell of a refused command."""

    title: str
    status: int
    detail: str
    code: str
    type: str = "about:blank"
    request: str = ""
    rule: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    choices: dict[str, Any] | UnsetType | None = UNSET


class ApiError(Exception):
    """A refusal of the doorway itself."""

    def __init__(self, status: int, code: str, detail: str, field: str = "", retry_after: int = 0) -> None:
        super().__init__(detail)
        self.status, self.code, self.field, self.retry_after = status, code, field, retry_after


class NotAllowed(ApiError):
    """The caller is known, and this is not for them."""

    def __init__(self, detail: str) -> None:
        super().__init__(403, "not_allowed", detail)


def problem(status: int, code: str, detail: str, **more: Any) -> Problem:
    return Problem(HTTPStatus(status).phrase, status, detail, code, f"urn:protokol:{code}", **more)


def problem_of(error: Exception) -> tuple[Problem, int]:
    """What a caller is told of an error, and after how many seconds to come back, if that helps."""
    for kind in type(error).__mro__:
        if kind in _KNOWN:
            return _KNOWN[kind](error)
    log.error("unexpected", exc_info=error)
    return problem(500, "internal", "something went wrong here; nothing was changed by this answer"), 0


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The one exception handler of the app."""
    found, retry_after = problem_of(error)
    name = request.scope.get("protokol_request", "")
    scope: Any = request.scope
    scope[TOLD] = {"code": found.code}
    headers = dict(SAFE_HEADERS)
    if retry_after:
        headers["Retry-After"] = str(retry_after)
    if found.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if found.status == 405 and isinstance(error, HTTPException) and error.headers:
        headers |= {name: value for name, value in error.headers.items() if name.lower() == "allow"}
    body = msgspec.json.encode(msgspec.structs.replace(found, request=name))
    return Response(body, status_code=found.status, media_type=MEDIA_TYPE, headers=headers)


def _api(error: Any) -> tuple[Problem, int]:
    field = error.field or UNSET
    return problem(error.status, error.code, str(error), field=field), error.retry_after


def _account(error: Any) -> tuple[Problem, int]:
    status = {"bad_token": 401, "seat_taken": 409, "no_such_token": 404, "bad_request": 400}
    field = getattr(error, "field", "") or UNSET
    return problem(status.get(error.code, 403), error.code, str(error), field=field), 0


def _refused(error: Any) -> tuple[Problem, int]:
    told = error.refusal
    more = {"rule": told.rule, "version": told.version, "choices": told.choices, "field": told.field or UNSET}
    return problem(409, told.code, str(error), **more), 0


def _bad_request(error: Any) -> tuple[Problem, int]:
    return problem(400, "bad_request", str(error), field=error.field or UNSET), 0


def _stale(error: Any) -> tuple[Problem, int]:
    return problem(412, "stale_version", str(error), version=error.version), 0


def _http(error: Any) -> tuple[Problem, int]:
    """Litestar's own: an unknown route, a method that is not there, a body that cannot be read."""
    code = {400: "bad_request", 404: "no_such_route", 405: "method_not_allowed", 413: "body_too_large"}
    status = error.status_code
    detail, field = str(error.detail), UNSET
    if status == 400 and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        detail, field = str(first.get("message", detail)), first.get("key", UNSET)
    name = code.get(status, HTTPStatus(status).phrase.lower().replace(" ", "_"))
    return problem(status, name, detail, field=field), 0


def _plain(status: int, code: str, retry_after: int = 0) -> Callable[[Any], tuple[Problem, int]]:
    return lambda error: (problem(status, code, str(error)), retry_after)


_KNOWN: dict[type, Callable[[Any], tuple[Problem, int]]] = {
    AccountsError: _account,
    ApiError: _api,
    AlreadyRebuilding: _plain(409, "already_rebuilding"),
    BadCursor: _plain(400, "bad_request"),
    BadEvidence: _plain(409, "no_evidence"),
    BadRequest: _bad_request,
    CommandRefused: _refused,
    CommandReused: _plain(409, "command_reused"),
    DiskFull: _plain(503, "disk_full", 30),
    Draining: _plain(503, "closing", 2),
    HTTPException: _http,
    NoSuchGame: _plain(404, "no_such_game"),
    NoSuchMoment: _plain(404, "no_such_moment"),
    NoSuchProjection: _plain(400, "bad_request"),
    KeptElsewhere: _plain(503, "kept_elsewhere", 1),
    NotPlayable: _plain(409, "not_playable"),
    NotSeated: _plain(403, "not_allowed"),
    PlayError: _plain(400, "bad_request"),
    QueueFull: _plain(503, "busy", 1),
    StaleVersion: _stale,
    StoreAway: lambda error: (problem(503, "store_away", AWAY), error.retry_after),
    StoreClosed: _plain(503, "closing", 2),
    StoreError: _plain(503, "store", 5),
    TooMany: lambda error: (problem(429, "too_many", str(error)), error.retry_after),
    TooManyStreams: lambda error: (problem(429, "too_many", str(error)), error.retry_after),
    WriteFailed: _plain(503, "store", 30),
}
