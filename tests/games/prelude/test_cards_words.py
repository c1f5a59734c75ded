"""Cards in words, made from data: no hole, no word of the language left as it is typed."""

import re
from typing import get_args

import pytest

from domain.games.prelude.cards import amounts, conditions, phrases, sentences, standing, steps, words
from domain.games.prelude.cards.deck import STANDARD_DECK
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.words import describe, describe_step, head, lines
from domain.games.prelude.components import STANDARD


def card(number: int) -> Card:
    return STANDARD_DECK.by_id[str(number)]


@pytest.mark.parametrize("one", STANDARD_DECK.cards, ids=lambda one: one.id)
def test_no_hole_in_any_card(one: Card) -> None:
    said = describe(one)
    assert said
    for line in lines(one):
        assert re.match(r"[A-Z+1-9]", line), line
        assert line.endswith("."), line
        assert not re.search(r"_|None|\{|\}|\[|\]|<|  |\.\.|you's|by you |of you |1 cubes", line), line
    assert head(one).count("·") == 3


def test_every_word_of_the_language_has_words() -> None:
    for union, table in (
        (steps.Step, sentences._SAID),
        (conditions.Condition, phrases._CONDITIONS),
        (amounts.Amount, phrases._AMOUNTS),
        (standing.Hook, words._WHEN),
        (standing.Modifier, words._CHANGES),
    ):
        assert set(table) == {kind for kind in get_args(union) if kind is not int}


def test_districts_are_called_as_on_the_board() -> None:
    assert {district.id: district.name for district in STANDARD.districts.values()} == phrases.DISTRICTS


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (28, "Add 3 cubes in Winter Palace."),
        (29, "Perform activities worth 2 AP."),
        (
            35,
            "Add 6 cubes in Worker Districts, at most 2 in each. For each Worker District that received "
            "at least 2 cubes in this Event: make a +3 Mobilization Check there; on success: score 1 VP.",
        ),
        (37, "Gain 3 OP. The Government loses 1 OP."),
        (104, "Prerequisite: the Duma is in Session. The Duma Session ends; there is no Vote for it."),
        (
            222,
            "Prerequisite: it is Action Round 1 of a Turn and you are the active player. "
            "The Government discards 2 cards from hand at random.",
        ),
        (249, "Prerequisite: Revolutionary Unrest is at least 10. The Tsar's Prestige is set to 0. "
              "Removed when the Tsar abdicates."),
        (
            403,
            "Stays in play until the end of the era. At the end of each of your Action Rounds: roll a die; "
            "on 4 or more: the Tsar's Prestige goes down by 1.",
        ),
    ],
)  # fmt: skip
def test_a_card_in_words(number: int, said: str) -> None:
    assert describe(card(number)) == said


def test_a_step_in_words() -> None:
    assert describe_step(card(37).event[1], card(37)) == "The Government loses 1 OP."


def test_what_stands_around_the_event() -> None:
    assert head(card(46)) == "Years of Turmoil · Revolutionary · 4 AP · die: Duma (DU)"
    assert head(card(407)) == (
        "Key Event of February 1917, if the Tsar still reigns · Government · 6 AP · die: all four"
    )
