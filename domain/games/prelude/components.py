"""The board of Prelude to Revolution, read from TOML and checked; with the deck it makes the components."""

from functools import cached_property
from itertools import chain, pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from domain.core.canonical import tagged_sha256
from domain.core.data import read_data
from domain.core.record import ComponentSet
from domain.games.prelude.cards.deck import STANDARD_DECK, Deck, read_deck
from domain.games.prelude.cards.language import Card

DistrictId = str
PartyId = str
Place = str  # a District or a Party
TrackId = Literal["districts", "organizations", "world_affairs", "duma"]
CardId = str
SpecialId = str
Side = Literal["revolutionary", "government"]
Subtype = Literal["worker", "military", "urban"]
Wing = Literal["extremist", "moderate"]
Bias = Literal["home", "lean", "even", "hostile"]
Source = Literal["rulebook", "published", "reconstructed"]
Count = Annotated[int, Meta(ge=0, le=99)]
Signed = Annotated[int, Meta(ge=-99, le=99)]

EFFECTS = (
    "activities_and_event", "opposing_card_without_event", "roll_scoring_dice", "provoke_extremism",
    "reset_tracks", "exchange_hands", "exchange_with_pool", "score_track", "score_mobilized",
    "gain_opportunity",
)  # fmt: skip


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A block of the file; it says where its values come from."""

    source: Source


class Two(Struct, frozen=True, forbid_unknown_fields=True):
    revolutionary: Count
    government: Count


class TwoBiases(Struct, frozen=True, forbid_unknown_fields=True):
    revolutionary: Bias
    government: Bias


class Markers(Struct, frozen=True, forbid_unknown_fields=True):
    revolutionary: tuple[Count, ...]
    government: tuple[Count, ...]


class Start(Part, frozen=True, kw_only=True):
    opportunity: Count
    unrest: Count
    prestige: Count
    world_affairs: Signed
    hand: Count
    military: Markers


class Limits(Part, frozen=True, kw_only=True):
    opportunity: Count
    unrest: Count
    prestige: Count
    world_affairs: Count
    victory: Count


class Income(Part, frozen=True, kw_only=True):
    opportunity: Count
    unrest: Count


class Activities(Part, frozen=True, kw_only=True):
    district: Count
    catching_up: Count
    party: Count
    organization: Count
    unmet_divisor: Annotated[int, Meta(ge=1, le=9)]


class Vote(Part, frozen=True, kw_only=True):
    bonus: Count
    bonus_with_organization: Count
    success: Count
    majority: Count


class DumaAdvantage(Part, frozen=True, kw_only=True):
    majority: Count
    dominance: Count
    empty_party: Count


class OrganizationWeights(Part, frozen=True, kw_only=True):
    party: Count
    district: Count


class RedOctober(Part, frozen=True, kw_only=True):
    reaction: Count
    rally: Count
    world: Count


class BiasCosts(Part, frozen=True, kw_only=True):
    home: tuple[Count, ...]
    lean: tuple[Count, ...]
    even: tuple[Count, ...]
    hostile: tuple[Count, ...]


class Extremism(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Growing Extremism result brings, from a number on."""

    source: Source
    at_least: Count = msgspec.field(name="from")
    removed: Count = 0
    moved: Count = 0
    points: Count = 0


class Modifiers(Part, frozen=True, kw_only=True):
    unrest: tuple[tuple[Count, Signed], ...]
    prestige: tuple[tuple[Count, Signed], ...]
    abdicated: Signed


class Track(Part, frozen=True, kw_only=True):
    """A scoring track: boxes from Start to Score, and the VP printed beside each Advantage box."""

    id: TrackId
    name: str
    die: str
    length: Annotated[int, Meta(ge=1, le=20)]
    points: tuple[Count, ...]
    each: Count = 0

    def worth(self, position: int) -> int:
        """The VP printed at a distance from the middle; past the last printed box each adds as much."""
        far = abs(position)
        last = len(self.points) - 1
        return self.points[far] if far <= last else self.points[last] + self.each * (far - last)


class Turn(Part, frozen=True, kw_only=True):
    id: str
    name: str
    era: str
    pool: Count
    sessions: tuple[tuple[Count, ...], ...]
    rounds: Annotated[int, Meta(ge=1, le=20)] = 8
    ends_era: bool = False


class Party(Part, frozen=True, kw_only=True):
    id: PartyId
    name: str
    faction: Side
    wing: Wing
    start: Count
    costs: tuple[Count, ...]
    sponsors: tuple[Subtype, ...] = ()


class Special(Part, frozen=True, kw_only=True):
    """A Special Action: what it does by the name of its rule, and the AP that it may cost."""

    id: SpecialId
    name: str
    faction: Side
    effect: str
    costs: tuple[Count, ...]
    amount: Count = 0


