"""The solitaire variant: what the opposition does, and what the player knows."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.core.event import Event
from domain.core.record import Record
from domain.core.refusal import Refused
from domain.core.replay import as_seen_by, fold
from domain.core.table import Pile
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.events import (
    CardPlayed,
    LeaderRecruited,
    MarkerPlaced,
    ObjectiveRevealed,
    OppositionObjectiveFound,
    PointsScored,
    RoundBegan,
    TokensExhausted,
    TurnBegan,
    UnitsRecruited,
    WillTaken,
)
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.rules.solitaire import find_opposition_objective
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import BONUS, UNREST, Objective, PetrogradTable
from services.selfplay import Played, open_game, play_game
from tests.games.dual_powers.builders import a_table, acting, allowed, at_bonus, happened, kinds, only

FIVE = ["red-2a", "red-4c", "purple-4c", "brown-5e", "purple-2a"]


def solo(level: int = 2, stack: list[str] | None = None, **fields: Any) -> PetrogradTable:
    """Red against the opposition: the player's first turn is about to end, this stack is left to play."""
    options = fields.pop("options", Options(solitaire=level, side="red"))
    table = a_table(
        options=options, white=stack or FIVE, turn=2, objectives={"red": Objective("green-4c", 1)}
    )
    table.deck.lose("green-4c")
    table.leader_stack = Pile(["lvov", "kornilov"])
    for name, value in fields.items():
        setattr(table, name, value)
    return at_bonus(table)


def ended(table: PetrogradTable) -> list[Event[Any]]:
    """The player does without the rest of the turn."""
    return happened(table, "red", ask.Decline())


def last_turn(**fields: Any) -> PetrogradTable:
    """The opposition has played its fifth card; the Scoring phase is next."""
    fields = dict[str, Any](turn=9, played={"red": [], "white": list(FIVE)}) | fields
    table = solo(**fields)
    table.hands["white"] = Pile()
    return table


def a_game(level: int = 3, seed: int = 1) -> Played:
    return play_game(RULESET, Options(solitaire=level), {}, Random(seed), clock=lambda: 0)


def events_of(records: list[Record[Any]], kind: type[Any]) -> list[Any]:
    return [record.event for record in records if isinstance(record.event, kind)]


# The opposition's objective


def found(*cards: str) -> tuple[str, str]:
    event = find_opposition_objective(solo(played={"red": [], "white": list(cards)}))
    return event.card, event.by


def test_example_h_finds_the_purple_4() -> None:
    """O10: Example H: six days each for red and purple, two cards each, the last of them purple."""
    assert found("red-2a", "red-4c", "purple-4c", "brown-5e", "purple-2a") == ("purple-4c", "last")


def test_the_region_with_the_most_days_is_the_objective() -> None:
    """O10: days come first, though blue has more cards."""
    assert found("red-6g", "red-5e", "blue-2a", "blue-3b", "blue-4c") == ("red-6g", "days")


def test_equal_days_are_decided_by_cards() -> None:
    """O10: six days each; blue has two cards, red one."""
    assert found("blue-2a", "blue-4c", "red-6g", "white-2a", "green-3b") == ("blue-4c", "cards")


def test_the_last_card_decides_among_the_tied_regions_only() -> None:
    """O10: a later card of a region that is not tied does not matter."""
    assert found("red-6g", "blue-6g", "white-2a", "green-3b", "brown-5e") == ("blue-6g", "last")


def test_the_opposition_has_no_objective_before_the_scoring_phase() -> None:
    """O10: it is found only when objectives are revealed."""
    table = last_turn()
    assert "white" not in table.objectives
    events = ended(table)
    assert only(events, OppositionObjectiveFound) == [OppositionObjectiveFound("white", "purple-4c", "last")]


# Rounds and turns


def test_the_player_begins_with_seven_cards() -> None:
    """O1: four command cards and the three leaders."""
    game, _ = open_game(RULESET, Options(solitaire=1), Random(4))
    hand = game.table.hands["red"]
    assert len(hand) == 7
    assert {"lenin", "stalin", "kollontai"} <= set(hand.known)
    assert game.table.asks() is not None and game.table.asks().what == "play_card"


def test_the_opposition_has_the_first_turn_and_the_last() -> None:
    """O2: five turns against four in each round, whatever the will of the people says."""
    turns = events_of(a_game().records, TurnBegan)
    assert [turn.seat for turn in turns[:9]] == ["white", "red"] * 4 + ["white"]
    assert [turn.turn for turn in turns[:9]] == list(range(1, 10))


def test_the_opposition_takes_the_will_in_every_objective_phase() -> None:
    """O2: from the player, when the player has it."""
    table = last_turn(will="red")
    events = ended(table)
    assert WillTaken("white", "solitaire") in events
    assert table.will == "white"


@pytest.mark.parametrize("seed", range(5))
def test_three_leaders_last_for_three_rounds(seed: int) -> None:
    """O3: one opposing leader each round, none is left over and none is missing."""
    played = a_game(seed=seed)
    rounds = len(events_of(played.records, RoundBegan))
    leaders = [e.leader for e in events_of(played.records, LeaderRecruited) if e.seat == "white"]
    assert rounds <= 3
    assert len(leaders) == len(set(leaders)) == rounds
    assert len(played.table.leader_stack) == 3 - rounds


