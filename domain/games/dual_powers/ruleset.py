"""Dual Powers: Revolution 1917, as a ruleset."""

from collections.abc import Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.choices import Choices
from domain.core.event import Audience, Event, Seat
from domain.core.record import ComponentSet
from domain.core.ruleset import Ruleset, Standing
from domain.games.dual_powers.commands import AnyCommand
from domain.games.dual_powers.components import STANDARD, Components, read_components
from domain.games.dual_powers.events import AnyEvent
from domain.games.dual_powers.events.scoring import PointsScored
from domain.games.dual_powers.options import PRESETS, Options
from domain.games.dual_powers.table import RED, SIDES, WHITE, PetrogradTable, new_table


class DualPowers(Ruleset[PetrogradTable]):
    """Two players, or one against the opposition.

    Rules, choices, texts and boards are loaded when they are first asked for: a replay needs few of them.
    """

    name = "dual_powers"
    version = 1
    event_types = AnyEvent
    command_types = AnyCommand
    options_type = Options
    presets = PRESETS
    languages = ("en", "de", "ru")

    def seats(self, options: Options) -> tuple[Seat, ...]:
        return (options.side,) if options.solitaire else SIDES

    def components(self, text: str | None = None) -> Components:
        return read_components(text)

    def component_set(self, components: Components) -> ComponentSet:
        return components.set

    def new_table(self, options: Options, components: Components | None = None) -> PetrogradTable:
        return new_table(options, components or STANDARD)

    def start(self, table: PetrogradTable, chance: Chance) -> Iterator[Event[Any]]:
        from domain.games.dual_powers.rules import rounds

        return rounds.start(table, chance)

    def perform(
        self, table: PetrogradTable, seat: Seat, command: Any, chance: Chance
    ) -> Iterator[Event[Any]]:
        from domain.games.dual_powers.rules import rounds

        return rounds.perform(table, seat, command, chance)

    def choices(self, view: PetrogradTable, seat: Seat) -> Choices | None:
        from domain.games.dual_powers.choices import choices

        return choices(view, seat)

    def moment(self, table: PetrogradTable) -> str:
        if table.over:
            return "over"
        if table.phase == "action" and table.turn:
            return f"r{table.round}.t{table.turn}"
        return f"r{table.round}.{table.phase}" if table.round else "setup"

    def standing(self, table: PetrogradTable) -> Standing:
        winners = (table.winner,) if table.winner else ()
        points = {RED: table.score, WHITE: -table.score}
        return Standing(points, table.over, winners, table.reason)

    def scores(self, kind: type[Event[Any]]) -> bool:
        return kind is PointsScored

    def tell(self, event: Event[Any], language: str = "en") -> str:
        from domain.games.dual_powers.words.tell import tell

        return tell(event, language)

    def draw(self, view: PetrogradTable, audience: Audience, language: str = "en") -> str:
        from domain.games.dual_powers.draw import draw

        return draw(view, audience, language)

    def svg(self, view: PetrogradTable, audience: Audience, language: str = "en") -> str:
        from domain.games.dual_powers.svg import svg

        return svg(view, audience, language)

    def seat_name(self, seat: Seat, language: str = "en") -> str:
        from domain.games.dual_powers.words.board import labels

        return labels(language).side(seat)

    def imagine(self, view: PetrogradTable, seat: Seat, chance: Chance) -> PetrogradTable:
        from domain.games.dual_powers import thinking

        return thinking.imagine(view, seat, chance)

    def worth(self, view: PetrogradTable, seat: Seat) -> int:
        from domain.games.dual_powers import thinking

        return thinking.worth(view, seat)


RULESET = DualPowers()
