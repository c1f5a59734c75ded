"""Shapes: what bodies and answers look like, as structs; the OpenAPI document is made of them."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from domain.core.ruleset import Standing
from services.store.keys import PublicKey, SignedHead

Name = Annotated[str, Meta(max_length=60)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Events = Annotated[int, Meta(ge=0, le=1_000)]


class RulesetShape(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    version: int
    languages: tuple[str, ...]
    seats: dict[str, tuple[str, ...]]  # by preset
    presets: dict[str, dict[str, Any]]
    options: dict[str, Any]  # a JSON schema


class SeatingShape(Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is filled: by whoever holds the token at once, or by who accepts the invitation."""

    name: Name = ""
    invite: bool = False


class DelayShape(Struct, frozen=True, forbid_unknown_fields=True):
    """How far spectators are kept behind."""

    seconds: Seconds = 0
    events: Events = 0


class OpenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What game to open, and for whom."""

    ruleset: str
    options: dict[str, Any] = {}
    preset: str | None = None
    entropy: bool = False
    seats: dict[str, SeatingShape] = {}
    delay: DelayShape = DelayShape()


class SeatGiven(Struct, frozen=True, omit_defaults=True):
    """How the holder gets to the seat; shown once."""

    token: str = ""
    invitation: str = ""


class GameOpened(Struct, frozen=True):
    """A game that has begun."""

    game: str
    ruleset: str
    seats: dict[str, SeatGiven]
    commitment: str
    version: int
    receipt: SignedHead | None
    repeated: bool


class GameListed(Struct, frozen=True):
    """A game in a list."""

    game: str
    ruleset: str
    ruleset_version: int
    seats: tuple[str, ...]
    version: int
    moment: str
    over: bool
    winners: tuple[str, ...] = ()
    points: dict[str, int] = {}
    began_at: int = 0  # microseconds since 1970; 0 while nothing of it is shown
    last_at: int = 0


class GamePage(Struct, frozen=True):
    """Some games, and after which one to go on."""

    games: list[GameListed]
    next: str | None


class Asked(Struct, frozen=True):
    """What the game waits for."""

    what: str
    seats: tuple[str, ...]
    rule: str


class GameView(Struct, frozen=True):
    """The table as the caller may see it."""

    game: str
    ruleset: str
    ruleset_version: int
    audience: str
    version: int
    moment: str
    standing: Standing
    asked: Asked | None
    table: dict[str, Any]


class ChoicesAnswer(Struct, frozen=True):
    """What the caller's seat may do at a version; null when nothing is asked of it."""

    version: int
    choices: dict[str, Any] | None


class CommandAnswer(Struct, frozen=True):
    """What a command caused: the caller's copy of the records, and the signed head to keep."""

    version: int
    records: list[dict[str, Any]]
    receipt: SignedHead | None
    repeated: bool


class CloudEvent(Struct, frozen=True):
    """A record in a CloudEvents 1.0 envelope."""

    specversion: Literal["1.0"]
    id: str
    source: str
    type: str
    time: str
    datacontenttype: Literal["application/json"]
    data: dict[str, Any]
    subject: str = ""


class EventPage(Struct, frozen=True):
    """Events after a version, and the newest version that the caller may know of."""

    game: str
    after: int
    version: int
    over: bool
    events: list[CloudEvent]


class FeedPage(Struct, frozen=True):
    """Events of all games after a cursor, and the cursor to go on from."""

    next: str
    events: list[CloudEvent]


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation, and the name to be seen under."""

    invitation: str
    name: Name = ""


class Seated(Struct, frozen=True):
    """A seat that is the caller's from now on."""

    seat: str
    token: str
    id: str


class TokenAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for someone who does not play."""

    role: Literal["observer", "arbiter", "organiser"]
    game: str | None = None
    name: Name = ""
    expires_in: Annotated[int, Meta(ge=1, le=31_536_000)] | None = None


class TokenGiven(Struct, frozen=True):
    """A token, shown once, and the id by which it can be ended."""

    token: str
    id: str


class InvitationGiven(Struct, frozen=True):
    """An invitation, good for one seat, once."""

    invitation: str


class TicketGiven(Struct, frozen=True):
    """A ticket for one stream or socket, for clients that cannot send headers."""

    ticket: str
    expires_in: int


class Who(Struct, frozen=True):
    """Who a token says the caller is."""

    id: str
    role: str
    game: str | None
    seat: str | None
    name: str


class SeatShape(Struct, frozen=True):
    """Who sits at a seat."""

    seat: str
    name: str
    taken: bool


class LookShape(Struct, frozen=True):
    """One look of an arbiter at a game."""

    at: int
    caller: str
    name: str
    what: str
    version: int


class Keys(Struct, frozen=True):
    """The public keys that sign here, oldest first, and under which name."""

    origin: str
    keys: list[PublicKey]


class PlayerTally(Struct, frozen=True):
    """How a player has fared on a side of a ruleset."""

    name: str
    ruleset: str
    side: str
    games: int
    won: int


class Health(Struct, frozen=True, omit_defaults=True):
    """Whether this server is well."""

    status: Literal["ok", "draining", "failing"]
    reason: str = ""


class ProjectionShape(Struct, frozen=True):
    """How a projection is: its generation, how many events behind, how many games stuck."""

    projection: str
    generation: int
    lag: int
    stuck: int


class RebuildAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which projection to build anew; null: all of them."""

    projection: str | None = None


class RebuiltShape(Struct, frozen=True):
    """A projection in a new generation, and the first few rows that were other in the old one."""

    projection: str
    generation: int
    compared: bool
    differing: tuple[str, ...]


class RebuildShape(Struct, frozen=True):
    """The rebuild that is being made, or the last one."""

    running: bool
    percent: int
    rebuilt: list[RebuiltShape]
    failed: str


class ProjectionsShape(Struct, frozen=True):
    """How far all projections are."""

    projections: list[ProjectionShape]
    rebuild: RebuildShape | None
