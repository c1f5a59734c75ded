"""The rulebook's worked examples, T1 to T22, as test vectors."""

import pytest

from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.effects.scope import Scope
from domain.games.prelude.ruleset import RULESET
from tests.games.prelude.builders import (
    FEBRUARY,
    GOV,
    JULY,
    OCTOBER,
    REV,
    a_table,
    ask,
    happened,
    kinds,
    may,
    one,
    question,
    some,
    spending,
    works,
)


def test_t1_two_districts_that_become_uncontrolled_move_the_districts_marker_by_two() -> None:
    """5.1: from the leftmost 3 to the leftmost 2, still favouring the Revolutionary."""
    table = a_table()
    assert (table.advantage("districts"), table.printed("districts")) == (6, 3)
    for place in ("nevsky_prospect", "kazan_cathedral"):
        e.CubesAdded(GOV, place).apply(table)
        assert table.controller(place) is None
    assert (table.advantage("districts"), table.printed("districts")) == (4, 2)
    assert table.favoured("districts") == REV


def test_t2_catching_up_in_nevsky_shipyards_costs_1_2_2_3() -> None:
    """10.1.1: two red cubes there, the Government mobilizes four."""
    table = spending(8, GOV)
    place = "nevsky_shipyards"
    costs = [one(happened(table, ask.Mobilize(place)), e.Mobilized).cost for _ in range(4)]
    assert costs == [1, 2, 2, 3]
    assert table.cubes["nevsky_shipyards"] == {REV: 2, GOV: 4}


def test_t3_the_fourth_to_sixth_cube_in_the_liberal_party_cost_2_2_3() -> None:
    """10.1.2."""
    table = spending(7, GOV)
    costs = [one(happened(table, ask.Mobilize("liberal")), e.Mobilized).cost for _ in range(3)]
    assert costs == [2, 2, 3]


@pytest.mark.parametrize("pays", [True, False])
def test_t4_adjacency_gives_target_9_and_a_10_costs_one_opportunity_point(pays: bool) -> None:
    """9.0: 7 red, +3, Vyborg +1, Okhrana HQ with an Organization -2."""
    table = a_table(
        cubes={"nevsky_shipyards": (7, 0), "vyborg": (1, 0), "okhrana": (0, 1)},
        organizations={GOV: ["okhrana"]},
    )
    outcome = agenda.OrganizationTried(seat=REV, place="nevsky_shipyards")
    rolled = works(table, agenda.Check(REV, "nevsky_shipyards", 3), outcome, dice=(2, 4, 4))
    assert one(rolled, e.CheckRolled).target == 9
    assert may(table) == [ask.SpendOpportunity(1), ask.Done()]
    happened(table, ask.SpendOpportunity(1) if pays else ask.Done())
    assert table.op[REV] == (7 if pays else 8)
    assert table.has_organization(REV, "nevsky_shipyards") == pays


def test_t5_a_third_socialist_breaks_dominance_a_second_radical_does_not() -> None:
    """5.4: Dominance needs each own Party to match the highest opposing one."""
    start = {"radical": 1, "socialist": 2, "liberal": 3, "monarchist": 2}
    assert a_table(parties=start).duma_level(GOV) == "dominance"
    assert a_table(parties={**start, "radical": 2}).duma_level(GOV) == "dominance"
    assert a_table(parties={**start, "socialist": 3}).duma_level(GOV) == "majority"
    assert a_table(parties=start).advantage("duma") == -4


def test_t6_scoring_the_duma_lets_extremism_grow_first() -> None:
    """5.4.1: the Government rolls 5, loses the Liberal Party's cube, and the Revolutionary scores 2."""
    table = a_table(parties={"monarchist": 2, "liberal": 1, "socialist": 1, "radical": 1})
    events = works(table, agenda.ScoreTrack("duma"), dice=(5,))
    assert kinds(events) == ["ExtremismRolled", "TrackScored"]
    assert (table.parties["liberal"], table.advantage("duma"), table.vp) == (0, 0, 2)


def test_t7_unrest_7_turns_a_5_into_a_6() -> None:
    """7.1.1: one Socialist cube is removed, one goes over to the Radical Party."""
    table = a_table(unrest=7, parties={"radical": 3, "socialist": 2, "monarchist": 0, "liberal": 2})
    rolled = one(works(table, agenda.ScoreTrack("duma"), dice=(5,)), e.ExtremismRolled)
    assert (rolled.seat, rolled.modifier, rolled.removed, rolled.moved) == (REV, 1, 1, 1)
    assert (table.parties["socialist"], table.parties["radical"]) == (0, 4)


def a_vote() -> list[agenda.Vote | agenda.EndVote]:
    votes = [agenda.Vote(seat, wing) for seat in (REV, GOV) for wing in ("extremist", "moderate")]
    return [*votes, agenda.EndVote()]


