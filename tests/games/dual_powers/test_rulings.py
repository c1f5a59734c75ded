"""Every ruling is written down and has a test that cites it."""

import re
from pathlib import Path

HERE = Path(__file__).parent
RULINGS = HERE.parents[2] / "domain/games/dual_powers/RULINGS.md"
COUNTS = {"T": 9, "N": 11, "R": 5, "L": 1, "B": 5, "C": 7, "S": 8, "O": 15}


def test_every_ruling_is_an_entry_and_is_cited_by_a_test() -> None:
    written = RULINGS.read_text(encoding="utf-8")
    tests = "".join(file.read_text(encoding="utf-8") for file in sorted(HERE.glob("test_*.py")))
    for letter, count in COUNTS.items():
        for number in range(1, count + 1):
            ruling = f"{letter}{number}"
            assert re.search(rf"\b{ruling}\b", written), f"{ruling} is not in RULINGS.md"
            assert re.search(rf'"""(?:[A-Z]\d+(?:,| and) ?)*{ruling}\b', tests), f"no test cites {ruling}"
