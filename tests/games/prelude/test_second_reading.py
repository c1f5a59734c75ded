"""The rulebook read a second time, sentence by sentence: what a first reading had overlooked."""

import pytest

from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.thinking import worth
from tests.games.prelude.builders import (
    FEBRUARY,
    GOV,
    OCTOBER,
    REV,
    a_table,
    ask,
    happened,
    may,
    one,
    question,
    some,
    spending,
)

BOTH = "activities_and_event"
ALONE = "opposing_card_without_event"


@pytest.mark.parametrize("turn", [FEBRUARY, OCTOBER])
def test_a_short_game_that_abdication_leads_beyond_its_last_turn_ends_after_the_turn_it_is_in(
    turn: int,
) -> None:
    """2.6, 12.1 and ruling 44: the marker jumps over the last Turn; the next end of a Turn is the end."""
    table = a_table(
        active=GOV, first=REV, turn=turn, round=8, last_turn=2, prestige=0, abdicated=True,
        out_of_play=["radical", "monarchist"], parties={"radical": 0, "monarchist": 0},
    )  # fmt: skip
    events = happened(table, ask.Pass())
    assert one(events, e.GameEnded).reason == "last_turn"
    assert len(some(events, e.TrackScored)) == 4


def test_a_short_game_jumps_to_february_and_still_values_its_last_turn() -> None:
    """12.1: the jump itself, and what a bot and a reader make of a Turn beyond the last."""
    table = a_table(turn=1, round=3, prestige=0, last_turn=2)
    happened(table, ask.Pass())
    assert (table.turn, table.over) == (FEBRUARY, False)
    better = table.copy()
    better.world_affairs = 5
    assert worth(better, REV) > worth(table, REV)


def test_a_failed_attempt_bars_organizations_also_in_the_event_of_the_same_card() -> None:
    """10.2: "no attempts ... for the rest of their Action Round": AP, then an Event that gives AP."""
    table = a_table(hand=(8,), armed={REV: [BOTH], GOV: []}, op={REV: 0, GOV: 0})
    happened(table, ask.PlayActivities("8"))
    happened(table, ask.CreateOrganization("smolny", 4), 6, 6, 6)
    assert question(table) == agenda.SpendPoints(seat=REV, points=2, barred=True)
    assert not may(table, ask.CreateOrganization)


def test_a_success_bars_nothing_and_the_bar_ends_with_the_action_round() -> None:
    """10.2: only a failure, and only for that Action Round and that player."""
    table = a_table(hand=(8,), armed={REV: [BOTH], GOV: []}, op={REV: 0, GOV: 0})
    happened(table, ask.PlayActivities("8"))
    happened(table, ask.CreateOrganization("smolny", 4), 1, 1, 1)
    assert table.has_organization(REV, "smolny")
    assert may(table, ask.CreateOrganization)
    table = a_table(hand=(28,), other_hand=(8,), op={REV: 0, GOV: 0})
    happened(table, ask.PlayActivities("28"))
    events = happened(table, ask.CreateOrganization("smolny", 2), 6, 6, 6)
    assert one(events, e.CheckRolled).target == 3 and not table.has_organization(REV, "smolny")
    happened(table, ask.PlayActivities("8"))
    happened(table, ask.Done())
    assert question(table).seat == REV
    assert may(table, ask.CreateOrganization)


@pytest.mark.parametrize(("effect", "card"), [(BOTH, 28), (ALONE, 146)])
def test_two_special_actions_of_a_kind_wait_for_the_same_next_card(effect: str, card: int) -> None:
    """10.3 and 14.0, #122: each speaks of "the next time"; one acts, and both are spent."""
    table = a_table(hand=(card, 8), armed={REV: [effect, effect], GOV: []})
    events = happened(table, ask.PlayActivities(str(card)))
    assert [spent.wasted for spent in some(events, e.SpecialSpent)] == [False, True]
    assert not table.armed[REV]


def test_a_party_that_is_out_of_play_is_named_as_the_reason_against_an_organization() -> None:
    """12.1: "players cannot Mobilize Cubes or create an Organization in them"."""
    table = spending(4, out_of_play=["radical", "monarchist"])
    with pytest.raises(Refused, match="party_out_of_play"):
        happened(table, ask.CreateOrganization("radical", 2))
