"""The components of Dual Powers, read from TOML and checked."""

from functools import cached_property
from itertools import combinations
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from domain.core.canonical import tagged_sha256
from domain.core.data import read_data
from domain.core.record import ComponentSet

Region = str
CardId = str
TokenId = str
Side = Literal["red", "white", "neutral"]
Source = Literal["rulebook", "published", "reconstructed"]
Action = Literal["move", "double_move", "refresh"]
Special = Literal["inspire", "espionage", "mobilize"]
Count = Annotated[int, Meta(ge=0, le=31)]

REGIONS: tuple[Region, ...] = ("purple", "green", "red", "blue", "white", "brown")
TROTSKY: TokenId = "trotsky"  # one token here; its side changes when he joins the Bolsheviks


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    regions: tuple[Region, ...]
    connections: dict[str, tuple[Region, Region]]


class SupportTrack(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    side: Annotated[int, Meta(ge=1, le=50)]


class Calendar(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    months: tuple[str, ...]
    unrest_points: tuple[Annotated[int, Meta(ge=0, le=50)], ...]
    bonus_days: tuple[int, ...]
    last_day: Annotated[int, Meta(ge=28, le=31)]  # no card has more days, so none turns two months
    skipped_days: tuple[int, ...]
    trotsky_returns: str
    trotsky_joins: str
    last_months: tuple[str, ...]


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    id: TokenId
    side: Side
    cost: Annotated[int, Meta(ge=1, le=3)]
    fresh: Count
    exhausted: Count
    source: Source


class OpposingUnits(Struct, frozen=True, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=3)]
    count: Count
    fresh: Count
    source: Source


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    id: CardId
    side: Literal["red", "white"]
    day: Annotated[int, Meta(ge=1, le=28)]
    fresh: Count
    exhausted: Count
    special: Special
    source: Source


class Trotsky(Struct, frozen=True, forbid_unknown_fields=True):
    id: Literal["trotsky"]
    fresh: Count
    exhausted: Count
    source: Source


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: CardId
    region: Region
    day: Annotated[int, Meta(ge=1, le=28)]
    recruit: Annotated[int, Meta(ge=1, le=3)]
    action: Action
    points: Annotated[int, Meta(ge=1, le=9)]
    source: Source


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    board: Board
    support_track: SupportTrack
    calendar: Calendar
    units: tuple[Unit, ...]
    opposing: tuple[OpposingUnits, ...]
    leaders: tuple[Leader, ...]
    trotsky: Trotsky
    cards: tuple[Card, ...]


class Components:
    """One checked set of components, with what rules look up prepared. Shared by all its tables."""

    def __init__(self, file: _File) -> None:
        _check(file)
        self.file = file
        self.calendar = file.calendar
        self.regions = file.board.regions
        self.connections = file.board.connections
        self.track = file.support_track.side
        self.cards = {card.id: card for card in file.cards}
        self.leaders = {leader.id: leader for leader in file.leaders}
        self.units = {unit.id: unit for unit in file.units}
        self.opposing = {
            f"opposing-{kind.level}{chr(97 + i)}": kind for kind in file.opposing for i in range(kind.count)
        }
        self.days = {card.id: card.day for card in file.cards} | {lead.id: lead.day for lead in file.leaders}
        self.order = {unit.id: place for place, unit in enumerate(sorted(file.units, key=_by_cost))}
        self.costs = {unit.id: unit.cost for unit in file.units}
        self.fresh = {unit.id: unit.fresh for unit in file.units}
        self.fresh |= {lead.id: lead.fresh for lead in file.leaders} | {TROTSKY: file.trotsky.fresh}
        self.fresh |= {token: kind.fresh for token, kind in self.opposing.items()}
        self.exhausted = {unit.id: unit.exhausted for unit in file.units}
        self.exhausted |= {lead.id: lead.exhausted for lead in file.leaders} | {
            TROTSKY: file.trotsky.exhausted
        }
        self.neighbours: dict[Region, dict[Region, str]] = {region: {} for region in self.regions}
        for name, (one, other) in self.connections.items():
            self.neighbours[one][other] = name
            self.neighbours[other][one] = name

    def __deepcopy__(self, _memo: object) -> "Components":
        return self

    @cached_property
    def set(self) -> ComponentSet:
        return ComponentSet(self.file.name, tagged_sha256("protokol/components/1", self.file))

    @cached_property
    def recruits(self) -> dict[tuple[TokenId, ...], int]:
        """Every handful of one side's units that some card could recruit, with its total cost."""
        found: dict[tuple[TokenId, ...], int] = {}
        for side in ("red", "white"):
            units = sorted((unit for unit in self.file.units if unit.side == side), key=_by_cost)
            for size in (1, 2, 3):
                for handful in combinations(units, size):
                    cost = sum(unit.cost for unit in handful)
                    if cost <= 3:
                        found[tuple(unit.id for unit in handful)] = cost
        return found


def _by_cost(unit: Unit) -> tuple[int, str]:
    return unit.cost, unit.id


def _check(file: _File) -> None:
    """The counts of the rulebook's component list, and that every name refers to something."""
    counts = {
        "cards": (len(file.cards), 48),
        "leaders (red)": (sum(leader.side == "red" for leader in file.leaders), 3),
        "leaders (white)": (sum(leader.side == "white" for leader in file.leaders), 3),
        "units (red)": (sum(unit.side == "red" for unit in file.units), 10),
        "units (white)": (sum(unit.side == "white" for unit in file.units), 10),
        "units (neutral)": (sum(unit.side == "neutral" for unit in file.units), 6),
    }
    for level in (1, 2, 3):
        counts[f"opposing (level {level})"] = (sum(k.count for k in file.opposing if k.level == level), 9)
    for field, (found, wanted) in counts.items():
        if found != wanted:
            raise ValueError(f"{field}: {found} found, the rulebook's Components list has {wanted}")
    ids = [TROTSKY, *(card.id for card in file.cards), *(unit.id for unit in file.units)]
    ids += [*(leader.id for leader in file.leaders), *file.board.regions]
    ids += [f"opposing-{kind.level}{chr(97 + i)}" for kind in file.opposing for i in range(kind.count)]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ValueError(f"id: used more than once: {', '.join(twice)}")
    _check_board(file)
    _check_calendar(file.calendar)


def _check_board(file: _File) -> None:
    if file.board.regions != REGIONS:
        raise ValueError(f"board.regions: {', '.join(REGIONS)}, in this order")
    regions = set(REGIONS)
    for card in file.cards:
        if card.region not in regions:
            raise ValueError(f"cards.{card.id}.region: no region {card.region!r} on the board")
    if set(file.board.connections) != regions:
        raise ValueError("board.connections: each region's colour names one connection (Set-up, step 11)")
    joined: set[frozenset[Region]] = set()
    for name, ends in file.board.connections.items():
        if not set(ends) <= regions or ends[0] == ends[1]:
            raise ValueError(f"board.connections.{name}: joins two regions of the board")
        if frozenset(ends) in joined:
            raise ValueError(f"board.connections.{name}: {ends[0]} and {ends[1]} are joined twice")
        joined.add(frozenset(ends))


def _check_calendar(calendar: Calendar) -> None:
    named = (calendar.trotsky_returns, calendar.trotsky_joins, *calendar.last_months)
    unknown = [month for month in named if month not in calendar.months]
    if unknown:
        raise ValueError(f"calendar: no month {unknown[0]!r} among its months")
    if len(calendar.months) != len(calendar.unrest_points):
        raise ValueError("calendar.unrest_points: one number for each month")
    if len(set(calendar.months)) != len(calendar.months):
        raise ValueError("calendar.months: each of them once")
    order = [calendar.months.index(name) for name in (calendar.trotsky_returns, calendar.trotsky_joins)]
    if not order[0]:
        raise ValueError("calendar.trotsky_returns: after the first month")
    if order[1] <= order[0]:
        raise ValueError("calendar.trotsky_joins: after trotsky_returns")
    for field, days in (("bonus_days", calendar.bonus_days), ("skipped_days", calendar.skipped_days)):
        if not all(1 <= day <= calendar.last_day for day in days):
            raise ValueError(f"calendar.{field}: from 1 to {calendar.last_day}")


def read_components(text: str | None = None) -> Components:
    """Components from a TOML text; without one, the set that comes with the game."""
    if text is None:
        return STANDARD
    return Components(msgspec.toml.decode(text, type=_File))


def _standard() -> Components:
    text = read_data(__package__, "components.toml")
    return Components(msgspec.toml.decode(text, type=_File))


STANDARD = _standard()
