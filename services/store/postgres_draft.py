"""Draft: what a batch would write, decided part by part on the heads as they are."""

from collections.abc import Callable, Mapping, Sequence

from services.store.errors import CommandReused, NotContinuous, StaleVersion, StoreError
from services.store.log import (
    Append,
    Command,
    Done,
    Head,
    Inserted,
    Outcome,
    Row,
    Signature,
    check_rows,
    game_id,
    repeated,
)

_NO_COMMAND = (None,) * 7
_UNSIGNED = Signature("", b"")

Known = Callable[[bytes, str], tuple[bytes, Done] | None]


class NotSure(Exception):
    """What is remembered does not suffice to decide this batch: the database must be asked."""


class Draft:
    """Parts are decided in their order, each on what those before it would have written.

    `heads` gives a game's head, None where there is no such game; without `known`, nothing may be refused.
    """

    def __init__(
        self,
        position: int,
        heads: Mapping[bytes, Head | None],
        tracked: Mapping[str, int],
        known: Known | None,
        *,
        careful: bool = False,
    ) -> None:
        self.position = position
        self.heads: dict[bytes, Head] = {}
        self.tracking: dict[str, int] = {}
        self.rows: list[tuple[object, ...]] = []
        self.games: list[tuple[bytes, int, bytes | None, bytes | None]] = []
        self.commands: dict[tuple[bytes, str], tuple[bytes, Done]] = {}
        self._before = heads
        self._tracked = tracked
        self._known = known
        self._careful = careful

    @property
    def end(self) -> int:
        """The newest position, once this is written."""
        return self.position + len(self.rows)

    def append(self, part: Append) -> Outcome:
        """Decide one part."""
        return self._insert(part) if part.command is None else self._command(part, part.command)

    def _command(self, part: Append, command: Command) -> Outcome:
        game, first = part.rows[0].game, part.rows[0].version
        if "\0" in command.id:
            return NotContinuous("a command's id has no character 0")
        if self._careful and (earlier := self._earlier(game, command)):
            return earlier
        now = self._head(game)
        if (now or Head(0, command.expected.hash)) != command.expected:
            version, head = now or Head(0, b"")
            return self._earlier(game, command) or StaleVersion(game_id(game), version, head.hex())
        if fault := check_rows(part.rows, {game: None if now is None else now.version}):
            return NotContinuous(fault)
        if now is None:
            secrets = (part.secrets.seed, part.secrets.sealing_key) if part.secrets else (None, None)
            self.games.append((game, self.end + 1, *secrets))
        signed = command.signed or _UNSIGNED
        head = command.head.hash
        self._add(
            part.rows, (command.id, command.digest, first, head, command.at, signed.key, signed.signature)
        )
        self.heads[game] = command.head
        done = Done(game, command.id, first, *command.head, at=command.at, signed=command.signed)
        self.commands[game, command.id] = (command.digest, done)
        return done

    def _insert(self, part: Append) -> Outcome:
        """Rows of no command: the library's own events, and how far a follower has come."""
        versions: dict[bytes, int | None] = {}
        for row in part.rows:
            head = self._head(row.game)
            versions[row.game] = None if head is None else head.version
        begun = [game for game, version in versions.items() if version is not None]
        if fault := check_rows(part.rows, versions):
            return NotContinuous(fault)
        if part.tracking is not None:
            name, position = part.tracking
            if self.tracking.get(name, self._tracked.get(name, -1)) >= position:
                return NotContinuous(f"{name} has already come to {position} or past it")
            self.tracking[name] = position
        first = self.end + 1
        for game, version in versions.items():
            if game not in begun:
                place = first + next(n for n, row in enumerate(part.rows) if row.game == game)
                self.games.append((game, place, None, None))
            self.heads[game] = Head(version or 0, b"")
        self._add(part.rows, _NO_COMMAND)
        return Inserted(tuple(range(first, self.end + 1)))

    def _add(self, rows: Sequence[Row], command: tuple[object, ...]) -> None:
        """Rows to be written; the last one keeps the command."""
        self.rows += [(*row, *_NO_COMMAND) for row in rows[:-1]]
        self.rows += [(*row, *command) for row in rows[-1:]]

    def _head(self, game: bytes) -> Head | None:
        found = self.heads.get(game)
        if found is not None:
            return found
        try:
            return self._before[game]
        except KeyError:
            raise NotSure from None

    def _earlier(self, game: bytes, command: Command) -> Done | StoreError | None:
        found = self.commands.get((game, command.id))
        if found is None:
            if self._known is None:
                raise NotSure
            found = self._known(game, command.id)
        if found is None:
            return None
        return repeated(found[1]) if found[0] == command.digest else CommandReused(game_id(game), command.id)
