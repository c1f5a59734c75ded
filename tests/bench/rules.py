"""Our games beside their anchors: decisions, replay, reconstruction, memory."""

import io
import time
import tracemalloc
from random import Random
from typing import Any

import chess
import chess.pgn
import msgspec

from domain.core.chance import Chance
from domain.core.game import happen
from domain.core.replay import fold
from domain.core.ruleset import ruleset
from services.selfplay import play_game
from tests.bench.measure import Figures, long_components, long_log, measured
from tests.bench.tutorial import tutorial_game

RULES = ruleset("dual_powers")
OPTIONS = RULES.options()
LONG = long_components(RULES)
TOWN = ruleset("revolution")  # its decisions are mostly bids, picked from a form; one in four plays a round
PRELUDE = ruleset("prelude")  # its decisions are small, and what follows from one may be long


def our_decisions(rules: Any = RULES, games: int = 40) -> int:
    """Rules and choices alone: choose at random, perform, apply."""
    random, decided = Random(1), 0
    options = rules.options()
    for number in range(games):
        table = rules.new_table(options)
        chance = Chance(f"bench{number}", random.randbytes(32), {}, ())
        happen(table, rules.start(table, chance))
        while (due := table.asks()) is not None:
            found = rules.choices(table, due.seats[0])
            assert found is not None
            command = found.commands[int(random.random() * len(found.commands))]
            happen(table, rules.perform(table, due.seats[0], command, chance))
            decided += 1
    return decided


def town_decisions(games: int = 20) -> int:
    """The same for Revolution! with four seats; a bid is sampled from its form."""
    random, decided = Random(1), 0
    for number in range(games):
        table = TOWN.new_table(TOWN.options())
        chance = Chance(f"bench{number}", random.randbytes(32), {}, ())
        happen(table, TOWN.start(table, chance))
        while (due := table.asks()) is not None:
            found = TOWN.choices(table, due.seats[0])
            assert found is not None
            happen(table, TOWN.perform(table, due.seats[0], found.sample(random.randrange), chance))
            decided += 1
    return decided


def our_whole_path(rules: Any = RULES, games: int = 20) -> int:
    """The same with sealing, hash chain and every seat's own view."""
    return sum(play_game(rules, rules.options(), {}, Random(number)).decisions for number in range(games))


def chess_playout(games: int = 12) -> int:
    random, moved = Random(1), 0
    for _ in range(games):
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            board.push(moves[int(random.random() * len(moves))])
            moved += 1
    return moved


def a_pgn() -> str:
    random, board = Random(2), chess.Board()
    for _ in range(200):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    return str(chess.pgn.Game.from_board(board))


def pgn_replay(pgn: str, times: int = 10) -> int:
    moved = 0
    for _ in range(times):
        game = chess.pgn.read_game(io.StringIO(pgn))
        assert game is not None
        moved += sum(1 for _ in game.mainline_moves())
    return moved


def decode_alone(lines: list[bytes], rules: Any = RULES, times: int = 20) -> int:
    ndjson = b"\n".join(lines)
    for _ in range(times):
        rules.records.decode_lines(ndjson)
    return times * len(lines)


def decode_and_fold(lines: list[bytes], rules: Any = RULES, components: Any = LONG, times: int = 20) -> int:
    ndjson = b"\n".join(lines)
    for _ in range(times):
        fold(rules.new_table(rules.options(), components), rules.replayed.decode_lines(ndjson))
    return times * len(lines)


def cost_at(decision: int, games: int = 60) -> tuple[float, float]:
    """Mean microseconds of a decision around that place of a long game, and of each choice it offered."""
    spent, offered = [], []
    for seed in range(games):
        random = Random(seed)
        table = RULES.new_table(OPTIONS, LONG)
        chance = Chance(f"flat{seed}", random.randbytes(32), {}, ())
        happen(table, RULES.start(table, chance))
        for number in range(1, decision + 1):
            due = table.asks()
            if due is None:
                break
            started = time.perf_counter()
            found = RULES.choices(table, due.seats[0])
            assert found is not None
            command = found.commands[int(random.random() * len(found.commands))]
            happen(table, RULES.perform(table, due.seats[0], command, chance))
            if number > decision - 10:
                spent.append(time.perf_counter() - started)
                offered.append(len(found.commands))
    return 1e6 * sum(spent) / len(spent), sum(offered) / len(offered)