def test_t8_and_t9_a_duma_vote_step_by_step() -> None:
    """7.3: Radical succeeds and grows, Socialist and Monarchist fail, the Liberal Party pays 2 OP."""
    table = a_table(
        unrest=0,
        op={REV: 0, GOV: 8},
        parties={"radical": 5, "socialist": 2, "liberal": 7, "monarchist": 2},
        organizations={REV: ["radical"], GOV: ["liberal"]},
    )
    dice = (2, 2, 3, 6, 1, 1, 1, 6, 6, 6)  # Radical 7, extremism 6, Socialist 3, Monarchist 18
    events = works(table, *a_vote(), dice=(*dice, 4, 4, 5))
    targets = [check.target for check in some(events, e.CheckRolled)]
    assert targets == [9, 2, 4, 11]
    assert (table.parties["socialist"], table.parties["radical"]) == (0, 6)
    assert table.vp == 1
    assert question(table).need == 2
    happened(table, ask.SpendOpportunity(2))
    assert table.op[GOV] == 6
    assert table.vp == 1 - 1 - 1  # the Liberal success, and the Majority of 9 to 6


def test_t10_the_nation_stands_with_the_tsar_out_of_session_goes_to_the_pool() -> None:
    """3.1: the Revolutionary spends 6 AP, the Government gains 3 OP."""
    table = a_table(hand=(146,), op={REV: 8, GOV: 8})
    happened(table, ask.PlayActivities("146"))
    assert question(table).points == 6
    happened(table, ask.Done())
    assert "146" in table.pool
    assert table.op == {REV: 8, GOV: 11}


def test_t11_influence_at_court_played_by_the_government_adds_three_red_cubes() -> None:
    """3.1: 2 AP, then the Revolutionary's Event."""
    table = a_table(active=GOV, hand=(28,))
    happened(table, ask.PlayActivities("28"))
    assert question(table).points == 2
    happened(table, ask.Done())
    assert table.mv(REV, "winter_palace") == 3
    assert "28" in table.discard


def test_t12_the_forces_of_reaction_remove_a_soldiers_soviet() -> None:
    """11.2: 6 blue cubes and +3, adjacent Districts uncontrolled, a roll of 8."""
    table = a_table(
        unrest=15,
        cubes=dict.fromkeys(("winter_palace", "okhrana", "taurida_palace"), (0, 0))
        | {"guards_regiment": (1, 6)},
        organizations={REV: ["guards_regiment"], GOV: ["guards_regiment"]},
    )
    events = works(table, agenda.CheckEnd(), dice=(2, 3, 3))
    assert one(events, e.CheckRolled).target == 9
    assert one(events, e.OrganizationRemoved) == e.OrganizationRemoved(REV, "guards_regiment")
    scored = next(event for event in events if isinstance(event, e.TrackScored))
    assert scored == e.TrackScored("organizations", GOV, 2)


def test_t13_red_october_rolls_extremism_once_each_and_parties_out_of_play_count_nothing() -> None:
    """11.2: the Government's 1 becomes 3, the Revolutionary's 6 becomes 8."""
    table = a_table(
        turn=JULY,
        unrest=15,
        prestige=0,
        abdicated=True,
        first=GOV,
        out_of_play=["radical", "monarchist"],
        parties={"radical": 0, "monarchist": 0, "liberal": 2, "socialist": 2},
    )
    events = works(table, agenda.RedStep("soviets"), dice=(1, 6))
    assert kinds(events) == ["ExtremismRolled", "ExtremismRolled", "TrackScored"]
    assert (table.parties["liberal"], table.parties["socialist"]) == (1, 0)
    assert some(events, e.ExtremismRolled)[1].points == 1
    assert one(events, e.TrackScored) == e.TrackScored("duma", GOV, 2, {GOV: 2})
    assert table.points(GOV) == 1 + 2 + 2


def test_t14_loyal_troops_of_12_against_red_guards_of_4_score_8() -> None:
    """11.2 Deploy the Revolutionary Vanguard."""
    table = a_table(military={REV: [2, 2], GOV: [4, 4, 2, 2]})
    assert one(works(table, agenda.RedStep("vanguard")), e.VanguardScored) == e.VanguardScored(GOV, 8)
    assert table.points(GOV) == 8


def test_t15_three_workers_soviets_more_than_unions_add_six_cubes() -> None:
    """11.2 Rally the Workers: tying three Districts and taking three others moves the marker six boxes."""
    worker = RULESET.components().of_subtype["worker"]
    table = a_table(
        organizations={REV: list(worker), GOV: [worker[0]]},
        cubes=dict.fromkeys(("okhrana", "winter_palace", "state_bank"), (0, 1))
        | dict.fromkeys(("palace_square", "taurida_palace", "peter_and_paul"), (0, 0)),
    )
    before = table.advantage("districts")
    works(table, agenda.RedStep("rally"))
    assert question(table).left == 6
    for place in (
        "okhrana",
        "winter_palace",
        "state_bank",
        "palace_square",
        "taurida_palace",
        "peter_and_paul",
    ):
        if table.asks():
            happened(table, ask.ChoosePlace(place))
    assert table.advantage("districts") - before == 6


