"""`protokol selfplay`, as a person runs it."""

import subprocess
import sys
from pathlib import Path

from domain.core.ruleset import ruleset
from domain.core.verify import by_the_rules, fair, intact


def protokol(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "services.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_it_prints_a_table_and_writes_logs_that_verify(tmp_path: Path) -> None:
    run = protokol("selfplay", "dual_powers", "--games", "3", "--seed", "5", "-o", str(tmp_path))
    assert run.returncode == 0, run.stderr
    assert "dual_powers: 3 games" in run.stdout
    assert "ended by" in run.stdout
    logs = sorted(tmp_path.glob("*.ndjson"))
    assert len(logs) == 3
    rules = ruleset("dual_powers")
    for log in logs:
        lines = log.read_bytes().splitlines()
        records = [rules.records.decode(line) for line in lines]
        assert intact(lines)
        assert fair(records)
        assert by_the_rules(rules, records)


def test_any_ruleset_is_played_with_bots_by_seat_and_options_by_name(tmp_path: Path) -> None:
    words = ("--games", "2", "--bots", "random,blue=sound", "--preset", "optional", "--option", "players=3")
    run = protokol("selfplay", "revolution", *words, "-o", str(tmp_path))
    assert run.returncode == 0, run.stderr
    rows = [line.split("│") for line in run.stdout.splitlines() if line.startswith("│")]
    assert [(row[1].strip(), row[2].strip()) for row in rows] == [
        ("red", "random"),
        ("blue", "sound"),
        ("green", "random"),
    ]
    assert "ended by: board_full 2" in run.stdout
    rules = ruleset("revolution")
    for log in tmp_path.glob("*.ndjson"):
        records = [rules.records.decode(line) for line in log.read_bytes().splitlines()]
        header = records[0].event.header
        assert header.seats == ("red", "blue", "green")
        assert header.options["bid_refunds"] is True
        assert by_the_rules(rules, records)


def test_games_that_reach_the_limit_of_rounds_are_reported() -> None:
    """Ruling 19 of Revolution!: the cap is not silent."""
    run = protokol("selfplay", "revolution", "--games", "3", "--option", "round_limit=2")
    assert "ended by: round_limit 3" in run.stdout


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        words = (
            "--games",
            "2",
            "--seed",
            "9",
            "--red",
            "sound",
            "--solitaire",
            "2",
            "-o",
            str(tmp_path / folder),
        )
        assert protokol("selfplay", "dual_powers", *words).returncode == 0
    one, two = ({file.name: file.read_bytes() for file in (tmp_path / f).iterdir()} for f in ("one", "two"))
    assert one == two
    assert len(one) == 2


def test_bad_usage_is_one_line_and_exit_code_2() -> None:
    for words in (
        ("no_such_game",),
        ("dual_powers", "--edition", "fr"),
        ("dual_powers", "--games", "0"),
        ("revolution", "--white", "sound"),
        ("revolution", "--bots", "red=clever"),
        ("revolution", "--option", "players"),
        ("revolution", "--option", "players=2"),
    ):
        run = protokol("selfplay", *words)
        assert run.returncode != 0, words
        assert "Traceback" not in run.stderr + run.stdout
    assert protokol("selfplay", "no_such_game").returncode == 2
    assert "dual_powers" in protokol("selfplay", "no_such_game").stderr
