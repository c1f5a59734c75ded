"""The agenda: what is still to be done, as data. The top is done next; what it leaves to do comes on top.

Defaults are empty: msgspec leaves out a default only when it is the very same object, and a word that was
read from a line is another one.

A question is a task that waits for a seat's command. Tasks never change: one that goes on is replaced.
"""

from domain.games.prelude.agenda.base import (
    Outcome,
    Path,
    Question,
    Task,
    replaced,
)
from domain.games.prelude.agenda.card_questions import (
    AddCube,
    DiscardCard,
    MatchCubes,
    MoveCube,
    PickFromPool,
    PickOption,
    PickPlace,
    PickSpecial,
    RemoveCube,
    SpendSome,
)
from domain.games.prelude.agenda.course import (
    AbdicateIfDue,
    BeginRound,
    BeginTurn,
    CheckEnd,
    CloseTurn,
    LateTurn,
    NextRound,
    RoundEvents,
    TurnEvents,
    VoteIfDue,
)
from domain.games.prelude.agenda.frames import (
    AndAgain,
    CheckStep,
    CreateStep,
    EachOf,
    Frame,
    Judge,
    RandomPlaces,
    Steps,
    Trigger,
)
from domain.games.prelude.agenda.playing import (
    Check,
    EndVote,
    OpposingEvent,
    OrganizationTried,
    OwnEvent,
    PutAway,
    RollDie,
    RollPrinted,
    ScoreTrack,
    Vote,
    Voted,
)
from domain.games.prelude.agenda.questions import (
    ChooseDie,
    ChooseEvent,
    ChooseFirst,
    ChoosePlay,
    DeclareDie,
    Exchange,
    MoveMarker,
    PickScoring,
    Provoke,
    Rescue,
    ResetTrack,
    SpendAny,
    SpendPoints,
)
from domain.games.prelude.agenda.upheaval import (
    Finish,
    Provisional,
    Reacted,
    RedStep,
    WorldReacts,
)

AnyTask = (
    BeginTurn | BeginRound | VoteIfDue | RoundEvents | CheckEnd | AbdicateIfDue | NextRound | TurnEvents
    | LateTurn | CloseTurn | OpposingEvent | OwnEvent | RollPrinted | RollDie | ScoreTrack | PutAway |
    Check | OrganizationTried | Vote | Voted | EndVote | Reacted | RedStep | Provisional | WorldReacts |
    Finish | Frame | Steps | Trigger | EachOf | RandomPlaces | AndAgain | CheckStep | CreateStep | Judge
    | ChooseFirst | ChoosePlay | SpendPoints | ChooseDie | DeclareDie | ResetTrack | PickScoring |
    MoveMarker | Provoke | Exchange | Rescue | SpendAny | ChooseEvent | AddCube | RemoveCube | MoveCube
    | MatchCubes | PickPlace | PickOption | SpendSome | DiscardCard | PickFromPool | PickSpecial
)  # fmt: skip

__all__ = [
    "AbdicateIfDue",
    "AddCube",
    "AndAgain",
    "AnyTask",
    "BeginRound",
    "BeginTurn",
    "Check",
    "CheckEnd",
    "CheckStep",
    "ChooseDie",
    "ChooseEvent",
    "ChooseFirst",
    "ChoosePlay",
    "CloseTurn",
    "CreateStep",
    "DeclareDie",
    "DiscardCard",
    "EachOf",
    "EndVote",
    "Exchange",
    "Finish",
    "Frame",
    "Judge",
    "LateTurn",
    "MatchCubes",
    "MoveCube",
    "MoveMarker",
    "NextRound",
    "OpposingEvent",
    "OrganizationTried",
    "Outcome",
    "OwnEvent",
    "Path",
    "PickFromPool",
    "PickOption",
    "PickPlace",
    "PickScoring",
    "PickSpecial",
    "Provisional",
    "Provoke",
    "PutAway",
    "Question",
    "RandomPlaces",
    "Reacted",
    "RedStep",
    "RemoveCube",
    "Rescue",
    "ResetTrack",
    "RollDie",
    "RollPrinted",
    "RoundEvents",
    "ScoreTrack",
    "SpendAny",
    "SpendPoints",
    "SpendSome",
    "Steps",
    "Task",
    "Trigger",
    "TurnEvents",
    "Vote",
    "VoteIfDue",
    "Voted",
    "WorldReacts",
    "replaced",
]
