"""Limits: so many a second, a burst on top, and when to come back."""

import pytest

from services.api.limits import Limit, TooMany


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_let_through_and_then_one_waits() -> None:
    clock = Clock()
    limit = Limit(2, 3, clock)
    for _ in range(3):
        limit.take("a")
    with pytest.raises(TooMany) as refused:
        limit.take("a")
    assert refused.value.retry_after == 1
    clock.now += 0.5
    limit.take("a")
    with pytest.raises(TooMany):
        limit.take("a")


def test_one_callers_haste_does_not_slow_another() -> None:
    limit = Limit(1, 1, Clock())
    limit.take("a")
    limit.take("b")
    with pytest.raises(TooMany):
        limit.take("a")


def test_being_refused_does_not_push_the_next_chance_away() -> None:
    clock = Clock()
    limit = Limit(1, 1, clock)
    limit.take("a")
    for _ in range(10):
        clock.now += 0.09
        with pytest.raises(TooMany):
            limit.take("a")
    clock.now += 0.11
    limit.take("a")


def test_a_rate_of_nothing_is_no_limit() -> None:
    limit = Limit(0, 1, Clock())
    for _ in range(1000):
        limit.take("a")
    assert not limit.names


def test_only_so_many_callers_are_remembered() -> None:
    limit = Limit(1, 1, Clock(), most=10)
    for number in range(100):
        limit.take(str(number))
    assert limit.names == tuple(str(number) for number in range(90, 100))
