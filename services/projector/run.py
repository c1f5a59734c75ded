"""Run: generations at the same position, folded together from the log and written with their checkpoint."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from projections.folding import GameFold, Poisoned
from projections.projection import Projection, Row, Whole
from services.store.errors import StoreDamaged
from services.store.log import Entry, game_id
from services.store.models import ALL_GAMES, Advance, ModelRow, Stuck, Upsert
from services.store.store import Store

BATCH = 2_000
MOST_LIVE = 1_000  # games kept folded; another one is folded from its beginning when it goes on


class Run:
    """Folds batches of the log. Only rows are kept: what a game's fold needs to go on comes from its log."""

    def __init__(
        self, store: Store, kinds: Iterable[type[Projection]], numbers: Mapping[str, int], position: int
    ) -> None:
        self.store = store
        self.kinds = tuple(kinds)
        self.numbers = {kind.name: numbers[kind.name] for kind in self.kinds}
        self.position = position
        self._live: dict[bytes, GameFold] = {}
        self._stuck: dict[bytes, set[str]] = {}
        self._wholes: dict[str, Whole] = {}
        self._load()

    def step(self, most: int = BATCH, upto: int | None = None) -> int:
        """Fold and write the events that follow; how many there were."""
        entries = self.store.log.page(self.position, most, upto)
        if entries:
            self.write(self.fold(entries))
        return len(entries)

    def write(self, part: Upsert) -> None:
        """Rows and checkpoint, in one transaction; should that fail, all goes on from what is kept."""
        try:
            self.store.keep(part)
        except BaseException:
            self.position = part.advances[0].expected
            self._load()
            raise

    def fold(self, entries: Sequence[Entry]) -> Upsert:
        """The rows that events change; the events follow on from where this run is."""
        before = self.position
        wanted = range(before + 1, before + len(entries) + 1)
        if [entry.position for entry in entries] != list(wanted):
            raise StoreDamaged(f"positions have a gap after {before}: run `protokol doctor`")
        games: dict[bytes, list[bytes]] = {}
        first: dict[bytes, int] = {}
        for _, game, version, _, body in entries:
            if game in games:
                games[game].append(body)
            else:
                games[game] = [body]
                first[game] = version
        rows: dict[str, list[ModelRow]] = {kind.name: [] for kind in self.kinds}
        stuck: dict[str, list[Stuck]] = {kind.name: [] for kind in self.kinds}
        for game, bodies in games.items():
            self._game(game, first[game], bodies, rows, stuck)
        while len(self._live) > MOST_LIVE:
            del self._live[next(iter(self._live))]
        for name, whole in self._wholes.items():
            rows[name] += [ModelRow(ALL_GAMES, *row) for row in whole.rows()]
        self.position = before + len(entries)
        return Upsert(
            tuple(
                Advance(
                    kind.name,
                    self.numbers[kind.name],
                    kind.version,
                    before,
                    self.position,
                    rows[kind.name],
                    stuck[kind.name],
                )
                for kind in self.kinds
            )
        )

    def _game(
        self,
        game: bytes,
        first: int,
        bodies: list[bytes],
        rows: dict[str, list[ModelRow]],
        stuck: dict[str, list[Stuck]],
    ) -> None:
        """One game's part of a batch; a game that cannot go on stands at its last version that could."""
        fold: GameFold | None = self._live.pop(game, None)
        kinds = [kind for kind in self.kinds if kind.name not in self._stuck.get(game, ())]
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
                stuck[kind.name].append(Stuck(game, poisoned.version, poisoned.why))
                self._stuck.setdefault(game, set()).add(kind.name)
            if poisoned.version <= first:
                return
            fold = self._refold(game, kinds, poisoned.version)
        else:
            if not fold.over:
                self._live[game] = fold
        self._collect(game, fold.rows(), rows)
        for name, outcome in fold.outcomes().items():
            if name not in counted:
                self._wholes[name].add(outcome)

    def _refold(self, game: bytes, kinds: Sequence[type[Projection]], before: int) -> GameFold:
        """A game as it is before a version."""
        fold = GameFold(game_id(game), kinds)
        if before > 1:
            fold.take([entry.body for entry in self.store.log.game(game, 0, before - 1)])
        return fold

    @staticmethod
    def _collect(
        game: bytes, found: Iterable[tuple[str, list[Row]]], rows: dict[str, list[ModelRow]]
    ) -> None:
        for name, some in found:
            rows[name] += [ModelRow(game, key, body) for key, body in some]

    def _load(self) -> None:
        """What is kept of this run's generations: who is stuck, and the sums over all games."""
        self._live.clear()
        self._stuck.clear()
        models = self.store.log.models
        for name, number in self.numbers.items():
            for stuck in models.stuck(name, number):
                self._stuck.setdefault(stuck.game, set()).add(name)
        for kind in self.kinds:
            if kind.whole is not None:
                whole = self._wholes[kind.name] = kind.whole()
                whole.load(models.of_generation(kind.name, self.numbers[kind.name], ALL_GAMES))
