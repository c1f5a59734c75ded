"""Random appends, retries, doubled ids, stale versions and reopenings: stores and a dict agree."""

from contextlib import ExitStack
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.store.errors import CommandReused, StaleVersion
from services.store.log import Done, game_id
from services.store.store import Store
from tests.services.store.builders import Commands, Written, new_url, open_any, running_game

GAMES: list[Commands] = [running_game(seed, 10) for seed in range(3)]


class Model:
    """What a store promises, in the plainest words."""

    def __init__(self) -> None:
        self.lines: dict[str, list[bytes]] = {}
        self.heads: dict[str, str] = {}
        self.commands: dict[tuple[str, str], tuple[bytes, tuple[int, int]]] = {}
        self.order: list[tuple[str, int]] = []

    def append(self, command: Written) -> tuple[str, Any]:
        game = command.game
        known = self.commands.get((game, command.id))
        if known is not None:
            return ("again", known[1]) if known[0] == command.digest else ("reused", command.id)
        lines = self.lines.get(game, [])
        head = self.heads.get(game, command.expected_head)
        if (len(lines), head) != (command.expected_version, command.expected_head):
            return "stale", len(lines)
        self.lines[game] = lines + [record.line() for record in command.records]
        self.heads[game] = command.records[-1].hash()
        span = (command.records[0].version, command.records[-1].version)
        self.commands[game, command.id] = (command.digest, span)
        self.order += [(game, record.version) for record in command.records]
        return "done", span


def outcome(store: Store, command: Written) -> tuple[str, Any]:
    try:
        done: Done = command.append(store)
    except StaleVersion as stale:
        return "stale", stale.version
    except CommandReused as reused:
        return "reused", reused.command
    return "again" if done.repeated else "done", (done.first, done.last)


class StoresAgree(RuleBasedStateMachine):
    """Stores of these kinds beside the model."""

    kinds: tuple[str, ...] = ("memory", "sqlite")

    def __init__(self) -> None:
        super().__init__()
        self.left = ExitStack()
        self.stores: dict[str, Store] = {}

    @initialize()
    def begin(self) -> None:
        self.model = Model()
        self.urls = {kind: self.left.enter_context(new_url(kind)) for kind in self.kinds}
        for kind, url in self.urls.items():
            self.stores[kind] = open_any(url)

    def compare(self, command: Written) -> None:
        expected = self.model.append(command)
        for kind, store in self.stores.items():
            assert outcome(store, command) == expected, kind

    @rule(game=st.integers(0, 2))
    def append_the_next(self, game: int) -> None:
        """What a game does next, if it is not all written yet."""
        at = len(self.model.lines.get(GAMES[game].id, []))
        for command in GAMES[game].commands:
            if command.expected_version == at:
                self.compare(command)
                return

    @rule(game=st.integers(0, 2), number=st.integers(0, 10))
    def send_any_command(self, game: int, number: int) -> None:
        """A retry if it is written, too early if it is not."""
        commands = GAMES[game].commands
        self.compare(commands[number % len(commands)])

    @rule(game=st.integers(0, 2), number=st.integers(0, 10), name=st.sampled_from(["x", "y"]))
    def send_it_under_another_id(self, game: int, number: int, name: str) -> None:
        commands = GAMES[game].commands
        self.compare(commands[number % len(commands)].renamed(name))

    @rule(game=st.integers(0, 2), number=st.integers(0, 10))
    def use_an_id_again_for_another_body(self, game: int, number: int) -> None:
        commands = GAMES[game].commands
        self.compare(msgspec.structs.replace(commands[number % len(commands)], digest=b"other"))

    @rule()
    def reopen(self) -> None:
        kind = self.kinds[-1]
        self.stores[kind].close()
        self.stores[kind] = open_any(self.urls[kind])

    @invariant()
    def all_read_the_same(self) -> None:
        for store in self.stores.values():
            assert store.games() == list(self.model.lines)
            for game, lines in self.model.lines.items():
                assert store.lines(game) == lines
                assert store.head(game) == (len(lines), bytes.fromhex(self.model.heads[game]))
            entries = store.page(0, 10_000)
            assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
            assert [(game_id(entry.game), entry.version) for entry in entries] == self.model.order

    def teardown(self) -> None:
        for store in self.stores.values():
            store.close()
        self.left.close()


TestStoresAgree = StoresAgree.TestCase
TestStoresAgree.settings = settings(max_examples=120, stateful_step_count=30, deadline=None)


class WithPostgres(StoresAgree):
    kinds = ("memory", "postgres")


TestWithPostgres = WithPostgres.TestCase
TestWithPostgres.settings = settings(max_examples=12, stateful_step_count=30, deadline=None)
