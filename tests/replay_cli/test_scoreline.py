"""The score line: curves and marks fall into the right columns."""

import pytest

from replay_cli.course import back, ends, onward
from replay_cli.scoreline import bounds, column_of, ruler, spark, version_of


@pytest.mark.parametrize(("last", "width"), [(1, 2), (5, 10), (119, 80), (119, 119), (10_000, 73)])
def test_every_version_has_a_column_and_a_click_on_it_stays_in_it(last: int, width: int) -> None:
    columns = [column_of(version, last, width) for version in range(1, last + 1)]
    assert columns == sorted(columns)
    assert columns[0] == 0 and (last == 1 or columns[-1] == width - 1)
    for column in set(columns):
        assert column_of(version_of(column, last, width), last, width) == column
    assert version_of(-5, last, width) == 1
    assert version_of(width + 5, last, width) == last


def test_a_curve_goes_from_the_least_to_the_most_points() -> None:
    assert spark([0, 1, 2, 3, 4, 5, 6, 7], 8, 0, 7) == "▁▂▃▄▅▆▇█"
    assert spark([-10, 0, 10], 3, -10, 10) == "▁▄█"
    assert spark([0, 0, 0], 4, 0, 0) == "▁▁▁▁"
    assert spark([0] * 99 + [7], 10, 0, 7) == "▁▁▁▁▁▁▁▁▁█"
    assert bounds([{"red": -2, "white": 2}, {"red": 3, "white": -3}]) == (-3, 3)


def test_the_ruler_marks_turns_and_rounds_as_far_as_there_is_room() -> None:
    assert ruler(3, 10, 10, turns=[2, 5, 7, 10], rounds=[5, 10]) == "─┴●─┼─┴──┼"
    assert ruler(1, 10, 10, turns=list(range(1, 11)), rounds=[5, 10]) == "●───┼────┼"


def test_a_stop_is_where_the_name_changes_and_steps_go_from_stop_to_stop() -> None:
    stops = ends(["setup", "setup", "r1.t1", "r1.t2", "r1.t2"])
    assert stops == [2, 3, 5]
    assert [onward(stops, version) for version in range(1, 6)] == [2, 3, 5, 5, 5]
    assert [back(stops, version) for version in range(1, 6)] == [1, 1, 2, 3, 3]
