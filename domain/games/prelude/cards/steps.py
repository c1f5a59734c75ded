"""Steps that have steps in them, and all that a step can be: what an Event does, one after the other."""

from typing import Annotated

from msgspec import Meta, Struct, field

from domain.games.prelude.cards.amounts import Amount
from domain.games.prelude.cards.conditions import Condition
from domain.games.prelude.cards.places import Places
from domain.games.prelude.cards.terms import Order, Who
from domain.games.prelude.cards.verbs import (
    Activities,
    Add,
    AddMarker,
    CreateOrganization,
    Discard,
    DumaVote,
    EndSession,
    EnterPlay,
    ExchangeWithPool,
    Extremism,
    Match,
    Move,
    MoveScoring,
    NextCard,
    Op,
    PlayFromPool,
    Prestige,
    Remove,
    RemoveCard,
    RemoveOrganization,
    ResetScoring,
    RollMarkers,
    RollScoring,
    Score,
    SkipRound,
    SpecialAction,
    Sponsor,
    SwapHands,
    ToPool,
    Unrest,
    Verb,
    Vp,
    WorldAffairs,
)


class Check(Verb, frozen=True, tag="check"):
    """A Mobilization Check in one such place; or, without a place, against a Target Number."""

    where: Places | None = None
    plus: Amount = 0
    target: Amount | None = None
    """The Target Number instead of one made from the place."""
    who: Who = "you"
    success: tuple["Step", ...] = ()
    failure: tuple["Step", ...] = ()


class EachPlace(Verb, frozen=True, tag="each_place"):
    """For each such place, in the board's order, these steps; the place is `here`."""

    where: Places
    steps: tuple["Step", ...]
    who: Who = "you"


class RandomDistricts(Verb, frozen=True, tag="random_districts"):
    """Roll for n different random Districts; these steps for each as it comes; it is `here`."""

    n: Annotated[int, Meta(ge=1, le=18)]
    steps: tuple["Step", ...]


class Spend(Verb, frozen=True, tag="spend"):
    """A player may spend exactly n Opportunity Points, or with `up_to` from 1 to n."""

    n: Amount
    then: tuple["Step", ...]
    otherwise: tuple["Step", ...] = ()
    up_to: bool = False
    who: Who = "you"


class Bid(Verb, frozen=True, tag="bid"):
    """Both players in turn may spend any Opportunity Points; in `win`, "you" is who spent more."""

    win: tuple["Step", ...]
    order: Order = "active_first"


class Later(Verb, frozen=True, tag="later"):
    """At the end of a player's next Action Round, these steps."""

    steps: tuple["Step", ...]
    who: Who = "you"


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One of several possibilities; without steps: nothing."""

    steps: tuple["Step", ...]
    needs: Condition | None = field(name="if", default=None)


class Choose(Verb, frozen=True, tag="choose"):
    """A player chooses one of the possibilities that are open."""

    options: tuple[Option, ...]
    who: Who = "you"


class If(Verb, frozen=True, tag="if"):
    """These steps if something holds, else those."""

    needs: Condition = field(name="that")
    then: tuple["Step", ...]
    otherwise: tuple["Step", ...] = ()


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens on some results of a die."""

    steps: tuple["Step", ...]
    at_least: int | None = None
    at_most: int | None = None


class Roll(Verb, frozen=True, tag="roll"):
    """Roll a die; the first outcome that fits happens. Cards in play may change the roll."""

    outcomes: tuple[Outcome, ...]
    plus: Amount = 0
    who: Who = "you"


class Repeat(Verb, frozen=True, tag="repeat"):
    """These steps n times."""

    n: Amount
    steps: tuple["Step", ...]


class Each(Verb, frozen=True, tag="each"):
    """Both players one after the other; "you" is the player whose turn it is."""

    steps: tuple["Step", ...]
    order: Order = "active_first"


Step = (
    Add
    | Remove
    | Move
    | Match
    | Check
    | EachPlace
    | RandomDistricts
    | CreateOrganization
    | RemoveOrganization
    | Sponsor
    | WorldAffairs
    | Unrest
    | Prestige
    | MoveScoring
    | ResetScoring
    | Score
    | RollScoring
    | Vp
    | Op
    | Spend
    | Bid
    | Extremism
    | DumaVote
    | EndSession
    | AddMarker
    | RollMarkers
    | ToPool
    | RemoveCard
    | EnterPlay
    | Discard
    | SwapHands
    | ExchangeWithPool
    | PlayFromPool
    | Activities
    | SpecialAction
    | SkipRound
    | NextCard
    | Later
    | Choose
    | If
    | Roll
    | Repeat
    | Each
)

__all__ = [
    "Activities",
    "Add",
    "AddMarker",
    "Bid",
    "Check",
    "Choose",
    "CreateOrganization",
    "Discard",
    "DumaVote",
    "Each",
    "EachPlace",
    "EndSession",
    "EnterPlay",
    "ExchangeWithPool",
    "Extremism",
    "If",
    "Later",
    "Match",
    "Move",
    "MoveScoring",
    "NextCard",
    "Op",
    "Option",
    "Outcome",
    "PlayFromPool",
    "Prestige",
    "RandomDistricts",
    "Remove",
    "RemoveCard",
    "RemoveOrganization",
    "Repeat",
    "ResetScoring",
    "Roll",
    "RollMarkers",
    "RollScoring",
    "Score",
    "SkipRound",
    "SpecialAction",
    "Spend",
    "Sponsor",
    "Step",
    "SwapHands",
    "ToPool",
    "Unrest",
    "Verb",
    "Vp",
    "WorldAffairs",
]
