"""The card language at work: verbs, hooks and modifiers, each on a small card made for the test."""

from typing import Any

import pytest

from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.components import read_components
from domain.games.prelude.rules.activities import mobilization_cost
from domain.games.prelude.rules.checks import target_number
from domain.games.prelude.table import PreludeTable
from tests.games.prelude.builders import (
    GOV,
    REV,
    a_card,
    a_table,
    ask,
    happened,
    kinds,
    may,
    one,
    question,
    some,
    spending,
)

SMOLNY = 'where = { in = "districts", names = ["smolny"] }'


def played(event: str, *dice: int, faction: str = "rev", more: str = "", **fields: Any) -> PreludeTable:
    """The active player plays a card with this Event, from hand."""
    table = a_table(hand=(1,), components=a_card(event, faction=faction, more=more), **fields)
    happened(table, ask.PlayEvent("1"), *dice)
    return table


def test_add_to_each_of_some_places_asks_nothing() -> None:
    worker = 'where = { in = "districts", types = ["worker"] }'
    before = a_table()
    table = played(f'[{{ do = "add", n = 1, each = true, {worker} }}]')
    for place in table.components.of_subtype["worker"]:
        assert table.mv(REV, place) == before.mv(REV, place) + 1


def test_add_at_most_so_many_in_one_place_and_some_places_first() -> None:
    urban = (
        'where = { in = "districts", types = ["urban"] }, first = { in = "districts", names = ["smolny"] }'
    )
    table = played(f'[{{ do = "add", n = 4, max_per = 2, {urban} }}]')
    assert table.mv(REV, "smolny") == 3  # 1 at the start, and the only first place twice
    assert question(table).left == 2
    assert ask.ChoosePlace("smolny") not in may(table)


def test_remove_up_to_lets_one_stop() -> None:
    table = played(
        '[{ do = "remove", n = 2, up_to = true, where = { in = "districts" } }]',
        cubes={"smolny": (0, 3)},
    )
    happened(table, ask.ChoosePlace("smolny"))
    happened(table, ask.Done())
    assert table.mv(GOV, "smolny") == 2


def test_who_led_when_the_event_began_counts_not_who_leads_now() -> None:
    """14.0, #107 and #140: two cubes where the opponent was one ahead."""
    step = '{ do = "add", n = 2, where = { in = "districts", names = ["smolny"], led_by = "opponent" } }'
    table = played(f"[{step}, {step}]", cubes={"smolny": (0, 1)})
    assert table.mv(REV, "smolny") == 4
    assert table.controller("smolny") == REV


def test_move_takes_a_cube_from_one_place_to_another() -> None:
    table = played(
        '[{ do = "move", n = 1, from = { in = "parties", names = ["radical"] },'
        ' to = { in = "parties", names = ["socialist"] } }]'
    )
    assert (table.parties["radical"], table.parties["socialist"]) == (0, 3)


def test_match_adds_up_to_the_opponent_as_far_as_there_are_boxes() -> None:
    """14.0, #41: against 9 red cubes the Government still tops at 7."""
    table = played(
        '[{ do = "match", n = 1, where = { in = "districts", types = ["worker"] } }]',
        faction="gov",
        active=GOV,
        cubes={"putilov": (9, 1)},
    )
    happened(table, ask.ChoosePlace("putilov"))
    assert table.mv(GOV, "putilov") == 7


@pytest.mark.parametrize(("die", "place"), [(1, REV), (6, GOV)])
def test_what_follows_success_and_failure_happens_at_the_place_of_the_check(die: int, place: str) -> None:
    here = 'where = { in = "here" }'
    table = played(
        f'[{{ do = "check", {SMOLNY}, plus = 3, success = [{{ do = "add", n = 1, {here} }}],'
        f' failure = [{{ do = "add", n = 1, who = "opponent", {here} }}] }}]',
        die, die, die,
        op={REV: 0, GOV: 0},
        cubes={"smolny": (1, 0)},
    )  # fmt: skip
    assert table.mv(place, "smolny") == (2 if place == REV else 1)


