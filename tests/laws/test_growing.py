"""A log that grows is judged line by line as it is judged whole: the same first fault, in the same words."""

from random import Random

import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.intact import FAULT, Growing, follow_chain
from domain.core.record import redact_line
from tests.laws.games import RandomGame, lines


def spoilt(whole: list[bytes], other: list[bytes], random: Random) -> list[bytes]:
    """A log with one thing wrong: a letter, a line too few, too many, elsewhere or of another game."""
    at = random.randrange(len(whole))
    how = random.randrange(6)
    if how == 0:
        return [*whole[:at], *whole[at + 1 :]]
    if how == 1:
        return [*whole[: at + 1], *whole[at:]]
    if how == 2:
        return [*whole[:at], other[at % len(other)], *whole[at + 1 :]]
    if how == 3:
        place = random.randrange(len(whole))
        moved = [*whole[:at], *whole[at + 1 :]]
        return [*moved[:place], whole[at], *moved[place:]]
    place = random.randrange(len(whole[at]))
    letter = bytes([random.choice(b'0123456789abcdef",:{}[]x')])
    return [*whole[:at], whole[at][:place] + letter + whole[at][place + 1 :], *whole[at + 1 :]]


@pytest.mark.parametrize("variant", ["dual_powers", "revolution-deals"])
def test_judged_line_by_line_a_log_has_the_same_first_fault_as_judged_whole(variant: str) -> None:
    random = Random(3)
    full, other = (lines(RandomGame(variant, seed).finish().records)[:60] for seed in (1, 2))
    faults = 0
    for audience in (None, PUBLIC, ARBITER):
        copy = full if audience in (None, ARBITER) else [redact_line(line, PUBLIC) for line in full]
        for _ in range(40):
            wrong = spoilt(copy, other, random)
            whole, growing = follow_chain(wrong, audience), Growing(audience)
            for number, line in enumerate(wrong, 1):
                found = growing.add(line)
                assert found == follow_chain(wrong[:number], audience).verdict
                if not found:
                    break
            assert growing.chained == whole
            faults += whole.verdict.answer == FAULT
    assert faults > 75


def test_after_a_fault_it_stays_at_fault() -> None:
    whole = lines(RandomGame("dual_powers", 1).finish().records)
    growing = Growing()
    assert growing.add(whole[0])
    fault = growing.add(whole[2])
    assert fault.answer == FAULT and fault.version == 2
    assert growing.add(whole[1]) == fault
