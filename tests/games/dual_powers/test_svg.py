"""The picture: as complete as the text board, and never more than an audience may know."""

import re
from collections.abc import Iterator
from importlib import resources
from xml.etree import ElementTree

import pytest

from domain.core.event import ARBITER
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.svg_city import TALL, WIDE
from tests.games.dual_powers.builders import a_table
from tests.laws.pictures import SVG, heard, positions, said, variants_of

languages = pytest.mark.parametrize("language", RULESET.languages)
variants = pytest.mark.parametrize("variant", variants_of("dual_powers"))


def facts(drawn: str) -> Iterator[str]:
    """What the text board says, piece by piece; the key to its signs left out."""
    blocks = [
        [line[2:-2] for line in block.split("\n") if line.startswith("│")] for block in drawn.split("├")
    ]
    head, tracks, city, *rest = blocks
    yield from " ".join(line.strip() for line in head).split(" · ")
    for cell in ([line[start : start + 47].strip() for line in city[:-2]] for start in (0, 49)):
        yield from facts_of_a_column(cell)
    for line in (*tracks, *(line for block in rest for line in block)):
        if line.startswith("Support"):
            yield line[line.index("(") + 1 : line.index(")")]
        else:
            yield from (" ".join(part.split()).rstrip(",") for part in (line[20:] or line).split(", "))


def facts_of_a_column(lines: list[str]) -> Iterator[str]:
    """Regions one below the other: a token with its owner, which stands only before the first."""
    owner = ""
    for line in lines:
        if line.startswith("── "):
            name, *marks = line.strip("─ ").replace("! Unrest", "[Unrest]").split(" [")
            yield name
            yield from (f"marker {mark[0]}" if mark[0].isdigit() else "Unrest" for mark in marks)
        elif line.startswith(("→", "✕", "nobody ahead")) or " ahead " in line:
            yield from (part.strip() for part in line.split("  "))
        else:
            for part in line.replace(" (x)", " (exhausted)").rstrip(",").split(", "):
                owner, token = part.split(": ") if ": " in part else (owner, part)
                yield f"{owner}: {token}" if token else ""


@variants
def test_everything_on_the_text_board_is_said_in_the_picture(variant: str) -> None:
    assert said(variant, facts, every=23) > 500


@variants
def test_no_card_that_an_audience_does_not_know_is_in_its_picture(variant: str) -> None:
    """The whole table under the same audience's name gives them away: the test would see a leak."""
    hidden = leaks = 0
    for audience, view, full in positions(variant, 11):
        svg = RULESET.svg(view, audience)
        unknown = [*full.deck.known]
        for side, hand in full.hands.items():
            unknown += [] if audience in (side, ARBITER) else [one for one in hand.known if "-" in one]
        for side, objective in full.objectives.items():
            if view.objectives[side].card is None and objective.card is not None:
                unknown.append(objective.card)
        assert not [one for one in unknown if one in svg]
        whole = RULESET.svg(full, audience)
        hidden += len(unknown)
        leaks += any(one in whole for one in unknown)
    assert hidden > 500 and leaks > 10


@pytest.mark.parametrize(("solitaire", "shown"), [(0, "turn 7 of 8"), (3, "turn 7 of 9")])
def test_the_picture_counts_the_turns_of_both_sides(solitaire: int, shown: str) -> None:
    """Action phase: four turns each; the opposition has a fifth."""
    assert shown in heard(RULESET.svg(a_table(turn=7, options=Options(solitaire=solitaire)), "red"))


@languages
def test_every_region_has_a_name_of_its_own(language: str) -> None:
    table = a_table(city={"red": {"lenin": True, "white-unit-2c": False}}, red=["purple-4c"], white=[])
    root = ElementTree.fromstring(RULESET.svg(table, ARBITER, language))
    named = {part.get("id") for part in root.iter(f"{SVG}g")}
    assert {f"dp-{region}" for region in table.components.regions} <= named


def test_each_language_has_its_own_words_and_an_unknown_one_is_an_error() -> None:
    table = a_table()
    told = [heard(RULESET.svg(table, "red", language)) for language in RULESET.languages]
    assert "Calendar: March/April, day 1" in told[0]
    assert "Kalender: März/April, Tag 1" in told[1]
    assert "Календарь: март/апрель, день 1" in told[2]


def test_an_exhausted_token_differs_in_more_than_colour() -> None:
    def piece(fresh: bool) -> str:
        svg = RULESET.svg(a_table(city={"blue": {"lenin": fresh}}), "public")
        return svg[svg.index('id="dp-blue"') : svg.index('id="dp-white"')]

    assert "stroke-dasharray" in piece(False) and "dp-hatch" in piece(False)
    assert "stroke-dasharray" not in piece(True) and "dp-hatch" not in piece(True)
    assert "(exhausted)" in piece(False)


def test_a_crowded_region_keeps_its_tokens_on_its_plate() -> None:
    table = a_table(options=Options(solitaire=6))
    crowd = [*table.components.opposing, *table.components.units, *table.components.leaders, "trotsky"]
    table.city["green"] = dict.fromkeys(crowd, True)
    root = ElementTree.fromstring(RULESET.svg(table, ARBITER))
    plate = next(part for part in root.iter(f"{SVG}g") if part.get("id") == "dp-green")
    tokens = [part for part in plate if part.get("role") == "img"]
    assert len(tokens) == len(crowd)
    for part in tokens:
        place = re.fullmatch(r"translate\((\d+) (\d+)\)(?: scale\(([\d.]+)\))?", part.get("transform", ""))
        assert place is not None
        x, y, scale = int(place[1]), int(place[2]), float(place[3] or 1)
        assert x + 44 * scale <= WIDE and y + 44 * scale <= TALL


def test_an_owner_s_own_names_are_drawn_too_and_stay_text() -> None:
    text = resources.files("domain.games.dual_powers").joinpath("components.toml").read_text(encoding="utf-8")
    view = RULESET.new_table(Options(), RULESET.components(text.replace('"purple-4c"', '"<b>-4c"')))
    view.hands["red"].known.append("<b>-4c")
    assert "<b>-4c (4 · " in heard(RULESET.svg(view, "red"))
