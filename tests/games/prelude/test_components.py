"""The board as data: what it must hold, where its values come from, and cards of an owner."""

from pathlib import Path

import msgspec
import pytest

from domain.games.prelude.components import STANDARD, read_components
from tests.games.prelude.builders import GOV, REV, a_table

TEXT = (Path(__file__).parents[3] / "domain/games/prelude/components.toml").read_text(encoding="utf-8")


def test_the_board_starts_as_the_rulebook_says() -> None:
    """2.1: 14 red and 6 blue cubes in Districts, ten of them Revolutionary, four the Government's."""
    table = a_table()
    assert sum(here[REV] for here in table.cubes.values()) == 14
    assert sum(here[GOV] for here in table.cubes.values()) == 6
    held = [table.controller(place) for place in table.cubes]
    assert (held.count(REV), held.count(GOV), held.count(None)) == (10, 4, 4)
    assert table.parties == {"radical": 1, "socialist": 2, "liberal": 3, "monarchist": 2}
    assert {track: table.advantage(track) for track in table.scoring} == {
        "districts": 6, "organizations": 0, "world_affairs": -1, "duma": -4,
    }  # fmt: skip
    assert (table.unrest, table.prestige, table.op) == (0, 7, {REV: 8, GOV: 8})
    assert table.military == {REV: [], GOV: [4]}


def test_there_are_150_boxes_of_each_colour_and_four_districts_of_nine() -> None:
    """Each colour has 150 cubes."""
    for side in (REV, GOV):
        boxes = STANDARD.boxes[side]
        assert sum(len(some) for some in boxes.values()) == 150
        assert sum(len(boxes[district]) == 9 for district in STANDARD.districts) == 4
        assert {len(boxes[district]) for district in STANDARD.districts} == {7, 9}


def test_every_urban_district_has_two_arrows() -> None:
    near = [place for district in STANDARD.districts.values() for place in district.adjacent]
    urban = STANDARD.of_subtype["urban"]
    assert {place: near.count(place) for place in urban} == dict.fromkeys(urban, 2)
    assert {kind: len(some) for kind, some in STANDARD.of_subtype.items()} == {
        "worker": 4, "military": 4, "urban": 10,
    }  # fmt: skip


def test_the_tracks_show_what_the_examples_prove() -> None:
    """Districts: position 6 is the outermost 3, position 4 the outermost 2. Organizations: 2 VP a box."""
    districts = STANDARD.tracks["districts"]
    assert [districts.worth(position) for position in (3, 4, 5, 6, 7)] == [2, 2, 3, 3, 4]
    assert STANDARD.tracks["organizations"].worth(-7) == 14
    assert STANDARD.tracks["world_affairs"].worth(5) == 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "smolny"', 'id = "vyborg"', "id: used more than once: vyborg"),
        ('adjacent = ["vyborg", "okhrana"]', 'adjacent = ["vyborg", "putilov"]', "arrows lead to Urban"),
        ('effect = "score_track"', 'effect = "score"', "no 'score'"),
        ("from = 6", "from = 3", "rows rise"),
        ('wing = "extremist"\nstart = 2', 'wing = "moderate"\nstart = 2', "one extremist and one moderate"),
    ],
)
def test_mistakes_on_a_board_are_explained(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(ValueError, match=message):
        read_components(TEXT.replace(old, new, 1))


def test_a_missing_district_and_an_unknown_field_are_errors() -> None:
    with pytest.raises(ValueError, match="districts: 17 found, the board shows 18"):
        read_components(TEXT[: TEXT.rindex("[[districts]]")])
    with pytest.raises(msgspec.ValidationError, match="colour"):
        read_components(TEXT.replace('name = "Smolny Institute"', 'name = "Smolny Institute"\ncolour = 1'))


def test_every_block_says_where_it_comes_from() -> None:
    assert TEXT.count("source = ") >= TEXT.count("[[") - 1
    assert {district.source for district in STANDARD.districts.values()} == {"rulebook", "reconstructed"}


OWN_CARD = """
name = "my own cards"
entry = "turmoil"
source = "rulebook"
[[cards]]
number = 28
title = "Influence at Court"
faction = "rev"
ap = 2
die = "WA"
event = [{ do = "add", n = 2, where = { in = "districts", names = ["winter_palace"] } }]
"""


def test_an_owners_cards_take_the_place_of_those_with_the_same_numbers() -> None:
    """And the game records other components."""
    own = read_components(OWN_CARD)
    assert len(own.cards) == len(STANDARD.cards)
    assert own.cards["28"] != STANDARD.cards["28"]
    assert own.set.digest != STANDARD.set.digest
    assert "my own cards" in own.set.name
