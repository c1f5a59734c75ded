"""Choices: what a seat may do now, complete and exact."""

from collections.abc import Callable

from msgspec import Struct

from domain.core.event import Seat


class Choices(Struct, frozen=True):
    """What a seat is asked, by which rule, and every command that answers it.

    Where listing every command is hopeless, a subclass is a form: it keeps `commands` empty, states its
    bounds in fields of its own, and checks and samples by them.
    """

    seat: Seat
    what: str
    rule: str
    commands: tuple[Struct, ...] = ()

    def allows(self, command: Struct) -> bool:
        """Whether the rules accept this command now: exactly those, no more and no fewer."""
        return command in self.commands

    def sample(self, pick: Callable[[int], int]) -> Struct:
        """One of the commands; `pick(n)` gives a number from 0 to n - 1."""
        return self.commands[pick(len(self.commands))]
