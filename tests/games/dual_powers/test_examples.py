"""Examples A to G of the rulebook (H is in test_solitaire)."""

import pytest

from domain.core.game import happen
from domain.core.refusal import Refused
from domain.games.dual_powers.commands import Move, PlayCard, Recruit, ScoreUnrest
from domain.games.dual_powers.events import (
    BonusEarned,
    CardPlayed,
    DateAdvanced,
    PointsScored,
    TokenMoved,
    TokensExhausted,
    UnitsRecruited,
)
from domain.games.dual_powers.rules.scoring import exhaust_tokens, resolve_unrest
from tests.games.dual_powers.builders import a_table, acting, allowed, at_bonus, happened, only


def test_the_day_marker_ends_on_the_30_and_moves_on_to_the_31_which_earns_a_bonus_action() -> None:
    """Example A: purple-4, played on the 26th."""
    table = a_table(day=26, white=["purple-4c"], active="white")
    assert happened(table, "white", PlayCard("purple-4c")) == [
        CardPlayed("white", "purple-4c"),
        DateAdvanced(0, 31),
        BonusEarned("white"),
    ]
    assert [due.what for due in table.pending] == ["bonus_action", "action"]


def test_a_recruit_value_of_two_takes_two_units_of_one_into_the_region_of_the_card() -> None:
    """Example B: green-4."""
    table = acting(a_table(red=["green-4c"]), "green-4c")
    two = ("red-unit-1a", "red-unit-1b")
    with pytest.raises(Refused, match="not_the_region_of_the_card"):
        happened(table, "red", Recruit(two, "blue"))
    assert happened(table, "red", Recruit(two, "green"))[0] == UnitsRecruited("red", two, "green")
    assert table.city["green"] == {"red-unit-1a": True, "red-unit-1b": True}


def test_kerensky_cannot_cross_the_blockade_from_green_to_red_but_a_unit_goes_from_blue_to_white() -> None:
    """Example C."""
    city = {"green": {"kerensky": True}, "blue": {"white-unit-2a": True}}
    table = acting(a_table(city=city, white=["green-4c"], active="white", blockade="green"), "green-4c")
    with pytest.raises(Refused, match="blockaded") as refusal:
        happened(table, "white", Move("kerensky", ("red",)))
    assert refusal.value.field == "path"
    assert not allowed(table, "white", Move("kerensky", ("red",)))
    moved = happened(table, "white", Move("white-unit-2a", ("white",)))[0]
    assert moved == TokenMoved("white", "white-unit-2a", "blue", ("white",))


def test_after_recruiting_viktor_moves_a_neutral_unit_that_he_controls_from_brown_to_purple() -> None:
    """Example D: the 15th, a purple card, and the bonus action after the regular one."""
    table = a_table(city={"brown": {"neutral-unit-a": True}}, day=11, red=["purple-4c"])
    happened(table, "red", PlayCard("purple-4c"))
    assert table.day == 15
    happened(table, "red", Recruit(("red-unit-2a",), "purple"))
    assert table.pending[-1].what == "bonus_action"
    happened(table, "red", Move("neutral-unit-a", ("purple",)))
    assert table.city["purple"] == {"red-unit-2a": True, "neutral-unit-a": True}
    assert table.active == "white"


def test_equal_strength_is_decided_by_the_number_of_tokens() -> None:
    """Example E: 3 + 1 + 0 against 2 + 2 in the yellow, that is brown, region."""
    table = a_table(
        city={
            "brown": {
                "red-unit-3a": True,
                "red-unit-1c": True,
                "red-unit-1a": False,
                "white-unit-2a": True,
                "white-unit-2b": True,
            }
        }
    )
    judged = table.judge("brown")
    assert judged.strength == {"red": 4, "white": 4}
    assert (judged.stronger, judged.by) == ("red", "tokens")


def test_katya_assigns_the_brown_region_as_an_objective_and_scores_three_in_july() -> None:
    """Example F: 1 + 1 + 1 against 2 + 0."""
    city = {
        "brown": {
            "white-unit-1a": True,
            "white-unit-1b": True,
            "white-unit-1c": True,
            "red-unit-2a": True,
            "red-unit-1a": False,
        }
    }
    table = a_table(city=city, month="jul", phase="scoring", unrest_tile="brown", pending=[])
    happen(table, resolve_unrest(table))
    assert table.pending[-1].seats == ("white",)
    from domain.games.dual_powers.table import Objective

    table.objectives = {"red": Objective("purple-2a", 1), "white": Objective("green-2a", 2)}
    events = happened(table, "white", ScoreUnrest())
    assert only(events, PointsScored)[0] == PointsScored("white", 3, 1)
    assert table.score == -3


def test_exhausted_units_return_to_the_supply_and_exhausted_leaders_leave_the_game() -> None:
    """Example G: a fresh 2 and Lvov's exhausted 1 against an exhausted 3."""
    city = {"white": {"white-unit-2a": True, "lvov": False, "red-unit-3c": False}}
    table = a_table(city=city, markers={2: "white"}, pending=[])
    assert table.judge("white").strength == {"red": 3, "white": 3}
    assert table.judge("white").stronger == "white"
    assert happen(table, exhaust_tokens(table)) == [
        TokensExhausted("white", ("white-unit-2a",), ("red-unit-3c",), ("lvov",))
    ]
    assert table.city["white"] == {"white-unit-2a": False}
    assert "red-unit-3c" in table.supply["red"]
    assert "lvov" in table.removed


def test_a_bonus_recruit_takes_one_unit_of_value_one_into_any_region() -> None:
    """Bonus Actions: Bonus Recruit."""
    table = at_bonus(a_table())
    assert allowed(table, "red", Recruit(("red-unit-1a",), "brown"))
    assert not allowed(table, "red", Recruit(("red-unit-2a",), "brown"))
    assert not allowed(table, "red", Recruit(("red-unit-1a", "red-unit-1b"), "brown"))
