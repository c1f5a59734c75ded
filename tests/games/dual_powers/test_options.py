"""Options can be mixed freely: every combination of switches, for two players and alone."""

from itertools import product
from random import Random
from typing import Any

import pytest

from domain.games.dual_powers.options import Options
from domain.games.dual_powers.ruleset import RULESET
from services.selfplay import play_game
from tests.laws.components import conserved

SWITCHES = [name for name in Options.__struct_fields__ if name not in ("solitaire", "side")]
WAYS: list[dict[str, Any]] = [{}, {"solitaire": 1}, {"solitaire": 6, "side": "white"}]


def play(given: dict[str, Any], seed: int) -> None:
    options = RULESET.options(given)
    played = play_game(RULESET, options, {}, Random(seed), clock=lambda: 0)
    assert played.table.over and played.standing.winners, given
    conserved(played.table)


def test_every_field_of_the_options_is_a_switch_or_says_how_many_play() -> None:
    assert len(SWITCHES) == 8
    assert all(isinstance(getattr(Options(), name), bool) for name in SWITCHES)


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_every_combination_of_switches_is_played_to_the_end(way: int) -> None:
    """All 256 of them, a game each."""
    for number, chosen in enumerate(product((False, True), repeat=len(SWITCHES))):
        play({**WAYS[way], **dict(zip(SWITCHES, chosen, strict=True))}, number)


@pytest.mark.parametrize("side", ["red", "white"])
@pytest.mark.parametrize("level", range(1, 7))
def test_every_difficulty_is_played_to_the_end_on_either_side(level: int, side: str) -> None:
    for seed in range(5):
        play({"solitaire": level, "side": side}, seed)


def test_a_side_without_solitaire_changes_nothing() -> None:
    """`side` is the player's side in solitaire; two players have both."""
    assert RULESET.seats(RULESET.options({"side": "white"})) == ("red", "white")
    assert RULESET.seats(RULESET.options({"side": "white", "solitaire": 2})) == ("white",)