def test_general_strike_checks_where_two_cubes_were_added() -> None:
    """16.0: six cubes, two a District; a +3 check in each that received two; a point for each success."""
    number = next(c.number for c in a_table().components.cards.values() if c.title == "General Strike")
    table = a_table(hand=(number,), op={REV: 0, GOV: 0})
    happened(table, ask.PlayEvent(str(number)))
    for place in ("putilov", "putilov", "obukhov", "obukhov", "vasilevskiy"):
        happened(table, ask.ChoosePlace(place))
    events = happened(table, ask.ChoosePlace("nevsky_shipyards"), *[1] * 6)
    checks = some(events, e.CheckRolled)
    assert [check.place for check in checks] == ["putilov", "obukhov"]
    assert table.vp == 2


def test_desertion_rolls_a_die_for_each_small_marker_the_ones_first() -> None:
    """11.1, #255: a 6 removes it, those of 4 VP are immune."""
    table = a_table(turn=4, hand=(255,), military={REV: [], GOV: [4, 2, 1, 2]})
    events = happened(table, ask.PlayEvent("255"), 6, 1, 6)
    tested = [(event.value, event.lost) for event in some(events, e.MarkerTested)]
    assert tested == [(1, True), (2, False), (2, True)]
    assert sorted(table.military[GOV]) == [2, 4]


def test_random_districts_are_all_different() -> None:
    """14.0, #111: a District that was rolled before is rolled again."""
    table = a_table(hand=(1,), components=a_card('[{ do = "random_districts", n = 2, steps = [] }]'))
    events = happened(table, ask.PlayEvent("1"), 1, 1, 1, 2, 6, 6)
    rolled = [event.district for event in some(events, e.DistrictRolled)]
    assert rolled == ["kronstadt", "kronstadt", "smolny"]


def test_a_bid_is_won_by_whoever_spends_more_and_you_is_the_winner() -> None:
    """14.0, #1."""
    table = played('[{ do = "bid", win = [{ do = "vp", n = 3 }] }]', faction="neutral")
    assert question(table).seat == REV
    happened(table, ask.SpendOpportunity(2))
    happened(table, ask.SpendOpportunity(5))
    assert table.points(GOV) == 3
    assert table.op == {REV: 6, GOV: 3}


def test_each_speaks_to_both_players_the_active_one_first() -> None:
    """14.0, #254."""
    table = played('[{ do = "each", steps = [{ do = "op", n = -2 }, { do = "extremism" }] }]', 1, 1)
    assert table.op == {REV: 6, GOV: 6}


def test_spend_needs_the_points_and_counts_them() -> None:
    event = '[{ do = "spend", n = 3, up_to = true, then = [{ do = "vp", n = { value = "result" } }] }]'
    table = played(event, op={REV: 2, GOV: 8})
    assert may(table) == [ask.SpendOpportunity(1), ask.SpendOpportunity(2), ask.Done()]
    happened(table, ask.SpendOpportunity(2))
    assert table.vp == 2
    exact = '[{ do = "spend", n = 3, then = [{ do = "vp", n = 9 }], otherwise = [{ do = "vp", n = 1 }] }]'
    assert played(exact, op={REV: 2, GOV: 8}).vp == 1


def test_choose_offers_what_is_open() -> None:
    event = (
        '[{ do = "choose", options = [{ steps = [{ do = "vp", n = 1 }] },'
        ' { if = { needs = "unrest", at_least = 9 }, steps = [{ do = "vp", n = 5 }] },'
        ' { steps = [{ do = "op", n = 2 }] }] }]'
    )
    table = played(event)
    assert may(table) == [ask.ChooseOption(1), ask.ChooseOption(3)]
    happened(table, ask.ChooseOption(3))
    assert table.op[REV] == 10


