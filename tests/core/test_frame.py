"""The frame: all seats promise entropy before any gives, and each gives what it promised."""

import pytest

from domain.core import frame
from domain.core.chance import SCHEME, promise
from domain.core.frame import (
    EntropyGiven,
    EntropyPromised,
    FrameCommand,
    GameOpened,
    GiveEntropy,
    PromiseEntropy,
)
from domain.core.game import happen
from domain.core.record import ComponentSet, Header
from domain.core.refusal import Refused
from domain.core.table import Table

GAME = "g-1"
AA, BB = "aa" * 32, "bb" * 32
RED = PromiseEntropy(promise(GAME, "red", AA))
WHITE = PromiseEntropy(promise(GAME, "white", BB))


def a_table(*done: tuple[str, FrameCommand], entropy_from: tuple[str, ...] = ("red", "white")) -> Table:
    """A table on which a game was opened and these commands were performed."""
    components = ComponentSet("plain", "11" * 32)
    header = Header(GAME, "tiny", 1, {}, ("red", "white"), components, SCHEME, "22" * 32, entropy_from)
    table = Table()
    GameOpened(header).apply(table)
    for seat, command in done:
        happen(table, frame.perform(GAME, table, seat, command))
    return table


def refusal(table: Table, seat: str, command: FrameCommand) -> str:
    with pytest.raises(Refused) as refused:
        happen(table, frame.perform(GAME, table, seat, command))
    return refused.value.code


def test_a_game_without_entropy_asks_nothing_before_it_starts() -> None:
    table = a_table(entropy_from=())
    assert table.asks() is None
    assert frame.choices(GAME, table, "red") is None
    assert refusal(table, "red", RED) == "not_asked_now"


def test_seats_promise_in_any_order_then_give_in_any_order() -> None:
    table = a_table()
    assert happen(table, frame.perform(GAME, table, "white", WHITE)) == [
        EntropyPromised("white", WHITE.promise)
    ]
    assert happen(table, frame.perform(GAME, table, "red", RED)) == [EntropyPromised("red", RED.promise)]
    assert happen(table, frame.perform(GAME, table, "red", GiveEntropy(AA))) == [EntropyGiven("red", AA)]
    assert happen(table, frame.perform(GAME, table, "white", GiveEntropy(BB))) == [EntropyGiven("white", BB)]
    assert table.entropy == {"red": AA, "white": BB}
    assert table.asks() is None


def test_nobody_gives_before_all_have_promised() -> None:
    assert refusal(a_table(), "red", GiveEntropy(AA)) == "not_asked_now"
    assert refusal(a_table(("red", RED)), "red", GiveEntropy(AA)) == "not_asked_now"


def test_nobody_promises_twice_or_once_all_have_promised() -> None:
    assert refusal(a_table(("red", RED)), "red", RED) == "already_answered"
    assert refusal(a_table(("red", RED), ("white", WHITE)), "red", RED) == "not_asked_now"


def test_nobody_gives_twice() -> None:
    table = a_table(("red", RED), ("white", WHITE), ("red", GiveEntropy(AA)))
    assert refusal(table, "red", GiveEntropy(AA)) == "already_answered"


def test_a_seat_gives_what_it_promised_and_nothing_else() -> None:
    table = a_table(("red", RED), ("white", WHITE))
    assert refusal(table, "red", GiveEntropy(BB)) == "not_what_was_promised"
    assert refusal(table, "white", GiveEntropy(AA)) == "not_what_was_promised"
    assert table.entropy == {}


def test_a_promise_copied_from_another_seat_cannot_be_kept() -> None:
    table = a_table(("red", RED), ("white", PromiseEntropy(RED.promise)))
    assert refusal(table, "white", GiveEntropy(AA)) == "not_what_was_promised"


@pytest.mark.parametrize("text", ["", "aa" * 31, "aa" * 33, "AA" * 32, "zz" * 32, "aa" * 32 + "\n"])
def test_only_32_bytes_in_small_hex_are_a_promise_or_entropy(text: str) -> None:
    assert refusal(a_table(), "red", PromiseEntropy(text)) == "not_32_bytes_in_hex"
    promised = a_table(("red", PromiseEntropy(promise(GAME, "red", text))), ("white", WHITE))
    assert refusal(promised, "red", GiveEntropy(text)) == "not_32_bytes_in_hex"


def test_nobody_can_choose_entropy_for_a_seat() -> None:
    form = frame.choices(GAME, a_table(), "red")
    assert form is not None
    with pytest.raises(LookupError, match="own"):
        form.sample(lambda _: 0)


@pytest.mark.parametrize("command", [RED, WHITE, GiveEntropy(AA), GiveEntropy(BB), PromiseEntropy("short")])
@pytest.mark.parametrize("seat", ["red", "white"])
@pytest.mark.parametrize("done", range(5))
def test_the_form_allows_exactly_what_is_performed(seat: str, command: FrameCommand, done: int) -> None:
    steps: list[tuple[str, FrameCommand]] = [("red", RED), ("white", WHITE)]
    steps += [("red", GiveEntropy(AA)), ("white", GiveEntropy(BB))]
    table = a_table(*steps[:done])
    form = frame.choices(GAME, table, seat)
    allowed = form is not None and form.allows(command)
    try:
        happen(table, frame.perform(GAME, table, seat, command))
    except Refused:
        assert not allowed
    else:
        assert allowed
