"""The table of Prelude to Revolution: what lies on it, and the questions that rules ask of it."""

from typing import Self

import msgspec
from msgspec import Struct

from domain.core.event import Seat
from domain.core.table import Pile, Table
from domain.games.prelude.agenda import AnyTask, Path
from domain.games.prelude.components import CardId, Components, DistrictId, PartyId, Place, SpecialId, Turn
from domain.games.prelude.options import Options

REV: Seat = "revolutionary"
GOV: Seat = "government"
SIDES = (REV, GOV)
OTHER = {REV: GOV, GOV: REV}
TOWARD = {REV: 1, GOV: -1}  # on tracks with two halves, the Revolutionary's is above 0
ERAS = ("turmoil", "war", "collapse")


class Later(Struct, frozen=True, gc=False):
    """Steps of a card that wait for the end of a player's next Action Round."""

    card: CardId
    path: Path
    you: Seat
    of: Seat  # whose Action Round
    after: int  # the Action Round in which it was said, counted through the game


class Bonus(Struct, frozen=True, gc=False):
    """A card from hand is worth more AP in a player's next Action Round."""

    seat: Seat
    points: int
    after: int


class PreludeTable(Table, kw_only=True):
    """One game of Prelude to Revolution. Points are net: above 0 the Revolutionary is ahead (ruling 1)."""

    components: Components
    options: Options
    phase: str = "setup"
    turn: int = -1
    round: int = 0
    first: Seat = REV
    active: Seat = REV
    rounds_begun: int = 0  # Action Rounds of either player since the game began
    rolls: int = 0  # so that every throw of dice and every shuffle has a label of its own
    vp: int = 0
    op: dict[Seat, int]
    unrest: int
    prestige: int
    abdicated: bool = False
    world_affairs: int
    scoring: dict[str, int]
    cubes: dict[DistrictId, dict[Seat, int]]
    parties: dict[PartyId, int]
    out_of_play: list[PartyId] = []
    organizations: dict[Seat, list[Place]]
    sponsors: dict[PartyId, tuple[str, ...]]
    military: dict[Seat, list[int]]
    specials: dict[Seat, list[SpecialId]]  # still available
    special_used: dict[Seat, bool]  # this Turn
    armed: dict[Seat, list[str]]  # Special Actions that wait for a card from hand
    exchange_due: bool = False  # hands change sides after this Action Round
    skips: dict[Seat, int]
    bonuses: list[Bonus] = []
    later: list[Later] = []
    mobilized: dict[Seat, int]  # AP spent on Mobilization this Action Round
    tried: dict[Seat, Place] = {}  # where AP were spent on an Organization this Action Round, in vain so far
    closed_sessions: list[int] = []  # sessions of this Turn that were ended early
    decks: dict[str, Pile]
    hands: dict[Seat, Pile]
    pool: list[CardId] = []
    playing: list[CardId] = []  # being played, not yet put away
    in_play: list[CardId] = []
    discard: list[CardId] = []
    removed: list[CardId] = []
    aside: list[CardId] = []
    agenda: list[AnyTask] = []
    winner: Seat | None = None
    reason: str = ""

    def copy(self) -> Self:
        twin = msgspec.structs.replace(self)
        for name in _SHALLOW:
            setattr(twin, name, getattr(self, name).copy())
        twin.cubes = {place: here.copy() for place, here in self.cubes.items()}
        twin.organizations = {seat: places.copy() for seat, places in self.organizations.items()}
        twin.military = {seat: markers.copy() for seat, markers in self.military.items()}
        twin.specials = {seat: some.copy() for seat, some in self.specials.items()}
        twin.armed = {seat: some.copy() for seat, some in self.armed.items()}
        twin.decks = {era: pile.copy() for era, pile in self.decks.items()}
        twin.hands = {seat: pile.copy() for seat, pile in self.hands.items()}
        return twin

    def answered_all(self) -> None:
        """The decision that was due has been made."""
        self.pending.clear()

    # Time (1.2 of the components, 7.2).

    @property
    def now(self) -> Turn:
        return self.components.turns[max(self.turn, 0)]

    @property
    def second(self) -> Seat:
        return OTHER[self.first]

    def session(self) -> int | None:
        """The Duma Session that this Action Round belongs to, unless it was ended."""
        for number, rounds in enumerate(self.now.sessions):
            if self.round in rounds and number not in self.closed_sessions:
                return number
        return None

    # Cubes and control (6.0, 7.0).

    def mv(self, seat: Seat, place: Place) -> int:
        """A faction's Mobilization Value in a District or a Party."""
        if place in self.cubes:
            return self.cubes[place][seat]
        return self.parties[place] if self.components.parties[place].faction == seat else 0

    def controller(self, district: DistrictId) -> Seat | None:
        """Who has more cubes there; a tie, also at none, is nobody's."""
        here = self.cubes[district]
        lead = here[REV] - here[GOV]
        return None if lead == 0 else REV if lead > 0 else GOV

    def room(self, seat: Seat, place: Place) -> int:
        """Free Mobilization Boxes of a faction; a Party that is out of play has none."""
        boxes = self.components.boxes[seat].get(place, ())
        if place in self.out_of_play or not boxes:
            return 0
        return len(boxes) - self.mv(seat, place)

    def parties_in_play(self, seat: Seat) -> tuple[PartyId, ...]:
        return tuple(party for party in self.components.parties_of[seat] if party not in self.out_of_play)

    def wing(self, seat: Seat, wing: str) -> PartyId:
        return self.components.wing[seat, wing]  # type: ignore[index]

    def has_organization(self, seat: Seat, place: Place) -> bool:
        return place in self.organizations[seat]

    # Advantage markers (5.0): above 0 they favour the Revolutionary.

    def duma_total(self, seat: Seat) -> int:
        return sum(self.parties[party] for party in self.components.parties_of[seat])

    def duma_level(self, seat: Seat) -> str:
        """`dominance`, `majority` or nothing; never Dominance once the Tsar has abdicated."""
        other = OTHER[seat]
        if self.duma_total(seat) <= self.duma_total(other):
            return ""
        lowest = min(self.parties[party] for party in self.components.parties_of[seat])
        highest = max(self.parties[party] for party in self.components.parties_of[other])
        return "dominance" if lowest >= highest and not self.abdicated else "majority"

    def advantage(self, track: str) -> int:
        """Where a track's Advantage Marker stands, counted from 0."""
        if track == "world_affairs":
            return self.world_affairs
        if track == "districts":
            held = [self.controller(district) for district in self.cubes]
            return held.count(REV) - held.count(GOV)
        if track == "organizations":
            weights = self.components.board.organizations
            return sum(
                TOWARD[seat] * (weights.district if place in self.cubes else weights.party)
                for seat in SIDES
                for place in self.organizations[seat]
            )
        for seat in SIDES:
            level = self.duma_level(seat)
            if level:
                boxes = self.components.board.duma
                return TOWARD[seat] * (boxes.dominance if level == "dominance" else boxes.majority)
        return 0

    def favoured(self, track: str) -> Seat | None:
        """Whom a track's Advantage Marker favours."""
        position = self.advantage(track)
        return None if position == 0 else REV if position > 0 else GOV

    def printed(self, track: str) -> int:
        """The VP printed under a track's Advantage Marker."""
        return self.components.tracks[track].worth(self.advantage(track))

    # Points and cards.

    def points(self, seat: Seat) -> int:
        """How far a player is ahead; below 0 when behind."""
        return TOWARD[seat] * self.vp

    def ahead(self) -> Seat | None:
        return None if self.vp == 0 else REV if self.vp > 0 else GOV

    def owner(self, card: CardId) -> Seat | None:
        """The faction of a card; None when it is neutral."""
        return OWNERS[self.components.cards[card].faction]

    def military_total(self, seat: Seat) -> int:
        return sum(self.military[seat])


