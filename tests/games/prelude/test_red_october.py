"""11.2: Red October, step by step, and 2.6, the ends of the game in their order."""

import pytest

from domain.games.prelude import agenda
from domain.games.prelude import events as e
from tests.games.prelude.builders import (
    GOV,
    OCTOBER,
    REV,
    a_table,
    ask,
    asking,
    happened,
    kinds,
    may,
    question,
    some,
)


def test_unrest_15_sets_off_red_october_in_five_steps() -> None:
    """Opportunity Points go, then O, DU, the Vanguard, DI, WA score, and whoever is ahead wins."""
    table = a_table(unrest=15, vp=3, op={REV: 9, GOV: 12})
    events = happened(table, ask.Pass())
    assert kinds(events) == [
        "Passed",
        "RedOctoberBegan",
        "TrackScored",
        "ExtremismRolled",
        "ExtremismRolled",
        "TrackScored",
        "VanguardScored",
        "TrackScored",
        *["WorldRolled"] * len(some(events, e.WorldRolled)),
        "WorldAffairsMoved",
        "TrackScored",
        "GameEnded",
    ]
    tracks = [event.track for event in some(events, e.TrackScored)]
    assert tracks == ["organizations", "duma", "districts", "world_affairs"]
    assert table.op == {REV: 0, GOV: 0}
    assert (table.over, table.reason) == (True, "red_october")


def test_with_no_opportunity_points_a_failed_reaction_cannot_be_rescued() -> None:
    table = a_table(
        unrest=15,
        op={REV: 16, GOV: 16},
        cubes={"guards_regiment": (1, 2)},
        organizations={REV: ["guards_regiment"], GOV: ["guards_regiment"]},
    )
    events = happened(table, ask.Pass(), 6, 6, 6)
    assert not some(events, e.OrganizationRemoved)
    assert table.over


@pytest.mark.parametrize(("red", "blue", "seat", "cubes"), [(3, 0, REV, 6), (0, 2, GOV, 4), (1, 1, None, 0)])
def test_rally_the_workers_adds_two_cubes_for_each_more(
    red: int, blue: int, seat: str | None, cubes: int
) -> None:
    """Ruling 39: wherever the side likes; then the Advantage Marker, which follows at once, is scored."""
    worker = ["vasilevskiy", "putilov", "obukhov", "nevsky_shipyards"]
    table = a_table(unrest=15, organizations={REV: worker[:red], GOV: worker[:blue]})
    happened(table, ask.Pass())
    for _ in range(cubes):
        assert isinstance(question(table), agenda.AddCube)
        assert question(table).seat == seat
        assert len(may(table)) == 18
        happened(table, may(table)[0])
    assert table.over


def test_equal_after_red_october_the_government_wins() -> None:
    """Nothing scores here but the Vanguard, which makes up for one point."""
    table = a_table(vp=1, military={REV: [], GOV: [1]})
    asking(table, agenda.SpendAny(seat=REV), agenda.RedStep("vanguard"), agenda.Finish("red_october"))
    happened(table, ask.SpendOpportunity(0))
    assert (table.vp, table.winner, table.reason) == (0, GOV, "red_october")


def test_red_october_comes_before_every_other_end() -> None:
    """Ruling 10: with 25 points for the Revolutionary and Prestige at 15, the uprising decides."""
    table = a_table(unrest=15, prestige=15, vp=25)
    assert some(happened(table, ask.Pass()), e.RedOctoberBegan)


def test_prestige_15_and_both_players_have_lost() -> None:
    """2.6, 2: also with 20 points."""
    table = a_table(prestige=15, vp=25)
    happened(table, ask.Pass())
    assert (table.over, table.winner, table.reason) == (True, None, "autocracy")


@pytest.mark.parametrize(("vp", "winner"), [(20, REV), (-21, GOV)])
def test_twenty_points_win(vp: int, winner: str) -> None:
    table = a_table(vp=vp)
    happened(table, ask.Pass())
    assert (table.winner, table.reason) == (winner, "points")


def test_twenty_points_do_not_win_in_the_middle_of_an_action_round() -> None:
    """Ruling 9: only when the conditions are checked."""
    table = a_table(vp=19, hand=(8,), cubes={"kronstadt": (9, 0), "obukhov": (7, 0)})
    happened(table, ask.PlayActivities("8"))
    happened(table, ask.UseSpecialAction("all_power", 4))
    assert table.vp == 21
    assert not table.over or table.reason == "points"
    assert table.phase != "red_october"


def test_at_the_end_of_october_every_track_scores_once_in_the_order_of_the_dice() -> None:
    """Ruling 8: Districts, Organizations, World Affairs, Duma."""
    table = a_table(active=GOV, first=REV, turn=OCTOBER, round=8, unrest=3)
    events = happened(table, ask.Pass())
    tracks = [event.track for event in some(events, e.TrackScored)]
    assert tracks == ["districts", "organizations", "world_affairs", "duma"]
    assert (table.over, table.reason) == (True, "last_turn")


def test_a_shorter_game_ends_as_october_does() -> None:
    """Ruling 44: `last_turn`."""
    table = a_table(active=GOV, first=REV, turn=1, round=8, last_turn=2)
    happened(table, ask.Pass())
    assert (table.over, table.reason) == (True, "last_turn")


def test_unrest_that_reaches_15_at_the_end_of_october_is_red_october() -> None:
    table = a_table(active=GOV, first=REV, turn=OCTOBER, round=8, unrest=14)
    happened(table, ask.Pass())
    assert table.reason == "red_october"
