"""What must hold: prerequisites, and the `if` of a step."""

from msgspec import Struct

from domain.games.prelude.cards.amounts import Amount
from domain.games.prelude.cards.places import Places
from domain.games.prelude.cards.terms import Era, Level, Party, Track, Turn, Who


class Need(Struct, frozen=True, forbid_unknown_fields=True, tag_field="needs"):
    """Something that holds or does not; `needs` says what."""


class InSession(Need, frozen=True, tag="duma_in_session"):
    """The Duma is in Session."""


class UnrestIs(Need, frozen=True, tag="unrest"):
    """The Unrest Track stands within bounds."""

    at_least: int | None = None
    at_most: int | None = None


class PrestigeIs(Need, frozen=True, tag="prestige"):
    """The Tsar reigns and his Prestige stands within bounds."""

    at_least: int | None = None
    at_most: int | None = None


class NumberIs(Need, frozen=True, tag="number"):
    """Any number from the table is within bounds."""

    of: Amount
    at_least: Amount | None = None
    at_most: Amount | None = None


class InPlay(Need, frozen=True, tag="in_play"):
    """One of these cards is in play."""

    cards: tuple[int, ...]


class TsarReigns(Need, frozen=True, tag="tsar_reigns"):
    """The Tsar has not abdicated."""


class PartyOrganization(Need, frozen=True, tag="party_organization"):
    """This Party has an Organization."""

    party: Party


class DumaControl(Need, frozen=True, tag="duma"):
    """A player holds a Majority, or Dominance. Dominance is a Majority too."""

    level: Level
    who: Who = "you"


class Controls(Need, frozen=True, tag="controls"):
    """A player controls at least so many such Districts."""

    where: Places
    who: Who = "you"
    at_least: int = 1


class Favoured(Need, frozen=True, tag="favoured"):
    """A track's Advantage Marker favours this player."""

    track: Track
    who: Who = "you"


class Time(Need, frozen=True, tag="time"):
    """One of these Turns, of these eras, of these Action Rounds; none written: any."""

    turns: tuple[Turn, ...] = ()
    eras: tuple[Era, ...] = ()
    rounds: tuple[int, ...] = ()


class ActivePlayer(Need, frozen=True, tag="active"):
    """It is this player's Action Round."""

    who: Who = "you"


class All(Need, frozen=True, tag="all"):
    """Everything of this holds."""

    of: tuple["Condition", ...]


class Any(Need, frozen=True, tag="any"):
    """Something of this holds."""

    of: tuple["Condition", ...]


class Not(Need, frozen=True, tag="not"):
    """This does not hold."""

    of: "Condition"


Condition = (
    InSession
    | UnrestIs
    | PrestigeIs
    | NumberIs
    | InPlay
    | TsarReigns
    | PartyOrganization
    | DumaControl
    | Controls
    | Favoured
    | Time
    | ActivePlayer
    | All
    | Any
    | Not
)
