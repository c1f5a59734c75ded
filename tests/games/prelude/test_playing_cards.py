"""3.1, 4.0 and 8.0: cards from hand and from the Pool, the Scoring Die, the decks."""

import pytest

from domain.core.chance import Chance
from domain.core.game import happen
from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.rules.game import start
from domain.games.prelude.rules.play import Play
from domain.games.prelude.rules.turns import draw_cards
from domain.games.prelude.ruleset import RULESET
from tests.games.prelude.builders import (
    GOV,
    REV,
    Loaded,
    a_table,
    ask,
    asking,
    happened,
    kinds,
    may,
    one,
    question,
    some,
    spending,
    works,
)


def test_a_game_starts_with_a_pool_of_four_and_peter_stolypin_and_hands_of_seven() -> None:
    """2.2: and at VP 0 the Revolutionary names the First Player."""
    table = RULESET.new_table(RULESET.options())
    events = happen(table, start(table, Chance("x", bytes(32), {}, ())))
    assert len(table.pool) == 5 and table.pool[-1] == "401"
    assert [len(table.hands[seat]) for seat in (REV, GOV)] == [7, 7]
    assert may(table) == [ask.NameFirstPlayer(REV), ask.NameFirstPlayer(GOV)]
    assert question(table).seat == REV
    assert len(some(events, e.DeckShuffled)) == 3


@pytest.mark.parametrize(
    ("card", "use"), [(28, "event"), (28, "activities"), (18, "event"), (18, "activities")]
)
def test_own_cards_are_discarded_and_neutral_ones_played_for_ap_go_to_the_pool(card: int, use: str) -> None:
    table = a_table(hand=(card,))
    happened(table, ask.PlayEvent(str(card)) if use == "event" else ask.PlayActivities(str(card)))
    while isinstance(question(table), agenda.SpendPoints | agenda.ChooseDie):
        happened(table, may(table)[-1])
    pool = card == 18 and use == "activities"
    assert (str(card) in table.pool) == pool
    assert (str(card) in table.discard) != pool


def test_an_opposing_card_cannot_be_played_for_its_event_nor_from_the_pool() -> None:
    table = a_table(hand=(29,), pool=(30, 9), op={REV: 16, GOV: 16})
    assert ask.PlayEvent("29") not in may(table)
    assert ask.PlayFromPool("30") not in may(table)
    assert ask.PlayFromPool("9") in may(table)
    with pytest.raises(Refused, match="opposing_event"):
        happened(table, ask.PlayFromPool("30"))


def test_a_card_of_the_pool_costs_its_ap_in_opportunity_points() -> None:
    table = a_table(hand=(8,), pool=(28, 46), op={REV: 3, GOV: 8})
    assert may(table, ask.PlayFromPool) == [ask.PlayFromPool("28")]
    happened(table, ask.PlayFromPool("28"))
    assert table.op[REV] == 1
    assert "28" in table.discard


def test_the_prerequisite_of_an_opposing_card_is_tested_after_its_points_are_spent() -> None:
    """Ruling 2: the Okhrana's card needs Okhrana HQ, which the Revolutionary contests with its points."""
    table = a_table(hand=(21,))
    happened(table, ask.PlayActivities("21"))
    happened(table, ask.Mobilize("okhrana"))
    assert table.controller("okhrana") is None
    events = happened(table, ask.Done())
    assert kinds(events)[:2] == ["WasDone", "EventNotMet"]
    assert "21" in table.pool


def test_activity_points_may_be_left_unspent() -> None:
    """Ruling 3: they are lost."""
    table = spending(6)
    assert ask.Done() in may(table)
    happened(table, ask.Done())
    assert table.active == GOV


def test_with_an_empty_hand_the_pool_may_still_be_used() -> None:
    """Ruling 4: passing is then possible, and only then."""
    table = a_table(pool=(28,))
    assert may(table) == [ask.PlayFromPool("28"), ask.Pass()]
    assert ask.Pass() not in may(a_table(hand=(8,)))


def test_the_active_player_rolls_the_die_and_the_named_faction_chooses_it() -> None:
    """Ruling 5: a Government Activities card in the Revolutionary's hand."""
    table = a_table(hand=(29,))
    happened(table, ask.PlayActivities("29"))
    happened(table, ask.Done())  # the Revolutionary's points
    while isinstance(question(table), agenda.SpendPoints):
        happened(table, ask.Done())  # the Government's Event
    assert question(table) == agenda.ChooseDie(seat=GOV, roller=REV)
    events = happened(table, ask.ChooseTrack("organizations"), 2)
    assert one(events, e.ScoringDieRolled).seat == REV


@pytest.mark.parametrize(
    ("face", "track"), [(1, "duma"), (3, "duma"), (4, "districts"), (6, "world_affairs")]
)
def test_a_scoring_die_shows_its_own_track_on_three_faces(face: int, track: str) -> None:
    table = a_table()
    rolled = one(works(table, agenda.RollDie(REV, "duma"), dice=(face,)), e.ScoringDieRolled)
    assert rolled.track == track
    assert table.scoring[track] == 1


def test_key_events_roll_all_dice_in_order_each_resolved_before_the_next() -> None:
    table = a_table(scoring={"districts": 4, "organizations": 0, "world_affairs": 0, "duma": 0})
    events = works(table, agenda.RollPrinted(REV, "404"), dice=(1, 1, 1, 1))
    assert kinds(events) == ["ScoringDieRolled", "TrackScored", *["ScoringDieRolled"] * 3]
    assert [event.die for event in some(events, e.ScoringDieRolled)] == list(table.scoring)


