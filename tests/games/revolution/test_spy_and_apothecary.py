"""Spy and Apothecary: the only way to change cubes that are already on the board."""

import pytest

from domain.core.refusal import Refused
from domain.games.revolution.commands import Decline, ReplaceCube, SwapCubes
from domain.games.revolution.events import CubeReplaced, CubesSwapped, Declined, PowerLost, PowerOffered
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.table import TownTable
from tests.games.revolution.builders import (
    a_table,
    allowed,
    between,
    bid,
    deciding,
    happened,
    kinds,
    only,
    with_bids,
)

TOWN = {
    "tavern": {"red": 1, "yellow": 2},
    "cathedral": {"red": 2, "blue": 3},
    "fortress": {"green": 1},
}


def refused(table: TownTable, seat: str, command: ReplaceCube | SwapCubes) -> str:
    assert not allowed(table, seat, command)
    with pytest.raises(Refused) as refusal:
        happened(table, seat, command)
    return refusal.value.code


def test_the_spy_takes_a_space_from_another_player() -> None:
    """Ruling 2: the owner takes the cube back, one's own takes the same space."""
    table = deciding(a_table(town=TOWN), "red", "replace")
    events = happened(table, "red", ReplaceCube("cathedral", "blue"))
    assert events[0] == CubeReplaced("red", "cathedral", "blue")
    assert table.town["cathedral"] == {"red": 3, "blue": 2, "green": 0, "yellow": 0}
    assert table.cubes_left("blue") == 23
    assert table.cubes_left("red") == 21


def test_the_spy_reaches_every_cube_of_every_opponent_and_nothing_else() -> None:
    """Ruling 2: not one's own cube, not an empty space; and it may be declined."""
    table = deciding(a_table(town=TOWN), "red", "replace")
    found = RULESET.choices(table, "red")
    assert found is not None
    assert set(found.commands) == {
        Decline(),
        ReplaceCube("tavern", "yellow"),
        ReplaceCube("cathedral", "blue"),
        ReplaceCube("fortress", "green"),
    }
    assert refused(table, "red", ReplaceCube("tavern", "red")) == "own_cube"
    assert refused(table, "red", ReplaceCube("tavern", "green")) == "no_cube_of_this_owner"
    assert refused(table, "red", ReplaceCube("harbor", "blue")) == "no_cube_of_this_owner"
    assert refused(table, "red", ReplaceCube("palace", "blue")) == "no_such_area"


def test_without_an_opposing_cube_the_spy_has_no_effect() -> None:
    """Ruling 2: nobody is asked anything."""
    table = a_table(town={"tavern": {"red": 4}})
    events = between(with_bids(table, red=bid(spy="1F")), "spy")
    assert kinds(events) == ["character_resolved", "power_lost", "tokens_removed"]
    assert only(events, PowerLost) == [PowerLost("red", "replace")]


def test_a_player_without_cubes_cannot_use_the_spy() -> None:
    """Ruling 8: there is nothing to put in the other cube's place."""
    mine = {"plantation": 6, "cathedral": 7, "fortress": 8, "tavern": 3, "market": 1}
    town = {area: {"red": count} for area, count in mine.items()}
    table = a_table(town={**town, "harbor": {"blue": 1}})
    assert only(with_bids(table, red=bid(spy="1F")), PowerLost) == [PowerLost("red", "replace")]


def test_the_apothecary_trades_a_piece_in_the_cathedral_for_one_in_the_tavern() -> None:
    """The example: red trades blue's piece for yellow's, and has the most cubes in both areas."""
    town = {"cathedral": {"red": 2, "blue": 2}, "tavern": {"red": 2, "yellow": 2}}
    table = deciding(a_table(town=town), "red", "swap")
    assert (table.holder("cathedral"), table.holder("tavern")) == (None, None)
    happened(table, "red", SwapCubes("tavern", "yellow", "cathedral", "blue"))
    assert table.town["cathedral"] == {"red": 2, "blue": 1, "green": 0, "yellow": 1}
    assert table.town["tavern"] == {"red": 2, "blue": 1, "green": 0, "yellow": 1}
    assert (table.holder("cathedral"), table.holder("tavern")) == ("red", "red")


def test_you_do_not_have_to_move_your_own_pieces_with_the_apothecary() -> None:
    """Ruling 3: nor to be on the board at all."""
    table = deciding(a_table(town={"tavern": {"yellow": 1}, "fortress": {"blue": 1}}), "red", "swap")
    command = SwapCubes("tavern", "yellow", "fortress", "blue")
    assert allowed(table, "red", command)
    assert happened(table, "red", command)[0] == CubesSwapped("red", "tavern", "yellow", "fortress", "blue")


