"""The picture of any game: well-formed, one element a line, said as well as shown, always the same."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from domain.core.ruleset import installed, ruleset
from tests.laws.games import VARIANTS, rules_of
from tests.laws.pictures import SVG, positions

LINE = re.compile(r"<(\w+)[^<>]*/>|<(\w+)[^<>]*>[^<>]*</\2>|<\w+[^<>]*>|</\w+>")
ELEMENTS = {"svg", "title", "desc", "defs", "pattern", "g", "path", "rect", "circle", "polygon", "text"}


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_the_picture_is_sound_one_element_a_line_and_needs_nothing_from_outside(variant: str) -> None:
    rules, _ = rules_of(variant)
    for audience, view, _ in positions(variant, 3, every=61):
        for language in rules.languages:
            svg = rules.svg(view, audience, language)
            root = ElementTree.fromstring(svg)
            assert re.fullmatch(r"0 0 1000 \d+", root.get("viewBox", ""))
            assert all(LINE.fullmatch(one) for one in svg.split("\n"))
            assert {part.tag.removeprefix(SVG) for part in root.iter()} <= ELEMENTS
            assert "href" not in svg and "style" not in svg
            assert set(re.findall(r"url\((.)", svg)) <= {"#"}
            assert re.findall(r"\w+://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_what_has_a_role_has_a_title_names_are_used_once_and_type_is_never_the_only_word(
    variant: str,
) -> None:
    """Text that no title says stands where a reader of the screen does not go."""
    rules, _ = rules_of(variant)
    for audience, view, _ in positions(variant, 5, every=101):
        root = ElementTree.fromstring(rules.svg(view, audience))
        names = [part.get("id") for part in root.iter() if part.get("id")]
        assert len(names) == len(set(names))
        for part in root.iter(f"{SVG}g"):
            if part.get("role"):
                title = part.find(f"{SVG}title")
                assert title is not None and title.text
        quiet = {
            text for part in root.iter() if part.get("role") == "img" for text in part.iter(f"{SVG}text")
        }
        for part in root.iter():
            if part.get("aria-hidden"):
                quiet.update(part.iter(f"{SVG}text"))
        loose = [text.text for text in root.iter(f"{SVG}text") if text not in quiet]
        titles = " ".join(part.text or "" for part in root.iter(f"{SVG}title"))
        assert not [text for text in loose if text and text.partition(" · ")[0] not in titles]


@pytest.mark.parametrize("name", installed())
def test_the_same_table_gives_the_same_bytes_in_every_process(name: str) -> None:
    variant = next(variant for variant, (rules, _, _) in VARIANTS.items() if rules == name)
    script = (
        "import hashlib; from tests.laws.games import RandomGame;"
        f"play = RandomGame({variant!r}, 8).finish();"
        "seat = play.audiences[0]; drawn = play.ruleset.svg(play.views[seat], seat);"
        "print(hashlib.sha256(drawn.encode()).hexdigest())"
    )

    def run(seed: str) -> bytes:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."}
        return subprocess.run([sys.executable, "-c", script], env=env, check=True, capture_output=True).stdout

    assert run("1") == run("2") != b""


@pytest.mark.parametrize("name", installed())
def test_an_unknown_language_is_an_error_for_the_picture_too(name: str) -> None:
    rules = ruleset(name)
    with pytest.raises(ValueError, match=r"there are .*en"):
        rules.svg(rules.new_table(rules.options()), "red", "fr")
