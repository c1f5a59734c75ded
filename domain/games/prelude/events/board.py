"""Cubes, Organizations, Military Preparations."""

from collections.abc import Iterable

from msgspec import Struct

from domain.core.event import Draw, Event, Seat
from domain.games.prelude import commands as ask
from domain.games.prelude.components import PartyId, Place
from domain.games.prelude.table import PreludeTable as Table


def change(table: Table, seat: Seat, place: Place, by: int) -> None:
    """A faction's cubes in a District or a Party."""
    if place in table.cubes:
        table.cubes[place][seat] += by
    else:
        table.parties[place] += by


class CubesAdded(Event[Table], frozen=True, tag="cubes_added"):
    """Cubes come into a District or a Party without cost; `by` the seat that chose where, if one did."""

    seat: Seat
    place: Place
    count: int = 1
    by: Seat | None = None

    def apply(self, table: Table) -> None:
        table.answered_all()
        change(table, self.seat, self.place, self.count)

    def asked(self) -> Struct | None:
        return None if self.by is None else ask.ChoosePlace(self.place)


class CubesRemoved(Event[Table], frozen=True, tag="cubes_removed"):
    """Cubes leave a District or a Party."""

    seat: Seat
    place: Place
    count: int = 1
    by: Seat | None = None

    def apply(self, table: Table) -> None:
        table.answered_all()
        change(table, self.seat, self.place, -self.count)

    def asked(self) -> Struct | None:
        return None if self.by is None else ask.ChoosePlace(self.place)


class CubeMoved(Event[Table], frozen=True, tag="cube_moved"):
    """A cube moves from one place to another."""

    seat: Seat
    origin: Place
    place: Place
    by: Seat | None = None

    def apply(self, table: Table) -> None:
        table.answered_all()
        change(table, self.seat, self.origin, -1)
        change(table, self.seat, self.place, 1)

    def asked(self) -> Struct | None:
        return None if self.by is None else ask.MoveCube(self.origin, self.place)


class OrganizationCreated(Event[Table], frozen=True, tag="organization_created"):
    """An Organization marker comes onto its place."""

    seat: Seat
    place: Place

    def apply(self, table: Table) -> None:
        table.organizations[self.seat].append(self.place)
        if table.tried.get(self.seat) == self.place:
            del table.tried[self.seat]


class OrganizationRemoved(Event[Table], frozen=True, tag="organization_removed"):
    """An Organization marker is taken off."""

    seat: Seat
    place: Place

    def apply(self, table: Table) -> None:
        table.organizations[self.seat].remove(self.place)


class SponsorChanged(Event[Table], frozen=True, tag="sponsor_changed"):
    """A Party can now Sponsor Organizations in Districts of these subtypes."""

    party: PartyId
    subtypes: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.sponsors[self.party] = self.subtypes


class DistrictRolled(Event[Table], frozen=True, tag="district_rolled"):
    """A random District: the red die gives the column, the blue one the row (40)."""

    roll: int
    red: int
    blue: int
    district: Place

    def apply(self, table: Table) -> None:
        table.rolls = self.roll

    def draws(self) -> Iterable[Draw]:
        yield Draw(f"roll/{self.roll}/red", die=(6, self.red))
        yield Draw(f"roll/{self.roll}/blue", die=(6, self.blue))


class MarkersAdded(Event[Table], frozen=True, tag="markers_added"):
    """Loyal Troops or Red Guards come into the Military Preparations Box."""

    seat: Seat
    value: int
    count: int

    def apply(self, table: Table) -> None:
        table.military[self.seat] += [self.value] * self.count


class MarkerTested(Event[Table], frozen=True, tag="marker_tested"):
    """A die for a Military Preparations marker; some faces remove it."""

    seat: Seat
    value: int
    roll: int
    die: int
    lost: bool

    def apply(self, table: Table) -> None:
        table.rolls = self.roll
        if self.lost:
            table.military[self.seat].remove(self.value)

    def draws(self) -> Iterable[Draw]:
        yield Draw(f"roll/{self.roll}", die=(6, self.die))
