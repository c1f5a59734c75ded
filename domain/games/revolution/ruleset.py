"""Revolution!, as a ruleset."""

from collections.abc import Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.choices import Choices
from domain.core.event import Audience, Event, Seat
from domain.core.record import ComponentSet
from domain.core.ruleset import Ruleset, Standing
from domain.games.revolution import thinking
from domain.games.revolution.choices import choices
from domain.games.revolution.commands import AnyCommand
from domain.games.revolution.components import STANDARD, Components, read_components
from domain.games.revolution.draw import draw
from domain.games.revolution.events import AnyEvent
from domain.games.revolution.events.resolution import SupportGained
from domain.games.revolution.events.rounds import AreaScored, TokensScored
from domain.games.revolution.options import PRESETS, Options
from domain.games.revolution.rules import rounds
from domain.games.revolution.svg import svg
from domain.games.revolution.table import COLOURS, TownTable, new_table
from domain.games.revolution.words.english import side
from domain.games.revolution.words.tell import tell

SCORING = (SupportGained, TokensScored, AreaScored)


class Revolution(Ruleset[TownTable]):
    """Three or four players who bid at the same time, in secret."""

    name = "revolution"
    version = 1
    event_types = AnyEvent
    command_types = AnyCommand
    options_type = Options
    presets = PRESETS

    def seats(self, options: Options) -> tuple[Seat, ...]:
        return COLOURS[: options.players]

    def components(self, text: str | None = None) -> Components:
        return read_components(text)

    def component_set(self, components: Components) -> ComponentSet:
        return components.set

    def new_table(self, options: Options, components: Components | None = None) -> TownTable:
        return new_table(options, components or STANDARD)

    def start(self, table: TownTable, chance: Chance) -> Iterator[Event[Any]]:
        return rounds.start(table, chance)

    def perform(self, table: TownTable, seat: Seat, command: Any, chance: Chance) -> Iterator[Event[Any]]:
        return rounds.perform(table, seat, command, chance)

    def choices(self, view: TownTable, seat: Seat) -> Choices | None:
        return choices(view, seat)

    def moment(self, table: TownTable) -> str:
        if table.over:
            return "over"
        if not table.round:
            return "setup"
        if table.phase == "resolution" and table.character:
            return f"r{table.round}.resolution.{table.character}"
        return f"r{table.round}.{table.phase}"

    def standing(self, table: TownTable) -> Standing:
        return Standing(dict(table.support), table.over, table.winners, table.reason)

    def scores(self, kind: type[Event[Any]]) -> bool:
        return kind in SCORING

    def tell(self, event: Event[Any], language: str = "en") -> str:
        return tell(event, language)

    def draw(self, view: TownTable, audience: Audience, language: str = "en") -> str:
        return draw(view, audience, language)

    def svg(self, view: TownTable, audience: Audience, language: str = "en") -> str:
        return svg(view, audience, language)

    def seat_name(self, seat: Seat, language: str = "en") -> str:
        return side(seat)

    def imagine(self, view: TownTable, seat: Seat, chance: Chance) -> TownTable:
        return thinking.imagine(view, seat, chance)

    def worth(self, view: TownTable, seat: Seat) -> int:
        return thinking.worth(view, seat)


RULESET = Revolution()
