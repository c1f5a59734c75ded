"""Requests: read strictly, and told apart by a digest of what they ask."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.event import Seat
from domain.core.ruleset import Ruleset, is_installed, ruleset
from services.play.errors import BadRequest

_AT = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")
_NAMED = re.compile(r"field `([^`]*)`")
_PLAIN_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Request(Struct, frozen=True):
    """A command as it was understood: who asks, what, under which id, and on which version if they say."""

    seat: Seat
    command: Any
    id: str
    digest: bytes
    if_version: int | None = None


def read_request(
    rules: Ruleset[Any], seat: Seat, command: bytes | Struct, command_id: str, if_version: int | None
) -> Request:
    """A command in full, or `BadRequest` with the field at fault."""
    body = command if isinstance(command, bytes) else canonical(command)
    try:
        read = rules.commands.decode(body)
        digest = digest_of("protokol/request/1", [seat, read])
    except UnicodeError as error:
        raise BadRequest(f"not UTF-8: {error}") from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRequest(str(error), field_of(str(error))) from error
    return Request(seat, read, read_command_id(command_id), digest, if_version)


def digest_of(tag: str, value: Any) -> bytes:
    """What tells a request from another under the same id."""
    return hashlib.sha256(tag.encode() + b"\n" + canonical(value)).digest()


def field_of(message: str) -> str:
    """The field that a decoding error is about: `bid[...].gold`, `card`; empty for the whole."""
    where = found[1] if (found := _AT.search(message)) else ""
    name = found[1] if (found := _NAMED.search(message)) else ""
    return f"{where}.{name}" if where and name else where or name


def read_command_id(text: str) -> str:
    """A command id is a UUID, however it is spelled: it stands in the log for ever, so it names nobody."""
    if isinstance(text, str) and _PLAIN_ID.fullmatch(text):
        return text
    try:
        return str(UUID(text))
    except (ValueError, AttributeError, TypeError):
        raise BadRequest("a command id is a UUID", "command_id") from None


def read_ruleset(name: str) -> Ruleset[Any]:
    if not is_installed(name):
        raise BadRequest(f"no ruleset {name!r} is installed", "ruleset")
    try:
        return ruleset(name)
    except ImportError:
        raise BadRequest(f"no ruleset {name!r} is installed", "ruleset") from None


def read_options(rules: Ruleset[Any], given: Mapping[str, Any] | Struct | None, preset: str | None) -> Any:
    """A preset and what is given beside it; options that are already a struct are checked like any others."""
    plain = msgspec.to_builtins(given) if isinstance(given, Struct) else given
    try:
        return rules.options(plain, preset)
    except msgspec.ValidationError as error:
        raise BadRequest(str(error), f"options.{field_of(str(error))}".rstrip(".")) from error
    except ValueError as error:
        raise BadRequest(str(error), "preset") from error