def live_table_bytes() -> int:
    """Memory of one table in mid-game, measured over a hundred of them."""
    logs = [
        [RULES.replayed.decode(r.line()) for r in play_game(RULES, OPTIONS, {}, Random(s)).records]
        for s in range(10)
    ]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tables = [fold(RULES.new_table(OPTIONS), log[: len(log) // 2]) for log in logs for _ in range(10)]
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used // len(tables)


def main() -> None:
    lines = long_log(RULES, LONG, 1000)
    half = len(lines) // 2
    pgn = a_pgn()
    tutorial = tutorial_game(1000)
    prelude = [record.line() for record in play_game(PRELUDE, PRELUDE.options(), {}, Random(1)).records]
    town = [record.line() for record in play_game(TOWN, TOWN.options(), {}, Random(1)).records]

    def reconstruct() -> int:
        """A game of 1,000 events, at its middle, from bytes."""
        ndjson = b"\n".join(lines[:half])
        for _ in range(40):
            fold(RULES.new_table(OPTIONS, LONG), RULES.replayed.decode_lines(ndjson))
        return 40

    found = measured(
        {
            "decisions": our_decisions,
            "whole": our_whole_path,
            "town decisions": town_decisions,
            "town whole": lambda: our_whole_path(TOWN),
            "prelude decisions": lambda: our_decisions(PRELUDE, 8),
            "prelude whole": lambda: our_whole_path(PRELUDE, 4),
            "prelude decode": lambda: decode_alone(prelude, PRELUDE),
            "prelude fold": lambda: decode_and_fold(prelude, PRELUDE, None),
            "town decode": lambda: decode_alone(town, TOWN),
            "town fold": lambda: decode_and_fold(town, TOWN, None),
            "chess": chess_playout,
            "decode": lambda: decode_alone(lines),
            "fold": lambda: decode_and_fold(lines),
            "pgn": lambda: pgn_replay(pgn),
            "reconstruct": reconstruct,
            "tutorial": lambda: tutorial.reconstruct(half, 10),
        }
    )
    grid = Figures("Our games beside their anchors", found)
    row = grid.row

    row("random decisions, choices included", "decisions", "python-chess random playout", "chess", "1.0 x")
    row("… sealed, chained, both views kept", "whole", "python-chess random playout", "chess", "–")
    row("Revolution!: random decisions", "town decisions", "python-chess random playout", "chess", "–")
    row("… sealed, chained, four views kept", "town whole", "python-chess random playout", "chess", "–")
    row("Prelude: random decisions", "prelude decisions", "python-chess random playout", "chess", "–")
    row("… sealed, chained, both views kept", "prelude whole", "python-chess random playout", "chess", "–")
    row("replay: decode + fold, events", "fold", "msgspec decode of the records", "decode", "0.5 x")
    row("replay: decode + fold, events", "fold", "python-chess PGN replay, moves", "pgn", "5 x")
    row("Revolution!: decode + fold, events", "town fold", "decode of its records", "town decode", "0.5 x")
    row("Revolution!: decode + fold, events", "town fold", "python-chess PGN replay, moves", "pgn", "5 x")
    row("Prelude: decode + fold, events", "prelude fold", "decode of its records", "prelude decode", "0.5 x")
    row("Prelude: decode + fold, events", "prelude fold", "python-chess PGN replay, moves", "pgn", "5 x")
    anchor = f"eventsourcing tutorial, at version {half}"
    row(f"reconstruct version {half} of {len(lines)}", "reconstruct", anchor, "tutorial", "20 x")
    console = grid.show()
    for place in (10, 50, 200):
        spent, offered = cost_at(place)
        console.print(f"a decision around the {place}th: {spent:.1f} us, with {offered:.0f} choices on offer")
    console.print(
        f"memory of one live table in mid-game: {live_table_bytes() / 1024:.1f} KiB (target: 24 at most)"
    )
    size = sum(map(len, lines)) / len(lines)
    console.print(f"mean record: {size:.0f} bytes; {msgspec.__name__} {msgspec.__version__}")
