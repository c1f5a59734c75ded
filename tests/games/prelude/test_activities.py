"""10.0 and 6.0: Mobilization, Organizations, and what Events do to cubes."""

import pytest

from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.rules.activities import may_organize, mobilization_cost
from domain.games.prelude.table import OTHER
from tests.games.prelude.builders import (
    GOV,
    JULY,
    REV,
    a_table,
    ask,
    asking,
    happened,
    may,
    one,
    question,
    some,
    spending,
    works,
)


def test_activities_are_mixed_in_any_order_until_the_points_are_spent() -> None:
    table = spending(6)
    happened(table, ask.Mobilize("kronstadt"))
    happened(table, ask.Mobilize("socialist"))
    happened(table, ask.CreateOrganization("vyborg", 2), 6, 6, 6)
    assert question(table).points == 1
    assert {command.place for command in may(table, ask.Mobilize)} <= set(table.cubes)


def test_the_discount_for_catching_up_is_looked_at_for_each_cube_and_costs_never_fall_below_1() -> None:
    """Ruling 32: behind, 1 + 0 - 1 is still 1."""
    table = spending(6, cubes={"kronstadt": (0, 3)})
    assert mobilization_cost(table, REV, "kronstadt") == 1
    table = spending(8, GOV, cubes={"kronstadt": (1, 0)})
    assert mobilization_cost(table, GOV, "kronstadt") == 1
    happened(table, ask.Mobilize("kronstadt"))
    assert mobilization_cost(table, GOV, "kronstadt") == 3


def test_a_full_district_takes_no_cube_and_a_party_no_opposing_one() -> None:
    table = spending(6, cubes={"smolny": (7, 0)})
    assert ask.Mobilize("smolny") not in may(table)
    with pytest.raises(Refused, match="no_such_place"):
        happened(table, ask.Mobilize("liberal"))


def test_a_party_organization_is_worth_two_boxes_and_a_district_organization_one() -> None:
    table = spending(6, parties={"radical": 8}, op={REV: 16, GOV: 0})
    happened(table, ask.CreateOrganization("radical", 2), 1, 1, 1)
    assert table.advantage("organizations") == 2
    happened(table, ask.CreateOrganization("putilov", 4), 1, 1, 1)
    assert table.advantage("organizations") == 3
    assert table.printed("organizations") == 6


def test_worker_and_military_districts_need_a_sponsor() -> None:
    table = a_table()
    assert may_organize(table, REV, "smolny") and not may_organize(table, REV, "putilov")
    table.organizations = {REV: ["radical"], GOV: ["liberal"]}
    assert may_organize(table, REV, "putilov") and may_organize(table, REV, "kronstadt")
    assert may_organize(table, GOV, "putilov") and not may_organize(table, GOV, "kronstadt")
    table.organizations[GOV] = ["monarchist"]
    assert may_organize(table, GOV, "kronstadt") and not may_organize(table, GOV, "putilov")


def test_a_failed_attempt_bars_further_ones_with_points_but_not_those_of_events() -> None:
    """Ruling 31: the bar is on Activity Points."""
    table = spending(6, op={REV: 0, GOV: 0})
    happened(table, ask.CreateOrganization("smolny", 2), 6, 6, 6)
    assert question(table).barred
    assert not may(table, ask.CreateOrganization)
    assert may_organize(table, REV, "smolny")


def test_an_organization_needs_no_control_only_the_check() -> None:
    """Ruling 35: even where the opponent has more cubes, and beside an opposing Organization."""
    table = spending(3, cubes={"winter_palace": (0, 5)}, organizations={GOV: ["winter_palace"]})
    happened(table, ask.CreateOrganization("winter_palace", 3), 1, 1, 1)
    assert table.has_organization(REV, "winter_palace") and table.has_organization(GOV, "winter_palace")


def test_advantage_markers_follow_in_the_middle_of_an_activity() -> None:
    """Ruling 33: control gained counts at once."""
    table = spending(2, cubes={"palace_square": (0, 0)})
    before = table.advantage("districts")
    happened(table, ask.Mobilize("palace_square"))
    assert table.advantage("districts") == before + 1


def test_cubes_of_an_event_that_do_not_fit_are_lost() -> None:
    """Ruling 12: two boxes free, three cubes to add."""
    table = a_table(hand=(28,), cubes={"winter_palace": (5, 0)})
    happened(table, ask.PlayEvent("28"))
    assert table.mv(REV, "winter_palace") == 7


def test_adding_is_mandatory_unless_the_card_says_up_to() -> None:
    """Ruling 13: there is no way to stop before all cubes are placed."""
    table = a_table()
    adding = agenda.AddCube(seat=REV, side=REV, left=2, places=("smolny", "vyborg"))
    asking(table, adding, agenda.NextRound())
    assert ask.Done() not in may(table)
    asking(table, agenda.replaced(adding, optional=True), agenda.NextRound())
    assert ask.Done() in may(table)


