"""The checker's reading of a card agrees with the reader's: it finds a mistake exactly where one is."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.prelude.cards.check import check_text
from domain.games.prelude.cards.deck import STANDARD_DECK
from domain.games.prelude.cards.form import mistakes_of_form
from domain.games.prelude.cards.language import Card

CARDS: list[dict[str, Any]] = [msgspec.to_builtins(card) for card in STANDARD_DECK.cards]
ODD: tuple[Any, ...] = (
    0, 1, 3, -1, 99, 10_000, True, False, "", "you", "worker", "x" * 90, "rev", 1.5, [], {}, [1], ["worker"],
    {"in": "here"}, {"value": "unrest"}, {"do": "vp", "n": 1}, {"needs": "tsar_reigns"},
    [{"do": "vp", "n": 1}], [{}], [[]], {"in": "districts", "types": ["urban"]},
    {"when": "end_of_turn", "steps": []},
)  # fmt: skip


def without_nothing(value: Any) -> Any:
    """As it would be typed: TOML has no null."""
    if isinstance(value, dict):
        return {key: without_nothing(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [without_nothing(item) for item in value]
    return value


def typed(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {typed(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(typed, value)) + "]"
    return msgspec.json.encode(value).decode()


def parts(value: Any) -> list[Any]:
    """Every table and list inside a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(part for item in inner for part in parts(item) if isinstance(part, dict | list))]


def changed(card: dict[str, Any], random: Random) -> dict[str, Any]:
    """A card with one thing in it left out, renamed or replaced."""
    copy: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(without_nothing(card)))
    part = random.choice([one for one in parts(copy) if one])
    if isinstance(part, list):
        part[random.randrange(len(part))] = random.choice(ODD)
        return copy
    key = random.choice(list(part))
    what = random.choice(("leave out", "rename", "replace", "replace", "replace"))
    if what == "replace":
        part[key] = random.choice(ODD)
    else:
        value = part.pop(key)
        if what == "rename":
            part[key + "s"] = value
    return copy


def readable(card: dict[str, Any]) -> bool:
    try:
        msgspec.convert(card, Card)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("seed", range(5))
def test_a_card_is_read_exactly_if_no_mistake_is_found(seed: int) -> None:
    random = Random(seed)
    outcomes = set()
    for _ in range(250):
        card = changed(random.choice(CARDS), random)
        found = list(mistakes_of_form(card))
        assert (not found) == readable(card), (card, found)
        assert all(what for _, what in found)
        outcomes.add(not found)
    assert outcomes == {True, False}


def test_the_cards_of_the_game_have_no_mistake_of_form() -> None:
    for card in CARDS:
        assert list(mistakes_of_form(without_nothing(card))) == []


@pytest.mark.parametrize("seed", range(4))
def test_the_checker_never_fails_itself(seed: int) -> None:
    """Whatever stands in a file: messages, no crash."""
    random = Random(seed)
    for _ in range(25):
        card = changed(random.choice(CARDS), random)
        text = "[[cards]]\n" + "\n".join(f"{key} = {typed(value)}" for key, value in card.items())
        for mistake in check_text(text):
            assert str(mistake)
