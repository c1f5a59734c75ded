"""Patronage, Ending the Game, the two area examples, and the limit of rounds."""

import pytest

from domain.core.game import happen
from domain.games.revolution.components import NOTHING
from domain.games.revolution.events import (
    AreaScored,
    GameEnded,
    InfluencePlaced,
    PhaseBegan,
    RoundBegan,
    TokensScored,
    TokensTaken,
)
from domain.games.revolution.options import Options
from domain.games.revolution.rules.ending import end
from domain.games.revolution.ruleset import RULESET
from tests.games.revolution.builders import FULL, a_table, bid, kinds, only, tokens, with_bids

# 4. Patronage


@pytest.mark.parametrize(
    ("won", "given"),
    [
        ({}, "5G"),
        ({"general": "1G"}, "4G"),
        ({"rogue": "1G"}, "3G"),
        ({"merchant": "1G"}, ""),
        ({"aristocrat": "1G"}, "2G"),
    ],
)
def test_who_has_fewer_than_five_tokens_takes_gold_up_to_five(won: dict[str, str], given: str) -> None:
    """4. Patronage: of any type they count, but only Gold is given."""
    table = a_table()
    events = with_bids(table, red=bid(**won))
    patrons = [e.tokens for e in only(events, TokensTaken) if e.seat == "red" and e.by == "patronage"]
    assert patrons == ([tokens(given)] if given else [])
    assert table.tokens["red"].total == 5


def test_who_has_five_or_more_gets_nothing_and_keeps_all() -> None:
    """4. Patronage."""
    table = a_table()
    with_bids(table, red=bid(aristocrat="1F", merchant="1F"))
    assert table.tokens["red"] == tokens("8G")


def test_after_patronage_a_new_round_begins() -> None:
    """4. Patronage: all bids have been resolved before it."""
    events = with_bids(a_table(), red=bid(general="1B"))
    names = kinds(events)
    assert events[names.index("round_began") - 5] == PhaseBegan("patronage")
    assert only(events, RoundBegan) == [RoundBegan(2)]
    assert max(n for n, name in enumerate(names) if name == "character_resolved") < events.index(
        PhaseBegan("patronage")
    )


# Ending the Game


def test_the_game_is_over_when_all_spaces_are_full_at_the_end_of_a_resolution_phase() -> None:
    """Ruling 15: the last cube comes from the Innkeeper; the Mercenary of that round is still resolved."""
    table = a_table(town={**FULL, "tavern": {"blue": 3}})
    events = with_bids(table, red=bid(innkeeper="1F", mercenary="1G"))
    names = kinds(events)
    assert only(events, InfluencePlaced) == [InfluencePlaced("red", "tavern")]
    assert names.count("character_resolved") == 12
    assert names[-1] == "game_ended"
    assert table.over
    assert RULESET.standing(table).reason == "board_full"


def test_one_empty_space_keeps_the_game_going() -> None:
    """Ending the Game: all spaces, not all areas but one."""
    table = a_table(town={**FULL, "tavern": {"blue": 3}})
    with_bids(table, red=bid(printer="1F"))
    assert not table.over
    assert table.round == 2


def test_there_is_no_patronage_in_the_last_round() -> None:
    """Ruling 15: only tokens earned on the last round score."""
    table = a_table(town=FULL)
    events = with_bids(table, red=bid(rogue="1G"))
    assert PhaseBegan("patronage") not in events
    assert only(events, TokensScored) == [TokensScored("red", 6)]


@pytest.mark.parametrize(
    ("won", "points"), [("mercenary", 5), ("rogue", 6), ("merchant", 5), ("aristocrat", 3)]
)
def test_each_force_grants_5_each_blackmail_3_and_each_gold_1_support(won: str, points: int) -> None:
    """Ending the Game: Tokens."""
    events = with_bids(a_table(town=FULL), red=bid(**{won: "1G"}))
    assert only(events, TokensScored) == [TokensScored("red", points)]