def test_a_die_is_changed_by_cards_in_play() -> None:
    """14.0, #404 with #119 and #120: each lowers the roll of WAR!, to zero or less."""
    table = a_table(active=GOV, in_play=(404, 119, 120), turn=2)
    events = happened(table, ask.Pass(), 1)
    rolled = some(events, e.DieRolled)[0]
    assert (rolled.die, rolled.plus) == (1, -2)


def test_germany_declares_war_without_the_immediate_benefits() -> None:
    """14.0, #132: no cubes, no points; but WAR! rolls from now on."""
    table = a_table(turn=2, hand=(132,), pool=(404,))
    before = (dict(table.parties), table.prestige)
    events = happened(table, ask.PlayEvent("132"))
    assert "404" in table.in_play
    assert (table.parties, table.prestige) == before
    assert one(events, e.CardMoved) == e.CardMoved("404", "pool", "in_play")


def test_the_government_skips_its_next_action_round() -> None:
    """14.0, #3: if need be in the next Turn."""
    table = a_table(active=GOV, hand=(3,), first=REV)
    events = happened(table, ask.PlayEvent("3"))
    while not some(events, e.RoundBegan):
        events = happened(table, may(table)[0])
    assert table.skips[GOV] == 1


def test_radical_priests_make_the_next_card_worth_two_more() -> None:
    """14.0, #242: in the next Action Round, else it is wasted."""
    table = a_table(hand=(8,))
    e.BonusPromised(REV, 2).apply(table)
    happened(table, ask.PlayActivities("8"))
    assert question(table).points == 4  # said in this Action Round: not yet
    table = a_table(hand=(8,))
    e.BonusPromised(REV, 2).apply(table)
    table.rounds_begun += 1
    happened(table, ask.PlayActivities("8"))
    assert question(table).points == 6
    table = a_table()
    e.BonusPromised(REV, 2).apply(table)
    table.rounds_begun += 1
    assert one(happened(table, ask.Pass()), e.BonusSpent).wasted


def test_later_waits_for_the_end_of_the_next_action_round() -> None:
    event = '[{ do = "later", steps = [{ do = "vp", n = 2 }] }]'
    table = a_table(hand=(1,), other_hand=(29,), components=a_card(event))
    happened(table, ask.PlayEvent("1"))
    assert table.vp == 0 and len(table.later) == 1
    happened(table, ask.PlayActivities("29"))
    happened(table, ask.Done())
    happened(table, ask.ChooseTrack("districts"), 1)
    assert (table.active, table.vp) == (REV, 0)
    events = happened(table, ask.Pass())
    assert one(events, e.LaterBegan).card == "1"
    assert table.vp == 2 and not table.later


def test_forces_of_reaction_score_each_four_points_of_mobilization() -> None:
    """14.0, #218: in a single Action Round."""
    table = spending(6, in_play=(218,), turn=4)
    for place in ("kronstadt", "putilov", "vyborg"):
        happened(table, ask.Mobilize(place))
    assert table.vp == 0
    happened(table, ask.Mobilize("kronstadt"))
    assert table.points(GOV) == 1


def test_mass_support_caps_costs_where_there_is_no_union_or_military_discipline() -> None:
    """14.0, #234: to the end of the game, 1 AP a cube; but not where the Government is organized."""
    table = a_table(turn=4, in_play=(234,), cubes={"winter_palace": (0, 0), "guards_regiment": (1, 0)})
    assert mobilization_cost(table, REV, "winter_palace") == 1
    assert mobilization_cost(table, GOV, "kronstadt") == 2 - 1 + 0
    table.organizations[GOV] = ["guards_regiment"]
    assert mobilization_cost(table, REV, "guards_regiment") == 3


def test_a_modifier_of_checks_holds_while_the_card_is_in_play() -> None:
    more = 'duration = "turn"\nmodifiers = [{ changes = "check", who = "you", plus = 2 }]'
    table = a_table(components=a_card(more=more), in_play=(1,))
    assert target_number(table, agenda.Check(REV, "smolny", 3)) == 1 + 3 + 2
    assert target_number(table, agenda.Check(GOV, "smolny", 3)) == 3