def test_victory_points_are_one_net_marker() -> None:
    """Ruling 1: the Government's three take back the Revolutionary's two."""
    table = a_table(vp=2)
    e.PointsScored(GOV, 3).apply(table)
    assert (table.vp, table.points(REV), table.points(GOV), table.ahead()) == (-1, -1, 1, GOV)


def test_opportunity_points_never_exceed_16() -> None:
    """Ruling 11: neither at the end of a Turn nor by an Event or an unplayable card."""
    table = a_table(hand=(146,), op={REV: 8, GOV: 15})
    happened(table, ask.PlayActivities("146"))
    happened(table, ask.Done())
    assert table.op[GOV] == 16
    works(table, agenda.CloseTurn())
    assert table.op == {REV: 16, GOV: 16}


def test_key_events_that_were_not_played_are_gone_at_the_end_of_an_era() -> None:
    """Ruling 22: discarded with the Pool."""
    table = a_table(turn=1, pool=(402, 5))
    works(table, agenda.CloseTurn())
    assert not table.pool
    assert {"402", "5"} <= set(table.discard)


def test_within_an_era_the_pool_stays() -> None:
    """Ruling 23: from Turn to Turn."""
    table = a_table(turn=0, pool=(401, 5))
    works(table, agenda.CloseTurn(), agenda.BeginTurn())
    assert {"401", "5"} <= set(table.pool)
    assert len(table.pool) == 2 + 2 + 1


def test_a_deck_that_runs_out_is_made_of_its_discards() -> None:
    """Ruling 24: of that era's only."""
    table = a_table()
    table.discard = [*table.decks["turmoil"].known[3:], table.decks["war"].known.pop()]
    del table.decks["turmoil"].known[3:]
    play = Play(table, Loaded())
    events = happen(table, draw_cards(play, REV, 5))
    assert kinds(events) == ["CardsDrawn", "DeckShuffled", "CardsDrawn"]
    assert len(table.hands[REV]) == 5
    assert len(table.discard) == 1


def test_at_the_end_of_an_era_cards_in_play_go_too() -> None:
    """Ruling 21: also those that say "until the end of the game"."""
    table = a_table(turn=3, in_play=(404, 403))
    works(table, agenda.CloseTurn())
    assert not table.in_play
    assert {"404", "403"} <= set(table.discard)


def test_a_special_action_does_not_act_on_the_card_that_paid_for_it() -> None:
    """Ruling 30: an own card pays for Pravda; its Event does not follow."""
    table = a_table(hand=(28,))
    happened(table, ask.PlayActivities("28"))
    happened(table, ask.UseSpecialAction("pravda_propaganda", 2))
    assert "28" in table.discard
    assert table.mv(REV, "winter_palace") == 0
    assert table.armed[REV] == ["activities_and_event"]


def test_a_skipped_action_round_has_no_card_and_no_die_but_an_end() -> None:
    """Ruling 36: here with Peter Stolypin in play (#3)."""
    table = a_table(hand=(), in_play=(401,), skips={REV: 0, GOV: 1})
    events = happened(table, ask.Pass())
    begun = some(events, e.RoundBegan)[0]
    assert begun == e.RoundBegan(GOV, 1, True)
    assert not some(events, e.ScoringDieRolled)
    assert e.EventBegan("401", GOV, True) in events
    assert table.skips[GOV] == 0


def test_a_session_that_an_event_ends_has_no_vote() -> None:
    """Ruling 37: #104 in the first round of the session; the next one is not in session."""
    table = a_table(active=GOV, first=REV, round=3, hand=(104,))
    assert table.session() == 0
    happened(table, ask.PlayEvent("104"))
    assert table.session() is None
    table = a_table(active=GOV, first=REV, round=4, closed_sessions=[0])
    assert "VoteHeld" not in kinds(happened(table, ask.Pass()))
    table = a_table(active=GOV, first=REV, round=4, op={REV: 0, GOV: 0})
    assert "VoteHeld" in kinds(happened(table, ask.Pass()))


def test_both_players_see_the_discards() -> None:
    """Ruling 42: the pile is a plain list, no secret."""
    table = a_table(hand=(8,))
    e.CardPlayed(REV, "8", "activities", "hand").apply(table)
    e.CardPutAway("8", "discard").apply(table)
    assert table.discard == ["8"]
    assert "#8" in RULESET.tell(e.CardPutAway("8", "discard"))


def test_a_card_that_one_plays_from_the_pool_within_an_event_is_paid_and_rolls_no_die() -> None:
    """Ruling 45: the die of the card that allowed it is rolled once."""
    table = a_table(pool=(28,), op={REV: 6, GOV: 0})
    after = agenda.Frame("8", hook=True, seat=REV)
    asking(table, agenda.PickFromPool(seat=REV, less=0), after, agenda.NextRound())
    events = happened(table, ask.PlayFromPool("28"))
    assert one(events, e.CardPlayed).cost == 2
    assert table.op[REV] == 4
    assert one(events, e.CardPutAway) == e.CardPutAway("28", "discard")
    assert not some(events, e.ScoringDieRolled)
