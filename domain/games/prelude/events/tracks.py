"""Points and tracks."""

from collections.abc import Iterable

from msgspec import Struct

from domain.core.event import Draw, Event, Seat
from domain.games.prelude import commands as ask
from domain.games.prelude.table import TOWARD
from domain.games.prelude.table import PreludeTable as Table


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
