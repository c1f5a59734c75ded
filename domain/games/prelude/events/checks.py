"""Mobilization Checks, the Duma, and dice for cards."""

from collections.abc import Iterable

from msgspec import Struct

from domain.core.event import Draw, Event, Seat
from domain.games.prelude import commands as ask
from domain.games.prelude.components import Place
from domain.games.prelude.table import OTHER, TOWARD
from domain.games.prelude.table import PreludeTable as Table


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
