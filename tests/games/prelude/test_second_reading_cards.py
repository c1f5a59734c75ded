"""Cards in play, read a second time: when they act, and what they leave alone."""

import pytest

from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.rules.activities import may_organize
from tests.games.prelude.builders import (
    GOV,
    JULY,
    REV,
    a_card,
    a_table,
    ask,
    asking,
    happened,
    kinds,
    may,
    one,
    some,
    spending,
    works,
)


def test_forces_of_reaction_scores_once_for_each_four_points_of_mobilization() -> None:
    """14.0, #218: "1 VP if the Revolutionary spends 4 AP in a single Action Round to Mobilize"."""
    table = spending(6, turn=JULY, in_play=(218,))
    places = ("smolny", "vyborg", "putilov", "kronstadt", "palace_square")
    scored = [len(some(happened(table, ask.Mobilize(place)), e.PointsScored)) for place in places]
    assert scored == [0, 0, 0, 1, 0]
    assert table.points(GOV) == 1


def test_a_card_that_waits_for_cards_from_hand_leaves_the_pool_alone() -> None:
    """#141: it answers to Revolutionary cards played from hand, once they are put away."""
    table = a_table(turn=2, hand=(28,), in_play=(141,), op={REV: 8, GOV: 8})
    events = kinds(happened(table, ask.PlayEvent("28")))
    assert events.index("CardPutAway") < events.index("OpportunityChanged")
    assert table.op[REV] == 7
    table = a_table(turn=2, hand=(9,), pool=(28,), in_play=(141,), op={REV: 8, GOV: 8})
    happened(table, ask.PlayFromPool("28"))
    assert table.op[REV] == 8 - 2


def test_what_changes_votes_leaves_other_checks_alone() -> None:
    """#114: one more in a Duma Vote (7.3), nothing for an Organization in the same Party."""
    table = a_table(turn=2, in_play=(114,), op={REV: 0, GOV: 0})
    vote = one(works(table, agenda.Vote(GOV, "moderate")), e.CheckRolled)
    assert vote.target == 3 + 2 + 1
    tried = [
        agenda.Check(GOV, "liberal", 2, purpose="organization"),
        agenda.OrganizationTried(seat=GOV, place="liberal"),
    ]
    assert one(works(table, *tried), e.CheckRolled).target == 3 + 2


def test_cards_in_play_change_growing_extremism_of_their_player_only() -> None:
    """7.1.1 with #307: a modifier of -1 for the Government."""
    table = a_table(turn=JULY, in_play=(307,), unrest=0, prestige=7)
    table.special_used[GOV] = False
    asking(table, agenda.Provoke(seat=GOV), agenda.NextRound())
    assert one(happened(table, ask.ChooseSide(GOV)), e.ExtremismRolled).modifier == -1
    asking(table, agenda.Provoke(seat=GOV), agenda.NextRound())
    assert one(happened(table, ask.ChooseSide(REV)), e.ExtremismRolled).modifier == 0


def test_cards_that_wait_for_a_vote_or_a_scoring_act_after_it() -> None:
    """#311 after a Duma Vote, #112 after World Affairs has scored."""
    table = a_table(turn=JULY, in_play=(311,), op={REV: 0, GOV: 0})
    events = works(table, agenda.EndVote())
    assert kinds(events) == ["VoteHeld", "EventBegan", "PointsScored"]
    table = a_table(turn=2, in_play=(112,), world_affairs=-2, op={REV: 0, GOV: 0})
    events = works(table, agenda.ScoreTrack("world_affairs"))
    assert kinds(events) == ["TrackScored", "EventBegan", "OpportunityChanged"]
    assert table.op == {REV: 0, GOV: 2}
    assert kinds(works(table, agenda.ScoreTrack("districts"))) == ["TrackScored"]


def test_a_marker_that_an_event_moves_to_score_scores_at_once() -> None:
    """4.0 and 14.0, #231: before the second marker is moved; never left of Start."""
    scoring = {"districts": 4, "organizations": 0, "world_affairs": 2, "duma": 2}
    table = a_table(turn=JULY, hand=(231,), scoring=scoring)
    happened(table, ask.PlayEvent("231"))
    assert ask.MoveMarker("organizations", -1) not in may(table)
    events = happened(table, ask.MoveMarker("districts", 1))
    assert one(events, e.TrackScored).track == "districts"
    assert table.scoring["districts"] == 0
    assert {command.track for command in may(table)} == {"organizations", "world_affairs", "duma"}


