"""Activities, and what players choose."""

from msgspec import Struct

from domain.core.event import Event, Seat
from domain.games.prelude import commands as ask
from domain.games.prelude.components import Place, SpecialId
from domain.games.prelude.events.board import change
from domain.games.prelude.table import PreludeTable as Table


class Mobilized(Event[Table], frozen=True, tag="mobilized"):
    """A cube for Activity Points."""

    seat: Seat
    place: Place
    cost: int

    def apply(self, table: Table) -> None:
        table.answered_all()
        change(table, self.seat, self.place, 1)
        table.mobilized[self.seat] += self.cost

    def asked(self) -> Struct | None:
        return ask.Mobilize(self.place)


class OrganizationTried(Event[Table], frozen=True, tag="organization_tried"):
    """Activity Points are spent on a check to create an Organization."""

    seat: Seat
    place: Place
    points: int

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.tried[self.seat] = self.place

    def asked(self) -> Struct | None:
        return ask.CreateOrganization(self.place, self.points)


class SpecialUsed(Event[Table], frozen=True, tag="special_used"):
    """A Special Action is used; `of` another's, by a card, it does not count as this Turn's (#122)."""

    seat: Seat
    special: SpecialId
    points: int
    by_card: bool = False

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.specials[table.components.specials[self.special].faction].remove(self.special)
        if not self.by_card:
            table.special_used[self.seat] = True

    def asked(self) -> Struct | None:
        return ask.UseSpecialAction(self.special, self.points)


class SpecialArmed(Event[Table], frozen=True, tag="special_armed"):
    """A Special Action waits for the next card of its kind from hand."""

    seat: Seat
    effect: str

    def apply(self, table: Table) -> None:
        table.armed[self.seat].append(self.effect)


class WasDone(Event[Table], frozen=True, tag="was_done"):
    """A player lets the rest be: Activity Points, cubes, a card, a payment."""

    seat: Seat
    what: str

    def apply(self, table: Table) -> None:
        table.answered_all()

    def asked(self) -> Struct | None:
        return ask.Done()


class PlaceChosen(Event[Table], frozen=True, tag="place_chosen"):
    """A place is chosen for what a card does."""

    seat: Seat
    place: Place

    def apply(self, table: Table) -> None:
        table.answered_all()

    def asked(self) -> Struct | None:
        return ask.ChoosePlace(self.place)


class OptionChosen(Event[Table], frozen=True, tag="option_chosen"):
    """One of a card's possibilities is chosen."""

    seat: Seat
    option: int

    def apply(self, table: Table) -> None:
        table.answered_all()

    def asked(self) -> Struct | None:
        return ask.ChooseOption(self.option)


class TrackChosen(Event[Table], frozen=True, tag="track_chosen"):
    """A track or its die is chosen."""

    seat: Seat
    track: str

    def apply(self, table: Table) -> None:
        table.answered_all()

    def asked(self) -> Struct | None:
        return ask.ChooseTrack(self.track)


class SideChosen(Event[Table], frozen=True, tag="side_chosen"):
    """A player is chosen."""

    seat: Seat
    side: Seat

    def apply(self, table: Table) -> None:
        table.answered_all()

    def asked(self) -> Struct | None:
        return ask.ChooseSide(self.side)