def test_the_apothecary_swaps_any_two_cubes_whose_swap_changes_something() -> None:
    """Ruling 3: different colours in different areas, no empty spaces."""
    table = deciding(a_table(town=TOWN), "yellow", "swap")
    found = RULESET.choices(table, "yellow")
    assert found is not None
    assert set(found.commands) == {
        Decline(),
        SwapCubes("tavern", "red", "cathedral", "blue"),
        SwapCubes("tavern", "red", "fortress", "green"),
        SwapCubes("tavern", "yellow", "cathedral", "red"),
        SwapCubes("tavern", "yellow", "cathedral", "blue"),
        SwapCubes("tavern", "yellow", "fortress", "green"),
        SwapCubes("cathedral", "red", "fortress", "green"),
        SwapCubes("cathedral", "blue", "fortress", "green"),
    }
    assert refused(table, "yellow", SwapCubes("tavern", "red", "cathedral", "red")) == "same_colour"
    assert (
        refused(table, "yellow", SwapCubes("tavern", "red", "tavern", "yellow")) == "not_two_areas_in_order"
    )
    assert (
        refused(table, "yellow", SwapCubes("cathedral", "blue", "tavern", "red")) == "not_two_areas_in_order"
    )
    assert refused(table, "yellow", SwapCubes("tavern", "red", "harbor", "blue")) == "no_cube_of_this_owner"
    assert refused(table, "yellow", SwapCubes("palace", "red", "tavern", "red")) == "no_such_area"


@pytest.mark.parametrize(
    "town", [{}, {"tavern": {"red": 2, "blue": 2}}, {"tavern": {"red": 1}, "harbor": {"red": 1}}]
)
def test_without_two_cubes_to_swap_the_apothecary_has_no_effect(town: dict[str, dict[str, int]]) -> None:
    """Ruling 3: an empty board, one area only, one colour only."""
    events = between(with_bids(a_table(town=town), red=bid(apothecary="1B")), "apothecary")
    assert only(events, PowerLost) == [PowerLost("red", "swap")]


def test_the_winner_decides_at_once_before_the_mercenary_is_resolved() -> None:
    """Ruling 4: the game waits for the winner alone, and goes on as soon as the answer is there."""
    table = a_table(town=TOWN)
    events = with_bids(table, red=bid(spy="1F", mercenary="1G"))
    assert events[-1] == PowerOffered("red", "replace")
    due = table.asks()
    assert due is not None
    assert due.seats == ("red",)
    with pytest.raises(Refused, match="not_your_turn"):
        happened(table, "blue", Decline())
    after = happened(table, "red", Decline())
    assert after[0] == Declined("red", "replace")
    assert kinds(after[1:4]) == ["tokens_removed", "character_resolved", "character_resolved"]
    assert table.round == 2


def test_a_cube_placed_in_the_same_round_can_be_replaced() -> None:
    """Ruling 4: the seven areas come before the Spy."""
    table = a_table()
    events = with_bids(table, blue=bid(captain="1B"), red=bid(spy="1F"))
    assert only(events, PowerOffered) == [PowerOffered("red", "replace")]
    assert allowed(table, "red", ReplaceCube("harbor", "blue"))


def test_who_wins_both_uses_the_spy_first() -> None:
    """Ruling 5: the Apothecary already sees the changed board."""
    table = a_table(town={"tavern": {"blue": 1}, "harbor": {"blue": 1}})
    with_bids(table, red=bid(spy="1F", apothecary="1B"))
    assert not allowed(table, "red", SwapCubes("tavern", "red", "harbor", "blue"))
    events = happened(table, "red", ReplaceCube("tavern", "blue"))
    assert only(events, PowerOffered) == [PowerOffered("red", "swap")]
    assert allowed(table, "red", SwapCubes("tavern", "red", "harbor", "blue"))


def test_spy_and_apothecary_work_on_full_areas() -> None:
    """The Influence Cubes: when an area is full, cubes can still be switched."""
    table = deciding(a_table(town={"tavern": {"red": 2, "blue": 2}}), "red", "replace")
    happened(table, "red", ReplaceCube("tavern", "blue"))
    assert table.town["tavern"] == {"red": 3, "blue": 1, "green": 0, "yellow": 0}


def test_the_apothecary_leaves_everyone_as_much_influence_as_before() -> None:
    """Only the Spy reduces the total amount of a player's influence."""
    table = deciding(a_table(town=TOWN), "red", "swap")
    before = [table.cubes_left(seat) for seat in table.seats]
    happened(table, "red", SwapCubes("tavern", "yellow", "cathedral", "blue"))
    assert [table.cubes_left(seat) for seat in table.seats] == before
