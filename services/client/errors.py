"""What can go wrong in talking to a server: each kind of answer a class of its own."""

from typing import Any

import msgspec
from msgspec import Struct


class Problem(Struct, frozen=True):
    """A problem document (RFC 9457), as far as a client acts on it."""

    title: str = ""
    status: int = 0
    detail: str = ""
    code: str = ""
    rule: str = ""
    field: str = ""
    version: int | None = None
    choices: dict[str, Any] | None = None


class ClientError(Exception):
    """Any failure of a client."""


class Unreachable(ClientError):
    """The server was not reached, or only said that it cannot now, for as long as this client waits."""


class OutcomeUnknown(Unreachable):
    """Nobody knows whether the command was accepted: send it again with the same `id` to find out."""

    def __init__(self, id: str, why: str) -> None:  # noqa: A002
        super().__init__(f"command {id}: its outcome is not known ({why})")
        self.id = id


class Gap(ClientError):
    """A stream that left something out, or ended before the game did."""


class Broken(ClientError):
    """Records or receipts that do not fit each other: the server's record cannot be trusted."""


class ServerError(ClientError):
    """The server answered that it will not; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        where = f" ({problem.field})" if problem.field else ""
        why = problem.rule or problem.detail or problem.title
        super().__init__(f"{problem.code or problem.status}{where}: {why}")
        self.problem = problem
        self.code, self.field, self.version = problem.code, problem.field, problem.version


class BadToken(ServerError):
    """A token that is unknown, revoked or expired."""


class NotAllowed(ServerError):
    """This caller may not do that."""


class NotFound(ServerError):
    """There is no such game, moment or token."""


class Stale(ServerError):
    """The game is at another version than the command was meant for."""


class CommandReused(ServerError):
    """The id of this command already stands for another one."""


class Refused(ServerError):
    """The rules do not allow this command now; `choices` are what they do allow."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.rule, self.choices = problem.rule, problem.choices


_KINDS: dict[int, type[ServerError]] = {401: BadToken, 403: NotAllowed, 404: NotFound, 412: Stale}


def error_of(status: int, body: bytes) -> ServerError:
    """The error that an answer means, also one that is not a problem document of ours."""
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except (msgspec.DecodeError, UnicodeDecodeError):
        problem = Problem(status=status, detail=body[:200].decode("utf-8", "replace"))
    if problem.status != status:
        problem = msgspec.structs.replace(problem, status=status)
    if status == 409:
        return CommandReused(problem) if problem.code == "command_reused" else Refused(problem)
    return _KINDS.get(status, ServerError)(problem)