def test_an_opposing_leader_comes_fresh_into_the_region_of_unrest() -> None:
    """O4: without special action, without days; exhausted it has its printed strength."""
    table = last_turn(level=6, will="white")
    events = ended(table)
    place = kinds(events).index("leader_recruited")
    assert events[place] == LeaderRecruited("white", "lvov", "white")
    assert kinds(events)[place + 1 : place + 3] == ["phase_began", "turn_began"]
    assert table.city["white"]["lvov"] is True
    assert table.strength("lvov", False) == 1


# The opposition's turn


def test_the_opposition_plays_its_topmost_card() -> None:
    """Opposition Turn: reveal, advance the date, place one unit of the card's recruit value there."""
    table = solo()
    events = ended(table)
    assert kinds(events) == [
        "declined", "turn_began", "card_played", "date_advanced", "units_recruited", "turn_began",
    ]  # fmt: skip
    assert only(events, CardPlayed) == [CardPlayed("white", "red-2a")]
    assert only(events, UnitsRecruited) == [UnitsRecruited("white", ("opposing-3a",), "red")]
    assert (table.day, table.active) == (3, "red")


def test_an_empty_stock_places_nothing() -> None:
    """O5: no unit of that level is left."""
    table = solo()
    table.supply["white"] = [token for token in table.supply["white"] if "-3" not in token]
    assert "units_recruited" not in kinds(ended(table))


