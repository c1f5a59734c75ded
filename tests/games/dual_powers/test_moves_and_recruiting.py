"""Rulings on recruiting (R), leaders (L), movement and blockade (B), and neutrals (N6 to N11)."""

import pytest
from msgspec import Struct

from domain.core.game import happen
from domain.core.refusal import Refused
from domain.core.table import Pile
from domain.games.dual_powers.commands import (
    Decline,
    MobilizeProtest,
    Move,
    PlayCard,
    Recruit,
    RecruitLeader,
    Refresh,
)
from domain.games.dual_powers.events import (
    NeutralsRefreshed,
    TilesShuffled,
    TrotskyJoined,
    TrotskyReturned,
    TrotskyStayedAway,
    UnitsRecruited,
)
from domain.games.dual_powers.rules.calendar import advance_date
from domain.games.dual_powers.rules.rounds import clean_up
from domain.games.dual_powers.rules.scoring import exhaust_tokens
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import Objective, PetrogradTable
from tests.games.dual_powers.builders import (
    CHANCE,
    a_table,
    acting,
    allowed,
    at_bonus,
    facts,
    happened,
    only,
)


def refused(table: PetrogradTable, seat: str, command: Struct, code: str, field: str) -> None:
    """The rules refuse with that code and field, change nothing, and the choices agree."""
    before = facts(table)
    with pytest.raises(Refused) as refusal:
        happened(table, seat, command)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert refusal.value.rule
    assert facts(table) == before
    assert not allowed(table, seat, command)


def test_any_units_up_to_the_value_but_at_least_one() -> None:
    """R1: unused value is lost."""
    table = acting(a_table(red=["red-2a"]), "red-2a")  # recruit 3
    for tokens in (
        ("red-unit-1a",),
        ("red-unit-1a", "red-unit-2a"),
        ("red-unit-1a", "red-unit-1b", "red-unit-1c"),
    ):
        assert allowed(table, "red", Recruit(tokens, "red"))
    refused(table, "red", Recruit((), "red"), "token_not_in_supply", "tokens")
    over = ("red-unit-1a", "red-unit-3a")
    refused(table, "red", Recruit(over, "red"), "recruit_value_exceeded", "tokens")
    refused(table, "red", Recruit(("red-unit-1a",), "blue"), "not_the_region_of_the_card", "region")
    refused(table, "red", Recruit(("white-unit-1a",), "red"), "token_not_in_supply", "tokens")
    doubled = ("red-unit-1a", "red-unit-1a")
    refused(table, "red", Recruit(doubled, "red"), "tokens_not_in_order", "tokens")


def test_a_units_recruit_cost_is_its_rank() -> None:
    """R2: and both are kept as separate fields."""
    for unit in a_table().components.file.units:
        assert unit.cost == unit.fresh


def test_bonus_recruit_needs_a_unit_of_rank_one_and_any_region_will_do() -> None:
    """R3."""
    table = at_bonus(a_table())
    for region in table.components.regions:
        assert allowed(table, "red", Recruit(("red-unit-1d",), region))
    refused(table, "red", Recruit(("red-unit-2a",), "red"), "recruit_value_exceeded", "tokens")
    assert happened(table, "red", Recruit(("red-unit-1d",), "brown"))[0] == UnitsRecruited(
        "red", ("red-unit-1d",), "brown"
    )
    assert table.city["brown"]["red-unit-1d"] is True


def test_units_that_come_back_from_the_supply_are_fresh() -> None:
    """R4."""
    table = a_table(city={"red": {"red-unit-1a": False}}, markers={1: "red"}, red=["red-2a"], pending=[])
    happen(table, exhaust_tokens(table))
    acting(table, "red-2a")
    happened(table, "red", Recruit(("red-unit-1a",), "red"))
    assert table.city["red"] == {"red-unit-1a": True}


