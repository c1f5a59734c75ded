"""Who is stronger in a region, the Scoring phase, and both ways in which a game ends."""

from typing import Any

import pytest

from domain.core.event import Event
from domain.core.refusal import Refused
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.events import (
    CardsDiscarded,
    GameEnded,
    MarkerPlaced,
    ObjectiveRevealed,
    PointsScored,
    RegionJudged,
    TokensExhausted,
)
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.table import BONUS, Objective, PetrogradTable
from tests.games.dual_powers.builders import MONTHS, a_table, allowed, at_bonus, facts, happened, kinds, only

City = dict[str, dict[str, bool]]


def last_turn(
    city: City, red_card: str = "green-4c", white_card: str = "brown-4c", **fields: Any
) -> PetrogradTable:
    """White's last turn of the round is about to end; the region of unrest is blue."""
    objectives = {"red": Objective(red_card, 1), "white": Objective(white_card, 1)}
    table = a_table(city=city, active="white", turn=8, objectives=objectives, **fields)
    for card in (red_card, white_card):
        table.deck.lose(card)
    return at_bonus(table)


def scored(table: PetrogradTable) -> list[Event[Any]]:
    """White does without the rest of the last turn: the Scoring phase begins."""
    return happened(table, "white", ask.Decline())


# Determining strength


def test_trotsky_without_company_counts_for_nobody() -> None:
    """N1: neutral Trotsky needs company like any neutral token."""
    found = a_table(city={"blue": {"trotsky": True, "white-unit-1a": True}}, will="red").judge("blue")
    assert (found.stronger, found.by) == ("white", "strength")
    assert found.strength == {"red": 0, "white": 1}


def test_trotsky_in_company_counts_for_the_holder_of_the_will() -> None:
    """N1: with a token of the holder beside him, his strength and his token count."""
    city: City = {"blue": {"trotsky": True, "red-unit-1a": True, "white-unit-3a": True}}
    found = a_table(city=city, will="red").judge("blue")
    assert (found.stronger, found.strength, found.tokens["red"]) == ("red", {"red": 5, "white": 3}, 2)


def test_a_leader_is_company_for_neutrals() -> None:
    """N2: a leader accompanies neutrals as a unit does."""
    found = a_table(city={"blue": {"kollontai": False, "neutral-unit-a": True}}).judge("blue")
    assert (found.strength["red"], found.tokens["red"]) == (3, 2)


def test_neutrals_that_count_for_strength_count_for_the_tie() -> None:
    """N3: equal strength, and the accompanied neutral makes two tokens against one."""
    city: City = {"blue": {"red-unit-1a": True, "neutral-unit-a": True, "white-unit-2a": True}}
    found = a_table(city=city, will="red").judge("blue")
    assert (found.stronger, found.by, found.tokens) == ("red", "tokens", {"red": 2, "white": 1})


def test_neutrals_without_company_do_not_count_for_the_tie() -> None:
    """N3: neutrals count for nobody when their holder has no token of its own there."""
    city: City = {"blue": {"red-unit-1a": False, "neutral-unit-a": True, "neutral-unit-b": True}}
    found = a_table(city=city, will="white").judge("blue")
    assert (found.stronger, found.tokens) == ("red", {"red": 1, "white": 0})


def test_only_neutrals_in_a_region_means_that_nobody_is_stronger() -> None:
    """N4: neutrals alone hold nothing, unless the option of the Russian rulebook is on."""
    city: City = {"blue": {"neutral-unit-a": True, "trotsky": True}}
    assert a_table(city=city).judge("blue").stronger is None
    held = a_table(city=city, will="white", options=Options(only_neutrals_hold=True)).judge("blue")
    assert held.stronger == "white"


def test_a_lone_token_of_strength_0_holds_its_region() -> None:
    """N5: 0 to 0 on strength, 1 to 0 on tokens."""
    found = a_table(city={"blue": {"white-unit-1a": False}}, will="red").judge("blue")
    assert (found.stronger, found.by, found.strength) == ("white", "tokens", {"red": 0, "white": 0})


