"""The drawn board: readable, right, complete, and never more than an audience may see."""

import re
from random import Random

import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.replay import as_seen_by, table_at
from domain.core.table import Pile
from domain.games.prelude import agenda as q
from domain.games.prelude.draw import WIDTH
from domain.games.prelude.options import Options
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.table import GOV, REV
from services.selfplay import play_game
from tests.games.prelude.builders import FEBRUARY, a_table, asking, spending


def row(board: str, label: str) -> str:
    """What stands beside the first row with this label."""
    return next(
        line[2 + len(label) :].strip(" │") for line in board.splitlines() if line[2:].startswith(label)
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_line_fits_the_frame(seed: int) -> None:
    played = play_game(RULESET, Options(), {}, Random(seed), clock=lambda: 0)
    for audience in (REV, PUBLIC, ARBITER):
        seen = list(as_seen_by(played.records, audience))
        for version in range(1, len(seen) + 1, 37):
            board = RULESET.draw(table_at(RULESET, seen, version), audience)
            assert {len(line) for line in board.splitlines()} == {WIDTH}


def test_head_and_markers_say_where_the_game_is() -> None:
    table = a_table(
        active=GOV, turn=FEBRUARY, round=4, vp=-3, unrest=7, prestige=5, op={REV: 3, GOV: 16},
        military={REV: [1], GOV: [4, 2]},
    )  # fmt: skip
    board = RULESET.draw(table, GOV)
    head = " ".join(line.strip("│ ") for line in board.splitlines()[1:3])
    assert head == (
        "February 1917 · Turn 5 of 7 · Action Round 4 of 8 · the Government is active · "
        "First Player: the Government · seen by the Government"
    )
    assert row(board, "Waiting for") == "the Government to play a card"
    assert row(board, "Victory").endswith("20 G  3 VP for the Government")
    assert row(board, "Unrest").endswith("7 of 15; extremism of the Revolutionary +1")
    assert row(board, "Prestige").endswith("5 of 15; extremism of the Government +1")
    assert row(board, "Opportunity") == "R ■■■············· 3 of 16   G ■■■■■■■■■■■■■■■■ 16 of 16"
    assert row(board, "Military") == "Red Guards: 1; Loyal Troops: 4 + 2 = 6"


def test_the_marker_of_points_stands_on_the_side_that_is_ahead() -> None:
    """Red's end is on the left; beyond twenty the marker stays on the last box, the number does not."""
    line = row(RULESET.draw(a_table(vp=23), PUBLIC), "Victory")
    assert line == f"R 20 ◆{'·' * 19}|{'·' * 20} 20 G  23 VP for the Revolutionary"
    assert "20 G  0, nobody is ahead" in RULESET.draw(a_table(), PUBLIC)


def test_a_track_shows_how_far_it_is_and_what_it_would_bring() -> None:
    """2.1: at the start the Districts favour the Revolutionary by 6, which is 3 VP; the Duma, Dominance."""
    board = RULESET.draw(
        a_table(scoring={"districts": 3, "organizations": 0, "world_affairs": 1, "duma": 4}), REV
    )
    tracks = board[board.index("│ Districts ") :]
    assert row(tracks, "Districts") == "Start ■■■·· Score  3 of 5   favours the Revolutionary by 6: 3 VP"
    assert row(tracks, "Organizations") == "Start ····· Score  0 of 5   favours nobody"
    assert row(tracks, "World Affairs") == "Start ■···· Score  1 of 5   favours the Government by 1: 1 VP"
    assert row(tracks, "Duma") == "Start ■■■■· Score  4 of 5   Dominance of the Government: 4 VP"


def test_a_district_shows_cubes_price_control_organizations_and_neighbours() -> None:
    """10.1: in Nevsky Shipyards the Government's first box costs 1 more, but it catches up for 1 less."""
    board = RULESET.draw(a_table(organizations={REV: ["okhrana"], GOV: ["okhrana"]}), PUBLIC)
    assert row(board, "Nevsky Shipyards").split() == [
        "2/9", "1", "0/7", "1", "R", "Vyborg", "District,", "Okhrana", "HQ",
    ]  # fmt: skip
    assert row(board, "Okhrana HQ").split()[:6] == ["0/7", "1", "1/9", "1", "G", "RG"]
    assert row(board, "Palace Square").split()[4] == "·"


def test_a_full_place_has_no_price_for_another_cube() -> None:
    board = RULESET.draw(a_table(cubes={"obukhov": (7, 0)}, parties={"liberal": 8}), PUBLIC)
    assert row(board, "Obukhov Steel Works").startswith("7/7 -")
    assert row(board, "Liberal Party") == "G ■■■■■■■■ 8  moderate, full, sponsors Worker"


def test_the_duma_shows_its_sessions_its_majority_and_what_is_out_of_play() -> None:
    table = a_table(
        round=4, organizations={REV: ["socialist"]}, out_of_play=["radical", "monarchist"], abdicated=True
    )
    board = RULESET.draw(table, PUBLIC)
    assert "THE DUMA        Majority of the Government, red 3, blue 5; in session;" in board
    assert row(board, "Socialist Party").endswith("2  moderate, next cube 2 AP, Organization")
    assert row(board, "Radical Party") == "out of play"
    assert row(board, "Prestige").endswith("the Tsar has abdicated; extremism of the Government +2")


def test_one_s_own_hand_says_what_becomes_of_each_event_and_the_other_hand_is_a_number() -> None:
    """3.1: own and neutral Events need their prerequisite; the opponent resolves its own, or gains OP."""
    table = a_table(hand=(46, 18, 3, 132), other_hand=(28, 33), turn=2)
    table.hands[GOV] = Pile([], 2)
    board = RULESET.draw(table, REV)
    assert row(board, "#46 ").split()[-2:] == ["Event:", "yes"]
    assert row(board, "#3 ").endswith("Event by G")
    assert "GOVERNMENT, hand: 2 cards" in board
    assert "#28" not in board
    assert "#33" not in board


def test_the_event_of_a_card_whose_prerequisite_is_not_met_is_not_possible() -> None:
    """#249 Nicholas II Abdicates needs Unrest."""
    assert row(RULESET.draw(a_table(hand=(249,), unrest=2), REV), "#249").endswith("Event: no")
    assert row(RULESET.draw(a_table(hand=(249,), unrest=14), REV), "#249").endswith("Event: yes")
    table = a_table(active=GOV, hand=(249,), unrest=2)
    assert row(RULESET.draw(table, GOV), "#249").endswith("to the Pool")


def test_the_pool_says_who_could_play_each_card_now() -> None:
    """8.0: one's own or a neutral card, its AP paid in Opportunity Points, the prerequisite met."""
    table = a_table(pool=(46, 40, 18), in_play=(401,), op={REV: 3, GOV: 8})
    board = RULESET.draw(table, PUBLIC)
    assert row(board, "#46").endswith("not open")
    assert row(board, "#40").endswith("open to G")
    assert row(board, "#18").endswith("open to G")
    table.op[REV] = 4
    board = RULESET.draw(table, PUBLIC)
    assert row(board, "#46").endswith("open to R")
    assert row(board, "#18").endswith("open to R and G")
    assert row(board, "#401").endswith("this era")


def test_special_actions_that_are_left_are_listed_with_their_cost() -> None:
    table = a_table(special_used={REV: True, GOV: False})
    table.specials[REV] = ["all_power", "revolutionary_diplomacy"]
    table.armed[REV] = ["activities_and_event"]
    table.skips[GOV] = 1
    board = RULESET.draw(table, PUBLIC)
    assert "Special Actions: 2 left, used this Turn" in board
    assert (
        "All Power to the Workers' and Soldiers' Soviets! (4 AP), Revolutionary Diplomacy (2/4/6 AP)" in board
    )
    assert re.findall(r"To come +(.*?) +│", board) == [
        "the next own card from hand brings AP and Event", "skips 1 Action Round",
    ]  # fmt: skip


def test_what_is_asked_now_is_in_words() -> None:
    table = spending(3, REV)
    assert row(RULESET.draw(table, REV), "Waiting for") == "the Revolutionary to spend 3 Activity Points"
    question = q.MoveMarker(seat=GOV, left=1, tracks=("duma",), boxes=2, direction="back")
    asking(table, question)
    assert row(RULESET.draw(table, REV), "Waiting for") == (
        "the Government to move a Scoring Marker back, 2 boxes"
    )


def test_the_end_is_told_with_its_reason() -> None:
    table = a_table(vp=21, over=True, winner=REV, reason="points")
    assert row(RULESET.draw(table, PUBLIC), "Result") == (
        "The Revolutionary wins with 20 Victory Points or more"
    )
    table = a_table(over=True, winner=None, reason="autocracy")
    assert row(RULESET.draw(table, PUBLIC), "Result") == "Both players have lost as autocracy is restored"