def test_leaders_are_never_recruited_with_command_cards() -> None:
    """R5."""
    table = acting(a_table(red=["red-2a"]), "red-2a")
    refused(table, "red", Recruit(("lenin",), "red"), "token_not_in_supply", "tokens")


def test_a_leader_does_not_refresh_neutrals_by_default() -> None:
    """L1."""
    table = acting(a_table(city={"red": {"neutral-unit-a": False}}, red=["lenin"]), "lenin")
    assert not only(happened(table, "red", RecruitLeader("red")), NeutralsRefreshed)


def test_the_protest_goes_to_another_connection() -> None:
    """B1."""
    table = acting(a_table(red=["kollontai"], blockade="green"), "kollontai")
    refused(table, "red", MobilizeProtest("green"), "not_another_connection", "connection")
    refused(table, "red", MobilizeProtest("pink"), "no_such_connection", "connection")
    assert allowed(table, "red", MobilizeProtest("blue"))


def test_the_blockade_stops_every_step_both_ways() -> None:
    """B2: green–red is shut, for either side, also as the second step."""
    city = {"green": {"red-unit-1a": True}, "red": {"red-unit-1b": True}, "purple": {"red-unit-1c": True}}
    table = acting(a_table(city=city, red=["red-4c"], blockade="green"), "red-4c")  # double move
    refused(table, "red", Move("red-unit-1a", ("red",)), "blockaded", "path")
    refused(table, "red", Move("red-unit-1b", ("green",)), "blockaded", "path")
    refused(table, "red", Move("red-unit-1c", ("green", "red")), "blockaded", "path")
    assert allowed(table, "red", Move("red-unit-1c", ("green",)))


def test_a_moved_blockade_marker_stays_until_cleanup() -> None:
    """B3."""
    objectives = {"red": Objective("red-2a", 1, True), "white": Objective("blue-2a", 2, True)}
    table = a_table(blockade="green", objectives=objectives, pending=[])
    happen(table, clean_up(table, CHANCE))
    assert (table.unrest_tile, table.blockade_tile, table.blockade) == ("white", "purple", "purple")


def test_double_move_goes_one_or_two_regions_but_not_there_and_back() -> None:
    """B4."""
    table = acting(a_table(city={"red": {"red-unit-1a": True}}, red=["red-4c"]), "red-4c")
    assert allowed(table, "red", Move("red-unit-1a", ("green",)))
    assert allowed(table, "red", Move("red-unit-1a", ("green", "purple")))
    refused(table, "red", Move("red-unit-1a", ("green", "red")), "path_returns", "path")
    refused(table, "red", Move("red-unit-1a", ("green", "purple", "brown")), "wrong_number_of_steps", "path")
    refused(table, "red", Move("red-unit-1a", ("brown",)), "regions_not_connected", "path")
    refused(table, "red", Move("red-unit-1a", ()), "wrong_number_of_steps", "path")


def test_a_plain_move_goes_one_region() -> None:
    """Command card actions: Move."""
    table = acting(a_table(city={"red": {"red-unit-1a": True}}, red=["red-5e"]), "red-5e")
    assert allowed(table, "red", Move("red-unit-1a", ("green",)))
    refused(table, "red", Move("red-unit-1a", ("green", "purple")), "wrong_number_of_steps", "path")
    refused(table, "red", Refresh("red-unit-1a"), "not_on_this_card", "")


@pytest.mark.parametrize("fresh", [True, False])
def test_a_token_moves_fresh_or_exhausted_and_arrives_with_the_same_side_up(fresh: bool) -> None:
    """Command card actions: Move; one's own tokens and, with the will of the people, neutral ones."""
    for token in ("red-unit-2a", "lenin", "neutral-unit-a", "trotsky"):
        table = acting(a_table(city={"red": {token: fresh}}, red=["red-5e"]), "red-5e")
        happened(table, "red", Move(token, ("green",)))
        assert (table.city["red"], table.city["green"]) == ({}, {token: fresh})


