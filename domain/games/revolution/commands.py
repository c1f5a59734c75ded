"""What a seat may ask: a bid, an answer to the Spy or the Apothecary, table talk."""

from msgspec import Struct

from domain.core.event import Seat
from domain.games.revolution.components import Area, Bid, CharacterId


class Command(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Base of all commands of the game."""


class PlaceBid(Command, frozen=True, tag="place_bid"):
    """Tokens by character; a bid that was placed before is taken back."""

    bid: Bid


class ReplaceCube(Command, frozen=True, tag="replace_cube"):
    """Spy: one of `owner`'s cubes in an area makes room for one of one's own."""

    area: Area
    owner: Seat


class SwapCubes(Command, frozen=True, tag="swap_cubes"):
    """Apothecary: `owner`'s cube in one area and `other_owner`'s in another change places."""

    area: Area
    owner: Seat
    other_area: Area
    other_owner: Seat


class Decline(Command, frozen=True, tag="decline"):
    """Leave the cubes as they are."""


class MakeOffer(Command, frozen=True, tag="make_offer"):
    """Making Deals: what one would do this round, and what one asks for it, by character."""

    to: tuple[Seat, ...]
    mine: dict[CharacterId, bool]
    yours: dict[CharacterId, bool]


class AnswerOffer(Command, frozen=True, tag="answer_offer"):
    """Making Deals: say yes or no to the offer that a version made."""

    offer: int
    agreed: bool


AnyCommand = PlaceBid | ReplaceCube | SwapCubes | Decline | MakeOffer | AnswerOffer
