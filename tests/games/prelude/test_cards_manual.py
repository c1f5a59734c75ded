"""CARDS.md: its examples are valid, its table has every step, its messages are the ones that come."""

import re
from pathlib import Path
from typing import get_args

import pytest

from domain.games.prelude.cards import amounts, conditions, phrases, places, standing, steps
from domain.games.prelude.cards.check import check_text
from domain.games.prelude.cards.deck import read_deck
from domain.games.prelude.cards.words import describe
from domain.games.prelude.components import STANDARD

MANUAL = (Path(__file__).parents[3] / "domain/games/prelude/CARDS.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", MANUAL, re.DOTALL)
GOOD = [text for text in EXAMPLES if not text.startswith("# wrong on purpose")]
SUBTYPES = {district.id: district.subtype for district in STANDARD.districts.values()}


@pytest.mark.parametrize("text", GOOD, ids=range(len(GOOD)))
def test_the_worked_examples_are_right(text: str) -> None:
    assert [str(one) for one in check_text(text, SUBTYPES) if not one.warning] == []
    number = re.search(r"number = (\d+)", text)
    assert number
    assert describe(read_deck(text).by_id[number[1]])


def test_there_are_enough_of_them() -> None:
    assert len(GOOD) == 6
    assert len(EXAMPLES) == 7


def test_the_messages_are_the_ones_that_come() -> None:
    (wrong,) = (text for text in EXAMPLES if text not in GOOD)
    shown = re.search(r"```text\n(.*?)```", MANUAL, re.DOTALL)
    assert shown
    lines = shown[1].splitlines()
    messages = [str(one) for one in check_text(wrong, SUBTYPES)]
    assert len(messages) == len(lines)
    for message, line in zip(messages, lines, strict=True):
        assert message.startswith(line.removesuffix("…")) if line.endswith("…") else message == line


def test_the_table_has_every_step_with_its_fields() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", MANUAL[MANUAL.index("## Steps") :], re.MULTILINE))
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(steps.Step)}
    assert set(rows) == set(kinds)
    for tag, kind in kinds.items():
        assert set(re.findall(r"\w+", rows[tag])) - {"or"} == set(kind.__struct_encode_fields__), tag


@pytest.mark.parametrize(
    "union", [conditions.Condition, amounts.Amount, places.Where, standing.Hook, standing.Modifier]
)
def test_every_other_word_is_explained(union: object) -> None:
    for kind in get_args(union):
        if kind is not int:
            assert re.search(rf'[`"]{kind.__struct_config__.tag}[`"]', MANUAL), kind
            for field in set(kind.__struct_encode_fields__) - {"steps"}:
                assert re.search(rf"\b{field}\b", MANUAL), (kind, field)


def test_every_place_is_named() -> None:
    for name in (*phrases.DISTRICTS, "radical", "socialist", "liberal", "monarchist"):
        assert f"`{name}`" in MANUAL
