"""Abdication, Red October, and the end of the game."""

from collections.abc import Iterable

from domain.core.event import Draw, Event, Seat
from domain.games.prelude.components import CardId, PartyId
from domain.games.prelude.events.setup import begin_turn, discard_everything
from domain.games.prelude.table import SIDES, TOWARD
from domain.games.prelude.table import PreludeTable as Table


class TsarAbdicated(Event[Table], frozen=True, tag="tsar_abdicated"):
    """The Tsar is gone. Before February 1917 all cards are discarded and that Turn begins at once (18)."""

    jump: int | None = None
    hands: dict[Seat, tuple[CardId, ...]] = {}

    def apply(self, table: Table) -> None:
        table.abdicated = True
        table.prestige = 0
        if self.jump is not None:
            discard_everything(table, self.hands)
            begin_turn(table, self.jump)


class PoolJoined(Event[Table], frozen=True, tag="pool_joined"):
    """Key Events of the Provisional Government come into the Opportunity Pool."""

    cards: tuple[CardId, ...]

    def apply(self, table: Table) -> None:
        for card in self.cards:
            table.aside.remove(card)
        table.pool += self.cards


class GovernmentFormed(Event[Table], frozen=True, tag="government_formed"):
    """The Provisional Government: extremists leave, moderates are halved, Party Organizations are gone."""

    lost: dict[PartyId, int]

    def apply(self, table: Table) -> None:
        for party, count in self.lost.items():
            table.parties[party] -= count
        parties = table.components.parties
        for seat in SIDES:
            table.organizations[seat] = [p for p in table.organizations[seat] if p not in parties]
        table.out_of_play = [party.id for party in parties.values() if party.wing == "extremist"]


class RedOctoberBegan(Event[Table], frozen=True, tag="red_october_began"):
    """Unrest has reached its end: the uprising. All Opportunity Points are gone."""

    def apply(self, table: Table) -> None:
        table.phase = "red_october"
        table.op = dict.fromkeys(SIDES, 0)


class VanguardScored(Event[Table], frozen=True, tag="vanguard_scored"):
    """The difference of the Military Preparations is scored."""

    seat: Seat | None = None
    points: int = 0

    def apply(self, table: Table) -> None:
        if self.seat is not None:
            table.vp += TOWARD[self.seat] * self.points


class WorldRolled(Event[Table], frozen=True, tag="world_rolled"):
    """Call for World Revolution: a die each; ties are rolled again."""

    roll: int
    revolutionary: int
    government: int

    def apply(self, table: Table) -> None:
        table.rolls = self.roll

    def draws(self) -> Iterable[Draw]:
        yield Draw(f"roll/{self.roll}/revolutionary", die=(6, self.revolutionary))
        yield Draw(f"roll/{self.roll}/government", die=(6, self.government))


class FinalScoringBegan(Event[Table], frozen=True, tag="final_scoring_began"):
    """The last Turn is over: every track scores once."""

    def apply(self, table: Table) -> None:
        table.phase = "final"


class GameEnded(Event[Table], frozen=True, tag="game_ended"):
    """`points`, `red_october`, `last_turn`; or `autocracy`, and both players have lost."""

    winner: Seat | None
    reason: str

    def apply(self, table: Table) -> None:
        table.winner = self.winner
        table.reason = self.reason
        table.over = True
        table.phase = "over"
        table.pending.clear()
        table.agenda = []
