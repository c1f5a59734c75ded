"""The rulebook read a second time: order of steps, who comes first, limits of tracks and hands."""

import pytest

from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.rules.turns import END_OF_ROUND
from tests.games.prelude.builders import (
    FEBRUARY,
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
    question,
    some,
    works,
)


def test_red_october_at_the_end_of_a_turn_comes_before_the_era_is_discarded() -> None:
    """2.5: Unrest rises (3), the game-end conditions are checked (4), only then cards are discarded (5)."""
    table = a_table(active=GOV, first=REV, turn=1, round=8, unrest=14, other_hand=(8,))
    happened(table, ask.Pass())
    assert table.phase in ("red_october", "over")
    assert table.hands[REV].known == ["8"]


def test_twenty_points_at_the_end_of_a_turn_win_before_opportunity_points_come_in() -> None:
    """2.5, 4 and 6: here a card in play lowers nothing; the points were reached by the Vote of this round."""
    table = a_table(vp=20, op={REV: 3, GOV: 3})
    works(table, agenda.LateTurn(), agenda.CheckEnd(), agenda.CloseTurn())
    assert (table.over, table.op) == (True, {REV: 3, GOV: 3})


def test_the_vote_comes_before_events_of_the_end_of_the_action_round() -> None:
    """2.4, 1 and 2: Lenin's die is rolled after the Duma Vote."""
    table = a_table(active=REV, first=GOV, turn=FEBRUARY, round=4, in_play=(408,), op={REV: 0, GOV: 0})
    events = kinds(happened(table, ask.Pass()))
    assert events.index("VoteHeld") < events.index("DieRolled")


@pytest.mark.parametrize("first", [REV, GOV])
def test_the_first_players_whole_part_of_a_vote_comes_first(first: str) -> None:
    """7.3: "each player executes the following procedure, starting with the First Player"."""
    second = GOV if first == REV else REV
    table = a_table(active=second, first=first, round=4, op={REV: 0, GOV: 0})
    checks = some(happened(table, ask.Pass()), e.CheckRolled)
    assert [check.seat for check in checks] == [first, first, second, second]


def test_the_vote_belongs_to_the_second_players_part_of_the_round() -> None:
    """2.4, 1: not to the First Player's, and not to the session's earlier rounds."""
    for active, number in ((REV, 4), (GOV, 3)):
        table = a_table(active=active, first=REV, round=number)
        assert "VoteHeld" not in kinds(happened(table, ask.Pass()))


def test_hands_are_filled_up_to_seven() -> None:
    """2.2: "up to a hand size of seven": cards that were kept count."""
    table = a_table(turn=0, hand=(8, 9, 12), other_hand=(29,))
    events = works(table, agenda.BeginTurn())
    assert [(drawn.seat, drawn.count) for drawn in some(events, e.CardsDrawn)] == [(REV, 4), (GOV, 6)]
    assert [len(table.hands[seat]) for seat in (REV, GOV)] == [7, 7]


def test_an_event_of_a_card_that_has_left_play_does_not_trigger() -> None:
    """2.4, 2 and 2.5, 1: only cards in play; the First Player is not asked about others."""
    assert not works(a_table(), agenda.Trigger("401", 0))
    assert not works(a_table(turn=2), agenda.TurnEvents(("118",)))


def test_an_own_event_whose_prerequisite_is_not_met_cannot_be_played() -> None:
    """3.1: the card's Event "if the prerequisite is met"; its AP can always be played."""
    table = a_table(active=GOV, hand=(146,))
    assert may(table) == [ask.PlayActivities("146")]
    with pytest.raises(Refused, match="prerequisite_not_met"):
        happened(table, ask.PlayEvent("146"))