def test_t16_ties_in_the_call_for_world_revolution_are_rolled_again() -> None:
    """11.2: 6 and 6, then 2 and 3: one box toward the Government before the track scores."""
    table = a_table(world_affairs=0)
    events = works(table, agenda.RedStep("world"), dice=(6, 6, 2, 3))
    assert kinds(events) == ["WorldRolled", "WorldRolled", "WorldAffairsMoved", "TrackScored"]
    assert one(events, e.TrackScored) == e.TrackScored("world_affairs", GOV, 1)


def test_t17_a_party_of_five_is_reduced_to_two() -> None:
    """12.1: half the cubes go, and the odd one."""
    table = a_table(turn=FEBRUARY, prestige=0, parties={"socialist": 5, "liberal": 4})
    works(table, agenda.AbdicateIfDue())
    assert (table.parties["socialist"], table.parties["liberal"]) == (2, 2)
    assert table.parties["radical"] == table.parties["monarchist"] == 0


def test_t18_abdication_in_october_redraws_hands_of_the_same_size() -> None:
    """12.1: hands of 4 and 3, two Key Events come into the Pool, Opportunity Points stay."""
    table = a_table(
        active=GOV,
        turn=OCTOBER,
        prestige=0,
        hand=(201, 202, 203, 204),
        other_hand=(205, 206, 207),
        op={REV: 5, GOV: 9},
    )
    works(table, agenda.AbdicateIfDue())
    assert (len(table.hands[GOV]), len(table.hands[REV])) == (4, 3)
    assert {"410", "411"} <= set(table.pool)
    assert table.op == {REV: 5, GOV: 9}
    assert (table.turn, table.phase) == (OCTOBER, "rounds")


@pytest.mark.parametrize(("radical", "socialist", "points"), [(4, 3, 3), (7, 8, 6)])
def test_t19_a_revolutionary_assembly_is_worth_the_lower_party_at_most_six(
    radical: int, socialist: int, points: int
) -> None:
    """14.0, #46."""
    table = a_table(hand=(46,), parties={"radical": radical, "socialist": socialist})
    happened(table, ask.PlayEvent("46"))
    assert question(table).points == points


@pytest.mark.parametrize("card", [215, 250])
def test_t20_at_unrest_12_seven_cubes_in_distinct_districts(card: int) -> None:
    """14.0, #215 and #250."""
    table = a_table(active=GOV, turn=OCTOBER, hand=(card,), unrest=12)
    before = {place: table.mv(GOV, place) for place in table.cubes}
    happened(table, ask.PlayEvent(str(card)))
    while isinstance(question(table), agenda.AddCube):
        happened(table, may(table)[0])
    gained = [table.mv(GOV, place) - before[place] for place in table.cubes]
    assert sum(gained) == 7
    if card == 250:
        worker = table.components.of_subtype["worker"]
        assert all(table.mv(GOV, place) > before[place] for place in worker)
    else:
        assert max(gained) == 1


def test_t21_july_days_at_unrest_12_has_target_12() -> None:
    """14.0, #304: a failure returns Lenin to the Opportunity Pool."""
    table = a_table(turn=JULY, hand=(304,), in_play=(408,), unrest=12, op={REV: 0, GOV: 0})
    events = happened(table, ask.PlayEvent("304"), 6, 6, 6)
    assert one(events, e.CheckRolled).target == 12
    assert "408" in table.pool


def test_t22_the_council_of_ministers_adds_what_is_printed_for_districts() -> None:
    """14.0, #409: on the innermost 3 of the Government's side, three cubes in the Duma."""
    table = a_table(active=GOV, turn=JULY, pool=(409,), op={REV: 8, GOV: 16})
    for place in [x for x in table.cubes if table.controller(x) == REV][:10]:
        table.cubes[place] = {REV: 0, GOV: 0}
    table.cubes["smolny"] = {REV: 0, GOV: 1}
    assert table.advantage("districts") == -5
    assert Scope(table, GOV).who("favoured_districts") == GOV
    happened(table, ask.PlayFromPool("409"))
    assert question(table).left == 3
    for party in ("liberal", "monarchist", "monarchist"):
        happened(table, ask.ChoosePlace(party))
    assert (table.parties["liberal"], table.parties["monarchist"]) == (4, 4)
    assert "409" in table.in_play or "409" in table.playing
