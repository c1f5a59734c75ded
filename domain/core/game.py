"""Game: one play of a ruleset. Commands go in, sealed records come out."""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import msgspec

from domain.core import frame
from domain.core.chance import SCHEME, Chance, commitment
from domain.core.choices import Choices
from domain.core.event import ARBITER, PUBLIC, Event, Seat
from domain.core.frame import FrameCommand, GameOpened, SeedOpened
from domain.core.record import NOBODY, Header, Record, Sealed, Sealer, chain
from domain.core.refusal import Refused
from domain.core.replay import fold
from domain.core.ruleset import Ruleset
from domain.core.table import Table


def happen(table: Table, rule: Iterator[Event[Any]]) -> list[Event[Any]]:
    """Run a rule: apply each event as it is yielded, so that the rule's next line sees the new table."""
    events: list[Event[Any]] = []
    try:
        for event in rule:
            table.version += 1
            event.apply(table)
            events.append(event)
    except Refused as refusal:
        if events:
            raise RuntimeError(f"a rule refused after it had begun: {refusal}") from refusal
        raise
    return events


def choices(ruleset: Ruleset[Any], game: str, view: Table, seat: Seat) -> Choices | None:
    """What a seat may do now, before the game or in it."""
    return frame.choices(game, view, seat) or ruleset.choices(view, seat)


class Game:
    """A game that is being played: its table, its head, and what only the server holds.

    `at` and `cause` (the moment and the id of the command) come from outside: the domain has no clock.
    """

    def __init__(
        self, ruleset: Ruleset[Any], header: Header, seed: bytes, sealing_key: bytes, components: Any = None
    ) -> None:
        if header.commitment != commitment(header.game, seed):
            raise ValueError("this seed is not the one that the header commits to")
        self.ruleset = ruleset
        self.header = header
        self.seed = seed
        self.sealing_key = sealing_key
        self.sealer = Sealer(header.game, sealing_key)
        self.table = ruleset.table_for(header, components)
        self.head = header.hash()
        self.at = 0
        self._chance: Chance | None = None

    @classmethod
    def resume(
        cls,
        ruleset: Ruleset[Any],
        header: Header,
        seed: bytes,
        sealing_key: bytes,
        records: Sequence[Record[Any]],
        head: str,
        components: Any = None,
    ) -> Self:
        """A game that goes on where its log ends: all records from version 1, and the newest one's hash."""
        game = cls(ruleset, header, seed, sealing_key, components)
        game.go_on(records, head)
        return game

    def go_on(self, records: Sequence[Record[Any]], head: str) -> None:
        """Let happen here what was recorded elsewhere; `head` is the hash of the newest record."""
        fold(self.table, records)
        self.head = head
        self.at = records[-1].at

    def draft(self) -> Self:
        """The same game with a table of its own: what happens there has not happened here."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.table = self.table.copy()
        return twin

    @property
    def chance(self) -> Chance:
        """The game's randomness; its key is fixed once every seat that wanted to has given its entropy."""
        if self._chance is None:
            self._chance = Chance(self.header.game, self.seed, self.table.entropy, self.header.seats)
        return self._chance

    def open(self, *, at: int, cause: str) -> list[Record[Any]]:
        """The first records: the game is opened and, unless seats are to add entropy, set up."""
        return [one.record for one in self.opened(at=at, cause=cause)]

    def opened(self, *, at: int, cause: str) -> list[Sealed]:
        """The same with the bytes that are to be kept."""
        return self._record(self._opening(), at=at, by=None, cause=cause)

    def perform(self, seat: Seat, command: Any, *, at: int, cause: str) -> list[Record[Any]]:
        """What a seat's command causes, or `Refused` and nothing has changed."""
        return [one.record for one in self.performed(seat, command, at=at, cause=cause)]

    def performed(self, seat: Seat, command: Any, *, at: int, cause: str) -> list[Sealed]:
        """The same with the bytes that are to be kept."""
        if self.table.over:
            raise Refused("game_is_over", "Game end")
        if seat not in self.header.seats:
            raise Refused("no_such_seat", "Set-up")
        return self._record(self._answer(seat, command), at=at, by=seat, cause=cause)

    def _opening(self) -> Iterator[Event[Any]]:
        yield GameOpened(self.header)
        yield from self._started()

    def _started(self) -> Iterator[Event[Any]]:
        if self.table.asks() is None:
            yield from self.ruleset.start(self.table, self.chance)

    def _answer(self, seat: Seat, command: Any) -> Iterator[Event[Any]]:
        if isinstance(command, FrameCommand):
            yield from frame.perform(self.header.game, self.table, seat, command)
            yield from self._started()
            return
        due = self.table.asks()
        if due is not None and due.rule == frame.RULE:
            raise Refused("not_asked_now", frame.RULE)
        yield from self.ruleset.perform(self.table, seat, command, self.chance)
        if self.table.over:
            yield SeedOpened(self.seed.hex())

    def _record(self, rule: Iterator[Event[Any]], *, at: int, by: Seat | None, cause: str) -> list[Sealed]:
        version = self.table.version
        events = happen(self.table, rule)
        self.at = max(at, self.at)
        records, self.head = chain(
            events, self.sealer, version=version, head=self.head, at=self.at, by=by, cause=cause
        )
        return records


def new_game(
    ruleset: Ruleset[Any],
    *,
    game: str,
    seed: bytes,
    sealing_key: bytes,
    options: Any = None,
    components: Any = None,
    entropy: bool = False,
) -> Game:
    """A game that is about to be opened. `seed` and `sealing_key` are fresh random bytes, 32 each."""
    options = ruleset.options() if options is None else options
    components = ruleset.components() if components is None else components
    seats = ruleset.seats(options)
    assert not {PUBLIC, ARBITER, NOBODY} & set(seats), "a seat cannot be called like another audience"
    header = Header(
        game=game,
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        options=msgspec.to_builtins(options),
        seats=seats,
        components=ruleset.component_set(components),
        chance=SCHEME,
        commitment=commitment(game, seed),
        entropy_from=seats if entropy else (),
    )
    return Game(ruleset, header, seed, sealing_key, components)
