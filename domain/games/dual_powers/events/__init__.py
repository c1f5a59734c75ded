"""What happens in Dual Powers: each fact beside what it changes on the table, by chapter of the rulebook."""

from domain.games.dual_powers.events.actions import (
    BlockadeMoved,
    BonusEarned,
    CardPlayed,
    DateAdvanced,
    Declined,
    LeaderRecruited,
    NeutralsRefreshed,
    ObjectiveRevealed,
    TokenMoved,
    TokenRefreshed,
    TrotskyJoined,
    TrotskyReturned,
    TrotskyStayedAway,
    TurnBegan,
    UnitsRecruited,
    WillTaken,
)
from domain.games.dual_powers.events.scoring import (
    CardsDiscarded,
    GameEnded,
    HandDiscarded,
    MarkerPlaced,
    MarkersReturned,
    OppositionObjectiveFound,
    PointsScored,
    RegionJudged,
    TokensExhausted,
    UnrestBonusChosen,
)
from domain.games.dual_powers.events.setup import (
    BlockadeTileSet,
    CardsDrawn,
    DeckShuffled,
    LeadersShuffled,
    NeutralsPlaced,
    ObjectiveChosen,
    ObjectiveDealt,
    OppositionDealt,
    PhaseBegan,
    RoundBegan,
    TilesShuffled,
    UnrestTileSet,
)

AnyEvent = (
    NeutralsPlaced | TilesShuffled | UnrestTileSet | BlockadeTileSet | DeckShuffled | LeadersShuffled
    | RoundBegan | PhaseBegan | CardsDrawn | ObjectiveChosen | ObjectiveDealt | OppositionDealt
    | TurnBegan | CardPlayed | DateAdvanced | WillTaken | TrotskyReturned | TrotskyJoined | TrotskyStayedAway
    | BonusEarned | UnitsRecruited | TokenMoved | TokenRefreshed | LeaderRecruited | NeutralsRefreshed
    | BlockadeMoved | ObjectiveRevealed | Declined | MarkerPlaced | RegionJudged | PointsScored
    | UnrestBonusChosen | OppositionObjectiveFound | TokensExhausted | MarkersReturned | CardsDiscarded
    | HandDiscarded | GameEnded
)  # fmt: skip

__all__ = [
    "AnyEvent",
    "BlockadeMoved",
    "BlockadeTileSet",
    "BonusEarned",
    "CardPlayed",
    "CardsDiscarded",
    "CardsDrawn",
    "DateAdvanced",
    "DeckShuffled",
    "Declined",
    "GameEnded",
    "HandDiscarded",
    "LeaderRecruited",
    "LeadersShuffled",
    "MarkerPlaced",
    "MarkersReturned",
    "NeutralsPlaced",
    "NeutralsRefreshed",
    "ObjectiveChosen",
    "ObjectiveDealt",
    "ObjectiveRevealed",
    "OppositionDealt",
    "OppositionObjectiveFound",
    "PhaseBegan",
    "PointsScored",
    "RegionJudged",
    "RoundBegan",
    "TilesShuffled",
    "TokenMoved",
    "TokenRefreshed",
    "TokensExhausted",
    "TrotskyJoined",
    "TrotskyReturned",
    "TrotskyStayedAway",
    "TurnBegan",
    "UnitsRecruited",
    "UnrestBonusChosen",
    "UnrestTileSet",
    "WillTaken",
]
