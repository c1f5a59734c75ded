"""Reading read models: each answer with the position and the game's version that it is as of."""

from typing import Generic, TypeVar, overload

import msgspec
from msgspec import Struct

from domain.core.event import Seat
from domain.core.ruleset import ruleset
from projections.board import Board, View
from projections.hidden_information import SECRETS, HiddenInformation, Secrets, knew, seat_key
from projections.learned import Learned
from projections.projection import HEAD, Projection
from projections.scoreboard import Points, Score, Scoreboard, Tallies
from projections.timeline import Chapter, Timeline, Told, page_key, tell_page
from services.store.errors import NoSuchGame
from services.store.log import game_key
from services.store.models import ALL_GAMES, LAST_KEY, Read
from services.store.reader import Reader

V = TypeVar("V")


class AsOf(Struct, Generic[V], frozen=True):
    """An answer: the log's position and the game's version up to which it is folded.

    `stuck` says why the game cannot be folded any further, if so.
    """

    value: V
    position: int
    version: int
    stuck: str = ""


class GameScore(Struct, frozen=True):
    """The standing of a game, and its points over versions, each from the version on that changed them."""

    score: Score
    points: list[Points]


class Models:
    """The read models of a store, whoever writes it."""

    def __init__(self, reader: Reader) -> None:
        self._models = reader.log.models

    def board(self, game: str) -> AsOf[View]:
        """The table at the head as everyone may see it."""
        read = self._read(Board, game, HEAD, HEAD)
        view = msgspec.json.decode(read.rows[HEAD], type=View)
        return _as_of(read, view.version, view)

    def view(self, game: str, seat: Seat) -> AsOf[View]:
        """The table at the head as a seat sees it."""
        key = seat_key(seat)
        read = self._read(HiddenInformation, game, key, key)
        if key not in read.rows:
            raise NoSuchGame(f"no seat {seat!r} in game {game}")
        view = msgspec.json.decode(read.rows[key], type=View)
        return _as_of(read, view.version, view)

    def knew(self, game: str) -> AsOf[list[Learned]]:
        """For the arbiter alone: every secret, who has known it since which version, and its value."""
        read = self._read(HiddenInformation, game, SECRETS, SECRETS + LAST_KEY)
        head = msgspec.json.decode(read.rows.pop(HEAD), type=Secrets)
        return _as_of(read, head.version, knew(head.seats, read.rows.values()))

    @overload
    def scoreboard(self) -> AsOf[list[Tallies]]: ...
    @overload
    def scoreboard(self, game: str) -> AsOf[GameScore]: ...

    def scoreboard(self, game: str | None = None) -> AsOf[GameScore] | AsOf[list[Tallies]]:
        """The points and the result of a game; without one, the records of all finished games."""
        if game is None:
            read = self._models.read(Scoreboard.name, ALL_GAMES)
            return _as_of(read, 0, [msgspec.json.decode(body, type=Tallies) for body in read.rows.values()])
        read = self._read(Scoreboard, game, HEAD, LAST_KEY)
        score = msgspec.json.decode(read.rows.pop(HEAD), type=Score)
        pages = [msgspec.json.decode(body, type=list[Points]) for body in read.rows.values()]
        return _as_of(read, score.version, GameScore(score, [one for page in pages for one in page]))

    def timeline(self, game: str, after: int = 0, limit: int = 100, language: str = "en") -> AsOf[list[Told]]:
        """So many events of the story after a version, as everyone may hear them."""
        first = max(after, 0) + 1
        read = self._read(Timeline, game, page_key(first), page_key(first + max(limit, 1) - 1))
        chapter = msgspec.json.decode(read.rows.pop(HEAD), type=Chapter)
        rules = ruleset(chapter.ruleset)
        story = [told for page in read.rows.values() for told in tell_page(rules, page, language)]
        return _as_of(read, chapter.version, [told for told in story if told.version >= first][:limit])

    def _read(self, kind: type[Projection], game: str, first: str, last: str) -> Read:
        read = self._models.read(kind.name, game_key(game), first, last)
        if HEAD not in read.rows:
            at = read.generation.position if read.generation else 0
            why = f": {read.stuck.why}" if read.stuck else ""
            raise NoSuchGame(f"no game {game} in the read model {kind.name} (at position {at}){why}")
        return read


def _as_of(read: Read, version: int, value: V) -> AsOf[V]:
    position = read.generation.position if read.generation else 0
    why = f"version {read.stuck.version}: {read.stuck.why}" if read.stuck else ""
    return AsOf(value, position, version, why)
