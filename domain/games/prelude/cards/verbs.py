"""The verbs that have no steps in them: cubes, Organizations, tracks, points, cards.

`who` acts and decides and is "you" where it is not written. Where nobody is meant, or there is nothing
to do, a step does nothing and the next one follows.
"""

from typing import Annotated

from msgspec import Meta, Struct, field

from domain.games.prelude.cards.amounts import Amount
from domain.games.prelude.cards.places import Cubes, Places
from domain.games.prelude.cards.terms import (
    TRACKS,
    Activity,
    Direction,
    MarkerValue,
    Party,
    Subtype,
    Track,
    Who,
)

Face = Annotated[int, Meta(ge=1, le=6)]
Few = Annotated[int, Meta(ge=1, le=4)]


class Verb(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """One step; `do` says which."""


# Cubes: costs are ignored, the number of boxes is not. As many as can be, unless `up_to` leaves it open.


class Add(Verb, frozen=True, tag="add"):
    """Add n cubes in such places, or n in each of them."""

    n: Amount
    where: Places
    who: Who = "you"
    whose: Who | None = None
    """Whose cubes; not written: those of `who`."""
    each: bool = False
    max_per: Cubes | None = None
    """At most so many in one place."""
    first: Places | None = None
    """Such places first, as long as they have room."""
    up_to: bool = False


class Remove(Verb, frozen=True, tag="remove"):
    """Remove n cubes from such places, or n from each of them."""

    n: Amount
    where: Places
    who: Who = "you"
    whose: Who = "opponent"
    each: bool = False
    max_per: Cubes | None = None
    up_to: bool = False


class Move(Verb, frozen=True, tag="move"):
    """Move n cubes, one at a time, from such places to such places."""

    n: Amount
    from_: Places = field(name="from")
    to: Places
    who: Who = "you"
    whose: Who | None = None
    """Whose cubes; not written: those of `who`."""
    up_to: bool = False


class Match(Verb, frozen=True, tag="match"):
    """In n such Districts where the opponent has more cubes: add until there are as many."""

    n: Amount
    where: Places
    who: Who = "you"


# Organizations


class CreateOrganization(Verb, frozen=True, tag="create_organization"):
    """Create one in such a place: with a check if `plus` is written, else at once."""

    where: Places
    plus: Amount | None = None
    sponsored: bool = True
    """False: no Party need Sponsor it."""
    who: Who = "you"


class RemoveOrganization(Verb, frozen=True, tag="remove_organization"):
    """Remove n Organizations from such places."""

    where: Places
    n: Amount = 1
    who: Who = "you"
    whose: Who = "opponent"


class Sponsor(Verb, frozen=True, tag="sponsor"):
    """For the rest of the game this Party's Organization Sponsors Districts of these subtypes."""

    party: Party
    types: tuple[Subtype, ...]


# Tracks


class WorldAffairs(Verb, frozen=True, tag="world_affairs"):
    """+n on the World Affairs Track toward a player."""

    n: Amount
    who: Who = "you"


class Unrest(Verb, frozen=True, tag="unrest"):
    """Unrest up, or with a negative number down."""

    n: Amount


class Prestige(Verb, frozen=True, tag="prestige"):
    """The Tsar's Prestige up or down, or set to a box. Nothing once he has abdicated."""

    n: Amount = 0
    to: Annotated[int, Meta(ge=0, le=15)] | None = None


class MoveScoring(Verb, frozen=True, tag="move_scoring"):
    """Move n different Scoring Markers; never left of Start; one that reaches Score scores."""

    n: Few = 1
    boxes: Few = 1
    direction: Direction = "forward"
    tracks: tuple[Track, ...] = TRACKS
    who: Who = "you"


class ResetScoring(Verb, frozen=True, tag="reset_scoring"):
    """Put n Scoring Markers back to Start without scoring."""

    n: Few = 1
    tracks: tuple[Track, ...] = TRACKS
    who: Who = "you"


class Score(Verb, frozen=True, tag="score"):
    """Go through the scoring sequence of n tracks."""

    n: Few = 1
    tracks: tuple[Track, ...] = TRACKS
    who: Who = "you"


class RollScoring(Verb, frozen=True, tag="roll_scoring"):
    """Roll n Scoring Dice, one at a time; the same die may be rolled again."""

    n: Amount = 1
    tracks: tuple[Track, ...] = TRACKS
    who: Who = "you"


# Victory and Opportunity Points


class Vp(Verb, frozen=True, tag="vp"):
    """Score VP."""

    n: Amount
    who: Who = "you"


class Op(Verb, frozen=True, tag="op"):
    """Gain Opportunity Points, or with a negative number lose them."""

    n: Amount
    who: Who = "you"


# The Duma


class Extremism(Verb, frozen=True, tag="extremism"):
    """A Growing Extremism roll, or its procedure with a die that is given."""

    plus: Amount = 0
    die: Face | None = None
    who: Who = "you"


class DumaVote(Verb, frozen=True, tag="duma_vote"):
    """A Duma Vote, now."""


class EndSession(Verb, frozen=True, tag="end_session"):
    """This Duma Session is over, and there is no Vote for it."""


# Military Preparations


class AddMarker(Verb, frozen=True, tag="add_marker"):
    """Add Red Guards or Loyal Troops of exactly this value."""

    value: MarkerValue
    n: Amount = 1
    who: Who = "you"


class RollMarkers(Verb, frozen=True, tag="roll_markers"):
    """A die for each of a player's markers of these values, lowest first; some faces remove it."""

    values: tuple[MarkerValue, ...]
    lost_on: tuple[Face, ...] = (6,)
    whose: Who = "opponent"


# Cards


class ToPool(Verb, frozen=True, tag="to_pool"):
    """A card in play goes back to the Opportunity Pool; without a number, this card does."""

    card: int | None = None


class RemoveCard(Verb, frozen=True, tag="remove_card"):
    """A card that is in play leaves the game."""

    card: int


class EnterPlay(Verb, frozen=True, tag="enter_play"):
    """A card comes into play from wherever it is, without its Event."""

    card: int


class Discard(Verb, frozen=True, tag="discard"):
    """A player discards n cards from hand: drawn at random, or chosen by that player."""

    n: Amount
    random: bool = False
    who: Who = "opponent"


class SwapHands(Verb, frozen=True, tag="swap_hands"):
    """Both players exchange all cards in hand, once this Action Round is over."""


class ExchangeWithPool(Verb, frozen=True, tag="exchange_with_pool"):
    """A player may exchange up to n cards in hand with as many of the Pool that are no Key Events."""

    n: Few
    who: Who = "you"


class PlayFromPool(Verb, frozen=True, tag="play_from_pool"):
    """A player may play the Event of an own or neutral card of the Pool, without rolling its die."""

    less: Annotated[int, Meta(ge=0, le=6)] = 0
    """So many Opportunity Points less than its AP; never below 0."""
    who: Who = "you"


# Actions


class Activities(Verb, frozen=True, tag="activities"):
    """Perform activities worth so many AP."""

    ap: Amount
    only: tuple[Activity, ...] = ()
    """Only these; none written: all."""
    where: Places | None = None
    """Mobilize and organize only in such places."""
    who: Who = "you"


class SpecialAction(Verb, frozen=True, tag="special_action"):
    """Use a Special Action that is still available to `of`, as one's own, paid with these AP.

    It is used up for `of`, and neither player's Special Action of the Turn is.
    """

    of: Who
    ap: Amount
    who: Who = "you"


class SkipRound(Verb, frozen=True, tag="skip_round"):
    """A player's next Action Round passes without a card, if need be in the next Turn."""

    who: Who = "you"


class NextCard(Verb, frozen=True, tag="next_card"):
    """In a player's next Action Round a card from hand is worth more AP; else it is lost."""

    ap: Annotated[int, Meta(ge=1, le=6)]
    who: Who = "you"