def test_example_a_the_most_cubes_take_the_area_without_a_majority() -> None:
    """Example A: red and green have two each, blue has three of seven and wins the 35 support."""
    table = a_table(town={"cathedral": {"red": 2, "green": 2, "blue": 3}})
    events = happen(table, end(table, "board_full"))
    assert AreaScored("cathedral", "blue", 35) in events
    assert table.support == {"red": 0, "blue": 35, "green": 0, "yellow": 0}


def test_example_b_a_tied_area_gives_nobody_its_support() -> None:
    """Example B: red and blue have three each, green has one."""
    table = a_table(town={"cathedral": {"red": 3, "blue": 3, "green": 1}})
    events = happen(table, end(table, "board_full"))
    assert AreaScored("cathedral") in events
    assert set(table.support.values()) == {0}


def test_every_area_is_scored_and_its_support_added() -> None:
    """Ending the Game: Areas."""
    table = a_table(town=FULL)
    events = with_bids(table)
    assert only(events, AreaScored) == [
        AreaScored("plantation", "red", 30),
        AreaScored("tavern", "blue", 20),
        AreaScored("cathedral", "green", 35),
        AreaScored("town_hall", "yellow", 45),
        AreaScored("fortress", "blue", 50),
        AreaScored("market", "yellow", 25),
        AreaScored("harbor"),
    ]
    assert table.support == {"red": 30, "blue": 70, "green": 35, "yellow": 70}


def test_the_winner_is_the_player_with_the_most_support() -> None:
    """Ending the Game."""
    events = with_bids(a_table(town=FULL), blue=bid(printer="1F"))
    assert events[-1] == GameEnded(("blue",), "board_full")


def test_equal_support_is_a_shared_victory() -> None:
    """Ruling 16: the rulebook knows no tie-break."""
    table = a_table(town=FULL)
    events = with_bids(table)
    assert events[-1] == GameEnded(("blue", "yellow"), "board_full")
    assert RULESET.standing(table).winners == ("blue", "yellow")


def test_an_area_that_nobody_entered_gives_nobody_its_support() -> None:
    """Ruling 18: it can only happen at the limit of rounds."""
    table = a_table(options=Options(round_limit=1))
    events = with_bids(table, red=bid(printer="1F"))
    assert [event.seat for event in only(events, AreaScored)] == [None] * 7
    assert table.holder("tavern") is None


def test_a_game_that_would_not_end_is_scored_at_the_limit_of_rounds() -> None:
    """Ruling 19: and the result says that it was the limit."""
    table = a_table(options=Options(round_limit=3), town={"tavern": {"red": 1}}, round=3)
    events = with_bids(table, blue=bid(rogue="1G"))
    assert events[-1] == GameEnded(("red",), "round_limit")
    assert table.support == {"red": 20, "blue": 6, "green": 0, "yellow": 0}
    assert RULESET.standing(table).reason == "round_limit"


def test_a_limit_of_nought_is_none() -> None:
    """Ruling 19: the game of the rulebook goes on until the board is full."""
    table = a_table(options=Options(round_limit=0), round=998)
    with_bids(table)
    assert not table.over
    assert table.round == 999


def test_the_fortress_takes_at_least_eight_rounds() -> None:
    """Ruling 19: one General a round."""
    table = a_table(town={**FULL, "fortress": {}})
    for number in range(1, 9):
        assert table.round == number
        with_bids(table, red=bid(general="1B"))
    assert table.over


def test_at_the_end_nothing_is_left_on_a_bid_board() -> None:
    """3. Resolution, last sentence: also in the last round."""
    table = a_table(town=FULL)
    with_bids(table, red=bid(printer="1F", rogue="2G"), blue=bid(rogue="2G"))
    assert set(table.tokens.values()) == {NOTHING}
    assert all(board.bid == {} for board in table.boards.values())
