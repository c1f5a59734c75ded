"""AsyncAPI: what the streams and the socket send, generated from the structs of the installed rulesets."""

from functools import cache
from importlib.metadata import version
from typing import Any, get_args

import msgspec

from domain.core.frame import FrameCommand, FrameEvent
from domain.core.ruleset import Ruleset, installed, ruleset
from services.api.structs import REFERENCE, schema_of

GAME = {"game": {"description": "The id of a game."}}


@cache
def asyncapi_document() -> bytes:
    """The document as JSON; it does not change while a server runs."""
    rulesets = [ruleset(name) for name in installed()]
    schemas: dict[str, Any] = {}
    messages: dict[str, Any] = {}
    for kind in get_args(FrameEvent):
        _add_message(messages, schemas, "frame", kind)
    for rules in rulesets:
        for kind in get_args(rules.event_types):
            _add_message(messages, schemas, rules.name, kind)
        schemas[f"{rules.name}_command"] = commands_of(rules, schemas)
    events = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    messages["command"] = _command_message(rulesets)
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Protokol streams",
            "version": version("protokol"),
            "description": "Records of games as CloudEvents, closed for the audience of the reader's token.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "gameEvents": _channel(
                "/v1/games/{game}/events", "History, then live, of one game.", events, GAME
            ),
            "allEvents": _channel("/v1/events", "Everything public, of all games.", events),
            "gameSocket": _channel(
                "/v1/games/{game}/socket",
                "The same events; commands of a seat (subprotocol protokol.v1+json).",
                {**events, "command": {"$ref": "#/components/messages/command"}},
                GAME,
            ),
        },
        "operations": {
            "sendGameEvents": _operation("send", "gameEvents"),
            "sendAllEvents": _operation("send", "allEvents"),
            "sendSocketEvents": _operation("send", "gameSocket", list(events)),
            "receiveCommands": _operation("receive", "gameSocket", ["command"]),
        },
        "components": {"messages": messages, "schemas": schemas},
    }
    return msgspec.json.encode(document)


def _channel(
    address: str, what: str, messages: dict[str, Any], parameters: dict[str, Any] | None = None
) -> dict[str, Any]:
    found = {"address": address, "description": what, "messages": messages}
    return {**found, "parameters": parameters} if parameters else found


def _operation(action: str, channel: str, messages: list[str] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"action": action, "channel": {"$ref": f"#/channels/{channel}"}}
    if messages is not None:
        found["messages"] = [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in messages]
    return found


def _add_message(messages: dict[str, Any], schemas: dict[str, Any], game: str, kind: type[Any]) -> None:
    """One kind of event: its own schema, inside a record, inside a CloudEvents envelope."""
    tag = kind.__struct_config__.tag
    name = f"{game}.{tag}"
    event = schema_of(kind, schemas, game)
    messages[name] = {
        "name": name,
        "title": tag.replace("_", " "),
        "summary": (kind.__doc__ or "").strip().split("\n")[0],
        "contentType": "application/cloudevents+json",
        "payload": _envelope(f"protokol.{'{ruleset}' if game == 'frame' else game}.{tag}", event),
    }


def _envelope(type_: str, event: dict[str, Any]) -> dict[str, Any]:
    text: dict[str, Any] = {"type": "string"}
    record = {
        "type": "object",
        "required": ["game", "version", "at", "by", "cause", "prev", "event"],
        "properties": {
            "game": text,
            "version": {"type": "integer", "minimum": 1},
            "at": {"type": "integer", "description": "Microseconds since 1970."},
            "by": {"type": ["string", "null"]},
            "cause": text,
            "prev": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "event": event,
        },
    }
    return {
        "type": "object",
        "required": ["specversion", "id", "source", "type", "time", "datacontenttype", "data"],
        "properties": {
            "specversion": {"const": "1.0"},
            "id": text,
            "source": text,
            "type": {"type": "string", "description": type_},
            "time": {"type": "string", "format": "date-time"},
            "subject": text,
            "datacontenttype": {"const": "application/json"},
            "data": record,
        },
    }


def commands_of(rules: Ruleset[Any], schemas: dict[str, Any]) -> dict[str, Any]:
    return schema_of(rules.command_types | FrameCommand, schemas, rules.name)


def _command_message(rulesets: list[Ruleset[Any]]) -> dict[str, Any]:
    commands = [{"$ref": REFERENCE.format(name=f"{rules.name}_command")} for rules in rulesets]
    return {
        "name": "command",
        "title": "a seat's command",
        "payload": {
            "type": "object",
            "required": ["type", "id", "command"],
            "additionalProperties": False,
            "properties": {
                "type": {"const": "command"},
                "id": {"type": "string", "format": "uuid"},
                "command": {"anyOf": commands},
                "if_version": {"type": ["integer", "null"]},
            },
        },
    }
