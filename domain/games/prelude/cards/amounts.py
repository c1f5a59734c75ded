"""Numbers that a card reads from the table. None of them is ever below zero."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.games.prelude.cards.places import Places
from domain.games.prelude.cards.terms import Track, Who


class Value(Struct, frozen=True, forbid_unknown_fields=True, tag_field="value"):
    """A number from the table; `value` says which."""


class UnrestValue(Value, frozen=True, tag="unrest"):
    """The Revolutionary Unrest Track."""


class PrestigeValue(Value, frozen=True, tag="prestige"):
    """The Tsar's Prestige Track."""


class OpValue(Value, frozen=True, tag="op"):
    """A player's Opportunity Points."""

    of: Who = "you"


class CubesValue(Value, frozen=True, tag="cubes"):
    """A player's cubes in these places, all together: of one place, its Mobilization Value."""

    where: Places
    of: Who = "you"


class PlacesValue(Value, frozen=True, tag="places"):
    """How many such places there are. Of Parties: of this player's."""

    where: Places
    of: Who = "you"


class TrackValue(Value, frozen=True, tag="track"):
    """The VP printed under a track's Advantage Marker, whomever it favours."""

    track: Track


class MarkersValue(Value, frozen=True, tag="markers"):
    """The VP of a player's markers in the Military Preparations Box."""

    of: Who = "you"


class Result(Value, frozen=True, tag="result"):
    """What the step before came to: cubes added, removed or moved, points spent, a die, cards discarded."""


class Lowest(Value, frozen=True, tag="lowest"):
    """The least of several numbers."""

    of: tuple["Amount", ...]


class Highest(Value, frozen=True, tag="highest"):
    """The greatest of several numbers."""

    of: tuple["Amount", ...]


class Sum(Value, frozen=True, tag="sum"):
    """Several numbers added."""

    of: tuple["Amount", ...]


class Difference(Value, frozen=True, tag="difference"):
    """A number less another; 0 if that would be negative."""

    of: "Amount"
    less: "Amount"


class Divided(Value, frozen=True, tag="divided"):
    """A number divided, rounded down."""

    of: "Amount"
    by: Annotated[int, Meta(ge=2, le=20)]


Amount = (
    int
    | UnrestValue
    | PrestigeValue
    | OpValue
    | CubesValue
    | PlacesValue
    | TrackValue
    | MarkersValue
    | Result
    | Lowest
    | Highest
    | Sum
    | Difference
    | Divided
)
