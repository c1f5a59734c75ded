"""The drawn board: readable, right, complete, and never more than an audience may see."""

from random import Random

import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.replay import as_seen_by, table_at
from domain.games.dual_powers.commands import MobilizeProtest
from domain.games.dual_powers.draw import WIDTH
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import Objective
from services.selfplay import play_game
from tests.games.dual_powers.builders import a_table, acting, happened


def row(board: str, label: str) -> str:
    """What stands beside the first row with this label."""
    return next(
        line[2 + len(label) :].strip(" │") for line in board.splitlines() if line[2:].startswith(label)
    )


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("solitaire", [0, 6])
def test_every_line_fits_the_frame(language: str, solitaire: int) -> None:
    played = play_game(RULESET, Options(solitaire=solitaire), {}, Random(2), clock=lambda: 0)
    for audience in ("red", PUBLIC, ARBITER):
        seen = list(as_seen_by(played.records, audience))
        for version in range(1, len(seen) + 1, 13):
            board = RULESET.draw(table_at(RULESET, seen, version), audience, language)
            assert {len(line) for line in board.splitlines()} == {WIDTH}


@pytest.mark.parametrize(("solitaire", "shown"), [(0, "turn 7 of 8"), (3, "turn 7 of 9")])
def test_the_turn_is_counted_out_of_all_turns_of_the_round(solitaire: int, shown: str) -> None:
    """Action phase: four turns each; the opposition has a fifth."""
    assert shown in RULESET.draw(a_table(turn=7, options=Options(solitaire=solitaire)), "red")


def test_a_card_is_shown_with_all_that_is_printed_on_it() -> None:
    """Command Cards and Leader Cards: days, recruit value, action, points; days and special action."""
    board = RULESET.draw(a_table(red=["purple-4c", "lenin"], white=[]), "red")
    assert row(board, "Hand") == "purple-4c (4 · ■■/refresh · 3), Lenin (3 · inspire the people)"


def test_a_protest_moves_the_marker_but_the_tile_still_names_the_next_unrest() -> None:
    """Cleanup: the tile on the Blockade! space becomes the region of unrest, wherever the marker is."""
    table = acting(a_table(red=["kollontai"]), "kollontai")
    assert row(RULESET.draw(table, "red"), "Blockade") == "white ✕ brown   (next unrest: white)"
    happened(table, "red", MobilizeProtest("green"))
    assert row(RULESET.draw(table, "red"), "Blockade") == "green ✕ red   (next unrest: white)"


def test_a_region_shows_its_ways_its_strengths_and_whose_tokens_they_are() -> None:
    city = {"green": {"trotsky": False, "red-unit-2a": True, "kornilov": True, "neutral-unit-a": True}}
    board = RULESET.draw(a_table(city=city, blockade="green", will="red"), PUBLIC)
    lines = [line[51:99].strip() for line in board.splitlines()]
    place = lines.index("── GREEN ──────────────────────────────────────")
    assert lines[place + 1 : place + 5] == [
        "✕ red  → purple                   Red ahead 5:5",
        "Red: 2a 2/0",
        "White: Kornilov 5/2",
        "neutral: Trotsky 2/4 (x), a 1/0",
    ]


def test_the_unrest_row_says_what_this_month_is_worth() -> None:
    """Resolve the Region of Unrest: points by the month."""
    assert row(RULESET.draw(a_table(month="sep"), "red"), "Unrest") == "blue: 5 points or a bonus action"


def test_the_opposition_shows_a_stack_and_how_many_units_of_each_level_are_left() -> None:
    options = Options(solitaire=4)
    board = RULESET.draw(a_table(options=options, objectives={"red": Objective(None, 1)}), "red")
    for level in (1, 2, 3):
        assert f"opposing {level} {level}/4 × 9" in board
    assert row(board, "Objective") == "unknown, face down"
    assert "solitaire, difficulty 4" in board


def test_a_seat_sees_its_own_objective_and_the_public_sees_none() -> None:
    """Objective phase: each player may look at their own at any time."""
    played = play_game(RULESET, RULESET.options(), {}, Random(4), clock=lambda: 0)
    version = next(r.version for r in played.records if r.event.__struct_config__.tag == "turn_began")
    full = table_at(RULESET, played.records, version)
    card = str(full.objectives["red"].card)
    for audience, knows in (("red", True), ("white", False), (PUBLIC, False)):
        seen = list(as_seen_by(played.records, audience))
        assert (card in RULESET.draw(table_at(RULESET, seen, version), audience)) == knows
