"""The frame around every game: it is opened, seats may add entropy, and at the end the seed is opened."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from domain.core.chance import promise
from domain.core.choices import Choices
from domain.core.event import Event, Seat
from domain.core.record import Header
from domain.core.refusal import Refused
from domain.core.table import Pending, Table

PROMISE = "promise_entropy"
GIVE = "give_entropy"
RULE = "Before the game: entropy of the seats"
_HEX32 = re.compile(r"[0-9a-f]{64}")


class PromiseEntropy(Struct, frozen=True, tag="promise_entropy", forbid_unknown_fields=True):
    """The digest of the entropy that this seat will give once all have promised."""

    promise: str


class GiveEntropy(Struct, frozen=True, tag="give_entropy", forbid_unknown_fields=True):
    """32 bytes of this seat's own randomness, in hex, as promised."""

    entropy: str


FrameCommand = PromiseEntropy | GiveEntropy


class GameOpened(Event[Table], frozen=True, tag="game_opened"):
    """The first event of every game: what is played, with what, and the commitment to its chance."""

    header: Header

    def apply(self, table: Table) -> None:
        if self.header.entropy_from:
            table.pending.append(Pending(GIVE, self.header.entropy_from, RULE))
            table.pending.append(Pending(PROMISE, self.header.entropy_from, RULE))


class EntropyPromised(Event[Table], frozen=True, tag="entropy_promised"):
    """A seat has bound itself to entropy that nobody else knows yet."""

    seat: Seat
    promise: str

    def apply(self, table: Table) -> None:
        table.promises[self.seat] = self.promise
        table.answered(self.seat)

    def asked(self) -> PromiseEntropy:
        return PromiseEntropy(self.promise)


class EntropyGiven(Event[Table], frozen=True, tag="entropy_given"):
    """A seat has added the entropy that it promised."""

    seat: Seat
    entropy: str

    def apply(self, table: Table) -> None:
        table.entropy[self.seat] = self.entropy
        table.answered(self.seat)

    def asked(self) -> GiveEntropy:
        return GiveEntropy(self.entropy)


class SeedOpened(Event[Table], frozen=True, tag="seed_opened"):
    """The game is over: anyone can now derive every shuffle and roll again."""

    seed: str

    def apply(self, table: Table) -> None:
        table.seed = self.seed


FrameEvent = GameOpened | EntropyPromised | EntropyGiven | SeedOpened


def perform(game: str, table: Table, seat: Seat, command: FrameCommand) -> Iterator[Event[Any]]:
    """All seats promise before any gives, so no entropy can be chosen in the light of another's."""
    due = table.asks()
    if due is None or due.what != command.__struct_config__.tag:
        raise Refused("not_asked_now", RULE)
    if seat not in due.seats:
        raise Refused("already_answered" if seat in table.promises else "not_your_turn", RULE)
    if isinstance(command, PromiseEntropy):
        if not _HEX32.fullmatch(command.promise):
            raise Refused("not_32_bytes_in_hex", RULE, "promise")
        yield EntropyPromised(seat, command.promise)
    else:
        if not _HEX32.fullmatch(command.entropy):
            raise Refused("not_32_bytes_in_hex", RULE, "entropy")
        if promise(game, seat, command.entropy) != table.promises[seat]:
            raise Refused("not_what_was_promised", RULE, "entropy")
        yield EntropyGiven(seat, command.entropy)


class EntropyForm(Choices, frozen=True):
    """Any 32 bytes will do as a promise; then only those promised. Nobody can sample them for a seat."""

    game: str = ""
    promised: str = ""

    def allows(self, command: Struct) -> bool:
        if isinstance(command, PromiseEntropy):
            return self.what == PROMISE and bool(_HEX32.fullmatch(command.promise))
        if isinstance(command, GiveEntropy):
            given = promise(self.game, self.seat, command.entropy)
            return self.what == GIVE and bool(_HEX32.fullmatch(command.entropy)) and given == self.promised
        return False

    def sample(self, pick: Callable[[int], int]) -> Struct:
        raise LookupError("entropy is a seat's own: nobody else can choose it")


def choices(game: str, view: Table, seat: Seat) -> EntropyForm | None:
    """What a seat is asked before the game, if it is asked."""
    due = view.asks()
    if due is None or due.what not in (PROMISE, GIVE) or seat not in due.seats:
        return None
    return EntropyForm(seat, due.what, due.rule, game=game, promised=view.promises.get(seat, ""))
