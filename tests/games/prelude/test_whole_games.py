"""Whole games at random: every end occurs, Abdication too, and nothing is left undone."""

from collections import Counter
from random import Random

from domain.core.chance import Chance
from domain.core.game import happen
from domain.games.prelude.choices import choices
from domain.games.prelude.options import Options
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.table import GOV, REV, PreludeTable
from tests.laws.components import conserved

GAMES = 80


def finished(seed: int, options: Options | None = None) -> PreludeTable:
    """One game by rules and choices alone."""
    random = Random(seed)
    table = RULESET.new_table(options or Options())
    chance = Chance(f"whole/{seed}", random.randbytes(32), {}, ())
    happen(table, RULESET.start(table, chance))
    while (due := table.asks()) is not None:
        found = choices(table, due.seats[0])
        assert found is not None
        happen(table, RULESET.perform(table, due.seats[0], found.sample(random.randrange), chance))
    return table


def test_games_end_in_every_way_for_either_side_with_and_without_the_tsar() -> None:
    ends: Counter[str] = Counter()
    winners: Counter[str | None] = Counter()
    abdications = 0
    for seed in range(GAMES):
        table = finished(seed)
        conserved(table)
        ends[table.reason] += 1
        winners[table.winner] += 1
        abdications += table.abdicated
        assert table.over and not table.agenda and not table.playing
        if table.reason == "points":
            assert abs(table.vp) >= 20
        if table.reason == "last_turn":
            assert table.turn == 6
    assert {"points", "red_october", "last_turn"} <= set(ends)
    assert min(winners[REV], winners[GOV]) > 0
    assert 0 < abdications < GAMES


def test_a_short_game_is_over_after_its_last_turn() -> None:
    for seed in range(20):
        assert finished(seed, Options(last_turn=2)).turn <= 1


def test_moments_name_turn_and_action_round() -> None:
    table = finished(1)
    assert RULESET.moment(table) == "over"
    table.over, table.phase, table.turn, table.round = False, "rounds", 2, 3
    table.active = table.first
    assert RULESET.moment(table) == "r3.t5"
    table.active = table.second
    assert RULESET.moment(table) == "r3.t6"
    table.round = 0
    assert RULESET.moment(table) == "r3.start"
