"""What is told: every event in three languages, and never more than an audience may know."""

from typing import Any, get_args

import pytest

from domain.core.event import Event, Secret
from domain.core.frame import FrameEvent, GameOpened
from domain.core.game import new_game
from domain.games.dual_powers.events import (
    AnyEvent,
    CardsDrawn,
    GameEnded,
    RegionJudged,
    TilesShuffled,
    TokenMoved,
    TokensExhausted,
    UnitsRecruited,
)
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.words import english, german, russian


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


@pytest.mark.parametrize(
    ("language", "words"), [("en", "difficulty 4"), ("de", "Schwierigkeit 4"), ("ru", "сложность 4")]
)
def test_a_solitaire_game_says_how_difficult_it_is(language: str, words: str) -> None:
    options = RULESET.options({"solitaire": 4})
    game = new_game(RULESET, game="g", seed=bytes(32), sealing_key=bytes(32), options=options)
    assert words in RULESET.tell(GameOpened(game.header), language)


def test_tiles_are_named_by_their_colours_in_each_language() -> None:
    event = TilesShuffled(1, 2, Secret((), ("green", "red")))
    told = [RULESET.tell(event, language) for language in ("en", "de", "ru")]
    assert "green" in told[0]
    assert "grün" in told[1] and "green" not in told[1]
    assert "зел" in told[2] and "green" not in told[2]


def test_an_unknown_language_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="ru"):
        RULESET.tell(CardsDrawn("red", 1, Secret(("red",))), "fr")


@pytest.mark.parametrize(
    ("event", "german_", "russian_"),
    [
        (
            TokensExhausted("red", ("lenin",), ("red-unit-1a", "white-unit-2b"), ("trotsky",)),
            "In der roten Region wird Lenin erschöpft; die rote Einheit 1a und die weiße Einheit 2b kehren "
            "in den Vorrat zurück; Trotzki verlässt das Spiel.",
            "В красном районе теряет силы Ленин; возвращаются в запас красный отряд 1a и белый отряд 2b; "
            "выбывает из игры Троцкий.",
        ),
        (
            RegionJudged(2, "blue", {"red": 5, "white": 1}, {"red": 5, "white": 1}, "strength", "red"),
            "In der blauen Region (Marker 2) hat Rot Stärke 5 mit 5 Plättchen, Weiß 1 mit 1 Plättchen: "
            "Rot ist stärker.",
            "В синем районе (маркер 2) сила красных — 5 (5 жетонов), белых — 1 (1 жетон): красные сильнее.",
        ),
        (
            TokenMoved("white", "lvov", "green", ("purple", "brown")),
            "Weiß bewegt Fürst Lwow aus der grünen Region über die violette Region in die braune Region.",
            "Белые перемещают князя Львова из зелёного района через фиолетовый район в коричневый.",
        ),
        (
            UnitsRecruited("white", ("opposing-1a",), "white"),
            "Weiß rekrutiert die Einheit 1a der Gegenseite in der weißen Region.",
            "Белые вербуют отряд оппозиции 1a в белом районе.",
        ),
        (
            GameEnded("white", "october_will"),
            "Weiß gewinnt die Partie mit dem Ablauf des Kalenders, entschieden durch den Willen des Volkes.",
            "Белые выигрывают партию на исходе календаря, всё решила воля народа.",
        ),
    ],
    ids=lambda one: type(one).__name__,
)
def test_cases_numbers_and_the_order_of_words_are_those_of_the_language(
    event: Event[Any], german_: str, russian_: str
) -> None:
    assert RULESET.tell(event, "de") == german_
    assert RULESET.tell(event, "ru") == russian_