def test_neutrals_of_the_other_side_do_not_take_it_away() -> None:
    """N5: a stranger's neutrals without company change nothing."""
    found = a_table(city={"blue": {"white-unit-1a": False, "neutral-unit-e": False}}, will="red").judge(
        "blue"
    )
    assert (found.stronger, found.by) == ("white", "tokens")


def test_the_will_of_the_people_breaks_the_last_tie() -> None:
    """Determining Strength: equal strength and equal tokens; without the option nobody is stronger."""
    city: City = {"blue": {"white-unit-1a": True, "red-unit-1a": True}}
    found = a_table(city=city, will="white").judge("blue")
    assert (found.stronger, found.by) == ("white", "will")
    assert a_table(city=city, options=Options(will_breaks_ties=False)).judge("blue").stronger is None


def test_example_e_is_decided_by_the_number_of_tokens() -> None:
    """Example E: 3 + 1 + 0 against 2 + 2."""
    red = {"red-unit-3a": True, "red-unit-1a": True, "red-unit-2a": False}
    found = a_table(city={"brown": red | {"white-unit-2a": True, "white-unit-2b": True}}).judge("brown")
    assert (found.stronger, found.by, found.strength) == ("red", "tokens", {"red": 4, "white": 4})


def test_an_empty_region_is_nobodys() -> None:
    """Determining Strength: no tokens at all."""
    assert a_table(will="red").judge("blue").by == "nobody"


# Exhaust Tokens


def test_neutrals_in_marked_regions_are_exhausted_and_removed() -> None:
    """N8: whoever controls them; a neutral that was exhausted leaves the game."""
    table = last_turn({"blue": {"neutral-unit-a": True, "neutral-unit-b": False}})
    event = only(scored(table), TokensExhausted)[0]
    assert (event.exhausted, event.out_of_game) == (("neutral-unit-a",), ("neutral-unit-b",))
    assert table.city["blue"] == {"neutral-unit-a": False}
    assert "neutral-unit-b" in table.removed


def test_exhausted_units_go_to_the_supply_and_leaders_out_of_the_game() -> None:
    """Exhaust Tokens, Example G: the units of both sides return, leaders and Trotsky do not."""
    tokens = {"red-unit-3c": False, "white-unit-2a": True, "lvov": False, "lenin": True, "trotsky": False}
    table = last_turn({"green": tokens}, trotsky="red")
    scored(table)
    assert table.city["green"] == {"white-unit-2a": False, "lenin": False}
    assert "red-unit-3c" in table.supply["red"]
    assert {"lvov", "trotsky"} <= set(table.removed)
    assert "lvov" not in table.supply["white"]


def test_example_g_falls_to_white_by_tokens() -> None:
    """Example G: 2 + 1 against an exhausted 3."""
    city: City = {"white": {"white-unit-2a": True, "lvov": False, "red-unit-3c": False}}
    found = a_table(city=city).judge("white")
    assert (found.stronger, found.by) == ("white", "tokens")


def test_tokens_in_unmarked_regions_stay_as_they_are() -> None:
    """Exhaust Tokens: only regions with an objective marker."""
    table = last_turn({"red": {"red-unit-1a": True, "white-unit-1a": False}})
    scored(table)
    assert table.city["red"] == {"red-unit-1a": True, "white-unit-1a": False}


# Resolve the Region of Unrest


def test_unrest_that_nobody_wins_gives_no_choice_and_no_points() -> None:
    """S1: marker 1 is placed all the same, and the tokens there are exhausted."""
    table = last_turn({"blue": {"neutral-unit-a": True}})
    events = scored(table)
    assert "points_scored" not in kinds(events)
    assert only(events, MarkerPlaced)[0] == MarkerPlaced(1, "blue")
    assert table.city["blue"] == {"neutral-unit-a": False}


