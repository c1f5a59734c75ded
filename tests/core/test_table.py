"""Pending decisions of several seats: who is still awaited."""

from domain.core.table import Pending, Table


def test_a_decision_waits_for_each_of_its_seats_in_any_order() -> None:
    table = Table(pending=[Pending("bid", ("red", "blue", "green"), "Bidding")])
    for seat, left in (("blue", ("red", "green")), ("green", ("red",))):
        table.answered(seat)
        due = table.asks()
        assert due is not None
        assert due.seats == left
    table.answered("red")
    assert table.asks() is None


def test_a_seat_that_answers_again_takes_nobody_elses_place() -> None:
    table = Table(pending=[Pending("bid", ("red", "blue"), "Bidding")])
    table.answered("red")
    table.answered("red")
    due = table.asks()
    assert due is not None
    assert due.seats == ("blue",)
