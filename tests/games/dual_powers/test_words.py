"""What is told: every event in three languages, and never more than an audience may know."""

from typing import get_args

import pytest

from domain.core.event import Secret
from domain.core.frame import FrameEvent
from domain.games.dual_powers.events import AnyEvent, CardsDrawn, TilesShuffled
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.words import english, german, russian
from tests.games.dual_powers.builders import a_table


@pytest.mark.parametrize("language", [english, german, russian], ids=["en", "de", "ru"])
def test_every_event_has_a_sentence(language: object) -> None:
    sentences = language.SENTENCES  # type: ignore[attr-defined]
    assert set(sentences) == {*get_args(AnyEvent), *get_args(FrameEvent)}


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_closed_draw_tells_how_many_and_an_open_one_which(language: str) -> None:
    shut = RULESET.tell(CardsDrawn("red", 2, Secret(("red",))), language)
    told = RULESET.tell(CardsDrawn("red", 2, Secret(("red",), ("purple-4c", "red-2a"))), language)
    assert "2" in shut
    assert "purple-4c" not in shut
    assert "purple-4c" in told and "red-2a" in told


def test_tiles_are_named_by_their_colours_in_each_language() -> None:
    event = TilesShuffled(1, 2, Secret((), ("green", "red")))
    told = [RULESET.tell(event, language) for language in ("en", "de", "ru")]
    assert "green" in told[0]
    assert "grün" in told[1] and "green" not in told[1]
    assert "зел" in told[2] and "green" not in told[2]


def test_an_unknown_language_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="ru"):
        RULESET.tell(CardsDrawn("red", 1, Secret(("red",))), "fr")


def test_the_boards_count_the_turns_of_both_sides() -> None:
    """Four turns each; in solitaire the opposition has a fifth."""
    for options, turns in ((Options(), 8), (Options(solitaire=2), 9)):
        table = a_table(options=options, turn=5)
        assert f"turn 5/{turns}" in RULESET.draw(table, "red")
        assert f"turn 5/{turns}" in RULESET.svg(table, "red")
