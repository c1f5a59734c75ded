"""Choices: what a seat may do now, complete and exact."""

from collections.abc import Callable

from msgspec import Struct

from domain.core.event import Seat


class Choices(Struct, frozen=True):
    """What a seat is asked, by which rule, and every command that answers it.

    Where listing every command is hopeless, a subclass is a form: `commands` has only what can be listed,
    the bounds of the rest are fields of its own, and it checks and samples by them. `needed` is False when
    the game does not wait for this seat: it may do something (bid anew, talk), or let it be.
    """

    seat: Seat
    what: str
    rule: str
    commands: tuple[Struct, ...] = ()
    needed: bool = True

    def allows(self, command: Struct) -> bool:
        """Whether the rules accept this command now: exactly those, no more and no fewer."""
        return command in self.commands

    def sample(self, pick: Callable[[int], int]) -> Struct:
        """One of the commands; `pick(n)` gives a number from 0 to n - 1."""
        return self.commands[pick(len(self.commands))]

    def candidates(self, pick: Callable[[int], int], count: int) -> tuple[Struct, ...]:
        """Commands to weigh against each other: all of a list; a form gives about `count` samples."""
        return self.commands
