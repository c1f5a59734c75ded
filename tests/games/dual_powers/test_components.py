"""Component files with faults that only show later in a game: each is found when the file is read."""

from importlib import resources

import pytest

from domain.games.dual_powers.ruleset import RULESET

TOML = resources.files("domain.games.dual_powers").joinpath("components.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('green = ["green", "red"]', 'green = ["blue", "red"]', r"board\.connections\.red: .* joined twice"),
        ('["purple", "green", "red"', '["green", "purple", "red"', r"board\.regions: purple, green, red"),
        ('"brown"]\n', '"beige"]\n', r"board\.regions: purple, green, red"),
        ("cost = 1", "cost = 0", r"\$\.units\[0\]\.cost"),
        ("cost = 3", "cost = 4", r"\$\.units\[7\]\.cost"),
        ("level = 2\ncount = 9", "level = 1\ncount = 9", r"opposing \(level 1\): 18 found"),
        ("level = 1\ncount = 9", "level = 1\ncount = 8", r"opposing \(level 1\): 8 found"),
        ('id = "red-unit-1a"', 'id = "opposing-1a"', r"id: used more than once: opposing-1a"),
        ("last_day = 31", "last_day = 5", r"\$\.calendar\.last_day"),
        ("skipped_days = [29, 30]", "skipped_days = [29, 40]", r"calendar\.skipped_days: .* 1 to 31"),
        ("bonus_days = [15, 31]", "bonus_days = [0, 31]", r"calendar\.bonus_days: .* 1 to 31"),
        ("unrest_points = [2, 2", "unrest_points = [-2, 2", r"\$\.calendar\.unrest_points\[0\]"),
        ('"aug", "sep", "oct"', '"aug", "jul", "oct"', r"calendar\.months: .* once"),
        ('trotsky_joins = "aug"', 'trotsky_joins = "may_jun"', r"calendar\.trotsky_joins: after"),
        ('trotsky_returns = "may_jun"', 'trotsky_returns = "mar_apr"', r"calendar\.trotsky_returns: after"),
    ],
)
def test_a_fault_is_found_when_the_file_is_read(old: str, new: str, message: str) -> None:
    """Not in the tenth turn, and not as a rule that quietly does something else."""
    assert old in TOML
    with pytest.raises(ValueError, match=message):
        RULESET.components(TOML.replace(old, new, 1))
