"""The Scoring phase, Cleanup and the end of the game."""

from msgspec import Struct

from domain.core.event import Event, Seat
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import CardId, Region, TokenId
from domain.games.dual_powers.table import BONUS, RED, SIDES, UNREST, Objective
from domain.games.dual_powers.table import PetrogradTable as Table


class MarkerPlaced(Event[Table], frozen=True, tag="marker_placed"):
    """An objective marker, 1 to 3, in a region."""

    marker: int
    region: Region

    def apply(self, table: Table) -> None:
        table.markers[self.marker] = self.region


class RegionJudged(Event[Table], frozen=True, tag="region_judged"):
    """Who is stronger in a region, and what decided it."""

    marker: int
    region: Region
    strength: dict[Seat, int]
    tokens: dict[Seat, int]
    by: str
    stronger: Seat | None = None

    def apply(self, table: Table) -> None:
        if self.marker == 1 and self.stronger is not None and self.stronger != table.opposition:
            table.pending.append(UNREST[self.stronger])


class PointsScored(Event[Table], frozen=True, tag="points_scored"):
    """The score marker moves towards a side, at most to its end of the track."""

    seat: Seat
    points: int
    marker: int

    def apply(self, table: Table) -> None:
        moved = table.score + (self.points if self.seat == RED else -self.points)
        table.score = max(-table.components.track, min(table.components.track, moved))
        if self.marker == 1 and table.pending:
            table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.ScoreUnrest() if self.marker == 1 else None


class UnrestBonusChosen(Event[Table], frozen=True, tag="unrest_bonus_chosen"):
    """Instead of points, the stronger player takes a bonus action at once."""

    seat: Seat

    def apply(self, table: Table) -> None:
        table.pending[-1] = BONUS[self.seat]

    def asked(self) -> Struct | None:
        return ask.TakeBonus()


class OppositionObjectiveFound(Event[Table], frozen=True, tag="opposition_objective_found"):
    """Solitaire scoring: which of the opposition's cards is its objective, and what decided its region."""

    seat: Seat
    card: CardId
    by: str  # days, cards, or last

    def apply(self, table: Table) -> None:
        table.objectives[self.seat] = Objective(self.card, table.version, True)


class TokensExhausted(Event[Table], frozen=True, tag="tokens_exhausted"):
    """Exhaust Tokens, one marked region: fresh ones turn over, exhausted ones leave."""

    region: Region
    exhausted: tuple[TokenId, ...] = ()
    to_supply: tuple[TokenId, ...] = ()
    out_of_game: tuple[TokenId, ...] = ()

    def apply(self, table: Table) -> None:
        here = table.city[self.region]
        for token in self.exhausted:
            here[token] = False
        for token in self.to_supply:
            del here[token]
            side = table.side_of(token)
            assert side is not None
            table.supply[side].append(token)
        for token in self.out_of_game:
            del here[token]
            table.removed.append(token)


class MarkersReturned(Event[Table], frozen=True, tag="markers_returned"):
    """Cleanup: the objective markers go back beside the support track."""

    def apply(self, table: Table) -> None:
        table.markers = {}


class CardsDiscarded(Event[Table], frozen=True, tag="cards_discarded"):
    """Cleanup: command cards to the discard pile, played leader cards out of the game."""

    cards: tuple[CardId, ...]
    leaders: tuple[CardId, ...] = ()

    def apply(self, table: Table) -> None:
        table.discard.extend(self.cards)
        table.removed.extend(f"card:{leader}" for leader in self.leaders)
        table.played = {side: [] for side in SIDES}
        table.objectives = {}
        table.card = ""


class HandDiscarded(Event[Table], frozen=True, tag="hand_discarded"):
    """Option: Cleanup also takes the command cards still in hand."""

    seat: Seat
    cards: tuple[CardId, ...]

    def apply(self, table: Table) -> None:
        for card in self.cards:
            table.hands[self.seat].lose(card)
        table.discard.extend(self.cards)


class GameEnded(Event[Table], frozen=True, tag="game_ended"):
    """By `track`, `october` or, in solitaire, `third_round`; with `_will` when that decided."""

    winner: Seat
    reason: str

    def apply(self, table: Table) -> None:
        table.winner = self.winner
        table.reason = self.reason
        table.over = True
        table.phase = "over"
        table.pending.clear()
