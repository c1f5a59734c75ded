"""Set-up, the Draw phase and the Objective phase."""

from collections.abc import Iterable

from msgspec import Struct

from domain.core.event import Draw, Event, Seat, Secret
from domain.core.table import Pending, Pile
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import CardId, Region, TokenId
from domain.games.dual_powers.table import OBJECTIVE_RULE, SIDES, Objective
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
        table.phase = "setup"  # until its first phase begins: it is no longer the last round's cleanup
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