def test_the_region_is_exhausted_also_when_the_bonus_was_chosen() -> None:
    """S2: exhaustion looks at markers only."""
    table = last_turn({"blue": {"red-unit-1a": True}})
    scored(table)
    happened(table, "red", ask.TakeBonus())
    events = happened(table, "red", ask.Decline())
    assert table.score == 0
    assert only(events, TokensExhausted)[0].exhausted == ("red-unit-1a",)


def test_the_unrest_bonus_comes_before_objectives_are_revealed() -> None:
    """S3: it is taken at once and may change who is stronger elsewhere."""
    table = last_turn({"blue": {"red-unit-1a": True}})
    scored(table)
    assert kinds(happened(table, "red", ask.TakeBonus())) == ["unrest_bonus_chosen"]
    assert table.pending == [BONUS["red"]]
    assert allowed(table, "red", ask.DrawCard())
    events = happened(table, "red", ask.Recruit(("red-unit-1b",), "green"))
    assert kinds(events)[:2] == ["units_recruited", "objective_revealed"]
    assert only(events, PointsScored) == [PointsScored("red", 3, 3)]


@pytest.mark.parametrize(("month", "points"), [*zip(MONTHS, (2, 2, 3, 4, 5, 6, 6), strict=True)])
def test_unrest_points_grow_with_the_months(month: str, points: int) -> None:
    """Resolve the Region of Unrest: 2 to June, then 3, 4, 5, and 6 from October."""
    table = last_turn({"blue": {"white-unit-1a": True}}, month=month)
    assert kinds(scored(table))[-1] == "region_judged"
    assert only(happened(table, "white", ask.ScoreUnrest()), PointsScored)[0].points == points
    assert table.points("white") == points


def test_the_weaker_player_has_no_say_in_the_region_of_unrest() -> None:
    """Resolve the Region of Unrest: only the stronger player chooses."""
    table = last_turn({"blue": {"white-unit-1a": True}})
    scored(table)
    before = facts(table)
    with pytest.raises(Refused, match="not_your_turn"):
        happened(table, "red", ask.ScoreUnrest())
    assert facts(table) == before


# Reveal Secret Objectives, Score Objective Regions


@pytest.mark.parametrize(
    ("score", "will", "first"),
    [(1, "red", "white"), (-1, "white", "red"), (0, "red", "white"), (0, "white", "red")],
)
def test_whoever_is_behind_reveals_first(score: int, will: str, first: str) -> None:
    """S4: in the centre it is the player without the will of the people."""
    events = scored(last_turn({}, score=score, will=will))
    assert next(event.owner for event in only(events, ObjectiveRevealed)) == first
    second = "green" if first == "red" else "brown"
    assert only(events, MarkerPlaced)[1] == MarkerPlaced(2, second)


def test_the_order_is_judged_after_the_unrest_points() -> None:
    """S4: points of the region of unrest may turn the order round."""
    table = last_turn({"blue": {"white-unit-1a": True}}, score=1)
    scored(table)
    events = happened(table, "white", ask.ScoreUnrest())
    assert [event.owner for event in only(events, ObjectiveRevealed)] == ["red", "white"]


def test_an_objective_that_lies_face_up_keeps_its_marker() -> None:
    """S4: it is not revealed a second time."""
    table = last_turn({})
    table.objectives["white"].face_up = True
    events = scored(table)
    assert [event.owner for event in only(events, ObjectiveRevealed)] == ["red"]
    assert only(events, MarkerPlaced)[1:] == [MarkerPlaced(2, "brown"), MarkerPlaced(3, "green")]


def test_one_region_can_score_three_times_and_is_exhausted_once() -> None:
    """S5: unrest and both objectives in blue: each scores separately."""
    table = last_turn({"blue": {"red-unit-1a": True}}, "blue-4c", "blue-6g")
    scored(table)
    events = happened(table, "red", ask.ScoreUnrest())
    assert [event.points for event in only(events, PointsScored)] == [2, 4, 3]
    assert table.city["blue"] == {"red-unit-1a": False}
    assert len(only(events, TokensExhausted)) == 1


