"""The picture in the README is what the command beside it draws."""

from pathlib import Path

import pytest

from replay_cli.cli import run

ROOT = Path(__file__).parents[2]
PICTURE = "tests/replay_cli/golden/board.svg"


def test_the_readme_shows_the_board_as_it_is_drawn_today(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"({PICTURE})" in readme
    log = str(ROOT / "tests/golden/dual_powers.ndjson")
    assert run(["export", log, "svg", "--at", "r2.t3", "--as", "red"]) == 0
    assert capfdbinary.readouterr().out == (ROOT / PICTURE).read_bytes()