def test_a_card_that_stays_only_under_a_condition_is_else_discarded() -> None:
    """14.0, #409."""
    more = 'duration = "game"\nstays_if = { needs = "unrest", at_least = 3 }'
    assert "1" in played("[]", more=more, unrest=3).in_play
    assert "1" in played("[]", more=more, unrest=2).discard


def test_cards_for_a_turn_leave_at_its_end() -> None:
    table = a_table(active=GOV, first=REV, round=8, components=a_card(more='duration = "turn"'), in_play=(1,))
    events = happened(table, ask.Pass())
    assert one(events, e.TurnEnded).cards == ("1",)
    assert "1" in table.discard


def test_the_first_player_orders_what_happens_at_the_end_of_a_turn() -> None:
    """2.5, 1."""
    text = 'name = "two"\nentry = "turmoil"\nsource = "reconstructed"\n'
    hook = 'hooks = [{ when = "end_of_turn", steps = [{ do = "vp", n = 1 }] }]'
    for number in (1, 2):
        text += (
            f'[[cards]]\nnumber = {number}\ntitle = "A Test"\nfaction = "rev"\nap = 2\ndie = "DI"\n{hook}\n'
        )
    table = a_table(active=GOV, first=REV, round=8, components=read_components(text), in_play=(1, 2))
    happened(table, ask.Pass())
    assert question(table) == agenda.ChooseEvent(seat=REV, left=("1", "2"))
    events = happened(table, ask.ChooseCard("2"))
    begun = [event.card for event in some(events, e.EventBegan)]
    assert begun == ["2", "1"]
    assert table.vp == 2


def test_an_assassinated_statesman_leaves_the_game() -> None:
    table = played('[{ do = "remove_card", card = 401 }]', in_play=(401,))
    assert table.removed == ["401"]


def test_cards_are_discarded_at_random_by_a_die_as_large_as_the_hand() -> None:
    table = a_table(
        hand=(1,), other_hand=(8, 9, 12), components=a_card('[{ do = "discard", n = 2, random = true }]')
    )
    events = happened(table, ask.PlayEvent("1"), 2, 2)
    assert [(x.card, x.of, x.place) for x in some(events, e.CardDiscarded)] == [("9", 3, 2), ("12", 2, 2)]
    assert table.hands[GOV].known == ["8"]


def test_treason_sends_lenin_back_to_the_pool() -> None:
    """14.0, #301: he may be played again from there."""
    table = played('[{ do = "to_pool", card = 408 }]', in_play=(408,), faction="gov", active=GOV)
    assert "408" in table.pool and "408" not in table.in_play


def test_tempers_flare_checks_both_parties_of_both_players() -> None:
    """14.0, #254: with one Party in play, one check."""
    table = a_table(turn=4, hand=(254,), op={REV: 0, GOV: 0})
    events = happened(table, ask.PlayEvent("254"), *[6] * 12)
    assert len(some(events, e.CheckRolled)) == 4
    table = a_table(turn=4, hand=(254,), op={REV: 0, GOV: 0}, abdicated=True, prestige=0)
    table.out_of_play = ["radical", "monarchist"]
    events = happened(table, ask.PlayEvent("254"), *[6] * 6)
    assert len(some(events, e.CheckRolled)) == 2
    assert "CheckRolled" in kinds(events)


@pytest.mark.parametrize("cards", [(401, 404), (404, 401)])
def test_at_the_end_of_a_round_cards_take_effect_in_the_order_they_came(
    cards: tuple[int, int],
) -> None:
    """Ruling 46: Peter Stolypin and WAR! at the end of the Government's Action Round."""
    table = a_table(active=GOV, turn=2, in_play=cards)
    events = happened(table, ask.Pass(), 3)
    while len(some(events, e.EventBegan)) < 2:
        events += happened(table, may(table)[0], 3)
    assert [event.card for event in some(events, e.EventBegan)] == [str(card) for card in cards]
