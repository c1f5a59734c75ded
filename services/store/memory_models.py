"""Read models in memory."""

from threading import RLock

import msgspec

from services.store.errors import NotContinuous
from services.store.models import (
    LAST_KEY,
    Discard,
    Generation,
    Kept,
    ModelPart,
    ModelRow,
    Read,
    ReadModels,
    Stuck,
    Switch,
    Upsert,
)


class _Kept(msgspec.Struct):
    """One generation with its rows."""

    version: int
    position: int = 0
    current: bool = False
    rows: dict[tuple[bytes, str], bytes] = {}
    stuck: dict[bytes, Stuck] = {}


class MemoryModels(ReadModels):
    """Dicts, under the lock of the log that they belong to."""

    def __init__(self, lock: RLock) -> None:
        self._lock = lock
        self._kept: dict[tuple[str, int], _Kept] = {}

    def write(self, part: ModelPart) -> Kept:
        """Whole or refused."""
        if isinstance(part, Upsert):
            return self._upsert(part)
        return self._switch(part) if isinstance(part, Switch) else self._discard(part)

    def _upsert(self, part: Upsert) -> Kept:
        for one in part.advances:
            found = self._kept.get((one.projection, one.number))
            now = found.position if found else 0
            if now != one.expected:
                raise NotContinuous(f"{one.projection} is at position {now}, not at {one.expected}")
        for one in part.advances:
            first = not any(name == one.projection for name, _ in self._kept)
            kept = self._kept.setdefault((one.projection, one.number), _Kept(one.version, current=first))
            kept.position = one.position
            kept.rows.update({(row.game, row.key): row.body for row in one.rows})
            kept.stuck.update({stuck.game: stuck for stuck in one.stuck})
        return Kept(sum(len(one.rows) for one in part.advances))

    def _switch(self, part: Switch) -> Kept:
        missing = [f"{name} {number}" for name, number in part.to if (name, number) not in self._kept]
        if missing:
            raise NotContinuous(f"no generation {', '.join(missing)}")
        for name, number in part.to:
            for (other, its), kept in self._kept.items():
                if other == name:
                    kept.current = its == number
        return Kept(0)

    def _discard(self, part: Discard) -> Kept:
        kept = self._kept.get((part.projection, part.number))
        if kept is None:
            return Kept(0)
        kept.current = False
        gone = list(kept.rows)[: part.most]
        for key in gone:
            del kept.rows[key]
        if len(gone) < part.most:
            del self._kept[part.projection, part.number]
        return Kept(len(gone))

    def generations(self) -> list[Generation]:
        with self._lock:
            return [
                Generation(*key, kept.version, kept.position, kept.current)
                for key, kept in sorted(self._kept.items(), key=lambda item: item[0])
            ]

    def stuck(self, projection: str, number: int) -> list[Stuck]:
        with self._lock:
            kept = self._kept.get((projection, number))
            return sorted(kept.stuck.values()) if kept else []

    def read(self, projection: str, game: bytes, first: str = "", last: str = LAST_KEY) -> Read:
        with self._lock:
            for one in self.generations():
                if one.current and one.projection == projection:
                    kept = self._kept[projection, one.number]
                    rows = {
                        key: body
                        for (whose, key), body in sorted(kept.rows.items())
                        if whose == game and (first <= key <= last or not key)
                    }
                    return Read(one, rows, kept.stuck.get(game))
        return Read(None, {}, None)

    def of_generation(self, projection: str, number: int, game: bytes) -> dict[str, bytes]:
        return {row.key: row.body for row in self.rows(projection, number) if row.game == game}

    def rows(self, projection: str, number: int) -> list[ModelRow]:
        with self._lock:
            kept = self._kept.get((projection, number))
            return [ModelRow(*key, body) for key, body in sorted(kept.rows.items())] if kept else []

    def differing(self, projection: str, one: int, other: int, most: int) -> list[tuple[bytes, str]]:
        with self._lock:
            here, there = (set(self.rows(projection, number)) for number in (one, other))
            return sorted({(row.game, row.key) for row in here ^ there})[:most]
