"""Live: one game kept in memory, as the store has it. Kept: as many of them as there is room for."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from domain.core.event import Audience
from domain.core.frame import GameOpened
from domain.core.game import Game
from domain.core.record import ComponentSet, Header, Record, redact_record
from domain.core.replay import fold
from domain.core.ruleset import Ruleset, is_installed, ruleset
from services.play.errors import NotPlayable
from services.play.words import once
from services.store.log import Done, Head
from services.store.reader import Reader
from services.store.store import Store

_FIRST = msgspec.json.Decoder(Record[GameOpened])

Components = dict[tuple[str, ComponentSet], Any]


class Live:
    """A game's folds of committed records: the full one that drafts start from, and those of audiences.

    Each fold is made when it is first needed and continued from then on. Whoever changes anything here
    holds the lock and is on the event loop; what is made in a thread is new and nobody else's yet.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = asyncio.Lock()
        self.users = 0
        self.commit: asyncio.Future[Done] | None = None
        self.deciding: Game | None = None
        self.views: dict[Audience, Any] = {}
        self._known: tuple[Header, Ruleset[Any], Any] | None = None
        self.now = Head(0, b"")

    @property
    def loaded(self) -> bool:
        return self._known is not None

    @property
    def header(self) -> Header:
        assert self._known is not None
        return self._known[0]

    @property
    def rules(self) -> Ruleset[Any]:
        assert self._known is not None
        return self._known[1]

    @property
    def components(self) -> Any:
        assert self._known is not None
        return self._known[2]

    def begin(self, header: Header, rules: Ruleset[Any], components: Any, now: Head) -> None:
        """What is played here, and how far it is."""
        self._known = (header, rules, components)
        self.now = now

    def accept(self, draft: Game, records: Sequence[Record[Any]], now: Head) -> None:
        """A draft was committed: it is the game now, and audiences see their copies of what is new."""
        self.deciding = draft
        self._show(records, now)

    def follow(self, records: Sequence[Record[Any]], now: Head) -> None:
        """Others have committed these records; they continue what is known here."""
        if self.deciding is not None:
            self.deciding.go_on(records, now.hash.hex())
        self._show(records, now)

    def forget(self, now: Head) -> None:
        """Fold everything anew when it is asked for."""
        self.deciding = None
        self.views.clear()
        self.now = now

    def unload(self) -> None:
        """Whoever is here next begins from the store."""
        self.forget(Head(0, b""))
        self._known = None

    def _show(self, records: Sequence[Record[Any]], now: Head) -> None:
        for audience, view in self.views.items():
            fold(view, [redact_record(record, audience) for record in records])
        self.now = now

    # called in threads: they read, and give back what is new

    def resumed(self, store: Store) -> Game:
        """The full fold, with what only the server holds of the game."""
        secrets = store.secrets(self.game)
        if secrets is None:
            raise NotPlayable(f"game {self.game}: this store holds no seed of it, so it cannot go on")
        records = read_records(self.rules, store.lines(self.game, 0, self.now.version))
        seed, key, head = secrets.seed, secrets.sealing_key, self.now.hash.hex()
        game = Game.resume(self.rules, self.header, seed, key, records, head, self.components)
        once(game.table)
        return game

    def seen_by(self, store: Reader, audience: Audience) -> Any:
        """An audience's fold of its own copy."""
        records = read_records(self.rules, store.lines(self.game, 0, self.now.version))
        table = self.rules.table_for(self.header, self.components)
        return once(fold(table, (redact_record(record, audience) for record in records)))


def read_header(store: Reader, game: str) -> Header:
    """What the first record of a game says is played, whether it can be played here or not."""
    return _FIRST.decode(store.lines(game, 0, 1)[0]).event.header


def find_rules(header: Header, others: Components) -> tuple[Ruleset[Any], Any]:
    """The ruleset and the components of a game, or why it cannot be played here."""
    name, version = header.ruleset, header.ruleset_version
    if not is_installed(name):
        raise NotPlayable(f"game {header.game}: its ruleset {name!r} is not installed")
    rules = ruleset(name)
    if rules.version != version:
        raise NotPlayable(
            f"game {header.game}: played by {name} version {version}, installed is version {rules.version}"
        )
    components = others.get((name, header.components))
    try:
        rules.table_for(header, components)
    except (ValueError, msgspec.ValidationError) as error:
        raise NotPlayable(f"game {header.game}: {error}") from error
    return rules, components


def read_records(rules: Ruleset[Any], lines: Sequence[bytes]) -> list[Record[Any]]:
    """Stored lines, of whatever age; one that the rules do not know stops its game and no other."""
    try:
        return [rules.read(line) for line in lines]
    except msgspec.ValidationError as error:
        raise NotPlayable(
            f"a record that {rules.name} version {rules.version} cannot read: {error}"
        ) from error


class Kept:
    """Games in memory, the least recently used given up first, none while somebody is at it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, Live] = OrderedDict()

    def __len__(self) -> int:
        return len(self._games)

    def get(self, game: str) -> Live | None:
        return self._games.get(game)

    def take(self, game: str) -> Live:
        """A game that stays where it is until it is given back."""
        live = self._games.get(game)
        if live is None:
            live = self._games[game] = Live(game)
        self.touch(live)
        live.users += 1
        return live

    def give_back(self, live: Live) -> None:
        live.users -= 1
        if live.users == 0 and not live.loaded:
            self.drop(live)
        if len(self._games) > self._most:
            self._make_room()

    @contextmanager
    def hold(self, game: str) -> Iterator[Live]:
        """The same for the length of a block."""
        live = self.take(game)
        try:
            yield live
        finally:
            self.give_back(live)

    def touch(self, live: Live) -> None:
        """It was used just now."""
        self._games.move_to_end(live.game)

    def drop(self, live: Live) -> None:
        if self._games.get(live.game) is live:
            del self._games[live.game]

    def _make_room(self) -> None:
        over = len(self._games) - self._most
        idle = (live for live in self._games.values() if live.users == 0)
        for live in [live for live, _ in zip(idle, range(over), strict=False)]:
            self.drop(live)
