"""Every ruling is written down and has a test that cites it."""

import re
from pathlib import Path

HERE = Path(__file__).parent
RULINGS = HERE.parents[2] / "domain/games/prelude/RULINGS.md"
COUNT = 47


def test_every_ruling_is_an_entry_and_is_cited_by_a_test() -> None:
    written = RULINGS.read_text(encoding="utf-8")
    tests = "".join(file.read_text(encoding="utf-8") for file in sorted(HERE.glob("test_*.py")))
    entries = re.findall(r"^- \*\*(\d+)\*\*", written, re.MULTILINE)
    assert sorted(map(int, entries)) == list(range(1, COUNT + 1))
    for number in range(1, COUNT + 1):
        assert re.search(rf'"""Ruling {number}\b', tests), f"no test cites ruling {number}"
