"""The Resolution phase: characters one by one, what they grant, and the cubes that are changed."""

from msgspec import Struct

from domain.core.event import Event, Seat
from domain.core.table import Pending
from domain.games.revolution import commands as ask
from domain.games.revolution.components import Area, CharacterId, Tokens
from domain.games.revolution.table import POWER_RULE, Outcome
from domain.games.revolution.table import TownTable as Table


class CharacterResolved(Event[Table], frozen=True, tag="character_resolved"):
    """All bids on a character are compared: the highest wins, a tie for it or no bid at all wins nothing."""

    character: CharacterId
    bids: dict[Seat, Tokens]
    winner: Seat | None = None

    def apply(self, table: Table) -> None:
        table.character = self.character
        table.outcomes[self.character] = Outcome(self.bids, self.winner)


class SupportGained(Event[Table], frozen=True, tag="support_gained"):
    """The winner's marker moves along the support track."""

    seat: Seat
    points: int
    by: CharacterId

    def apply(self, table: Table) -> None:
        table.support[self.seat] += self.points


class InfluencePlaced(Event[Table], frozen=True, tag="influence_placed"):
    """One of the winner's cubes comes onto an empty space of the area."""

    seat: Seat
    area: Area

    def apply(self, table: Table) -> None:
        table.town[self.area][self.seat] += 1


class InfluenceLost(Event[Table], frozen=True, tag="influence_lost"):
    """No cube is placed: the area is `full`, or the winner has `no_cubes` left."""

    seat: Seat
    area: Area
    why: str


class PowerOffered(Event[Table], frozen=True, tag="power_offered"):
    """The winner of the Spy or the Apothecary may now change cubes."""

    seat: Seat
    power: str

    def apply(self, table: Table) -> None:
        table.pending.append(Pending(self.power, (self.seat,), POWER_RULE))


class PowerLost(Event[Table], frozen=True, tag="power_lost"):
    """The winner of the Spy or the Apothecary finds no cube that could be changed."""

    seat: Seat
    power: str


class CubeReplaced(Event[Table], frozen=True, tag="cube_replaced"):
    """Spy: the owner takes the cube back, one of the winner's takes its space."""

    seat: Seat
    area: Area
    owner: Seat

    def apply(self, table: Table) -> None:
        table.town[self.area][self.owner] -= 1
        table.town[self.area][self.seat] += 1
        table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.ReplaceCube(self.area, self.owner)


class CubesSwapped(Event[Table], frozen=True, tag="cubes_swapped"):
    """Apothecary: two cubes in two areas change places."""

    seat: Seat
    area: Area
    owner: Seat
    other_area: Area
    other_owner: Seat

    def apply(self, table: Table) -> None:
        here, there = table.town[self.area], table.town[self.other_area]
        here[self.owner] -= 1
        there[self.owner] += 1
        there[self.other_owner] -= 1
        here[self.other_owner] += 1
        table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.SwapCubes(self.area, self.owner, self.other_area, self.other_owner)


class Declined(Event[Table], frozen=True, tag="declined"):
    """The winner of the Spy or the Apothecary leaves the cubes as they are."""

    seat: Seat
    power: str

    def apply(self, table: Table) -> None:
        table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.Decline()


class TokensRemoved(Event[Table], frozen=True, tag="tokens_removed"):
    """All tokens spent on a resolved character leave the bid boards: to the bank, or back as a refund."""

    character: CharacterId
    refunded: tuple[Seat, ...] = ()

    def apply(self, table: Table) -> None:
        for seat, board in table.boards.items():
            spent = board.bid.pop(self.character, None) if board.bid is not None else None
            if spent is None:
                continue
            table.tokens[seat] -= spent
            if seat in self.refunded:
                table.aside[seat] += spent
            else:
                table.bank += spent