def test_points_go_to_the_stronger_player_not_to_the_owner_of_the_card() -> None:
    """Score Objective Regions: red scores white's objective, too."""
    events = scored(last_turn({"brown": {"red-unit-1a": True}}))
    assert only(events, PointsScored) == [PointsScored("red", 3, 2)]


def test_strength_is_judged_anew_for_each_marker() -> None:
    """S8: one judgement for each of the three markers, and nothing changes between 2 and 3."""
    city: City = {"green": {"red-unit-2a": True, "white-unit-1a": True, "neutral-unit-a": True}}
    events = scored(last_turn(city, "green-4c", "green-4d"))
    first, second, third = only(events, RegionJudged)
    assert [first.marker, second.marker, third.marker] == [1, 2, 3]
    assert (first.strength, first.stronger) == ({"red": 0, "white": 0}, None)
    for judged in (second, third):
        assert (judged.strength, judged.stronger) == ({"red": 3, "white": 1}, "red")


def test_played_cards_and_objectives_are_discarded() -> None:
    """Cleanup: command cards to the discard pile, played leader cards out of the game."""
    table = last_turn({}, played={"red": ["red-2a", "lenin"], "white": ["white-2a"]})
    for card in ("red-2a", "white-2a"):
        table.deck.lose(card)
    event = only(scored(table), CardsDiscarded)[0]
    assert set(event.cards) == {"red-2a", "white-2a", "green-4c", "brown-4c"}
    assert event.leaders == ("lenin",)
    assert "card:lenin" in table.removed


# The end of the game


@pytest.mark.parametrize(("side", "score"), [("red", 9), ("white", -9)])
def test_reaching_an_end_of_the_track_by_an_objective_ends_the_game_at_once(side: str, score: int) -> None:
    """S6: what remains is not scored, nothing is exhausted, surplus points are ignored."""
    unit = f"{side}-unit-1a"
    table = last_turn({"green": {unit: True}, "brown": {unit.replace("1a", "1b"): True}}, score=score)
    events = scored(table)
    assert len(only(events, PointsScored)) == 1
    assert kinds(events)[-1] == "game_ended"
    assert "tokens_exhausted" not in kinds(events)
    assert (table.over, table.winner, table.reason, table.points(side)) == (True, side, "track", 10)


@pytest.mark.parametrize(("side", "score"), [("red", 8), ("white", -8)])
def test_unrest_points_alone_can_end_the_game(side: str, score: int) -> None:
    """S6: objectives are then not even revealed."""
    table = last_turn({"blue": {f"{side}-unit-1a": True}}, score=score)
    scored(table)
    events = happened(table, side, ask.ScoreUnrest())
    assert kinds(events) == ["points_scored", "game_ended"]
    with pytest.raises(Refused, match="game_is_over"):
        happened(table, side, ask.ScoreUnrest())


@pytest.mark.parametrize("month", ["oct", "nov"])
@pytest.mark.parametrize(("score", "winner"), [(1, "red"), (-1, "white")])
def test_october_ends_the_game_after_exhaustion(month: str, score: int, winner: str) -> None:
    """Game End: the side on whose half the score marker is wins."""
    table = last_turn({"blue": {"neutral-unit-a": True}}, month=month, score=score)
    assert kinds(scored(table))[-2:] == ["tokens_exhausted", "game_ended"]
    assert (table.winner, table.reason) == (winner, "october")


@pytest.mark.parametrize("will", ["red", "white"])
def test_a_tie_at_the_end_goes_to_the_will_of_the_people(will: str) -> None:
    """S7: the marker in the centre."""
    events = scored(last_turn({}, month="oct", will=will))
    assert only(events, GameEnded) == [GameEnded(will, "october_will")]


def test_in_september_the_game_goes_on() -> None:
    """Game End: before October only the track ends the game."""
    table = last_turn({}, month="sep", score=9)
    assert "round_began" in kinds(scored(table))
    assert (table.over, table.round, table.phase, table.unrest_tile) == (False, 2, "objective", "white")
