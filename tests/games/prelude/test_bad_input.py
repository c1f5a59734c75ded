"""Refusals: a code, the rule's place, the field at fault; nothing has changed."""

from typing import Any

import msgspec
import pytest

from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.table import PreludeTable
from tests.games.prelude.builders import GOV, REV, Loaded, a_table, ask, asking, happened, spending


def facts(table: PreludeTable) -> Any:
    return table.as_data()


def refused(table: PreludeTable, command: Any) -> tuple[str, str]:
    """The code and the field, after a look that nothing has changed."""
    before = facts(table)
    with pytest.raises(Refused) as found:
        happened(table, command)
    assert facts(table) == before
    assert found.value.rule
    return found.value.code, found.value.field


def hand() -> PreludeTable:
    return a_table(hand=(28, 29, 146, 25), pool=(46, 30, 405), op={REV: 3, GOV: 8}, closed_sessions=[0])


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (ask.PlayEvent("8"), "card_not_in_hand", "card"),
        (ask.PlayActivities("no-such-card"), "card_not_in_hand", "card"),
        (ask.PlayEvent("29"), "opposing_event", "card"),
        (ask.PlayFromPool("28"), "card_not_in_pool", "card"),
        (ask.PlayFromPool("46"), "not_enough_opportunity_points", "card"),
        (ask.Pass(), "cards_left_in_hand", ""),
        (ask.Done(), "not_asked_now", "type"),
        (ask.Mobilize("smolny"), "not_asked_now", "type"),
    ],
)
def test_playing_a_card(command: Any, code: str, field: str) -> None:
    assert refused(hand(), command) == (code, field)


def test_an_opposing_card_of_the_pool_and_a_prerequisite_that_is_not_met() -> None:
    table = a_table(hand=(8,), pool=(30, 249), op={REV: 16, GOV: 8}, turn=4)
    assert refused(table, ask.PlayFromPool("30")) == ("opposing_event", "card")
    assert refused(table, ask.PlayFromPool("249")) == ("prerequisite_not_met", "card")


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (ask.Mobilize("moscow"), "no_such_place", "place"),
        (ask.Mobilize("liberal"), "no_such_place", "place"),
        (ask.Mobilize("radical"), "party_out_of_play", "place"),
        (ask.Mobilize("smolny"), "no_free_box", "place"),
        (ask.Mobilize("socialist"), "not_enough_activity_points", "place"),
        (ask.CreateOrganization("moscow", 2), "no_such_place", "place"),
        (ask.CreateOrganization("vyborg", 2), "already_organized", "place"),
        (ask.CreateOrganization("putilov", 2), "no_sponsor", "place"),
        (ask.CreateOrganization("okhrana", 1), "too_few_points", "points"),
        (ask.CreateOrganization("okhrana", 9), "not_enough_activity_points", "points"),
        (ask.UseSpecialAction("novoye_vremia", 2), "no_such_special_action", "special"),
        (ask.UseSpecialAction("opportunism", 4), "special_action_used_up", "special"),
        (ask.UseSpecialAction("pravda_propaganda", 9), "not_enough_activity_points", "points"),
        (ask.UseSpecialAction("revolutionary_diplomacy", 2), "special_not_possible", "special"),
        (ask.PlayEvent("8"), "not_asked_now", "type"),
    ],
)
def test_spending_activity_points(command: Any, code: str, field: str) -> None:
    table = spending(
        2,
        cubes={"smolny": (7, 0)},
        parties={"socialist": 6},
        organizations={REV: ["vyborg"]},
        out_of_play=["radical"],
    )
    table.specials[REV].remove("opportunism")
    assert refused(table, command) == (code, field)


def test_a_second_special_action_in_one_turn_and_an_attempt_after_a_failure() -> None:
    table = spending(6, special_used={REV: True, GOV: False})
    assert refused(table, ask.UseSpecialAction("opportunism", 4)) == ("one_special_action_a_turn", "special")
    asking(table, agenda.SpendPoints(seat=REV, points=6, barred=True), agenda.NextRound())
    assert refused(table, ask.CreateOrganization("smolny", 2)) == ("an_attempt_has_failed", "")


def test_points_that_are_for_something_else() -> None:
    table = asking(a_table(), agenda.SpendPoints(seat=REV, points=6, only=("parties",)), agenda.NextRound())
    assert refused(table, ask.Mobilize("smolny")) == ("not_for_these_points", "place")
    places = agenda.SpendPoints(seat=REV, points=6, places=("vyborg",))
    assert (
        refused(asking(table, places, agenda.NextRound()), ask.Mobilize("smolny"))[0]
        == "not_for_these_points"
    )


def test_other_questions_name_the_field_that_fits_no_answer() -> None:
    table = asking(a_table(), agenda.SpendAny(seat=REV), agenda.NextRound())
    assert refused(table, ask.SpendOpportunity(9)) == ("points_not_possible", "points")
    table = asking(a_table(), agenda.ChooseFirst(seat=REV), agenda.NextRound())
    assert refused(table, ask.NameFirstPlayer("tsar")) == ("side_not_possible", "side")
    cube = agenda.AddCube(seat=REV, side=REV, left=1, places=("smolny", "vyborg"))
    assert refused(asking(table, cube, agenda.NextRound()), ask.ChoosePlace("kronstadt"))[1] == "place"


def test_only_the_seat_that_is_asked_may_answer_and_nobody_once_the_game_is_over() -> None:
    table = hand()
    with pytest.raises(Refused, match="not_your_turn"):
        list(RULESET.perform(table, GOV, ask.Pass(), Loaded()))
    table.pending.clear()
    with pytest.raises(Refused, match="game_is_over"):
        list(RULESET.perform(table, REV, ask.Pass(), Loaded()))


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "play_event"}',
        '{"type": "play_event", "card": 28}',
        '{"type": "mobilize", "place": "smolny", "cost": 0}',
        '{"type": "spend_opportunity", "points": 1.5}',
        '{"type": "cheat"}',
    ],
)
def test_commands_are_read_strictly(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        RULESET.commands.decode(text)


def test_options_are_checked() -> None:
    with pytest.raises(msgspec.ValidationError):
        RULESET.options({"last_turn": 9})
    assert RULESET.options({}, "turmoil").last_turn == 2
