"""An anchor: a game kept as the `eventsourcing` library's tutorial keeps an aggregate."""

from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Match(Aggregate):
    """Moves in a list, as the tutorial's dog keeps its tricks."""

    @event("Started")
    def __init__(self) -> None:
        self.moves: list[str] = []

    @event("Moved")
    def move(self, what: str) -> None:
        self.moves.append(what)


class Matches(Application[UUID]):
    """In memory: the fastest that the library offers."""

    def __init__(self, moves: int) -> None:
        super().__init__()
        match = Match()
        for number in range(moves - 1):
            match.move(f"purple-4c to region {number % 6}")
        self.save(match)
        self.match_id: UUID = match.id

    def reconstruct(self, version: int, times: int) -> int:
        for _ in range(times):
            self.repository.get(self.match_id, version=version)
        return times


def tutorial_game(moves: int) -> Matches:
    return Matches(moves)