def test_exhausted_opposing_units_return_to_the_stock() -> None:
    """O5: tokens that leave the board can be placed again; here into the next round's first region."""
    table = last_turn(city={"blue": {"opposing-1a": False}} | {r: {} for r in a_table().city if r != "blue"})
    table.supply["white"].remove("opposing-1a")
    events = ended(table)
    left = [event for event in only(events, TokensExhausted) if event.region == "blue"]
    assert [(event.to_supply, event.out_of_game) for event in left] == [(("opposing-1a",), ())]
    assert "opposing-1a" not in table.removed
    assert "opposing-1a" not in table.city["blue"]


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6])
def test_every_exhausted_opposing_unit_has_the_difficulty_as_strength(level: int) -> None:
    """O6: X, also where that is more than fresh; fresh strength is the unit's own level."""
    table = solo(level)
    assert [table.strength(f"opposing-{n}a", False) for n in (1, 2, 3)] == [level] * 3
    assert [table.strength(f"opposing-{n}a", True) for n in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize(("level", "stronger"), [(1, "red"), (6, "white")])
def test_difficulty_decides_a_region(level: int, stronger: str) -> None:
    """O6: difficulty 1 and difficulty 6, the same tokens."""
    table = solo(level)
    table.city["blue"] = {"red-unit-3a": True, "opposing-2a": False}
    assert table.judge("blue").stronger == stronger


def test_the_opposition_bonus_is_a_level_1_unit_in_the_region_of_unrest() -> None:
    """O7: after its normal placement, and nothing is asked of anyone."""
    table = solo(day=13)
    events = ended(table)
    assert only(events, UnitsRecruited) == [
        UnitsRecruited("white", ("opposing-3a",), "red"),
        UnitsRecruited("white", ("opposing-1a",), "blue"),
    ]
    assert len(table.pending) == 1


def test_a_month_that_the_opposition_turns_brings_the_will_and_trotsky() -> None:
    """O8: calendar events work on its turns as on any."""
    table = solo(day=31, will="red")
    events = ended(table)
    assert kinds(events)[3:6] == ["date_advanced", "will_taken", "trotsky_returned"]
    assert (table.will, table.region_of("trotsky")) == ("white", "blue")


@pytest.mark.parametrize(
    ("side", "strength"), [("red", {"red": 4, "white": 0}), ("white", {"red": 4, "white": 0})]
)
def test_red_trotsky_belongs_to_the_side_that_plays_red(side: str, strength: dict[str, int]) -> None:
    """O8: the player's when the player is red, else the opposition's."""
    table = a_table(
        city={"blue": {"trotsky": True}}, options=msgspec.convert({"solitaire": 1, "side": side}, Options)
    )
    table.trotsky = "red"
    assert table.judge("blue").strength == strength
    assert table.controls(side, "trotsky") == (side == "red")


def test_neutrals_count_for_the_opposition_in_company_only() -> None:
    """O9: the same rule as for a player."""
    table = solo(will="white")
    table.city["blue"] = {"neutral-unit-a": True}
    assert table.judge("blue").stronger is None
    table.city["blue"]["opposing-1a"] = True
    assert table.judge("blue").strength["white"] == 2


# The player's objective


@pytest.mark.parametrize(("score", "first"), [(1, "white"), (-1, "red")])
def test_markers_follow_the_normal_order(score: int, first: str) -> None:
    """O11: whoever is behind has marker 2, also the opposition."""
    events = ended(last_turn(score=score))
    regions = {"white": "purple", "red": "green"}
    other = "red" if first == "white" else "white"
    assert only(events, MarkerPlaced)[1:] == [
        MarkerPlaced(2, regions[first]),
        MarkerPlaced(3, regions[other]),
    ]


def test_organize_reveals_the_players_own_objective() -> None:
    """O12: a bonus action of the player."""
    table = solo(day=15)
    assert allowed(table, "red", ask.Organize())
    event = only(happened(table, "red", ask.Organize()), ObjectiveRevealed)[0]
    assert (event.owner, event.card.value, event.by) == ("red", "green-4c", "organize")
    assert table.objectives["red"].face_up


def test_organize_is_allowed_as_the_unrest_bonus() -> None:
    """O12: the bonus menu is the same after the region of unrest."""
    table = last_turn()
    table.city["blue"] = {"red-unit-1a": True}
    table.supply["red"].remove("red-unit-1a")
    ended(table)
    assert table.pending == [UNREST["red"]]
    happened(table, "red", ask.TakeBonus())
    assert table.pending == [BONUS["red"]]
    events = happened(table, "red", ask.Organize())
    assert [event.by for event in only(events, ObjectiveRevealed)] == ["organize"]


def test_what_is_revealed_cannot_be_revealed_again() -> None:
    """O12: neither Organize nor Espionage has anything left to do."""
    table = solo()
    table.objectives["red"].face_up = True
    assert not allowed(table, "red", ask.Organize())
    with pytest.raises(Refused, match="already_revealed"):
        happened(table, "red", ask.Organize())
    acting(table, "stalin")
    assert not allowed(table, "red", ask.Espionage())
    with pytest.raises(Refused, match="nothing_to_reveal"):
        happened(table, "red", ask.Espionage())


def test_organize_is_no_action_for_two_players() -> None:
    """O12: only in solitaire."""
    table = at_bonus(a_table(objectives={"red": Objective("green-4c", 1)}))
    assert not allowed(table, "red", ask.Organize())
    with pytest.raises(Refused, match="only_in_solitaire"):
        happened(table, "red", ask.Organize())


def test_espionage_reveals_the_players_own_objective() -> None:
    """Player Turn: Espionage is about one's own objective; without the option it does nothing."""
    table = acting(solo(), "stalin")
    event = only(happened(table, "red", ask.Espionage()), ObjectiveRevealed)[0]
    assert (event.owner, event.by) == ("red", "espionage")
    without = acting(solo(options=Options(solitaire=2, solitaire_espionage=False)), "stalin")
    assert not allowed(without, "red", ask.Espionage())


def test_the_player_does_not_know_the_own_objective_until_it_is_revealed() -> None:
    """Solitaire Draw phase: in the red stream the card is closed from being dealt to being turned up."""
    view = RULESET.new_table(Options(solitaire=3))
    unknown = revealed = 0
    for record in as_seen_by(a_game().records, "red"):
        fold(view, (record,))
        mine = view.objectives.get("red")
        if mine is None:
            continue
        assert (mine.card is None) == (not mine.face_up)
        unknown += mine.card is None
        revealed += mine.face_up
    assert unknown and revealed


# The end


@pytest.mark.parametrize(("score", "winner"), [(1, "red"), (-1, "white")])
def test_the_third_round_ends_the_game(score: int, winner: str) -> None:
    """O13: after its Scoring phase; with the marker in the centre the will of the people decides."""
    table = last_turn(round=3, score=score)
    ended(table)
    assert (table.over, table.winner, table.reason) == (True, winner, "third_round")
    tied = last_turn(round=3, will="white")
    ended(tied)
    assert (tied.winner, tied.reason) == ("white", "third_round_will")


def test_october_does_not_end_a_solitaire_game() -> None:
    """O13: only the track and the third round do."""
    table = last_turn(round=2, month=5)
    ended(table)
    assert (table.over, table.round) == (False, 3)


def test_the_track_ends_a_solitaire_game() -> None:
    """O13: the opposition's end of the track."""
    table = last_turn(score=-9)
    table.city["blue"] = {"opposing-1a": True}
    assert kinds(ended(table))[-2:] == ["points_scored", "game_ended"]
    assert (table.winner, table.reason) == ("white", "track")


@pytest.mark.parametrize("seed", range(5))
def test_the_deck_lasts_for_three_rounds(seed: int) -> None:
    """O14: thirty cards and a few bonus draws: no second shuffle."""
    assert a_game(seed=seed).table.deck_shuffles == 1


def test_the_opposition_takes_the_points_of_unrest_and_the_player_may_choose() -> None:
    """O15: it is never asked; the player is."""
    theirs = last_turn()
    theirs.city["blue"] = {"opposing-1a": True}
    assert only(ended(theirs), PointsScored)[0] == PointsScored("white", 2, 1)
    mine = last_turn()
    mine.city["blue"] = {"red-unit-1a": True}
    ended(mine)
    assert allowed(mine, "red", ask.ScoreUnrest())
    assert allowed(mine, "red", ask.TakeBonus())
