"""Ruleset: the contract that a game folder fulfils, and the registry of what is installed."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.machinery import PathFinder
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

import domain.games
from domain.core.chance import Chance
from domain.core.choices import Choices
from domain.core.event import Audience, Event, Seat
from domain.core.frame import FrameCommand, FrameEvent
from domain.core.record import ComponentSet, Header, Record
from domain.core.table import Table

T = TypeVar("T", bound=Table)
E = TypeVar("E")


class Standing(Struct, frozen=True):
    """The score: points by seat or side, and once the game is over who won and why."""

    points: dict[str, int]
    over: bool = False
    winners: tuple[str, ...] = ()
    reason: str = ""


class Replayed(Struct, Generic[E], frozen=True, gc=False):
    """What replaying needs of a record; decoding this skips the rest of the envelope."""

    version: int
    event: E


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class Ruleset(ABC, Generic[T]):
    """The rules of one game. Everything here is pure: it reads its arguments and nothing else."""

    name: str
    version: int
    event_types: Any  # a union of the game's events
    command_types: Any  # a union of the game's commands
    options_type: type[Struct]
    presets: Mapping[str, Struct]
    languages: tuple[str, ...] = ("en",)
    upcasters: Mapping[str, Upcaster] = {}  # by the tag of a form that is no longer written

    @abstractmethod
    def seats(self, options: Any) -> tuple[Seat, ...]:
        """The seats that players sit in, in the order of the table."""

    @abstractmethod
    def components(self, text: str | None = None) -> Any:
        """The components from a TOML text, checked; without one, those that come with the game."""

    @abstractmethod
    def component_set(self, components: Any) -> ComponentSet:
        """The name and digest under which a game records its components."""

    @abstractmethod
    def new_table(self, options: Any, components: Any = None) -> T:
        """The table before anything has happened."""

    @abstractmethod
    def start(self, table: T, chance: Chance) -> Iterator[Event[Any]]:
        """Set up, and go on to the first decision."""

    @abstractmethod
    def perform(self, table: T, seat: Seat, command: Any, chance: Chance) -> Iterator[Event[Any]]:
        """Refuse the command, or yield what happens up to the next decision."""

    @abstractmethod
    def choices(self, view: T, seat: Seat) -> Choices | None:
        """What a seat may do now, from what it knows; None when nothing is asked of it."""

    @abstractmethod
    def moment(self, table: T) -> str:
        """Where the game is, in people's words: `r2.t3`, `r2.scoring`."""

    @abstractmethod
    def standing(self, table: T) -> Standing:
        """Points, and the result once there is one."""

    def scores(self, kind: type[Event[Any]]) -> bool:
        """Whether events of this type can change the points of the standing. It may say so too often."""
        return True

    @abstractmethod
    def tell(self, event: Event[Any], language: str = "en") -> str:
        """One sentence for an event, as much as it shows."""

    @abstractmethod
    def draw(self, view: T, audience: Audience, language: str = "en") -> str:
        """The table as text, for a terminal."""

    @abstractmethod
    def svg(self, view: T, audience: Audience, language: str = "en") -> str:
        """The table as a picture: a whole SVG document, one element a line, nothing from outside."""

    def seat_name(self, seat: Seat, language: str = "en") -> str:
        """What people call a seat or side."""
        return seat

    @abstractmethod
    def imagine(self, view: T, seat: Seat, chance: Chance) -> T:
        """A full table that a seat may think it sits at: its view, with the holes filled by chance."""

    @abstractmethod
    def worth(self, view: T, seat: Seat) -> int:
        """A plain estimate of how well a seat stands; higher is better. For bots."""

    def table_for(self, header: Header, components: Any = None) -> T:
        """The empty table of a recorded game; with other components than it was played with, an error."""
        components = self.components() if components is None else components
        if self.component_set(components) != header.components:
            wanted = header.components
            raise ValueError(
                f"this game is played with components {wanted.name!r}, digest {wanted.digest[:12]}…"
            )
        return self.new_table(self.options(header.options), components)

    @cached_property
    def records(self) -> "msgspec.json.Decoder[Record[Any]]":
        """Decodes a line of this game's log."""
        return msgspec.json.Decoder(Record[self.event_types | FrameEvent])  # type: ignore[name-defined]

    def read(self, line: bytes) -> "Record[Any]":
        """A line of this game's log, however old: a form no longer written is brought up to date.

        The bytes themselves are never rewritten, and hashes are of the bytes: check those, fold this.
        """
        try:
            return self.records.decode(line)
        except msgspec.ValidationError:
            raw = msgspec.json.decode(line)
            if not isinstance(raw, dict) or not self._is_old(raw.get("event")):
                raise
            event = raw["event"]
            while self._is_old(event):
                event = self.upcasters[event["type"]](event)
            record: Record[Any] = msgspec.convert({**raw, "event": event}, self.records.type)
            return record

    def _is_old(self, event: Any) -> bool:
        return isinstance(event, dict) and event.get("type") in self.upcasters

    @cached_property
    def replayed(self) -> "msgspec.json.Decoder[Replayed[Any]]":
        """Decodes only what replaying needs of a line."""
        return msgspec.json.Decoder(Replayed[self.event_types | FrameEvent])  # type: ignore[name-defined]

    @cached_property
    def commands(self) -> "msgspec.json.Decoder[Any]":
        """Decodes a command; strict, with the field at fault in its errors."""
        return msgspec.json.Decoder(self.command_types | FrameCommand)

    def options(self, given: Mapping[str, Any] | None = None, preset: str | None = None) -> Any:
        """Validated options: a preset, then what is given. Unknown names and presets are errors."""
        if preset is not None and preset not in self.presets:
            raise ValueError(f"unknown preset {preset!r} of {self.name}: {', '.join(self.presets)}")
        base = msgspec.to_builtins(self.presets[preset]) if preset else {}
        return msgspec.convert({**base, **(given or {})}, self.options_type)


def installed() -> tuple[str, ...]:
    """The names of all rulesets: the folders of `domain/games`."""
    import pkgutil  # only here: it is slow to load, and finding one ruleset does not need it

    return tuple(
        sorted(module.name for module in pkgutil.iter_modules(domain.games.__path__) if module.ispkg)
    )


def is_installed(name: str) -> bool:
    """Whether there is a ruleset of that name; only a plain name is looked for."""
    where = domain.games.__path__
    return name.isidentifier() and PathFinder.find_spec(f"domain.games.{name}", where) is not None


def ruleset(name: str) -> Ruleset[Any]:
    """The ruleset of that name; only its own folder is imported."""
    if not is_installed(name):
        raise LookupError(f"no ruleset {name!r}; installed: {', '.join(installed())}")
    found = importlib.import_module(f"domain.games.{name}.ruleset").RULESET
    assert isinstance(found, Ruleset)
    return found
