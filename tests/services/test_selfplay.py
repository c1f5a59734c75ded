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
    for words in (("no_such_game",), ("dual_powers", "--edition", "fr"), ("dual_powers", "--games", "0")):
        run = protokol("selfplay", *words)
        assert run.returncode != 0, words
        assert "Traceback" not in run.stderr + run.stdout
    assert protokol("selfplay", "no_such_game").returncode == 2
    assert "dual_powers" in protokol("selfplay", "no_such_game").stderr
