"""The fixed words of the card language: names that a card may use and nothing else."""

from typing import Literal, get_args

Faction = Literal["rev", "gov", "neutral"]
Entry = Literal[
    "turmoil",  # the Era Decks
    "war",
    "collapse",
    "pg",  # Provisional Government: set aside until the Tsar abdicates
    "early_turmoil",  # Key Events: the Turn at whose start they enter the Pool
    "late_turmoil",
    "early_war",
    "late_war",
    "february",
    "july",
    "october",
]
Turn = Literal["early_turmoil", "late_turmoil", "early_war", "late_war", "february", "july", "october"]
Era = Literal["turmoil", "war", "collapse"]
Track = Literal["districts", "organizations", "world_affairs", "duma"]
Die = Literal["DI", "O", "WA", "DU", "rev", "gov", "all"]
Duration = Literal["none", "turn", "era", "game"]
Source = Literal["rulebook", "published", "reconstructed"]
Enters = Literal["always", "tsar_reigns", "tsar_gone"]
Subtype = Literal["worker", "military", "urban"]
Party = Literal["radical", "socialist", "liberal", "monarchist"]
Wing = Literal["moderate", "extremist"]
Level = Literal["majority", "dominance"]
Order = Literal["active_first", "first_player_first"]
Direction = Literal["forward", "back", "either"]
Activity = Literal["districts", "parties", "organizations", "special_actions"]
Purpose = Literal["any", "organization", "vote"]
MarkerValue = Literal[1, 2, 4]
District = Literal[
    "kronstadt",
    "reserve_regiment",
    "vasilevskiy",
    "palace_square",
    "peter_and_paul",
    "putilov",
    "winter_palace",
    "guards_regiment",
    "obukhov",
    "okhrana",
    "nevsky_shipyards",
    "kazan_cathedral",
    "vyborg",
    "taurida_palace",
    "nevsky_prospect",
    "capital_garrison",
    "state_bank",
    "smolny",
]
Who = Literal[
    "you",  # the card's faction; on a neutral card the active player; `each` and `bid` say whose turn it is
    "opponent",  # of "you"
    "rev",
    "gov",
    "active",
    "first_player",
    "favoured_districts",  # whom the Advantage Marker favours; nobody at 0, and then the step does nothing
    "favoured_organizations",
    "favoured_world_affairs",
    "favoured_duma",
    "ahead",  # on VP; nobody at 0
    "behind",
    "controller",  # of the District at hand (`here`)
]
WhoOrNobody = Literal[
    "you",
    "opponent",
    "rev",
    "gov",
    "active",
    "first_player",
    "favoured_districts",
    "favoured_organizations",
    "favoured_world_affairs",
    "favoured_duma",
    "ahead",
    "behind",
    "nobody",
]
TRACKS: tuple[Track, ...] = ("districts", "organizations", "world_affairs", "duma")
TURNS: tuple[Turn, ...] = get_args(Turn)
