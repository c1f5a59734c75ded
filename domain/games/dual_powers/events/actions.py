"""The Action phase: turns, the calendar, what cards let players do."""

from msgspec import Struct

from domain.core.event import Event, Opening, Seat
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import TROTSKY, CardId, Region, TokenId
from domain.games.dual_powers.table import ACT, BONUS, LEAD, PLAY, RED
from domain.games.dual_powers.table import PetrogradTable as Table


class TurnBegan(Event[Table], frozen=True, tag="turn_began"):
    seat: Seat
    turn: int

    def apply(self, table: Table) -> None:
        table.turn = self.turn
        table.active = self.seat
        table.card = ""
        if self.seat != table.opposition:
            table.pending.append(PLAY[self.seat])


class CardPlayed(Event[Table], frozen=True, tag="card_played"):
    """A card is played face up; in solitaire also the opposition's topmost card."""

    seat: Seat
    card: CardId

    def apply(self, table: Table) -> None:
        table.hands[self.seat].lose(self.card)
        table.played[self.seat].append(self.card)
        table.card = self.card
        if table.pending:
            table.pending.pop()
            if self.card in table.components.leaders:
                table.leader_steps = ["recruit", "special"]
                table.pending.append(LEAD[self.seat])
            else:
                table.pending.append(ACT[self.seat])

    def asked(self) -> Struct | None:
        return ask.PlayCard(self.card)


class DateAdvanced(Event[Table], frozen=True, tag="date_advanced"):
    """The day marker, and at a month's end the month marker, has moved."""

    month: int
    day: int

    def apply(self, table: Table) -> None:
        table.month = self.month
        table.day = self.day


class WillTaken(Event[Table], frozen=True, tag="will_taken"):
    """The will of the people marker changes sides: `month` turned, `inspired`, or `solitaire`."""

    seat: Seat
    by: str

    def apply(self, table: Table) -> None:
        table.will = self.seat
        if self.by == "inspired":
            _leader_step_done(table, "special")

    def asked(self) -> Struct | None:
        return ask.InspireThePeople() if self.by == "inspired" else None


class TrotskyReturned(Event[Table], frozen=True, tag="trotsky_returned"):
    """May/June: neutral Trotsky comes, fresh, into the region of unrest."""

    region: Region

    def apply(self, table: Table) -> None:
        table.city[self.region][TROTSKY] = True


class TrotskyJoined(Event[Table], frozen=True, tag="trotsky_joined"):
    """August: Trotsky is red from now on, where he is and as he is."""

    region: Region

    def apply(self, table: Table) -> None:
        table.trotsky = RED


class TrotskyStayedAway(Event[Table], frozen=True, tag="trotsky_stayed_away"):
    """August, and Trotsky has already left the city: the red token does not come."""


class BonusEarned(Event[Table], frozen=True, tag="bonus_earned"):
    """The day marker is on a bonus day: a bonus action after the regular one."""

    seat: Seat

    def apply(self, table: Table) -> None:
        if self.seat != table.opposition:
            table.pending.insert(0, BONUS[self.seat])


class UnitsRecruited(Event[Table], frozen=True, tag="units_recruited"):
    """Units from the supply come into a region, fresh."""

    seat: Seat
    tokens: tuple[TokenId, ...]
    region: Region

    def apply(self, table: Table) -> None:
        supply = table.supply[self.seat]
        for token in self.tokens:
            supply.remove(token)
            table.city[self.region][token] = True
        if table.pending and self.seat != table.opposition:
            table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.Recruit(self.tokens, self.region)


class TokenMoved(Event[Table], frozen=True, tag="token_moved"):
    seat: Seat
    token: TokenId
    start: Region
    path: tuple[Region, ...]

    def apply(self, table: Table) -> None:
        table.city[self.path[-1]][self.token] = table.city[self.start].pop(self.token)
        table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.Move(self.token, self.path)


class TokenRefreshed(Event[Table], frozen=True, tag="token_refreshed"):
    seat: Seat
    token: TokenId
    region: Region

    def apply(self, table: Table) -> None:
        table.city[self.region][self.token] = True
        table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.Refresh(self.token)


class LeaderRecruited(Event[Table], frozen=True, tag="leader_recruited"):
    """A leader comes into any region, fresh; in solitaire also the opposition's, in the Objective phase."""

    seat: Seat
    leader: TokenId
    region: Region

    def apply(self, table: Table) -> None:
        table.supply[self.seat].remove(self.leader)
        table.city[self.region][self.leader] = True
        if self.seat == table.opposition:
            table.leader_stack.take(1)
            table.removed.append(f"card:{self.leader}")
        else:
            _leader_step_done(table, "recruit")

    def asked(self) -> Struct | None:
        return ask.RecruitLeader(self.region)


class NeutralsRefreshed(Event[Table], frozen=True, tag="neutrals_refreshed"):
    """Option: the arrival of a leader refreshes the neutral units that the player controls there."""

    region: Region
    tokens: tuple[TokenId, ...]

    def apply(self, table: Table) -> None:
        for token in self.tokens:
            table.city[self.region][token] = True


class BlockadeMoved(Event[Table], frozen=True, tag="blockade_moved"):
    seat: Seat
    connection: str

    def apply(self, table: Table) -> None:
        table.blockade = self.connection
        _leader_step_done(table, "special")

    def asked(self) -> Struct | None:
        return ask.MobilizeProtest(self.connection)


class ObjectiveRevealed(Event[Table], frozen=True, tag="objective_revealed"):
    """A secret objective is turned face up: by `espionage`, `organize`, or in `scoring`."""

    owner: Seat
    card: Opening[CardId]
    by: str

    def apply(self, table: Table) -> None:
        objective = table.objectives[self.owner]
        objective.card = self.card.value
        objective.face_up = True
        if self.by == "espionage":
            _leader_step_done(table, "special")
        elif self.by == "organize":
            table.pending.pop()

    def asked(self) -> Struct | None:
        if self.by == "scoring":
            return None
        return ask.Espionage() if self.by == "espionage" else ask.Organize()


class Declined(Event[Table], frozen=True, tag="declined"):
    """A player does without what was offered."""

    seat: Seat
    what: str

    def apply(self, table: Table) -> None:
        if self.what == "leader_action":
            _leader_step_done(table, "special")
        else:
            table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.Decline()


def _leader_step_done(table: Table, step: str) -> None:
    table.leader_steps.remove(step)
    if not table.leader_steps:
        table.pending.pop()
