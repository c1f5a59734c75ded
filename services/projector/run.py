"""Run: generations at the same position, folded together from the log and written with their checkpoint."""

from collections.abc import Iterable, Mapping, Sequence

from projections.projection import Projection, Whole
from services.projector.folds import Folded, Folds
from services.store.errors import StoreDamaged
from services.store.log import Entry
from services.store.models import ALL_GAMES, Advance, ModelRow, Upsert
from services.store.store import Store

BATCH = 2_000


class Run:
    """Folds batches of the log. Only rows are kept: what a game's fold needs to go on comes from its log."""

    def __init__(
        self, store: Store, kinds: Iterable[type[Projection]], numbers: Mapping[str, int], position: int
    ) -> None:
        self.store = store
        self.kinds = tuple(kinds)
        self.numbers = {kind.name: numbers[kind.name] for kind in self.kinds}
        self.position = position
        self._folds = Folds(store.log, self.kinds)
        self._wholes: dict[str, Whole] = {}
        self._load()

    def step(self, most: int = BATCH, upto: int | None = None) -> int:
        """Fold and write the events that follow; how many there were."""
        entries = self.store.log.page(self.position, most, upto)
        if entries:
            self.write(self.fold(entries))
        return len(entries)

    def write(self, part: Upsert) -> None:
        """Rows and checkpoint, in one transaction; should that fail, all goes on from what is kept.

        Only then has this run come further: whoever waits for a position reads rows that are there.
        """
        try:
            self.store.keep(part)
        except BaseException:
            self._load()
            raise
        self.position = part.advances[0].position

    def fold(self, entries: Sequence[Entry]) -> Upsert:
        """The rows that events change; the events follow on from where this run is."""
        wanted = range(self.position + 1, self.position + len(entries) + 1)
        if [entry.position for entry in entries] != list(wanted):
            raise self._gap()
        return self._advance(
            self._folds.take([(game, version, body) for _, game, version, _, body in entries])
        )

    def join(self, shares: Iterable[Folded], upto: int) -> Upsert:
        """The rows of all events up to a position that others have folded, each its share of the games."""
        found = self._folds.nothing()
        for share in shares:
            found.add(share)
        if found.events != upto - self.position:
            raise self._gap()
        for name, stuck in found.stuck.items():
            self._folds.stand_still(name, stuck)
        return self._advance(found)

    def _advance(self, found: Folded) -> Upsert:
        after = self.position + found.events
        for name, outcome in found.outcomes:
            self._wholes[name].add(outcome)
        for name, whole in self._wholes.items():
            found.rows[name] += [ModelRow(ALL_GAMES, *row) for row in whole.rows()]
        return Upsert(
            tuple(
                Advance(
                    kind.name,
                    self.numbers[kind.name],
                    kind.version,
                    self.position,
                    after,
                    found.rows[kind.name],
                    found.stuck[kind.name],
                )
                for kind in self.kinds
            )
        )

    def _gap(self) -> StoreDamaged:
        return StoreDamaged(f"positions have a gap after {self.position}: run `protokol doctor`")

    def _load(self) -> None:
        """What is kept of this run's generations: who is stuck, and the sums over all games."""
        self._folds.load(self.numbers)
        models = self.store.log.models
        for kind in self.kinds:
            if kind.whole is not None:
                whole = self._wholes[kind.name] = kind.whole()
                whole.load(models.of_generation(kind.name, self.numbers[kind.name], ALL_GAMES))
