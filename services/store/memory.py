"""The log in memory: for tests and demonstrations, and the plain reading of what a log promises."""

from collections.abc import Iterator, Sequence
from threading import RLock
from uuid import uuid4

from services.store.errors import CommandReused, NotContinuous, StaleVersion, StoreError
from services.store.log import (
    Append,
    Done,
    Entry,
    Finding,
    GameSecrets,
    Head,
    Inserted,
    KeyRow,
    Log,
    Outcome,
    Part,
    check_rows,
    game_id,
    repeated,
)
from services.store.memory_models import MemoryModels


class MemoryLog(Log):
    """Everything in lists and dicts under one lock; it lasts as long as the process."""

    def __init__(self) -> None:
        self.origin = str(uuid4())
        self._lock = RLock()
        self._entries: list[Entry] = []
        self._places: dict[bytes, list[int]] = {}
        self._heads: dict[bytes, Head] = {}
        self._commands: dict[bytes, dict[str, tuple[bytes, Done]]] = {}
        self._secrets: dict[bytes, GameSecrets] = {}
        self._keys: dict[str, KeyRow] = {}
        self._tracking: dict[str, int] = {}
        self.models: MemoryModels = MemoryModels(self._lock)

    @property
    def written_position(self) -> int:
        return len(self._entries)

    def write(self, batch: Sequence[Part]) -> list[Outcome]:
        with self._lock:
            return [self._attempt(part) for part in batch]

    def _attempt(self, part: Part) -> Outcome:
        try:
            return self._append(part) if isinstance(part, Append) else self.models.write(part)
        except StoreError as refusal:
            return refusal

    def _append(self, part: Append) -> Outcome:
        command = part.command
        if command is not None:
            game = part.rows[0].game
            known = self._commands.get(game, {}).get(command.id)
            if known is not None:
                if known[0] != command.digest:
                    raise CommandReused(game_id(game), command.id)
                return repeated(known[1])
            now = self._heads.get(game)
            if (now or Head(0, command.expected.hash)) != command.expected:
                version, head = now or Head(0, b"")
                raise StaleVersion(game_id(game), version, head.hex())
        versions = {
            row.game: self._heads[row.game].version if row.game in self._heads else None for row in part.rows
        }
        if fault := check_rows(part.rows, versions):
            raise NotContinuous(fault)
        if part.tracking is not None:
            name, position = part.tracking
            if self._tracking.get(name, -1) >= position:
                raise NotContinuous(f"{name} has already come to {position} or past it")
            self._tracking[name] = position
        first = len(self._entries) + 1
        for position, row in enumerate(part.rows, first):
            self._entries.append(Entry(position, *row))
            self._places.setdefault(row.game, []).append(position - 1)
            self._heads[row.game] = Head(row.version, b"")
        if command is None:
            return Inserted(tuple(range(first, len(self._entries) + 1)))
        self._heads[game] = command.head
        done = Done(
            game, command.id, part.rows[0].version, *command.head, at=command.at, signed=command.signed
        )
        self._commands.setdefault(game, {})[command.id] = (command.digest, done)
        if part.secrets is not None:
            self._secrets[game] = part.secrets
        return done

    def remember_key(self, key: KeyRow) -> None:
        self._keys.setdefault(key.id, key)

    def head(self, game: bytes) -> Head | None:
        return self._heads.get(game)

    def command(self, game: bytes, command: str) -> tuple[bytes, Done] | None:
        found = self._commands.get(game, {}).get(command)
        return (found[0], repeated(found[1])) if found else None

    def commands(self, game: bytes) -> list[Done]:
        with self._lock:
            return [done for _, done in self._commands.get(game, {}).values()]

    def game(
        self,
        game: bytes,
        after: int = -1,
        upto: int | None = None,
        limit: int | None = None,
        backwards: bool = False,
    ) -> list[Entry]:
        with self._lock:
            entries = [self._entries[place] for place in self._places.get(game, ())]
        found = [
            entry for entry in entries if entry.version > after and (upto is None or entry.version <= upto)
        ]
        return (found[::-1] if backwards else found)[:limit]

    def page(self, after: int, limit: int, upto: int | None = None, types: Sequence[str] = ()) -> list[Entry]:
        with self._lock:
            found: list[Entry] = []
            end = len(self._entries)
            for place in range(max(after, 0), end if upto is None else min(upto, end)):
                if len(found) == limit:
                    break
                entry = self._entries[place]
                if not types or entry.type in types:
                    found.append(entry)
            return found

    def last_position(self) -> int:
        return len(self._entries)

    def games(self) -> list[tuple[bytes, Head]]:
        with self._lock:
            return list(self._heads.items())

    def secrets(self, game: bytes) -> GameSecrets | None:
        return self._secrets.get(game)

    def public_keys(self) -> list[KeyRow]:
        return list(self._keys.values())

    def tracked(self, name: str) -> int | None:
        return self._tracking.get(name)

    def followers(self) -> dict[str, int]:
        return dict(self._tracking)

    def examine(self) -> Iterator[Finding]:
        yield Finding("memory", True, "kept in memory: gone when the process ends")

    def close(self) -> None:
        """Nothing to give back."""
