"""What a card does while it stays in play: hooks fire, modifiers hold."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.games.prelude.cards.places import Places
from domain.games.prelude.cards.steps import Step
from domain.games.prelude.cards.terms import Faction, Purpose, Track, Who

Shift = Annotated[int, Meta(ge=-6, le=6)]


class When(Struct, frozen=True, forbid_unknown_fields=True, tag_field="when"):
    """A moment at which a card in play does something; `when` says which."""


class EndOfRound(When, frozen=True, tag="end_of_round"):
    """At the end of this player's Action Rounds; not written: of every Action Round."""

    steps: tuple[Step, ...]
    who: Who | None = None


class EndOfTurn(When, frozen=True, tag="end_of_turn"):
    """At the end of each Turn."""

    steps: tuple[Step, ...]


class Mobilized(When, frozen=True, tag="mobilized"):
    """Each time a player has spent so many more AP on Mobilization within one Action Round."""

    steps: tuple[Step, ...]
    ap: Annotated[int, Meta(ge=1, le=12)]
    who: Who = "opponent"


class DumaVoted(When, frozen=True, tag="duma_vote"):
    """After each Duma Vote."""

    steps: tuple[Step, ...]


class Scored(When, frozen=True, tag="scored"):
    """After one of these tracks has scored; none written: any."""

    steps: tuple[Step, ...]
    tracks: tuple[Track, ...] = ()


class CardPlayed(When, frozen=True, tag="card_played"):
    """After a player has played another such card; what is not written does not matter."""

    steps: tuple[Step, ...]
    who: Who | None = None
    faction: Faction | None = None
    origin: Literal["hand", "pool"] | None = None


Hook = EndOfRound | EndOfTurn | Mobilized | DumaVoted | Scored | CardPlayed


class Rule(Struct, frozen=True, forbid_unknown_fields=True, tag_field="changes"):
    """Something that is different while a card is in play; `changes` says what."""


class MobilizeCost(Rule, frozen=True, tag="mobilize_cost"):
    """What a player pays for a cube in such places: so much more or less (1 at least), or at most so much."""

    who: Who
    where: Places
    plus: Shift = 0
    at_most: Annotated[int, Meta(ge=1, le=4)] | None = None


class RollChange(Rule, frozen=True, tag="roll"):
    """The dice that a card's own `roll` steps roll."""

    card: int
    plus: Shift


class ExtremismChange(Rule, frozen=True, tag="extremism"):
    """A player's Growing Extremism rolls."""

    who: Who
    plus: Shift


class CheckChange(Rule, frozen=True, tag="check"):
    """The Target Number of a player's Mobilization Checks in such places."""

    who: Who
    plus: Shift
    where: Places | None = None
    purpose: Purpose = "any"


Modifier = MobilizeCost | RollChange | ExtremismChange | CheckChange
