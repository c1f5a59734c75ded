"""Folds: the games of a log, or a share of them, folded batch by batch into rows. Nothing is written here."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from projections.folding import GameFold, Poisoned
from projections.projection import Projection
from services.store.log import Log, game_id
from services.store.models import ModelRow, Stuck

MOST_LIVE = 1_000  # games kept folded; another one is folded from its beginning when it goes on

Line = tuple[bytes, int, bytes]  # a game, a version of it, and the record's bytes


class Folded(Struct):
    """What a batch comes to: how many events it had, the rows, games that are stuck, games that are over."""

    events: int
    rows: dict[str, list[ModelRow]]
    stuck: dict[str, list[Stuck]]
    outcomes: list[tuple[str, Any]]

    def add(self, other: "Folded") -> None:
        """The same batch of other games."""
        self.events += other.events
        for name in self.rows:
            self.rows[name] += other.rows[name]
            self.stuck[name] += other.stuck[name]
        self.outcomes += other.outcomes


class Folds:
    """What a game's fold needs to go on is kept for a while, and comes from the game's log otherwise."""

    def __init__(self, log: Log, kinds: Iterable[type[Projection]]) -> None:
        self._log = log
        self._kinds = tuple(kinds)
        self._live: dict[bytes, GameFold] = {}
        self._stuck: dict[bytes, set[str]] = {}

    def load(self, numbers: dict[str, int]) -> None:
        """Go on from what is kept of these generations."""
        self._live.clear()
        self._stuck.clear()
        for name, number in numbers.items():
            self.stand_still(name, self._log.models.stuck(name, number))

    def stand_still(self, name: str, stuck: Iterable[Stuck]) -> None:
        """Games that a projection folds no further."""
        for one in stuck:
            self._stuck.setdefault(one.game, set()).add(name)

    def take(self, lines: Iterable[Line]) -> Folded:
        """Fold a batch: of each game the records that follow."""
        games: dict[bytes, list[bytes]] = {}
        first: dict[bytes, int] = {}
        for game, version, body in lines:
            if game in games:
                games[game].append(body)
            else:
                games[game] = [body]
                first[game] = version
        found = self.nothing()
        found.events = sum(map(len, games.values()))
        for game, bodies in games.items():
            self._game(game, first[game], bodies, found)
        while len(self._live) > MOST_LIVE:
            del self._live[next(iter(self._live))]
        return found

    def nothing(self) -> Folded:
        """A batch without events."""
        names = [kind.name for kind in self._kinds]
        return Folded(0, {name: [] for name in names}, {name: [] for name in names}, [])

    def _game(self, game: bytes, first: int, bodies: list[bytes], found: Folded) -> None:
        """One game's part of a batch; a game that cannot go on stands at its last version that could."""
        fold: GameFold | None = self._live.pop(game, None)
        kinds = [kind for kind in self._kinds if kind.name not in self._stuck.get(game, ())]
        if not kinds:
            return
        counted: dict[str, Any] = {}
        try:
            if fold is None:
                fold = self._refold(game, kinds, first)
                fold.settle()
            counted = fold.outcomes()
            fold.take(bodies)
        except Poisoned as poisoned:
            for kind in kinds:
                found.stuck[kind.name].append(Stuck(game, poisoned.version, poisoned.why))
                self._stuck.setdefault(game, set()).add(kind.name)
            if poisoned.version <= first:
                return
            fold = self._refold(game, kinds, poisoned.version)
        else:
            if not fold.over:
                self._live[game] = fold
        for name, rows in fold.rows():
            found.rows[name] += [ModelRow(game, key, body) for key, body in rows]
        found.outcomes += [(name, one) for name, one in fold.outcomes().items() if name not in counted]

    def _refold(self, game: bytes, kinds: Sequence[type[Projection]], before: int) -> GameFold:
        """A game as it is before a version."""
        fold = GameFold(game_id(game), kinds)
        if before > 1:
            fold.take([entry.body for entry in self._log.game(game, 0, before - 1)])
        return fold
