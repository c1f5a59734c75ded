"""How well the bots play, over fixed games."""

from collections import Counter
from random import Random

import pytest

from domain.core.ruleset import ruleset
from services.selfplay import play_game


def wins(
    kinds: dict[str, str], games: range, name: str = "dual_powers", preset: str | None = None
) -> Counter[str]:
    """Games won by seat; a shared victory counts for nobody."""
    rules = ruleset(name)
    options = rules.options(preset=preset)
    played = [play_game(rules, options, kinds, Random(seed)).standing.winners for seed in games]
    return Counter(winners[0] for winners in played if len(winners) == 1)


@pytest.mark.parametrize("side", ["red", "white"])
def test_sound_beats_random_in_at_least_85_of_100_games(side: str) -> None:
    """400 games on either side."""
    won = wins({side: "sound"}, range(10_000, 10_400))
    assert won[side] >= 340, won


def test_no_side_of_sound_against_itself_wins_over_60_of_100_games() -> None:
    """The first 400 of the 1,000 games in RULINGS.md, Balance; nothing was chosen on their seeds."""
    won = wins({"red": "sound", "white": "sound"}, range(60_000, 60_400))
    assert max(won.values()) <= 240, won


@pytest.mark.parametrize(("preset", "seats"), [("three", 3), ("standard", 4), ("optional", 4)])
def test_sound_wins_at_revolution_more_than_twice_its_fair_share(preset: str, seats: int) -> None:
    """24 games against random, in each seat in turn."""
    colours = ("red", "blue", "green", "yellow")[:seats]
    won = sum(wins({seat: "sound"}, range(24 // seats), "revolution", preset)[seat] for seat in colours)
    assert won > 2 * 24 // seats, won