def test_dominance_is_a_majority_too() -> None:
    """5.4: Dominance is held by who "holds a Majority AND ..."; #221 asks for a Majority."""
    table = a_table(active=GOV, turn=JULY, hand=(221,))
    assert table.duma_level(GOV) == "dominance"
    assert ask.PlayEvent("221") in may(table)


def test_a_party_that_sponsors_more_sponsors_what_it_did_before() -> None:
    """14.0, #312: Worker and Military Districts, whichever of them the card names."""
    card = '[{ do = "sponsor", party = "liberal", types = ["military"] }]'
    table = a_table(
        components=a_card(card, faction="gov"), active=GOV, hand=(1,), organizations={GOV: ["liberal"]}
    )
    happened(table, ask.PlayEvent("1"))
    assert may_organize(table, GOV, "putilov") and may_organize(table, GOV, "guards_regiment")


@pytest.mark.parametrize(("rev", "gov", "winner"), [(3, 1, REV), (1, 3, GOV), (2, 2, None)])
def test_the_higher_bid_wins_and_both_are_paid(rev: int, gov: int, winner: str | None) -> None:
    """14.0, #1 and ruling 17: points are spent for the sole purpose of the Event, by both."""
    table = a_table(hand=(1,), op={REV: 8, GOV: 8})
    happened(table, ask.PlayEvent("1"))
    happened(table, ask.SpendOpportunity(rev))
    before = {seat: table.duma_total(seat) for seat in (REV, GOV)}
    happened(table, ask.SpendOpportunity(gov))
    for _ in range(3 if winner else 0):
        happened(table, may(table)[0])
    assert table.op == {REV: 8 - rev, GOV: 8 - gov}
    gained = {seat: table.duma_total(seat) - before[seat] for seat in (REV, GOV)}
    assert gained == {seat: 3 if seat == winner else 0 for seat in (REV, GOV)}


def test_all_power_asks_for_full_districts_of_ones_own() -> None:
    """10.3.2: "each of your fully Mobilized": nine boxes in Kronstadt, not control."""
    table = spending(4, cubes={"kronstadt": (8, 0), "putilov": (9, 0)})
    happened(table, ask.UseSpecialAction("all_power", 4))
    assert table.vp == 1


@pytest.mark.parametrize(("unrest", "cubes"), [(12, 7), (6, 1)])
def test_war_industry_fills_workers_first_and_skips_full_ones(unrest: int, cubes: int) -> None:
    """14.0, #250: distinct Districts, Worker Districts first; a full one may be ignored."""
    table = a_table(active=GOV, turn=JULY, hand=(250,), unrest=unrest, cubes={"putilov": (0, 7)})
    events = happened(table, ask.PlayEvent("250"))
    while isinstance(table.agenda[-1], agenda.AddCube):
        assert ask.ChoosePlace("putilov") not in may(table)
        events += happened(table, may(table)[0])
    places = [added.place for added in some(events, e.CubesAdded)]
    assert len(set(places)) == len(places) == cubes
    workers = set(table.components.of_subtype["worker"]) - {"putilov"}
    assert set(places[:3]) <= workers


def test_cubes_in_each_place_are_remembered_by_place() -> None:
    """3.2: what an Event says of places that received cubes holds for cubes in each of them too."""
    steps = """[{ do = "add", n = 2, where = { in = "districts", types = ["worker"] }, each = true },
      { do = "each_place", where = { in = "districts", received = 2 }, steps = [{ do = "vp", n = 1 }] }]"""
    table = a_table(components=a_card(steps), hand=(1,), cubes={"vasilevskiy": (6, 0)})
    happened(table, ask.PlayEvent("1"))
    assert table.vp == 3


def test_what_asks_for_the_tsars_prestige_asks_for_a_tsar() -> None:
    """12.1.1: after Abdication the Prestige Track says nothing any more, however low it stands."""
    low = 'prerequisite = { needs = "prestige", at_most = 5 }'
    for gone in (False, True):
        table = a_table(components=a_card(more=low), hand=(1,), turn=JULY, prestige=0, abdicated=gone)
        assert (ask.PlayEvent("1") in may(table)) != gone
