"""What a seat may ask. Regular and bonus actions share words: the table knows which is due."""

from msgspec import Struct

from domain.games.dual_powers.components import CardId, Region, TokenId


class Command(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Base of all commands of the game."""


class ChooseObjective(Command, frozen=True, tag="choose_objective"):
    card: CardId


class PlayCard(Command, frozen=True, tag="play_card"):
    card: CardId


class Recruit(Command, frozen=True, tag="recruit"):
    tokens: tuple[TokenId, ...]
    region: Region


class Move(Command, frozen=True, tag="move"):
    token: TokenId
    path: tuple[Region, ...]


class Refresh(Command, frozen=True, tag="refresh"):
    token: TokenId


class RecruitLeader(Command, frozen=True, tag="recruit_leader"):
    region: Region


class MobilizeProtest(Command, frozen=True, tag="mobilize_protest"):
    connection: str


class Espionage(Command, frozen=True, tag="espionage"):
    pass


class InspireThePeople(Command, frozen=True, tag="inspire_the_people"):
    pass


class DrawCard(Command, frozen=True, tag="draw_card"):
    pass


class Organize(Command, frozen=True, tag="organize"):
    pass


class ScoreUnrest(Command, frozen=True, tag="score_unrest"):
    pass


class TakeBonus(Command, frozen=True, tag="take_bonus"):
    pass


class Decline(Command, frozen=True, tag="decline"):
    """Do without what is offered: an action, the special action of a leader, a bonus action."""


AnyCommand = (
    ChooseObjective
    | PlayCard
    | Recruit
    | Move
    | Refresh
    | RecruitLeader
    | MobilizeProtest
    | Espionage
    | InspireThePeople
    | DrawCard
    | Organize
    | ScoreUnrest
    | TakeBonus
    | Decline
)
