"""The table of Revolution!: the two boards, tokens, cubes and support, and the questions that rules ask."""

from typing import Self

import msgspec
from msgspec import Struct

from domain.core.event import Seat
from domain.core.table import Table
from domain.games.revolution.components import NOTHING, Area, Bid, CharacterId, Components, Tokens
from domain.games.revolution.options import Options

COLOURS: tuple[Seat, ...] = ("red", "blue", "green", "yellow")
BIDDING_RULE = "2. Bidding"
POWER_RULE = "Spy and Apothecary"


class BidBoard(Struct):
    """One player's bid board: the bid, if this audience sees it, and the version that sealed it."""

    bid: Bid | None
    sealed: int


class Outcome(Struct, frozen=True, gc=False):
    """How a character was resolved this round: who had bid what, and who won."""

    bids: dict[Seat, Tokens]
    winner: Seat | None = None


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A deal for this round: by character, whether one will bid there (true) or stay away (false)."""

    mine: dict[CharacterId, bool]
    yours: dict[CharacterId, bool]


class OpenOffer(Struct, frozen=True):
    """An offer of this round as an audience knows it, and who has answered it."""

    seat: Seat
    to: tuple[Seat, ...]
    offer: Offer | None
    answered: tuple[Seat, ...] = ()


class TownTable(Table, kw_only=True):
    """One game of Revolution!. Town: area, then seat, then how many cubes."""

    components: Components
    options: Options
    seats: tuple[Seat, ...]
    round: int = 0
    phase: str = "setup"
    character: CharacterId = ""  # the one that is being resolved
    bank: Tokens
    tokens: dict[Seat, Tokens]  # to be bid this round, or lying on the bid board
    aside: dict[Seat, Tokens]  # won or refunded this round, for the next one
    support: dict[Seat, int]
    town: dict[Area, dict[Seat, int]]
    boards: dict[Seat, BidBoard] = {}
    outcomes: dict[CharacterId, Outcome] = {}
    offers: dict[int, OpenOffer] = {}  # of this round, by the version that made them
    winners: tuple[Seat, ...] = ()
    reason: str = ""

    def copy(self) -> Self:
        twin = msgspec.structs.replace(self)
        twin.pending = self.pending.copy()
        twin.promises = self.promises.copy()
        twin.entropy = self.entropy.copy()
        twin.tokens = self.tokens.copy()
        twin.aside = self.aside.copy()
        twin.support = self.support.copy()
        twin.town = {area: cubes.copy() for area, cubes in self.town.items()}
        twin.boards = {
            seat: BidBoard(None if board.bid is None else board.bid.copy(), board.sealed)
            for seat, board in self.boards.items()
        }
        twin.outcomes = self.outcomes.copy()
        twin.offers = self.offers.copy()
        return twin

    def free_spaces(self, area: Area) -> int:
        return self.components.areas[area].spaces - sum(self.town[area].values())

    def full(self) -> bool:
        """Whether all the influence spaces on the board are taken."""
        return all(self.free_spaces(area) == 0 for area in self.town)

    def cubes_left(self, seat: Seat) -> int:
        return self.components.influence.cubes - sum(cubes[seat] for cubes in self.town.values())

    def holder(self, area: Area) -> Seat | None:
        """Who has the most cubes in an area; nobody when the most is shared."""
        cubes = self.town[area]
        most = max(cubes.values())
        holders = [seat for seat in self.seats if cubes[seat] == most]
        return holders[0] if most and len(holders) == 1 else None

    def filled_by(self, area: Area) -> Seat | None:
        """Who has a cube on every space of an area."""
        spaces = self.components.areas[area].spaces
        return next((seat for seat in self.seats if self.town[area][seat] == spaces), None)

    def locked(self, area: Area) -> bool:
        """Area Control Bonus: cubes of an area that one player fills cannot be touched."""
        return self.options.area_control_bonus and self.filled_by(area) is not None

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in self.seats if other != seat)


def new_table(options: Options, components: Components) -> TownTable:
    """Everything in its box: all tokens in the bank, all cubes with their owners, no support."""
    seats = COLOURS[: options.players]
    return TownTable(
        components=components,
        options=options,
        seats=seats,
        bank=components.tokens.all,
        tokens=dict.fromkeys(seats, NOTHING),
        aside=dict.fromkeys(seats, NOTHING),
        support=dict.fromkeys(seats, 0),
        town={area: dict.fromkeys(seats, 0) for area in components.areas},
    )
