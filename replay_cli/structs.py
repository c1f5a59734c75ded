"""What `--json` prints: one struct for each command, with the name and version of its format."""

from typing import Any

from msgspec import Struct

from domain.core.ruleset import Standing


class Listed(Struct, frozen=True):
    """One game of `replay list`."""

    game: str
    ruleset: str
    ruleset_version: int
    seats: tuple[str, ...]
    versions: int
    moment: str
    over: bool
    winners: tuple[str, ...]
    points: dict[str, int]
    began_at: int
    last_at: int


class List(Struct, frozen=True):
    """`replay list`."""

    games: list[Listed]
    format: str = "protokol-replay-list/1"


class Asked(Struct, frozen=True):
    """A decision that the game waits for."""

    what: str
    seats: tuple[str, ...]
    rule: str


class Show(Struct, frozen=True):
    """`replay show`: the table at a moment as an audience saw it."""

    game: str
    ruleset: str
    audience: str
    version: int
    moment: str
    at: int
    asked: Asked | None
    standing: Standing
    table: dict[str, Any]
    format: str = "protokol-replay-show/1"


class Told(Struct, frozen=True):
    """One event of `replay log` and `replay find`."""

    version: int
    moment: str
    at: int
    by: str | None
    type: str
    told: str
    event: dict[str, Any]


class Log(Struct, frozen=True):
    """`replay log`."""

    game: str
    audience: str
    events: list[Told]
    format: str = "protokol-replay-log/1"


class Found(Struct, frozen=True):
    """`replay find`: the versions at which the expression holds."""

    game: str
    audience: str
    expression: str
    events: list[Told]
    format: str = "protokol-replay-find/1"


class Change(Struct, frozen=True):
    """One thing on the table that differs: where, and what it was and is."""

    where: str
    before: Any
    after: Any


class Diff(Struct, frozen=True):
    """`replay diff`: two moments of a game, or two copies of it."""

    game: str
    audience: str
    first: int
    second: int
    events: list[Told]
    changes: list[Change]
    differs_at: int | None = None
    why: str = ""
    format: str = "protokol-replay-diff/1"


class Learned(Struct, frozen=True):
    """A secret: where it was sealed, who knew it since when, and what it was if this copy may say."""

    version: int
    type: str
    field: str
    told: str
    known_to: dict[str, int]
    value: Any = None


class Knew(Struct, frozen=True):
    """`replay knew`: what a seat knew at a moment, and what it did not."""

    game: str
    audience: str
    version: int
    knew: list[Learned]
    did_not_know: list[Learned]
    hidden: list[Change]
    format: str = "protokol-replay-knew/1"


class Tried(Struct, frozen=True):
    """`replay try`: the choices at a moment, or what a command would do there."""

    game: str
    version: int
    seat: str
    audience: str
    choices: list[Any]
    bounds: Any = None
    command: Any = None
    refused: str = ""
    events: list[Told] = []
    chance: str = ""
    format: str = "protokol-replay-try/1"
