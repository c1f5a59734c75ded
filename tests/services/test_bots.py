"""How well the bots play, over fixed games."""

from collections import Counter
from random import Random

import pytest

from domain.core.ruleset import ruleset
from services.selfplay import play_game


def wins(kinds: dict[str, str], games: range) -> Counter[str]:
    rules = ruleset("dual_powers")
    options = rules.options()
    return Counter(play_game(rules, options, kinds, Random(seed)).standing.winners[0] for seed in games)


@pytest.mark.parametrize("side", ["red", "white"])
def test_sound_beats_random_in_at_least_85_of_100_games(side: str) -> None:
    """400 games on either side."""
    won = wins({side: "sound"}, range(10_000, 10_400))
    assert won[side] >= 340, won


def test_no_side_of_sound_against_itself_wins_over_60_of_100_games() -> None:
    """The first 400 of the 1,000 games in RULINGS.md, Balance; nothing was chosen on their seeds."""
    won = wins({"red": "sound", "white": "sound"}, range(60_000, 60_400))
    assert max(won.values()) <= 240, won
