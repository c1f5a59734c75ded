"""What every rule has at hand: the table, chance, and the agenda of what is still to be done."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.core.chance import Chance
from domain.core.event import Event
from domain.games.prelude.agenda import AnyTask, Frame, Outcome
from domain.games.prelude.table import PreludeTable as Table

Events = Iterator[Event[Any]]


class Play:
    """One command's way through the rules, up to the next decision.

    The agenda is worked on here; the event that asks the next question writes it onto the table, so a
    table that is rebuilt from its log goes on where this one did.
    """

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.chance = chance
        self.agenda: list[AnyTask] = list(table.agenda)

    def then(self, *tasks: AnyTask) -> None:
        """To be done next, the first of them first, before what was to be done."""
        self.agenda.extend(reversed(tasks))

    def instead(self, *tasks: AnyTask) -> None:
        """To be done, and nothing of what was to be done."""
        self.agenda = list(reversed(tasks))

    def settle(self, succeeded: bool) -> None:
        """Tell the task under a check what came of it."""
        outcome = self.agenda[-1]
        assert isinstance(outcome, Outcome)
        self.agenda[-1] = msgspec.structs.replace(outcome, succeeded=succeeded)

    def frame(self) -> Frame | None:
        """The card whose Event is going on, if one is."""
        return next((task for task in reversed(self.agenda) if isinstance(task, Frame)), None)

    def note(self, **changes: Any) -> None:
        """Bind something for the card whose Event is going on."""
        for place in range(len(self.agenda) - 1, -1, -1):
            task = self.agenda[place]
            if isinstance(task, Frame):
                self.agenda[place] = msgspec.structs.replace(task, **changes)
                return

    def roll(self) -> int:
        """The number of the next throw: every throw has a label of its own."""
        return self.table.rolls + 1

    def die(self, suffix: str = "", sides: int = 6) -> int:
        """One die of the next throw."""
        return self.chance.roll(f"roll/{self.roll()}{suffix}", sides)
