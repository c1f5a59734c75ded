"""Cubes, Organizations, checks, points and tracks."""

from collections.abc import Iterable

from msgspec import Struct

from domain.core.event import Draw, Event, Seat
from domain.games.prelude import commands as ask
from domain.games.prelude.components import PartyId, Place, SpecialId
from domain.games.prelude.table import OTHER, TOWARD
from domain.games.prelude.table import PreludeTable as Table


def change(table: Table, seat: Seat, place: Place, by: int) -> None:
    """A faction's cubes in a District or a Party."""
    if place in table.cubes:
        table.cubes[place][seat] += by
    else:
        table.parties[place] += by


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


class OrganizationCreated(Event[Table], frozen=True, tag="organization_created"):
    """An Organization marker comes onto its place."""

    seat: Seat
    place: Place

    def apply(self, table: Table) -> None:
        table.organizations[self.seat].append(self.place)


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


class CheckRolled(Event[Table], frozen=True, tag="check_rolled"):
    """A Mobilization Check: three dice against the Target Number; the place may be none."""

    seat: Seat
    place: Place
    target: int
    roll: int
    dice: tuple[int, int, int]

    def apply(self, table: Table) -> None:
        table.rolls = self.roll

    def draws(self) -> Iterable[Draw]:
        for number, die in enumerate(self.dice, 1):
            yield Draw(f"roll/{self.roll}/{number}", die=(6, die))


class CheckRescued(Event[Table], frozen=True, tag="check_rescued"):
    """Opportunity Points raise the Target Number to what was rolled."""

    seat: Seat
    points: int

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.op[self.seat] -= self.points

    def asked(self) -> Struct | None:
        return ask.SpendOpportunity(self.points)


class OpportunitySpent(Event[Table], frozen=True, tag="opportunity_spent"):
    """Opportunity Points are spent for an Event, or for The World Reacts."""

    seat: Seat
    points: int

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.op[self.seat] -= self.points

    def asked(self) -> Struct | None:
        return ask.SpendOpportunity(self.points)


class OpportunityChanged(Event[Table], frozen=True, tag="opportunity_changed"):
    """Opportunity Points are gained or lost, within the track (11)."""

    seat: Seat
    points: int

    def apply(self, table: Table) -> None:
        table.op[self.seat] += self.points


class PointsScored(Event[Table], frozen=True, tag="points_scored"):
    """Victory Points: the one marker moves toward the player (1)."""

    seat: Seat
    points: int
    by: str = ""

    def apply(self, table: Table) -> None:
        table.vp += TOWARD[self.seat] * self.points


class UnrestMoved(Event[Table], frozen=True, tag="unrest_moved"):
    """Revolutionary Unrest rises, or falls."""

    boxes: int

    def apply(self, table: Table) -> None:
        table.unrest += self.boxes


class PrestigeMoved(Event[Table], frozen=True, tag="prestige_moved"):
    """The Tsar's Prestige rises or falls."""

    boxes: int

    def apply(self, table: Table) -> None:
        table.prestige += self.boxes


class WorldAffairsMoved(Event[Table], frozen=True, tag="world_affairs_moved"):
    """World opinion turns toward a player."""

    seat: Seat
    boxes: int

    def apply(self, table: Table) -> None:
        table.world_affairs += TOWARD[self.seat] * self.boxes


class ScoringDieRolled(Event[Table], frozen=True, tag="scoring_die_rolled"):
    """A Scoring Die: three faces show its own track, the others one each; that track's marker advances."""

    seat: Seat
    die: str
    roll: int
    face: int
    track: str

    def apply(self, table: Table) -> None:
        table.rolls = self.roll
        table.scoring[self.track] += 1

    def draws(self) -> Iterable[Draw]:
        yield Draw(f"roll/{self.roll}", die=(6, self.face))


class ScoringMarkerMoved(Event[Table], frozen=True, tag="scoring_marker_moved"):
    """A Scoring Marker moves by an Event."""

    seat: Seat
    track: str
    boxes: int

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.scoring[self.track] += self.boxes

    def asked(self) -> Struct | None:
        return ask.MoveMarker(self.track, self.boxes)


class TrackScored(Event[Table], frozen=True, tag="track_scored"):
    """A track scores: the favoured player gains the printed VP; the marker goes back to Start."""

    track: str
    seat: Seat | None = None
    points: int = 0
    empty: dict[Seat, int] = {}  # in the Duma: VP for empty Parties of the opponent

    def apply(self, table: Table) -> None:
        if self.seat is not None:
            table.vp += TOWARD[self.seat] * self.points
        for seat, points in self.empty.items():
            table.vp += TOWARD[seat] * points
        table.scoring[self.track] = 0


class TrackReset(Event[Table], frozen=True, tag="track_reset"):
    """A Scoring Marker goes back to Start without scoring."""

    seat: Seat
    track: str

    def apply(self, table: Table) -> None:
        table.answered_all()
        table.scoring[self.track] = 0

    def asked(self) -> Struct | None:
        return ask.ChooseTrack(self.track)


class ExtremismRolled(Event[Table], frozen=True, tag="extremism_rolled"):
    """Growing Extremism: moderates are lost, or go over to the extremists; VP for the opponent."""

    seat: Seat
    roll: int  # 0: the die was given
    die: int
    modifier: int = 0
    removed: int = 0
    moved: int = 0
    points: int = 0

    def apply(self, table: Table) -> None:
        if self.roll:
            table.rolls = self.roll
        table.parties[table.wing(self.seat, "moderate")] -= self.removed + self.moved
        table.parties[table.wing(self.seat, "extremist")] += self.moved
        table.vp += TOWARD[OTHER[self.seat]] * self.points

    def draws(self) -> Iterable[Draw]:
        if self.roll:
            yield Draw(f"roll/{self.roll}", die=(6, self.die))


class SessionEnded(Event[Table], frozen=True, tag="session_ended"):
    """A Duma Session is over before its time, without a Vote."""

    session: int

    def apply(self, table: Table) -> None:
        table.closed_sessions.append(self.session)


class VoteHeld(Event[Table], frozen=True, tag="vote_held"):
    """Both players have voted: a Majority or Dominance brings its holder a point."""

    seat: Seat | None = None
    points: int = 0

    def apply(self, table: Table) -> None:
        if self.seat is not None:
            table.vp += TOWARD[self.seat] * self.points


class DieRolled(Event[Table], frozen=True, tag="die_rolled"):
    """A die for a card; `plus` is added to it."""

    seat: Seat
    roll: int
    die: int
    plus: int = 0

    def apply(self, table: Table) -> None:
        table.rolls = self.roll

    def draws(self) -> Iterable[Draw]:
        yield Draw(f"roll/{self.roll}", die=(6, self.die))


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