def test_removing_takes_all_there_is_if_there_are_not_enough() -> None:
    """3.2 Remove."""
    table = a_table(cubes={"smolny": (2, 0), "vyborg": (1, 0)})
    works(table, agenda.RemoveCube(seat=GOV, side=REV, left=5, places=("smolny", "vyborg")))
    happened(table, ask.ChoosePlace("vyborg"))
    assert (table.mv(REV, "smolny"), table.mv(REV, "vyborg")) == (0, 0)


def test_the_faction_of_an_event_decides_also_about_the_opponents_cubes() -> None:
    """Ruling 14: #232, played by the Revolutionary, lets the Government choose the red cubes."""
    table = a_table(turn=JULY, hand=(232,))
    happened(table, ask.PlayActivities("232"))
    happened(table, ask.Done())
    removing = question(table)
    assert isinstance(removing, agenda.RemoveCube)
    assert (removing.seat, removing.side) == (GOV, REV)


def test_a_random_district_has_its_column_from_the_red_die() -> None:
    """Ruling 40: red 4, blue 3 is the second of the fourth strip."""
    table = a_table(active=GOV, turn=2, hand=(111,))
    rolled = some(happened(table, ask.PlayEvent("111"), 4, 3), e.DistrictRolled)[0]
    assert (rolled.red, rolled.blue, rolled.district) == (4, 3, "nevsky_shipyards")


@pytest.mark.parametrize("card", [409, 410])
def test_the_elected_assemblies_work_for_whoever_districts_favour(card: int) -> None:
    """Ruling 43: nothing happens if nobody is favoured; the card then does not stay."""
    owner = a_table().components.cards[str(card)].faction
    assert owner == "neutral"
    empty = dict.fromkeys(a_table().cubes, (0, 0))
    table = a_table(turn=JULY, pool=(card,), op={REV: 16, GOV: 16}, cubes=empty)
    before = dict(table.parties)
    happened(table, ask.PlayFromPool(str(card)), 3, 3, 3, 3)
    assert table.parties == before
    assert str(card) in table.discard


@pytest.mark.parametrize(("modifier", "row"), [(-5, 1), (20, 8)])
def test_growing_extremism_below_1_is_1_and_above_9_is_8_to_9(modifier: int, row: int) -> None:
    """Ruling 16: the table has no other rows."""
    components = a_table().components
    assert components.extremism(3 + modifier).at_least == row


def test_what_extremism_cannot_move_or_remove_scores_for_the_opponent() -> None:
    """7.1.1: a full extremist Party lets cubes be removed instead; an empty moderate one gives points."""
    table = a_table(parties={"radical": 8, "socialist": 3, "monarchist": 0, "liberal": 0})
    rolled = one(works(table, agenda.ScoreTrack("duma"), dice=(2,)), e.ExtremismRolled)
    assert (rolled.removed, rolled.moved, rolled.points) == (1, 0, 0)
    table = a_table(parties={"radical": 3, "socialist": 1, "monarchist": 0, "liberal": 1})
    rolled = one(works(table, agenda.ScoreTrack("duma"), dice=(6,)), e.ExtremismRolled)
    assert (rolled.removed, rolled.moved, rolled.points) == (1, 0, 1)


def test_an_empty_party_brings_two_points_when_the_duma_scores_but_not_one_out_of_play() -> None:
    """Ruling 7: such a Party counts as 0 for everything else."""
    parties = {"radical": 0, "monarchist": 0, "socialist": 0, "liberal": 3}
    gone = a_table(parties=parties, abdicated=True, prestige=0, out_of_play=["radical", "monarchist"])
    scored = one(works(gone, agenda.ScoreTrack("duma"), dice=(1, 1)), e.TrackScored)
    assert scored.empty == {GOV: 2}
    reigning = a_table(parties=parties)
    scored = one(works(reigning, agenda.ScoreTrack("duma"), dice=(1, 1)), e.TrackScored)
    assert scored.empty == {REV: 2, GOV: 4}


def test_red_october_has_one_growing_extremism_for_each_player() -> None:
    """Ruling 6: when the Duma then scores, nobody rolls again."""
    events = works(a_table(unrest=15), agenda.RedStep("soviets"), dice=(1, 1))
    assert [event.seat for event in some(events, e.ExtremismRolled)] == [REV, GOV]


@pytest.mark.parametrize("first", [REV, GOV])
def test_the_first_player_rolls_first_for_growing_extremism(first: str) -> None:
    """Ruling 47: here the extremist Parties are equal."""
    table = a_table(first=first, parties={"radical": 2, "monarchist": 2})
    rolled = some(works(table, agenda.ScoreTrack("duma"), dice=(1, 1)), e.ExtremismRolled)
    assert [event.seat for event in rolled] == [first, OTHER[first]]
