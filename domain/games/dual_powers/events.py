"""What happens in Dual Powers: each fact beside what it changes on the table."""

from collections.abc import Iterable

from msgspec import Struct

from domain.core.event import Draw, Event, Opening, Seat, Secret
from domain.core.table import Pending, Pile
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import TROTSKY, CardId, Region, TokenId
from domain.games.dual_powers.table import (
    ACT,
    BONUS,
    LEAD,
    OBJECTIVE_RULE,
    PLAY,
    RED,
    SIDES,
    UNREST,
    Objective,
)
from domain.games.dual_powers.table import PetrogradTable as Table


class NeutralsPlaced(Event[Table], frozen=True, tag="neutrals_placed"):
    """Set-up, step 4: one random neutral unit in each region, fresh."""

    tokens: tuple[TokenId, ...]

    def apply(self, table: Table) -> None:
        for region, token in zip(table.components.regions, self.tokens, strict=True):
            table.city[region][token] = True

    def draws(self) -> Iterable[Draw]:
        return (Draw("neutrals", self.tokens),)


class TilesShuffled(Event[Table], frozen=True, tag="tiles_shuffled"):
    """Set-up, step 9 (or used tiles come back): a face-down stack of region tiles."""

    number: int
    count: int
    order: Secret[tuple[Region, ...]]

    def apply(self, table: Table) -> None:
        table.tile_shuffles = self.number
        table.used_tiles = []
        table.tiles = Pile()
        table.tiles.gain(self.order.value, self.count)

    def draws(self) -> Iterable[Draw]:
        return (Draw(f"tiles/{self.number}", self.order.value),) if self.order.value else ()


class UnrestTileSet(Event[Table], frozen=True, tag="unrest_tile_set"):
    """A tile comes onto the Unrest! space: from the stack at set-up, from the Blockade! space in Cleanup."""

    region: Region

    def apply(self, table: Table) -> None:
        if table.unrest_tile:
            table.used_tiles.append(table.unrest_tile)
            table.unrest_tile = table.blockade_tile
            table.blockade_tile = ""
        else:
            table.tiles.take(1)
            table.unrest_tile = self.region


class BlockadeTileSet(Event[Table], frozen=True, tag="blockade_tile_set"):
    """A tile from the stack comes onto the Blockade! space; the marker goes to its connection."""

    region: Region

    def apply(self, table: Table) -> None:
        table.tiles.take(1)
        table.blockade_tile = self.region
        table.blockade = self.region


class DeckShuffled(Event[Table], frozen=True, tag="deck_shuffled"):
    """The command cards (later: the discard pile) become a face-down deck."""

    number: int
    count: int
    order: Secret[tuple[CardId, ...]]

    def apply(self, table: Table) -> None:
        table.deck_shuffles = self.number
        table.discard = []
        table.deck = Pile()
        table.deck.gain(self.order.value, self.count)

    def draws(self) -> Iterable[Draw]:
        return (Draw(f"deck/{self.number}", self.order.value),) if self.order.value else ()


class LeadersShuffled(Event[Table], frozen=True, tag="leaders_shuffled"):
    """Solitaire set-up, step 4: the opposition's leader cards in a face-down stack."""

    count: int
    order: Secret[tuple[CardId, ...]]

    def apply(self, table: Table) -> None:
        table.leader_stack = Pile()
        table.leader_stack.gain(self.order.value, self.count)

    def draws(self) -> Iterable[Draw]:
        return (Draw("leaders", self.order.value),) if self.order.value else ()


class RoundBegan(Event[Table], frozen=True, tag="round_began"):
    round: int

    def apply(self, table: Table) -> None:
        table.round = self.round
        table.turn = 0


class PhaseBegan(Event[Table], frozen=True, tag="phase_began"):
    """draw, objective, action, scoring or cleanup."""

    phase: str

    def apply(self, table: Table) -> None:
        table.phase = self.phase
        if self.phase == "objective" and not table.options.solitaire:
            table.pending.append(Pending("objective", SIDES, OBJECTIVE_RULE))
        if self.phase == "action":
            table.first = table.will


class CardsDrawn(Event[Table], frozen=True, tag="cards_drawn"):
    """Everyone sees how many, only the seat sees which."""

    seat: Seat
    count: int
    cards: Secret[tuple[CardId, ...]]
    bonus: bool = False

    def apply(self, table: Table) -> None:
        table.deck.take(self.count)
        table.hands[self.seat].gain(self.cards.value, self.count)
        if self.bonus:
            table.pending.pop()

    def asked(self) -> Struct | None:
        return ask.DrawCard() if self.bonus else None


class ObjectiveChosen(Event[Table], frozen=True, tag="objective_chosen"):
    """Objective phase: a command card face down in the Secret Objective space."""

    seat: Seat
    card: Secret[CardId]

    def apply(self, table: Table) -> None:
        table.hands[self.seat].lose_hidden(self.card.value)
        table.objectives[self.seat] = Objective(self.card.value, table.version)
        table.answered(self.seat)

    def asked(self) -> Struct | None:
        return None if self.card.value is None else ask.ChooseObjective(self.card.value)


class ObjectiveDealt(Event[Table], frozen=True, tag="objective_dealt"):
    """Solitaire Draw phase: the player's objective, unknown even to the player."""

    seat: Seat
    card: Secret[CardId]

    def apply(self, table: Table) -> None:
        table.deck.take(1)
        table.objectives[self.seat] = Objective(self.card.value, table.version)


class OppositionDealt(Event[Table], frozen=True, tag="opposition_dealt"):
    """Solitaire Draw phase: the opposition's face-down stack."""

    seat: Seat
    count: int
    cards: Secret[tuple[CardId, ...]]

    def apply(self, table: Table) -> None:
        table.deck.take(self.count)
        table.hands[self.seat].gain(self.cards.value, self.count)


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


def _leader_step_done(table: Table, step: str) -> None:
    table.leader_steps.remove(step)
    if not table.leader_steps:
        table.pending.pop()


AnyEvent = (
    NeutralsPlaced | TilesShuffled | UnrestTileSet | BlockadeTileSet | DeckShuffled | LeadersShuffled
    | RoundBegan | PhaseBegan | CardsDrawn | ObjectiveChosen | ObjectiveDealt | OppositionDealt
    | TurnBegan | CardPlayed | DateAdvanced | WillTaken | TrotskyReturned | TrotskyJoined | TrotskyStayedAway
    | BonusEarned | UnitsRecruited | TokenMoved | TokenRefreshed | LeaderRecruited | NeutralsRefreshed
    | BlockadeMoved | ObjectiveRevealed | Declined | MarkerPlaced | RegionJudged | PointsScored
    | UnrestBonusChosen | OppositionObjectiveFound | TokensExhausted | MarkersReturned | CardsDiscarded
    | HandDiscarded | GameEnded
)  # fmt: skip
