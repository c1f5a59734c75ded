"""The components of Revolution!, read from TOML and checked: tokens, the bid board, the town board."""

from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from domain.core.canonical import tagged_sha256
from domain.core.data import read_data
from domain.core.record import ComponentSet

CharacterId = str
Area = str
Kind = Literal["force", "blackmail", "gold"]
Source = Literal["rulebook", "published", "reconstructed"]
Count = Annotated[int, Meta(ge=0, le=99)]

KINDS: tuple[Kind, ...] = ("force", "blackmail", "gold")  # from strongest to weakest


class Tokens(Struct, frozen=True, gc=False, order=True, omit_defaults=True, forbid_unknown_fields=True):
    """Some tokens. Handfuls compare as bids do: Force first, then Blackmail, then Gold."""

    force: Count = 0
    blackmail: Count = 0
    gold: Count = 0

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(self.force + other.force, self.blackmail + other.blackmail, self.gold + other.gold)

    def __sub__(self, other: "Tokens") -> "Tokens":
        return Tokens(self.force - other.force, self.blackmail - other.blackmail, self.gold - other.gold)

    def __bool__(self) -> bool:
        return self != NOTHING

    @property
    def total(self) -> int:
        return self.force + self.blackmail + self.gold

    def of(self, kinds: tuple[Kind, ...]) -> "Tokens":
        """Only the tokens of these kinds."""
        return Tokens(**{kind: getattr(self, kind) for kind in kinds})

    def at_most(self, stock: "Tokens") -> "Tokens":
        """As many of these as a stock has."""
        return Tokens(
            min(self.force, stock.force), min(self.blackmail, stock.blackmail), min(self.gold, stock.gold)
        )


NOTHING = Tokens()
Bid = dict[CharacterId, Tokens]


class TokenStock(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    all: Tokens
    start: Tokens
    support: Tokens
    patronage: Count


class Bidding(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    most: Annotated[int, Meta(ge=1, le=12)]


class Influence(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    cubes: Count
    control_bonus: Count


class SupportTrack(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    lap: Annotated[int, Meta(ge=10, le=1000)]


class AreaOfTown(Struct, frozen=True, forbid_unknown_fields=True):
    id: Area
    row: Annotated[int, Meta(ge=1, le=9)]
    spaces: Annotated[int, Meta(ge=1, le=20)]
    support: Count
    source: Source


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    id: CharacterId
    accepts: tuple[Kind, ...]
    source: Source
    support: Count = 0
    tokens: Tokens = NOTHING
    area: Area | None = None
    power: Literal["replace", "swap"] | None = None


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    tokens: TokenStock
    bidding: Bidding
    influence: Influence
    support_track: SupportTrack
    areas: tuple[AreaOfTown, ...]
    characters: tuple[Character, ...]


class Components:
    """One checked set of components, with what rules look up prepared. Shared by all its tables."""

    def __init__(self, file: _File) -> None:
        _check(file)
        self.file = file
        self.tokens = file.tokens
        self.most_bids = file.bidding.most
        self.influence = file.influence
        self.lap = file.support_track.lap
        self.areas = {area.id: area for area in file.areas}
        self.area_order = {area.id: place for place, area in enumerate(file.areas)}
        self.characters = {character.id: character for character in file.characters}
        self.order = tuple(self.characters)
        self.accepts = {character.id: character.accepts for character in file.characters}
        self.takers = {kind: sum(kind in c.accepts for c in file.characters) for kind in KINDS}

    def __deepcopy__(self, _memo: object) -> "Components":
        return self

    @cached_property
    def set(self) -> ComponentSet:
        return ComponentSet(self.file.name, tagged_sha256("protokol/components/1", self.file))


def _check(file: _File) -> None:
    """The counts of the boards, and that every name refers to something."""
    for field, found, wanted in (("areas", len(file.areas), 7), ("characters", len(file.characters), 12)):
        if found != wanted:
            raise ValueError(f"{field}: {found} found, the boards show {wanted}")
    ids = [*(area.id for area in file.areas), *(character.id for character in file.characters)]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ValueError(f"id: used more than once: {', '.join(twice)}")
    for character in file.characters:
        if "gold" not in character.accepts or len(set(character.accepts)) != len(character.accepts):
            raise ValueError(
                f"characters.{character.id}.accepts: everybody takes Gold, each kind is named once"
            )
    named = [character.area for character in file.characters if character.area is not None]
    if sorted(named) != sorted(area.id for area in file.areas):
        raise ValueError("characters.area: each area belongs to one character")
    for power in ("replace", "swap"):
        if sum(character.power == power for character in file.characters) != 1:
            raise ValueError(f"characters.power: one character has the power {power!r}")
    for kind in KINDS:
        if all(kind not in character.accepts for character in file.characters):
            raise ValueError(f"characters.accepts: somebody takes {kind}, else it could not be bid")


def read_components(text: str | None = None) -> Components:
    """Components from a TOML text; without one, the set that comes with the game."""
    if text is None:
        return STANDARD
    return Components(msgspec.toml.decode(text, type=_File))


def _standard() -> Components:
    text = read_data(__package__, "components.toml")
    return Components(msgspec.toml.decode(text, type=_File))


STANDARD = _standard()
