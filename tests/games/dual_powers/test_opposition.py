"""The solitaire rules in numbers: how many cards are dealt, and which is the best of its region."""

from importlib import resources
from random import Random
from typing import Any

import pytest

from domain.games.dual_powers.events import CardsDrawn, LeadersShuffled, ObjectiveDealt, OppositionDealt
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.rules.solitaire import find_opposition_objective
from domain.games.dual_powers.ruleset import RULESET
from services.selfplay import open_game

TOML = resources.files("domain.games.dual_powers").joinpath("components.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("side", ["red", "white"])
def test_four_cards_one_objective_and_five_for_the_opposition_come_in_this_order(side: str) -> None:
    """Solitaire Draw phase; the opposition's first card is then turned over at once."""
    game, records = open_game(RULESET, RULESET.options({"solitaire": 2, "side": side}), Random(1))
    kinds = (CardsDrawn, ObjectiveDealt, OppositionDealt)
    dealt: list[Any] = [record.event for record in records if isinstance(record.event, kinds)]
    assert [type(event) for event in dealt] == list(kinds)
    assert (dealt[0].count, dealt[2].count) == (4, 5)
    assert (dealt[0].seat, dealt[1].seat) == (side, side)
    assert dealt[2].seat != side
    assert len(game.table.deck) == 48 - 10
    leaders = next(r.event.order.value for r in records if isinstance(r.event, LeadersShuffled))
    assert leaders is not None
    assert {game.table.components.leaders[card].side for card in leaders} == {dealt[2].seat}


def test_the_card_with_the_most_points_of_the_region_is_the_objective_not_that_with_the_most_days() -> None:
    """O10; in the standard set more days never mean fewer points, so here a purple 2 is worth 9."""
    text = TOML.replace('region = "purple"\nday = 2\nrecruit = 3\naction = "move"\npoints = 2', "MARK", 1)
    text = text.replace("MARK", 'region = "purple"\nday = 2\nrecruit = 3\naction = "move"\npoints = 9')
    table = RULESET.new_table(Options(solitaire=1), RULESET.components(text))
    assert table.components.cards["purple-2a"].points == 9
    table.played["white"] = ["purple-6g", "red-2a", "purple-2a", "blue-3b", "red-3b"]
    assert find_opposition_objective(table).card == "purple-2a"


def test_the_opposition_has_no_units_of_the_other_faction_and_the_player_no_opposing_ones() -> None:
    """Solitaire Set-up, steps 1 and 3: ten units go back to the box, 27 come beside the board."""
    table = RULESET.new_table(Options(solitaire=1, side="white"))
    opposing = [token for token in table.supply["red"] if token in table.components.opposing]
    assert len(opposing) == 27
    assert sorted(set(table.supply["red"]) - set(opposing)) == ["kollontai", "lenin", "stalin"]
    assert len(table.supply["white"]) == 10 + 3
    assert len(table.hands["red"]) == 0