def test_a_check_can_be_rescued_with_the_last_opportunity_point() -> None:
    """9.0: as many as it takes, down to none; with one too few there is no question."""
    table = a_table(cubes={"smolny": (4, 0)}, op={REV: 3, GOV: 0})
    works(
        table,
        agenda.Check(REV, "smolny", 2),
        agenda.OrganizationTried(seat=REV, place="smolny"),
        dice=(3, 3, 3),
    )
    assert question(table) == agenda.Rescue(seat=REV, place="smolny", need=3)
    happened(table, ask.SpendOpportunity(3))
    assert table.op[REV] == 0 and table.has_organization(REV, "smolny")
    table = a_table(cubes={"smolny": (4, 0)}, op={REV: 2, GOV: 0})
    works(
        table,
        agenda.Check(REV, "smolny", 2),
        agenda.OrganizationTried(seat=REV, place="smolny"),
        dice=(3, 3, 3),
    )
    assert not table.has_organization(REV, "smolny") and table.op[REV] == 2


def test_world_affairs_never_moves_beyond_5_on_either_side() -> None:
    """5.3: here by two boxes of #237 from 4, and back by #228 from the other end."""
    table = a_table(turn=JULY, hand=(237,), world_affairs=4)
    happened(table, ask.PlayEvent("237"))
    assert table.world_affairs == 5
    table = a_table(active=GOV, turn=JULY, hand=(228,), world_affairs=-4)
    happened(table, ask.PlayEvent("228"))
    assert table.world_affairs == -5


def test_a_card_that_changes_prestige_does_not_once_the_tsar_has_abdicated() -> None:
    """12.1.1: "Ignore any effect that would increase or decrease the Tsar's Prestige"."""
    table = a_table(
        components=a_card('[{ do = "prestige", n = 3 }]', faction="gov"),
        active=GOV, turn=JULY, hand=(1,), prestige=0, abdicated=True, out_of_play=["radical", "monarchist"],
    )  # fmt: skip
    assert "PrestigeMoved" not in kinds(happened(table, ask.PlayEvent("1")))
    assert table.prestige == 0


def test_abdication_takes_starred_cards_from_everywhere() -> None:
    """12.1: from play, deck, Pool, Key Events and hands; other cards of the Pool stay."""
    table = a_table(
        turn=JULY, round=2, prestige=0, first=GOV, hand=(), other_hand=(214,), pool=(407, 228), in_play=(409,)
    )
    happened(table, ask.Pass())
    assert {"214", "244", "249", "407", "409"} <= set(table.removed)
    assert "228" in table.pool and "407" not in table.pool
    assert not table.in_play


def test_the_first_player_of_the_turn_reacts_first_also_when_that_is_the_government() -> None:
    """12.1: "The First Player may spend any number ..., then the Second Player"."""
    table = a_table(active=REV, first=GOV, turn=FEBRUARY, prestige=0)
    happened(table, ask.Pass())
    assert question(table) == agenda.SpendAny(seat=GOV)


def test_red_october_goes_through_its_steps_in_order() -> None:
    """11.2: Organizations, Growing Extremism and Duma, Vanguard, Rally and Districts, the world."""
    table = a_table(unrest=15, organizations={REV: ["putilov"]})
    events = happened(table, ask.Pass())
    while not table.over:
        events += happened(table, may(table)[0])
    wanted = (e.TrackScored, e.ExtremismRolled, e.VanguardScored, e.CubesAdded, e.WorldRolled)
    steps = [
        event.track if isinstance(event, e.TrackScored) else type(event).__name__
        for event in events
        if isinstance(event, wanted)
    ]
    steps = [step for step in steps if step != "WorldRolled"]
    assert steps == [
        "organizations", "ExtremismRolled", "ExtremismRolled", "duma", "VanguardScored",
        "CubesAdded", "CubesAdded", "districts", "world_affairs",
    ]  # fmt: skip


