"""Prelude to Revolution: Russia's Descent into Anarchy 1905-1917, as a ruleset."""

from collections.abc import Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.choices import Choices
from domain.core.event import Audience, Event, Seat
from domain.core.record import ComponentSet
from domain.core.ruleset import Ruleset, Standing
from domain.games.prelude.commands import AnyCommand
from domain.games.prelude.components import STANDARD, Components, read_components
from domain.games.prelude.events import AnyEvent
from domain.games.prelude.options import PRESETS, Options
from domain.games.prelude.table import SIDES, PreludeTable, new_table


class Prelude(Ruleset[PreludeTable]):
    """Two players: the Revolutionary and the Government.

    Rules, choices, texts and boards are loaded when they are first asked for: a replay needs few of them.
    """

    name = "prelude"
    version = 1
    event_types = AnyEvent
    command_types = AnyCommand
    options_type = Options
    presets = PRESETS

    def seats(self, options: Options) -> tuple[Seat, ...]:
        return SIDES

    def components(self, text: str | None = None) -> Components:
        return read_components(text)

    def component_set(self, components: Components) -> ComponentSet:
        return components.set

    def new_table(self, options: Options, components: Components | None = None) -> PreludeTable:
        return new_table(options, components or STANDARD)

    def start(self, table: PreludeTable, chance: Chance) -> Iterator[Event[Any]]:
        from domain.games.prelude.rules import game

        return game.start(table, chance)

    def perform(self, table: PreludeTable, seat: Seat, command: Any, chance: Chance) -> Iterator[Event[Any]]:
        from domain.games.prelude.rules import game

        return game.perform(table, seat, command, chance)

    def choices(self, view: PreludeTable, seat: Seat) -> Choices | None:
        from domain.games.prelude.choices import choices

        return choices(view, seat)

    def moment(self, table: PreludeTable) -> str:
        """A Turn is a round, a player's Action Round a turn in it: `r2.t5`, the fifth of sixteen."""
        if table.over:
            return "over"
        if table.turn < 0:
            return "setup"
        if table.phase != "rounds" or not table.round:
            return f"r{table.turn + 1}.{'start' if table.phase == 'rounds' else table.phase}"
        return f"r{table.turn + 1}.t{2 * table.round - (table.active == table.first)}"

    def standing(self, table: PreludeTable) -> Standing:
        points = {seat: table.points(seat) for seat in SIDES}
        return Standing(points, table.over, (table.winner,) if table.winner else (), table.reason)

    def tell(self, event: Event[Any], language: str = "en") -> str:
        from domain.games.prelude.words.tell import tell

        return tell(event, language)

    def draw(self, view: PreludeTable, audience: Audience, language: str = "en") -> str:
        from domain.games.prelude.draw import draw

        return draw(view, audience, language)

    def svg(self, view: PreludeTable, audience: Audience, language: str = "en") -> str:
        from domain.games.prelude.svg import svg

        return svg(view, audience, language)

    def seat_name(self, seat: Seat, language: str = "en") -> str:
        from domain.games.prelude.words.names import SHORT

        return SHORT.get(seat, seat)

    def imagine(self, view: PreludeTable, seat: Seat, chance: Chance) -> PreludeTable:
        from domain.games.prelude import thinking

        return thinking.imagine(view, seat, chance)

    def worth(self, view: PreludeTable, seat: Seat) -> int:
        from domain.games.prelude import thinking

        return thinking.worth(view, seat)


RULESET = Prelude()
