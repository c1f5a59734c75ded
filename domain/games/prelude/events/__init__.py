"""What happens in Prelude to Revolution: each fact beside what it changes on the table."""

from domain.games.prelude.events.activities import (
    Mobilized,
    OptionChosen,
    OrganizationTried,
    PlaceChosen,
    SideChosen,
    SpecialArmed,
    SpecialUsed,
    TrackChosen,
    WasDone,
)
from domain.games.prelude.events.board import (
    CubeMoved,
    CubesAdded,
    CubesRemoved,
    DistrictRolled,
    MarkersAdded,
    MarkerTested,
    OrganizationCreated,
    OrganizationRemoved,
    SponsorChanged,
)
from domain.games.prelude.events.cards import (
    BonusPromised,
    BonusSpent,
    CardDiscarded,
    CardExchanged,
    CardMoved,
    CardPlayed,
    CardPutAway,
    EventBegan,
    EventChosen,
    EventNotMet,
    ExchangeArranged,
    LaterBegan,
    LaterPromised,
    Passed,
    RoundBegan,
    RoundSkippedNext,
    SpecialSpent,
)
from domain.games.prelude.events.checks import (
    CheckRescued,
    CheckRolled,
    DieRolled,
    ExtremismRolled,
    SessionEnded,
    VoteHeld,
)
from domain.games.prelude.events.ending import (
    FinalScoringBegan,
    GameEnded,
    GovernmentFormed,
    PoolJoined,
    RedOctoberBegan,
    TsarAbdicated,
    VanguardScored,
    WorldRolled,
)
from domain.games.prelude.events.setup import (
    Asked,
    CardsDrawn,
    CardsRemoved,
    CollapseDeckFormed,
    DeckShuffled,
    EraEnded,
    FirstPlayerNamed,
    HandsExchanged,
    PoolFilled,
    TurnBegan,
    TurnEnded,
)
from domain.games.prelude.events.tracks import (
    OpportunityChanged,
    OpportunitySpent,
    PointsScored,
    PrestigeMoved,
    ScoringDieRolled,
    ScoringMarkerMoved,
    TrackReset,
    TrackScored,
    UnrestMoved,
    WorldAffairsMoved,
)

AnyEvent = (
    Mobilized | OrganizationTried | SpecialUsed | SpecialArmed | WasDone | CubesAdded | CubesRemoved |
    CubeMoved | PlaceChosen | OptionChosen | TrackChosen | SideChosen | OrganizationCreated |
    OrganizationRemoved | SponsorChanged | CheckRolled | CheckRescued | OpportunitySpent |
    OpportunityChanged | PointsScored | UnrestMoved | PrestigeMoved | WorldAffairsMoved |
    ScoringDieRolled | ScoringMarkerMoved | TrackScored | TrackReset | ExtremismRolled | SessionEnded |
    VoteHeld | DieRolled | DistrictRolled | MarkersAdded | MarkerTested | RoundBegan | CardPlayed |
    Passed | SpecialSpent | BonusSpent | EventNotMet | EventBegan | CardPutAway | CardMoved |
    CardDiscarded | CardExchanged | ExchangeArranged | RoundSkippedNext | BonusPromised | LaterPromised
    | LaterBegan | EventChosen | TsarAbdicated | PoolJoined | GovernmentFormed | RedOctoberBegan |
    VanguardScored | WorldRolled | FinalScoringBegan | GameEnded | Asked | DeckShuffled | TurnBegan |
    PoolFilled | CardsDrawn | FirstPlayerNamed | HandsExchanged | EraEnded | TurnEnded | CardsRemoved |
    CollapseDeckFormed
)  # fmt: skip


__all__ = [
    "AnyEvent",
    "Asked",
    "BonusPromised",
    "BonusSpent",
    "CardDiscarded",
    "CardExchanged",
    "CardMoved",
    "CardPlayed",
    "CardPutAway",
    "CardsDrawn",
    "CardsRemoved",
    "CheckRescued",
    "CheckRolled",
    "CollapseDeckFormed",
    "CubeMoved",
    "CubesAdded",
    "CubesRemoved",
    "DeckShuffled",
    "DieRolled",
    "DistrictRolled",
    "EraEnded",
    "EventBegan",
    "EventChosen",
    "EventNotMet",
    "ExchangeArranged",
    "ExtremismRolled",
    "FinalScoringBegan",
    "FirstPlayerNamed",
    "GameEnded",
    "GovernmentFormed",
    "HandsExchanged",
    "LaterBegan",
    "LaterPromised",
    "MarkerTested",
    "MarkersAdded",
    "Mobilized",
    "OpportunityChanged",
    "OpportunitySpent",
    "OptionChosen",
    "OrganizationCreated",
    "OrganizationRemoved",
    "OrganizationTried",
    "Passed",
    "PlaceChosen",
    "PointsScored",
    "PoolFilled",
    "PoolJoined",
    "PrestigeMoved",
    "RedOctoberBegan",
    "RoundBegan",
    "RoundSkippedNext",
    "ScoringDieRolled",
    "ScoringMarkerMoved",
    "SessionEnded",
    "SideChosen",
    "SpecialArmed",
    "SpecialSpent",
    "SpecialUsed",
    "SponsorChanged",
    "TrackChosen",
    "TrackReset",
    "TrackScored",
    "TsarAbdicated",
    "TurnBegan",
    "TurnEnded",
    "UnrestMoved",
    "VanguardScored",
    "VoteHeld",
    "WasDone",
    "WorldAffairsMoved",
    "WorldRolled",
]
