"""Table: the state of one game. Pile: cards of which an audience knows some and counts the rest."""

from collections.abc import Iterable
from typing import Any, Self

import msgspec
from msgspec import Struct

from domain.core.event import Seat


class Pending(Struct, frozen=True, gc=False):
    """A decision that the game waits for: what is asked, of whom, by which rule."""

    what: str
    seats: tuple[Seat, ...]
    rule: str

    def without(self, seat: Seat) -> "Pending":
        return Pending(self.what, tuple(s for s in self.seats if s != seat), self.rule)


class Pile(Struct):
    """Cards in order, the top first. Whoever may not see them knows only their number."""

    known: list[str] = []
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.hidden

    def __contains__(self, card: object) -> bool:
        return card in self.known

    def gain(self, cards: Iterable[str] | None, count: int) -> None:
        """Cards come in at the bottom; `None` when this audience does not see which."""
        if cards is None:
            self.hidden += count
        else:
            self.known.extend(cards)

    def lose(self, card: str) -> None:
        """A card that is now seen leaves."""
        if card in self.known:
            self.known.remove(card)
        else:
            self.hidden -= 1

    def lose_hidden(self, card: str | None) -> None:
        """A card leaves unseen: who knows it, loses it; who does not, counts one less."""
        if card is None:
            self.hidden -= 1
        else:
            self.known.remove(card)

    def take(self, count: int) -> None:
        """Cards leave from the top."""
        self.hidden -= max(0, count - len(self.known))
        del self.known[:count]

    def copy(self) -> "Pile":
        return Pile(self.known.copy(), self.hidden)


class Table(Struct):
    """What every game's table has: how far it is, and the stack of decisions that it waits for."""

    version: int = 0
    pending: list[Pending] = []
    promises: dict[Seat, str] = {}
    entropy: dict[Seat, str] = {}
    over: bool = False
    seed: str = ""

    def asks(self) -> Pending | None:
        """The decision that is due now."""
        return self.pending[-1] if self.pending else None

    def answered(self, seat: Seat) -> None:
        """One seat has answered the decision that is due; one that had answered before may do so again."""
        left = self.pending[-1].without(seat)
        if left.seats:
            self.pending[-1] = left
        else:
            self.pending.pop()

    def as_data(self) -> dict[str, Any]:
        """What lies on the table as plain values, ready for JSON; not the components it is played with."""
        names = (name for name in self.__struct_fields__ if name != "components")
        return {name: msgspec.to_builtins(getattr(self, name), str_keys=True) for name in names}

    def copy(self) -> Self:
        """A table of its own, to try things on."""
        raise TypeError(f"{type(self).__name__} does not say how it is copied")