class District(Part, frozen=True, kw_only=True):
    id: DistrictId
    name: str
    subtype: Subtype
    start: Two
    bias: TwoBiases
    adjacent: tuple[DistrictId, ...]


class _Board(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    start: Start
    limits: Limits
    income: Income
    activities: Activities
    vote: Vote
    duma: DumaAdvantage
    organizations: OrganizationWeights
    red_october: RedOctober
    bias: BiasCosts
    extremism: tuple[Extremism, ...]
    modifiers: Modifiers
    tracks: tuple[Track, ...]
    turns: tuple[Turn, ...]
    parties: tuple[Party, ...]
    specials: tuple[Special, ...]
    districts: tuple[District, ...]


class Components:
    """One checked board with its deck, and what rules look up prepared. Shared by all its tables."""

    def __init__(self, board: _Board, deck: Deck) -> None:
        _check(board)
        self.board = board
        self.deck = deck
        self.cards: dict[CardId, Card] = {card.id: card for card in deck.cards}
        self.districts = {district.id: district for district in board.districts}
        self.parties = {party.id: party for party in board.parties}
        self.tracks = {str(track.id): track for track in board.tracks}
        self.turns = board.turns
        self.specials = {special.id: special for special in board.specials}
        self.boxes: dict[str, dict[Place, tuple[int, ...]]] = {
            side: {d.id: getattr(board.bias, getattr(d.bias, side)) for d in board.districts}
            | {party.id: party.costs for party in board.parties if party.faction == side}
            for side in ("revolutionary", "government")
        }
        self.parties_of = {
            side: tuple(party.id for party in board.parties if party.faction == side)
            for side in ("revolutionary", "government")
        }
        self.wing = {(party.faction, party.wing): party.id for party in board.parties}
        self.of_subtype: dict[str, tuple[DistrictId, ...]] = {
            kind: tuple(d.id for d in board.districts if d.subtype == kind)
            for kind in ("worker", "military", "urban")
        }

    def __deepcopy__(self, _memo: object) -> "Components":
        return self

    def name_of(self, place: Place) -> str:
        """What stands on the board there."""
        found = self.districts.get(place) or self.parties.get(place)
        return found.name if found else place

    def extremism(self, result: int) -> Extremism:
        """The row of the Growing Extremism table for a result, however low or high (16)."""
        rows = self.board.extremism
        return next((row for row in reversed(rows) if result >= row.at_least), rows[0])

    @cached_property
    def set(self) -> ComponentSet:
        parts = [msgspec.to_builtins(self.board), self.deck.digest]
        return ComponentSet(
            f"{self.board.name}, {self.deck.name}", tagged_sha256("protokol/components/1", parts)
        )


def _check(board: _Board) -> None:
    """The counts of the printed board, and that every name refers to something."""
    for field, found, wanted in (
        ("districts", len(board.districts), 18), ("parties", len(board.parties), 4),
        ("tracks", len(board.tracks), 4), ("specials", len(board.specials), 12),
    ):  # fmt: skip
        if found != wanted:
            raise ValueError(f"{field}: {found} found, the board shows {wanted}")
    parts = chain[District | Party | Special](board.districts, board.parties, board.specials)
    ids = [part.id for part in parts]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ValueError(f"id: used more than once: {', '.join(twice)}")
    subtypes = {district.id: district.subtype for district in board.districts}
    for district in board.districts:
        if any(subtypes.get(near) != "urban" for near in district.adjacent):
            raise ValueError(f"districts.{district.id}.adjacent: arrows lead to Urban Districts")
        if district.adjacent and district.subtype == "urban":
            raise ValueError(
                f"districts.{district.id}.adjacent: arrows start in Worker and Military Districts"
            )
    if {(party.faction, party.wing) for party in board.parties} != {
        (side, wing) for side in ("revolutionary", "government") for wing in ("extremist", "moderate")
    }:
        raise ValueError("parties: each faction has one extremist and one moderate Party")
    for special in board.specials:
        if special.effect not in EFFECTS:
            raise ValueError(f"specials.{special.id}.effect: no {special.effect!r}: {', '.join(EFFECTS)}")
    starts = [row.at_least for row in board.extremism]
    if not starts or any(one >= other for one, other in pairwise(starts)):
        raise ValueError("extremism: rows rise")


def read_components(text: str | None = None) -> Components:
    """Components from a TOML text: a board, or cards that take the place of those with the same numbers.

    Without a text, those that come with the game.
    """
    if text is None:
        return STANDARD
    if "cards" in msgspec.toml.decode(text, type=dict[str, object]):
        return Components(STANDARD.board, read_deck(text))
    return Components(msgspec.toml.decode(text, type=_Board), STANDARD_DECK)


def _standard() -> Components:
    text = read_data(__package__, "components.toml")
    return Components(msgspec.toml.decode(text, type=_Board), STANDARD_DECK)


STANDARD = _standard()
