"""What happens in Revolution!: each fact beside what it changes on the table, by chapter of the rulebook."""

from domain.games.revolution.events.bidding import (
    BarredTokensRemoved,
    BidPlaced,
    BidRevealed,
    ExtraBidsDiscarded,
    OfferAnswered,
    OfferMade,
)
from domain.games.revolution.events.resolution import (
    CharacterResolved,
    CubeReplaced,
    CubesSwapped,
    Declined,
    InfluenceLost,
    InfluencePlaced,
    PowerLost,
    PowerOffered,
    SupportGained,
    TokensRemoved,
)
from domain.games.revolution.events.rounds import (
    AreaScored,
    GameEnded,
    PhaseBegan,
    RoundBegan,
    TokensScored,
    TokensShown,
    TokensTaken,
)

AnyEvent = (
    TokensTaken | RoundBegan | TokensShown | PhaseBegan | BidPlaced | BidRevealed | BarredTokensRemoved
    | ExtraBidsDiscarded | OfferMade | OfferAnswered | CharacterResolved | SupportGained | InfluencePlaced
    | InfluenceLost | PowerOffered | PowerLost | CubeReplaced | CubesSwapped | Declined | TokensRemoved
    | TokensScored | AreaScored | GameEnded
)  # fmt: skip

__all__ = [
    "AnyEvent",
    "AreaScored",
    "BarredTokensRemoved",
    "BidPlaced",
    "BidRevealed",
    "CharacterResolved",
    "CubeReplaced",
    "CubesSwapped",
    "Declined",
    "ExtraBidsDiscarded",
    "GameEnded",
    "InfluenceLost",
    "InfluencePlaced",
    "OfferAnswered",
    "OfferMade",
    "PhaseBegan",
    "PowerLost",
    "PowerOffered",
    "RoundBegan",
    "SupportGained",
    "TokensRemoved",
    "TokensScored",
    "TokensShown",
    "TokensTaken",
]
