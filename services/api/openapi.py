"""OpenAPI: what the routes and structs do not say by themselves, so that the document is whole and true.

Which answers each route has, in which forms, and the headers that are read and sent.
"""

from typing import Any

import msgspec

from domain.core.ruleset import installed, ruleset
from services.api.asyncapi import commands_of
from services.api.problems import MEDIA_TYPE, Problem
from services.api.shapes import Join, OpenGame, RebuildAsked, TokenAsked
from services.api.structs import REFERENCE

Document = dict[str, Any]

STATUSES = {
    400: "The request cannot be read; `field` names the part at fault.",
    401: "The token is not good, or no longer.",
    403: "Not for this caller.",
    404: "There is no such game, moment or token.",
    406: "Not to be had in a form that `Accept` names.",
    409: "Not possible now: refused by the rules (with `rule` and `choices`), sent before as something else.",
    412: "The game is at another version than `If-Match` says.",
    413: "The body is too large.",
    429: "Too many requests or streams; `Retry-After` says when to come back.",
    503: "Not now; `Retry-After` says when to come back.",
}
EVERYWHERE = {400, 401, 429, 503}
OF_A_GAME = {404, 409}
WITH_A_BODY = {413}
MORE = {
    "command": {403, 412},
    "endToken": {403, 404},
    "evidence": {403},
    "gameKnowledge": {403},
    "inviteToSeat": {403},
    "issueToken": {403, 404},
    "joinGame": {403},
    "listAllEvents": {406},
    "listChoices": {403},
    "listEvents": {403, 406},
    "listGames": {404},
    "listLooks": {403},
    "openGame": {403, 409},
    "listProjections": {403},
    "rebuild": {403, 409},
    "rotateSeat": {403},
    "ticket": {403},
    "viewGame": {403, 406},
}
STRICT = (
    Problem,
    OpenGame,
    Join,
    RebuildAsked,
    TokenAsked,
)  # msgspec says of them that unknown fields are errors
TEXT = {"schema": {"type": "string"}}
SPECIAL: dict[str, dict[str, Any]] = {
    "viewGame": {"200": {"text/plain": TEXT, "image/svg+xml": TEXT}},
    "listEvents": {"200": {"application/x-ndjson": TEXT, "text/event-stream": TEXT}},
    "listAllEvents": {"200": {"application/x-ndjson": TEXT, "text/event-stream": TEXT}},
    "evidence": {"200": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}},
}
EMPTY = {
    "listEvents": {
        "204": "The game is over, or `until` is reached, and all of it was sent: do not come back.",
        "304": "Nothing new since the version of `If-None-Match`.",
    },
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "description": "A UUID of the sender's choice: sent again with it, the same request is not done twice.",
    "schema": {"type": "string", "format": "uuid"},
}
HEADERS: dict[str, list[Any]] = {
    "openGame": [KEY],
    "command": [
        KEY,
        {
            "name": "If-Match",
            "in": "header",
            "description": "Only if the game is at this version.",
            "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'},
        },
    ],
    "listEvents": [
        {
            "name": "Last-Event-ID",
            "in": "header",
            "description": "The version seen last; it goes before `after`.",
            "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
        },
        {
            "name": "If-None-Match",
            "in": "header",
            "description": "The ETag of a page: without anything new the answer is 304.",
            "schema": {"type": "string", "pattern": '^W/"[0-9]{1,9}"$'},
        },
    ],
    "listAllEvents": [
        {
            "name": "Last-Event-ID",
            "in": "header",
            "description": "The id of the event seen last; it goes before `after`.",
            "schema": {"type": "string", "pattern": "^[0-9a-f-]{36}:[0-9]{1,9}$"},
        }
    ],
}
TICKET = {
    "name": "ticket",
    "in": "query",
    "description": "Instead of a token, once: see `POST /v1/tickets`.",
    "schema": {"type": "string", "pattern": "^protokol_[A-Za-z0-9_-]{43}$"},
}
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "The version."}}
RETRY = {"Retry-After": {"schema": {"type": "integer"}, "description": "In so many seconds."}}
CHALLENGE = {"WWW-Authenticate": {"schema": {"type": "string"}}}


def completed(document: Document) -> Document:
    """The document that Litestar has made, as plain data, with what it cannot know."""
    schemas: dict[str, Any] = document["components"].setdefault("schemas", {})
    schemas.update(msgspec.json.schema_components(STRICT, ref_template=REFERENCE)[1])
    for path, methods in document["paths"].items():
        for operation in methods.values():
            _complete(path, operation, schemas)
    return document


def _complete(path: str, operation: Document, schemas: dict[str, Any]) -> None:
    name = operation["operationId"]
    answers: dict[str, Any] = operation["responses"]
    if name == "command":
        operation["requestBody"] = _command_body(schemas)
    parameters = operation.setdefault("parameters", [])
    for parameter in parameters:
        _describe(parameter)
    parameters += HEADERS.get(name, [])
    if name in ("listEvents", "listAllEvents"):
        parameters.append(TICKET)
    for status, contents in SPECIAL.get(name, {}).items():
        if name == "evidence":
            answers[status]["content"] = {}
        answers[status]["content"].update(contents)
    for status, what in EMPTY.get(name, {}).items():
        answers[status] = {"description": what}
    if name in ("viewGame", "listEvents", "command"):
        answers["200"].setdefault("headers", {}).update(ETAG)
    if name == "openGame":
        answers["200"] = {**answers["201"], "description": "It was opened before; tokens are shown once."}
    if path.startswith("/health"):
        if name == "ready":
            answers["503"] = {**answers["200"], "description": "No traffic should come here."}
        answers.pop("400", None)
        return
    statuses = EVERYWHERE | MORE.get(name, set())
    statuses |= OF_A_GAME if "{game}" in path else set()
    statuses |= WITH_A_BODY if "requestBody" in operation else set()
    for code in sorted(statuses):
        answers[str(code)] = _problem(code)


def _problem(code: int) -> Document:
    found: Document = {
        "description": STATUSES[code],
        "content": {MEDIA_TYPE: {"schema": {"$ref": REFERENCE.format(name="Problem")}}},
    }
    if code in (429, 503):
        found["headers"] = RETRY
    if code == 401:
        found["headers"] = CHALLENGE
    return found


def _describe(parameter: Document) -> None:
    """Litestar leaves a trace of every default; ids have a form."""
    for name in ("deprecated", "allowEmptyValue", "allowReserved"):
        parameter.pop(name, None)
    if parameter["in"] == "path" and parameter["name"] == "game":
        parameter["schema"] = {"type": "string", "format": "uuid"}


def _command_body(schemas: dict[str, Any]) -> Document:
    for name in installed():
        schemas[f"{name}_command"] = commands_of(ruleset(name), schemas)
    kinds = [{"$ref": REFERENCE.format(name=f"{name}_command")} for name in installed()]
    return {
        "description": "A command of the game's ruleset, told apart by its `type`.",
        "required": True,
        "content": {"application/json": {"schema": {"anyOf": kinds}}},
    }
