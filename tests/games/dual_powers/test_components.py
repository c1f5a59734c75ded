"""Component files with faults that only show later in a game: each is found when the file is read."""

from importlib import resources
from random import Random

import pytest

from domain.core.game import choices, new_game
from domain.games.dual_powers.commands import MobilizeProtest
from domain.games.dual_powers.events import NeutralsPlaced
from domain.games.dual_powers.ruleset import RULESET
from tests.games.dual_powers.builders import acting, happened

TOML = resources.files("domain.games.dual_powers").joinpath("components.toml").read_text(encoding="utf-8")
OWN = TOML.replace('name = "standard"', 'name = "mine"')


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


def test_a_board_of_ones_own_is_told_as_it_is() -> None:
    """The sentences say nothing of the standard board that another board makes false."""
    swapped = OWN.replace('green = ["green", "red"]', 'green = ["red", "blue"]')
    swapped = swapped.replace('red = ["red", "blue"]', 'red = ["green", "red"]')
    table = RULESET.new_table(RULESET.options(), RULESET.components(swapped))
    assert table.components.connections["red"] == ("green", "red")
    acting(table, "kollontai")
    told = RULESET.tell(happened(table, "red", MobilizeProtest("red"))[0])
    assert told == "Red moves the blockade to the red connection."


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_game_with_names_of_ones_own_is_told_and_drawn(language: str) -> None:
    """Leaders, units and cards may have other ids; nothing of them is cut off or missing."""
    own = (
        OWN.replace('"kollontai"', '"zinoviev"')
        .replace('"neutral-unit-', '"n')
        .replace('"purple-2a"', '"p1"')
    )
    parts = RULESET.components(own)
    game = new_game(RULESET, game="own", seed=bytes(32), sealing_key=bytes(32), components=parts)
    events = [record.event for record in game.open(at=0, cause="open")]
    random = Random(1)
    while (due := game.table.asks()) is not None:
        found = choices(RULESET, "own", game.table, due.seats[0])
        assert found is not None
        command = found.sample(random.randrange)
        events += [r.event for r in game.perform(due.seats[0], command, at=1, cause=str(len(events)))]
        shown = RULESET.draw(game.table, "arbiter", language)
        assert "zinoviev" in shown and "kollontai" not in shown.lower()
    told = [RULESET.tell(event, language) for event in events]
    placed = next(event for event in events if isinstance(event, NeutralsPlaced))
    assert all(token in RULESET.tell(placed, language) for token in placed.tokens)
    assert any("zinoviev" in sentence for sentence in told)
