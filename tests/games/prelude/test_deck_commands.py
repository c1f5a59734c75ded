"""`protokol deck`, as a person types it: what it prints and its exit codes."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from services.deck.commands import deck as command

CARDS = Path(__file__).parents[3] / "domain/games/prelude/cards"
MINE = """
name = "mine"
source = "published"
entry = "turmoil"
[[cards]]
number = 28
title = "Whispers at Court"
faction = "rev"
ap = 2
die = "O"
event = [{ do = "vp", n = 1 }]
"""


class Ran(Struct):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def deck(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def run(*words: str) -> Ran:
        code: object = 0
        try:
            command(words)
        except SystemExit as ended:
            code = ended.code or 0
        said = capsys.readouterr()
        assert isinstance(code, int)
        return Ran(code, said.out, said.err)

    return run


def test_it_is_a_command_of_protokol() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "services.cli", "deck", "show", "28"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("#28 Influence at Court")


def test_check_finds_nothing_in_the_cards_of_the_game(deck: Callable[..., Ran]) -> None:
    files = sorted(str(file) for file in CARDS.glob("*.toml"))
    run = deck("check", *files)
    assert run.returncode == 0, run.stdout
    assert run.stdout.splitlines() == [f"{file}: 0 mistakes, 0 warnings" for file in files]


def test_check_names_file_card_and_field(deck: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE.replace('"O"', '"Q"'), encoding="utf-8")
    run = deck("check", str(file))
    assert run.returncode == 1
    first, last = run.stdout.splitlines()
    assert first.startswith(f'{file}: #28 Whispers at Court: die: there is no "Q";')
    assert last == f"{file}: 1 mistake, 0 warnings"


def test_a_warning_alone_is_no_failure(deck: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE.replace("28", "47"), encoding="utf-8")
    run = deck("check", str(file))
    assert run.returncode == 0
    assert "the printed deck has 46" in run.stdout


def test_cards_of_several_files_may_speak_of_each_other(deck: Callable[..., Ran], tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    stays = 'event = []\nduration = "era"\nhooks = [{ when = "end_of_turn", steps = [{ do = "vp", n = 1 }] }]'
    one.write_text(
        MINE.replace("28", "47").replace('event = [{ do = "vp", n = 1 }]', stays), encoding="utf-8"
    )
    asks = 'prerequisite = { needs = "in_play", cards = [47] }\n'
    other.write_text(MINE + asks, encoding="utf-8")
    assert deck("check", str(other)).returncode == 1
    assert deck("check", str(other), str(one)).returncode == 0


def test_show_prints_a_card_in_words(deck: Callable[..., Ran]) -> None:
    run = deck("show", "46")
    assert run.returncode == 0
    assert run.stdout.startswith("#46 A Revolutionary Assembly!\nYears of Turmoil · Revolutionary · 4 AP ·")
    assert (
        "Perform activities worth as many AP as the lowest of 6, your cubes in the Radical Party"
        in run.stdout
    )
    assert "named in the rulebook" in run.stdout


def test_show_finds_titles_and_own_cards(deck: Callable[..., Ran], tmp_path: Path) -> None:
    assert deck("show", "military pride").stdout.count("Military Pride") == 2
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    assert deck("show", "28", "--cards", str(file)).stdout.startswith("#28 Whispers at Court")
    assert '"title":"Whispers at Court"' in deck("show", "28", "--cards", str(file), "--json").stdout


def test_list_prints_a_row_for_each_card(deck: Callable[..., Ran]) -> None:
    run = deck("list", "--entry", "pg", "--faction", "neutral")
    assert run.returncode == 0
    assert "Democratic Conference" in run.stdout
    assert run.stdout.splitlines()[-1] == "2 cards"


def test_exit_codes(deck: Callable[..., Ran], tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[[cards]\n", encoding="utf-8")
    for words, code, message in (
        (("check",), 2, "name a file of cards"),
        (("check", "nowhere.toml"), 3, "nowhere.toml: no such file"),
        (("check", str(broken)), 1, ""),
        (("show", "999"), 3, "no card '999' in this deck"),
        (("show", "Influence at Curt"), 3, 'did you mean "Influence at Court"?'),
        (("show", "28", "--cards", str(broken)), 1, "says more"),
        (("list", "--entry", "nowhen"), 2, "no such; there are"),
        (("list", "--ap", "9"), 2, ""),
    ):
        run = deck(*words)
        assert run.returncode == code, (words, run.stderr)
        assert message in run.stderr
        assert "Traceback" not in run.stderr
