"""One card as data: what is printed on it, in words that the rules can follow."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.games.prelude.cards.conditions import Condition
from domain.games.prelude.cards.standing import Hook, Modifier
from domain.games.prelude.cards.steps import Step
from domain.games.prelude.cards.terms import TURNS, Die, Duration, Enters, Entry, Faction, Source

Number = Annotated[int, Meta(ge=1, le=999)]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the game."""

    number: Number
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    entry: Entry
    """The deck it belongs to; for a Key Event the Turn at whose start it enters the Pool."""
    faction: Faction
    ap: Literal[2, 4, 6]
    die: Die
    source: Source
    event: tuple[Step, ...] = ()
    prerequisite: Condition | None = None
    duration: Duration = "none"
    """How long it stays in play after its Event."""
    stays_if: Condition | None = None
    """It stays in play only if this holds once the Event is over."""
    removed_at_abdication: bool = False
    """The star and triangle."""
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    enters: Enters = "always"
    """Key Events: only while the Tsar reigns, or only once he is gone."""
    note: str = ""
    """What its text leaves open, or why it is as it is."""

    @property
    def id(self) -> str:
        """How the table, commands and events name it."""
        return str(self.number)

    @property
    def is_key_event(self) -> bool:
        """Key Events are not drawn: they enter the Pool at the start of their Turn."""
        return self.entry in TURNS
