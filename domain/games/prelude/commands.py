"""What a seat may ask, in small steps: a card, an activity, a cube, a die."""

from msgspec import Struct

from domain.core.event import Seat
from domain.games.prelude.components import CardId, Place, SpecialId


class Command(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Base of all commands of the game."""


class NameFirstPlayer(Command, frozen=True, tag="name_first_player"):
    """Initiative: who is First Player this Turn."""

    side: Seat


class PlayEvent(Command, frozen=True, tag="play_event"):
    """Play a card from hand for its Event."""

    card: CardId


class PlayActivities(Command, frozen=True, tag="play_activities"):
    """Play a card from hand for its Activity Points."""

    card: CardId


class PlayFromPool(Command, frozen=True, tag="play_from_pool"):
    """Pay Opportunity Points and play a card of the Opportunity Pool for its Event."""

    card: CardId


class Pass(Command, frozen=True, tag="pass"):
    """Do nothing, with no card in hand."""


class Mobilize(Command, frozen=True, tag="mobilize"):
    """Add one cube in a District or a Party, for its cost."""

    place: Place


class CreateOrganization(Command, frozen=True, tag="create_organization"):
    """Try to create an Organization; the AP are the bonus of the check."""

    place: Place
    points: int


class UseSpecialAction(Command, frozen=True, tag="use_special_action"):
    """Use a Special Action, for so many AP."""

    special: SpecialId
    points: int


class Done(Command, frozen=True, tag="done"):
    """That is enough: the rest of the points, cubes or cards is let be."""


class ChooseTrack(Command, frozen=True, tag="choose_track"):
    """One of the four scoring tracks, or its die."""

    track: str


class MoveMarker(Command, frozen=True, tag="move_marker"):
    """Move a Scoring Marker forward, or back with a negative number."""

    track: str
    boxes: int


class ChooseSide(Command, frozen=True, tag="choose_side"):
    """One of the two players."""

    side: Seat


class ExchangeCard(Command, frozen=True, tag="exchange_card"):
    """Give a card from hand for one of the Opportunity Pool."""

    card: CardId
    for_card: CardId


class SpendOpportunity(Command, frozen=True, tag="spend_opportunity"):
    """Spend so many Opportunity Points."""

    points: int


class ChoosePlace(Command, frozen=True, tag="choose_place"):
    """A District or a Party: for a cube, a check, an Organization."""

    place: Place


class MoveCube(Command, frozen=True, tag="move_cube"):
    """Move one cube."""

    origin: Place
    place: Place


class ChooseOption(Command, frozen=True, tag="choose_option"):
    """One of a card's possibilities, by its number from 1 on."""

    option: int


class ChooseCard(Command, frozen=True, tag="choose_card"):
    """One of the cards in question."""

    card: CardId


AnyCommand = (
    NameFirstPlayer | PlayEvent | PlayActivities | PlayFromPool | Pass | Mobilize | CreateOrganization
    | UseSpecialAction | Done | ChooseTrack | MoveMarker | ChooseSide | ExchangeCard | SpendOpportunity
    | ChoosePlace | MoveCube | ChooseOption | ChooseCard
)  # fmt: skip
