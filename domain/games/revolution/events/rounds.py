"""Set-up, Espionage, Patronage and the end: rounds and phases, tokens from the bank, final scoring."""

from domain.core.event import Event, Seat
from domain.core.table import Pending
from domain.games.revolution.components import NOTHING, Area, Tokens
from domain.games.revolution.table import BIDDING_RULE
from domain.games.revolution.table import TownTable as Table


class TokensTaken(Event[Table], frozen=True, tag="tokens_taken"):
    """Tokens from the bank, set aside for the next round: at the `start`, from `patronage` or a character."""

    seat: Seat
    tokens: Tokens
    by: str

    def apply(self, table: Table) -> None:
        table.bank -= self.tokens
        table.aside[self.seat] += self.tokens


class RoundBegan(Event[Table], frozen=True, tag="round_began"):
    round: int

    def apply(self, table: Table) -> None:
        table.round = self.round
        table.phase = "espionage"
        table.character = ""
        table.boards = {}
        table.offers = {}


class TokensShown(Event[Table], frozen=True, tag="tokens_shown"):
    """Espionage: everyone shows the tokens that they start the round with."""

    tokens: dict[Seat, Tokens]

    def apply(self, table: Table) -> None:
        table.tokens = dict(self.tokens)
        table.aside = dict.fromkeys(table.seats, NOTHING)


class PhaseBegan(Event[Table], frozen=True, tag="phase_began"):
    """bidding, resolution, patronage or, once in a game, scoring."""

    phase: str

    def apply(self, table: Table) -> None:
        table.phase = self.phase
        if self.phase == "bidding":
            table.pending.append(Pending("bid", table.seats, BIDDING_RULE))
        elif self.phase == "resolution":
            table.outcomes = {}


class TokensScored(Event[Table], frozen=True, tag="tokens_scored"):
    """Ending the Game: support for the tokens earned in the last round."""

    seat: Seat
    points: int

    def apply(self, table: Table) -> None:
        table.support[self.seat] += self.points


class AreaScored(Event[Table], frozen=True, tag="area_scored"):
    """Ending the Game: the area's support for whoever has the most cubes there; nobody when tied."""

    area: Area
    seat: Seat | None = None
    points: int = 0
    bonus: int = 0

    def apply(self, table: Table) -> None:
        if self.seat is not None:
            table.support[self.seat] += self.points + self.bonus


class GameEnded(Event[Table], frozen=True, tag="game_ended"):
    """Most support wins, all who have it: `board_full`, or `round_limit` when the game would not end."""

    winners: tuple[Seat, ...]
    reason: str

    def apply(self, table: Table) -> None:
        table.winners = self.winners
        table.reason = self.reason
        table.over = True
        table.phase = "over"
        table.pending.clear()