OWNERS = {"rev": REV, "gov": GOV, "neutral": None}
_SHALLOW = (
    "pending", "promises", "entropy", "op", "scoring", "parties", "out_of_play", "sponsors", "special_used",
    "skips", "bonuses", "later", "mobilized", "tried", "closed_sessions", "pool", "playing", "in_play",
    "discard", "removed", "aside", "agenda",
)  # fmt: skip


def new_table(options: Options, components: Components) -> PreludeTable:
    """2.1 Start of Game, but for the shuffling of the decks."""
    board = components.board
    cards = components.cards.values()
    return PreludeTable(
        components=components,
        options=options,
        op=dict.fromkeys(SIDES, board.start.opportunity),
        unrest=board.start.unrest,
        prestige=board.start.prestige,
        world_affairs=board.start.world_affairs,
        scoring=dict.fromkeys(components.tracks, 0),
        cubes={d.id: {REV: d.start.revolutionary, GOV: d.start.government} for d in board.districts},
        parties={party.id: party.start for party in board.parties},
        organizations={REV: [], GOV: []},
        sponsors={party.id: party.sponsors for party in board.parties},
        military={REV: list(board.start.military.revolutionary), GOV: list(board.start.military.government)},
        specials={side: [s.id for s in board.specials if s.faction == side] for side in SIDES},
        special_used=dict.fromkeys(SIDES, False),
        armed={REV: [], GOV: []},
        skips=dict.fromkeys(SIDES, 0),
        mobilized=dict.fromkeys(SIDES, 0),
        decks={era: Pile([card.id for card in cards if card.entry == era]) for era in ERAS},
        hands={REV: Pile(), GOV: Pile()},
        aside=[card.id for card in cards if card.entry not in ERAS],
    )
