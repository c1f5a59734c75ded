"""Which Districts or Parties a card means. A filter without fields means all of them.

Parties out of play are never meant. Of Parties, those of the faction whose cubes, check or Organization
it is are meant; places that are full are left out where cubes are added.
"""

from typing import Annotated

from msgspec import Meta, Struct

from domain.games.prelude.cards.terms import District, Party, Subtype, Who, WhoOrNobody, Wing

Cubes = Annotated[int, Meta(ge=1, le=9)]


class Filter(Struct, frozen=True, forbid_unknown_fields=True, tag_field="in"):
    """One kind of place; `in` says which."""


class Districts(Filter, frozen=True, tag="districts"):
    """Districts for which everything that is written holds."""

    types: tuple[Subtype, ...] = ()
    """Of one of these subtypes; none written: of any."""
    names: tuple[District, ...] = ()
    """One of these; none written: any."""
    controlled_by: WhoOrNobody | None = None
    """Who controls it now."""
    led_by: WhoOrNobody | None = None
    """Who controlled it when the Event (or the hook) began."""
    with_organization: Who | None = None
    """This player has an Organization there."""
    without_organization: Who | None = None
    """This player has none there."""
    sponsored_by: Party | None = None
    """This Party can Sponsor Organizations there; whether it has one itself does not matter."""
    sponsored_by_here: bool = False
    """The Party at hand can Sponsor Organizations there."""
    adjacent_to: District | None = None
    """Connected by an arrow with this District."""
    adjacent_to_here: bool = False
    """Connected by an arrow with the District at hand."""
    mv_of: Who | None = None
    """Goes with mv_at_least: whose Mobilization Value is looked at; without it, that of "you"."""
    mv_at_least: Cubes | None = None
    """The least Mobilization Value there."""
    full_for: Who | None = None
    """This player's boxes there are all filled."""
    received: Cubes | None = None
    """At least so many cubes were added there in this Event."""


class Parties(Filter, frozen=True, tag="parties"):
    """Parties in play for which everything that is written holds."""

    names: tuple[Party, ...] = ()
    wing: Wing | None = None
    with_organization: bool | None = None
    """True: it has an Organization; false: it has none."""
    received: Cubes | None = None
    """At least so many cubes were added there in this Event."""


class Here(Filter, frozen=True, tag="here"):
    """The place at hand: of the check, of `each_place`, or the random District."""


Where = Districts | Parties | Here
Places = Where | tuple[Where, ...]
"""One filter, or several of which at least one must fit."""
