"""An anchor: Litestar over the `eventsourcing` library as it comes, in the thread pool of its handlers."""

from typing import Any
from uuid import UUID

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.domain import Aggregate, event
from litestar import Litestar, Request, Response, post
from litestar.params import FromPath

from domain.core.ruleset import ruleset

RULES = ruleset("dual_powers")


class Played(Aggregate):
    """A game as commands in a list: no rules, no seats, no secrets, no signatures."""

    @event("Opened")
    def __init__(self, game: UUID) -> None:
        self.commands: list[str] = []

    @staticmethod
    def create_id(game: UUID) -> UUID:
        return game

    @event("Commanded")
    def command(self, body: str) -> None:
        self.commands.append(body)


def stock_app(file: str) -> Litestar:
    """Takes the same requests as ours: decoded, loaded from the store, one event on, saved, answered."""
    stored = Application[UUID](env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": file})

    @post("/v1/games/{game:str}/commands", status_code=200, sync_to_thread=True)
    def command(request: Request[Any, Any, Any], game: FromPath[str], body: bytes) -> Response[bytes]:
        RULES.commands.decode(body)
        try:
            played: Played = stored.repository.get(UUID(game))
        except AggregateNotFoundError:
            played = Played(UUID(game))
        played.command(body.decode())
        stored.save(played)
        return Response(b'{"version":%d}' % played.version, media_type="application/json")

    return Litestar([command], logging_config=None)