def test_a_bonus_for_the_next_action_round_outlives_the_one_in_which_it_was_promised() -> None:
    """14.0, #242: it is the next Revolutionary Action Round that counts; a card from hand is worth more."""
    table = a_table(turn=JULY, hand=(242, 28), op={REV: 0, GOV: 0})
    events = happened(table, ask.PlayEvent("242"))
    assert len(table.bonuses) == 1 and not some(events, e.BonusSpent)
    happened(table, ask.Pass())
    happened(table, ask.PlayActivities("28"))
    assert question(table) == agenda.SpendPoints(seat=REV, points=4)


def test_a_bonus_is_lost_when_no_card_from_hand_is_played_for_it() -> None:
    """14.0, #242: "if the Revolutionary does not play a card from their hand, the Event is wasted"."""
    table = a_table(turn=JULY, hand=(242, 8), pool=(28,), op={REV: 2, GOV: 0})
    happened(table, ask.PlayEvent("242"))
    happened(table, ask.Pass())
    events = happened(table, ask.PlayFromPool("28"))
    assert one(events, e.BonusSpent).wasted
    assert not table.bonuses


def test_the_prestige_check_comes_after_the_game_end_conditions() -> None:
    """2.4, 3 and 4: in this order on the agenda of every Action Round."""
    names = [type(task).__name__ for task in END_OF_ROUND]
    assert names == ["VoteIfDue", "RoundEvents", "CheckEnd", "AbdicateIfDue", "NextRound"]


def test_a_card_of_the_pool_may_come_cheaper_by_an_event() -> None:
    """14 has no such card; ours (#252) takes 3 off the price, and never below 0."""
    table = a_table(pool=(46, 28), op={REV: 1, GOV: 0})
    after = agenda.Frame("252", hook=True, seat=REV)
    asking(table, agenda.PickFromPool(seat=REV, less=3), after, agenda.NextRound())
    assert set(may(table, ask.PlayFromPool)) == {ask.PlayFromPool("46"), ask.PlayFromPool("28")}
    assert one(happened(table, ask.PlayFromPool("46")), e.CardPlayed).cost == 1
    assert table.op[REV] == 0


def test_at_abdication_the_hands_go_into_the_new_collapse_deck() -> None:
    """12.1: hands are shuffled in, and each player draws back up to the noted size; no card is lost."""
    table = a_table(turn=JULY, round=2, prestige=0, hand=(), other_hand=(228, 237, 214))
    deck = len(table.decks["collapse"])
    events = happened(table, ask.Pass())
    formed = one(events, e.CollapseDeckFormed)
    assert {"228", "237"} <= set(formed.order.value) and "214" not in formed.order.value
    starred = sum(table.components.cards[card].entry == "collapse" for card in table.removed)
    assert formed.count == deck + 3 - starred + len(formed.added)
    assert [len(table.hands[seat]) for seat in (REV, GOV)] == [0, 3]


def test_the_forces_of_reaction_look_only_where_both_have_organizations() -> None:
    """11.2: "In each Military District with both Military Discipline and a Soldiers' Soviet"."""
    table = a_table(
        unrest=15, organizations={REV: ["kronstadt", "guards_regiment", "putilov"], GOV: ["guards_regiment"]}
    )
    events = happened(table, ask.Pass(), 1, 1, 1)
    assert [check.place for check in some(events, e.CheckRolled)] == ["guards_regiment"]
    assert one(events, e.OrganizationRemoved) == e.OrganizationRemoved(REV, "guards_regiment")


def test_opportunity_points_are_gone_before_the_forces_of_reaction_check() -> None:
    """11.2: "Each player's Opportunity Points Marker is set to 0", so that no check can be rescued."""
    both = {REV: ["guards_regiment"], GOV: ["guards_regiment"]}
    table = a_table(unrest=15, organizations=both, op={REV: 9, GOV: 16})
    events = happened(table, ask.Pass(), 6, 6, 6)
    assert table.op == {REV: 0, GOV: 0}
    assert not some(events, e.CheckRescued) and not some(events, e.OrganizationRemoved)
