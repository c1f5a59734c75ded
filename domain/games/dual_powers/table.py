"""The table of Dual Powers: what lies on it, and the questions that rules ask of it."""

from typing import Self

import msgspec
from msgspec import Struct

from domain.core.event import Seat
from domain.core.table import Pending, Pile, Table
from domain.games.dual_powers.components import TROTSKY, CardId, Components, Region, TokenId
from domain.games.dual_powers.options import Options

RED: Seat = "red"
WHITE: Seat = "white"
SIDES = (RED, WHITE)
OTHER = {RED: WHITE, WHITE: RED}
TURNS = 4

PLAY = {s: Pending("play_card", (s,), "Action phase: Play a Card") for s in SIDES}
ACT = {s: Pending("action", (s,), "Action phase: Perform an Action") for s in SIDES}
LEAD = {s: Pending("leader_action", (s,), "Action phase: Leader Card Actions") for s in SIDES}
BONUS = {s: Pending("bonus_action", (s,), "Action phase: Bonus Actions") for s in SIDES}
UNREST = {s: Pending("unrest", (s,), "Scoring phase: Resolve the Region of Unrest") for s in SIDES}
OBJECTIVE_RULE = "Objective phase"


class Objective(Struct):
    """A card in a Secret Objective space: which it is, if this audience knows, and where it was sealed."""

    card: CardId | None
    sealed: int
    face_up: bool = False


class Judged(Struct, frozen=True):
    """Who is stronger in a region, and what decided it."""

    strength: dict[Seat, int]
    tokens: dict[Seat, int]
    stronger: Seat | None
    by: str  # strength, tokens, will, or nobody


class PetrogradTable(Table, kw_only=True):
    """One game of Dual Powers. City: region, then token, then whether its fresh side is up."""

    components: Components
    options: Options
    round: int = 0
    phase: str = "setup"
    turn: int = 0
    active: Seat = RED
    first: Seat = RED
    month: int = 0
    day: int = 1
    score: int = 0  # above 0: on red's half of the support track
    will: Seat = RED
    city: dict[Region, dict[TokenId, bool]]
    blockade: str = ""
    unrest_tile: Region = ""
    blockade_tile: Region = ""
    tiles: Pile
    used_tiles: list[Region] = []
    tile_shuffles: int = 0
    deck: Pile
    discard: list[CardId] = []
    deck_shuffles: int = 0
    hands: dict[Seat, Pile]
    leader_stack: Pile
    supply: dict[Seat, list[TokenId]]
    removed: list[str] = []
    objectives: dict[Seat, Objective] = {}
    played: dict[Seat, list[CardId]]
    card: CardId = ""  # the card of the turn that is going on
    leader_steps: list[str] = []
    markers: dict[int, Region] = {}
    trotsky: Seat | None = None  # None: neutral
    winner: Seat | None = None
    reason: str = ""

    def copy(self) -> Self:
        twin = msgspec.structs.replace(self)
        twin.pending = self.pending.copy()
        twin.promises = self.promises.copy()
        twin.entropy = self.entropy.copy()
        twin.city = {region: tokens.copy() for region, tokens in self.city.items()}
        twin.hands = {side: hand.copy() for side, hand in self.hands.items()}
        twin.supply = {side: tokens.copy() for side, tokens in self.supply.items()}
        twin.played = {side: cards.copy() for side, cards in self.played.items()}
        twin.objectives = {side: msgspec.structs.replace(obj) for side, obj in self.objectives.items()}
        twin.tiles = self.tiles.copy()
        twin.deck = self.deck.copy()
        twin.leader_stack = self.leader_stack.copy()
        twin.used_tiles = self.used_tiles.copy()
        twin.discard = self.discard.copy()
        twin.removed = self.removed.copy()
        twin.leader_steps = self.leader_steps.copy()
        twin.markers = self.markers.copy()
        return twin

    @property
    def opposition(self) -> Seat | None:
        """The side that the automaton plays, in solitaire."""
        return OTHER[self.options.side] if self.options.solitaire else None

    def side_of(self, token: TokenId) -> Seat | None:
        """The side a token belongs to; None when it is neutral."""
        parts = self.components
        if token in parts.units:
            side = parts.units[token].side
            return None if side == "neutral" else side
        if token in parts.leaders:
            return parts.leaders[token].side
        return self.trotsky if token == TROTSKY else self.opposition

    def controls(self, seat: Seat, token: TokenId) -> bool:
        """A player controls their own tokens, and with the will of the people the neutral ones."""
        side = self.side_of(token)
        return side == seat or (side is None and self.will == seat)

    def accompanied(self, seat: Seat, region: Region) -> bool:
        """Whether a side has a token of its own in a region."""
        return any(self.side_of(token) == seat for token in self.city[region])

    def region_of(self, token: TokenId) -> Region | None:
        for region, tokens in self.city.items():
            if token in tokens:
                return region
        return None

    def strength(self, token: TokenId, fresh: bool) -> int:
        """A token's strength on the side that is up; an exhausted opposing unit has the difficulty level."""
        if fresh:
            return self.components.fresh[token]
        return self.components.exhausted.get(token, self.options.solitaire)

    def judge(self, region: Region) -> Judged:
        """Scoring phase: Determining Strength."""
        strength = {RED: 0, WHITE: 0}
        tokens = {RED: 0, WHITE: 0}
        neutral = neutral_tokens = 0
        for token, fresh in self.city[region].items():
            side = self.side_of(token)
            if side is None:
                neutral += self.strength(token, fresh)
                neutral_tokens += 1
            else:
                strength[side] += self.strength(token, fresh)
                tokens[side] += 1
        if tokens[self.will]:
            strength[self.will] += neutral
            tokens[self.will] += neutral_tokens
        elif neutral_tokens and not tokens[OTHER[self.will]] and self.options.only_neutrals_hold:
            tokens[self.will] = neutral_tokens
        if not tokens[RED] and not tokens[WHITE]:
            return Judged(strength, tokens, None, "nobody")
        for by, count in (("strength", strength), ("tokens", tokens)):
            if count[RED] != count[WHITE]:
                return Judged(strength, tokens, RED if count[RED] > count[WHITE] else WHITE, by)
        if self.options.will_breaks_ties:
            return Judged(strength, tokens, self.will, "will")
        return Judged(strength, tokens, None, "nobody")

    def open_steps(self, region: Region) -> list[Region]:
        """The regions one step away along connections that are not blockaded."""
        return [to for to, name in self.components.neighbours[region].items() if name != self.blockade]

    def points(self, side: Seat) -> int:
        """How far the score marker is on a side's half of the support track; below 0: on the other half."""
        return self.score if side == RED else -self.score


def new_table(options: Options, components: Components) -> PetrogradTable:
    """Set-up, steps 3, 5, 6, 7 and 8: what needs no chance."""
    supply: dict[Seat, list[TokenId]] = {}
    hands: dict[Seat, Pile] = {}
    for side in SIDES:
        leaders = [leader.id for leader in components.file.leaders if leader.side == side]
        units = [unit.id for unit in components.file.units if unit.side == side]
        supply[side] = units + leaders
        hands[side] = Pile(leaders.copy())
    leader_stack = Pile()
    if options.solitaire:
        other = OTHER[options.side]
        supply[other] = [*components.opposing, *(x.id for x in components.file.leaders if x.side == other)]
        hands[other] = Pile()
    return PetrogradTable(
        components=components,
        options=options,
        city={region: {} for region in components.regions},
        tiles=Pile(),
        deck=Pile(),
        hands=hands,
        leader_stack=leader_stack,
        supply=supply,
        played={RED: [], WHITE: []},
    )