def test_used_tiles_make_a_new_stack_when_it_is_empty() -> None:
    """B5."""
    objectives = {"red": Objective("red-2a", 1, True), "white": Objective("blue-2a", 2, True)}
    table = a_table(
        tiles=Pile(), used_tiles=["purple", "green", "red", "brown"], objectives=objectives, pending=[]
    )
    events = happen(table, clean_up(table, CHANCE))
    assert only(events, TilesShuffled)[0].count == 5
    assert table.unrest_tile == "white"
    assert len(table.tiles) == 4


def test_the_holder_of_the_will_moves_and_refreshes_neutrals_anywhere() -> None:
    """N6."""
    city = {"brown": {"neutral-unit-a": False, "trotsky": False}}
    table = acting(a_table(city=city, red=["red-2a"]), "red-2a")
    assert allowed(table, "red", Refresh("neutral-unit-a"))
    assert allowed(table, "red", Refresh("trotsky"))
    table.will = "white"
    refused(table, "red", Refresh("neutral-unit-a"), "token_not_controlled", "token")


def test_bonus_move_is_for_any_controlled_token() -> None:
    """N7."""
    city = {"red": {"red-unit-3a": False, "lenin": True, "neutral-unit-a": True, "white-unit-1a": True}}
    table = at_bonus(a_table(city=city))
    for token in ("red-unit-3a", "lenin", "neutral-unit-a"):
        assert allowed(table, "red", Move(token, ("green",)))
    refused(table, "red", Move("white-unit-1a", ("green",)), "token_not_controlled", "token")
    refused(table, "red", Move("kerensky", ("green",)), "token_not_in_the_city", "token")


def test_trotsky_returns_fresh_and_neutral_into_the_region_of_unrest() -> None:
    """N9: controlled by the player who turned the month."""
    table = a_table(day=30, white=["red-3b"], active="white")
    events = happened(table, "white", PlayCard("red-3b"))
    assert only(events, TrotskyReturned) == [TrotskyReturned("blue")]
    assert table.city["blue"] == {"trotsky": True}
    assert table.controls("white", "trotsky")


@pytest.mark.parametrize("fresh", [True, False])
def test_trotsky_joins_the_bolsheviks_where_and_as_he_is(fresh: bool) -> None:
    """N10: from then a red leader, even if the will is white's."""
    table = a_table(city={"green": {"trotsky": fresh}}, month="jul", day=30)
    events = happen(table, advance_date(table, "white", 3))
    assert only(events, TrotskyJoined) == [TrotskyJoined("green")]
    assert table.city["green"] == {"trotsky": fresh}
    assert table.will == "white"
    assert table.controls("red", "trotsky")
    assert not table.controls("white", "trotsky")
    assert table.judge("green").stronger == "red"


def test_if_trotsky_is_gone_the_red_token_does_not_come() -> None:
    """N11."""
    table = a_table(month="jul", day=30, removed=["trotsky"])
    events = happen(table, advance_date(table, "red", 3))
    assert only(events, TrotskyStayedAway) == [TrotskyStayedAway()]
    assert table.region_of("trotsky") is None


def test_only_exhausted_tokens_are_refreshed() -> None:
    """Command card actions: Refresh."""
    city = {"red": {"red-unit-1a": True, "red-unit-1b": False}}
    table = acting(a_table(city=city, red=["red-2a"]), "red-2a")
    refused(table, "red", Refresh("red-unit-1a"), "already_fresh", "token")
    happened(table, "red", Refresh("red-unit-1b"))
    assert table.city["red"]["red-unit-1b"]


def test_another_seats_turn_and_a_card_that_is_not_held() -> None:
    """Action phase."""
    table = a_table(red=["red-2a"], white=["blue-2a"])
    refused(table, "white", PlayCard("blue-2a"), "not_your_turn", "")
    refused(table, "red", PlayCard("blue-2a"), "card_not_in_hand", "card")
    refused(table, "red", Decline(), "not_asked_now", "type")
    assert RULESET.choices(table, "white") is None
