"""The picture: as complete as the text board, and never more than an audience may know."""

import re
from collections.abc import Iterator
from importlib import resources
from xml.etree import ElementTree

import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.games.revolution.commands import Decline, PlaceBid
from domain.games.revolution.components import KINDS
from domain.games.revolution.options import Options
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.table import TownTable
from domain.games.revolution.words.english import KIND, together
from tests.games.revolution.builders import FULL, a_table, bid, deciding, happened, with_bids
from tests.laws.pictures import SVG, heard, positions, said, variants_of

SEATS = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow"}
LONG = {word[0]: word for word in KIND.values()}
variants = pytest.mark.parametrize("variant", variants_of("revolution"))


def titled(svg: str, name: str) -> str:
    """The title of the part with that name."""
    root = ElementTree.fromstring(svg)
    part = next(part for part in root.iter(f"{SVG}g") if part.get("id") == name)
    return str(part.findtext(f"{SVG}title"))


def tokens(short: str) -> str:
    """`1F 2G` as it is said: 1 Force and 2 Gold."""
    return together(f"{word[:-1]} {LONG[word[-1]]}" for word in short.split())


def facts(drawn: str) -> Iterator[str]:
    """What the text board says, piece by piece, its letters written out."""
    blocks = [
        [line[2:-2].rstrip() for line in block.split("\n") if line.startswith("│")]
        for block in drawn.split("├")
    ]
    head, town, bids, support, seats, foot = blocks
    yield from head[0].split("  ")
    for names, cubes in zip(town[1::2], town[2::2], strict=True):
        yield from re.findall(r"\S.*?\)(?: locked)?", names)
        for area in re.findall(r"(?:[RBGY·] )+[RBGY·]|[RBGY·]", cubes):
            yield from (f"{SEATS[one]} {area.count(one)}" for one in dict.fromkeys(area) if one in SEATS)
            yield f"free {area.count('·')}"
    for line in bids[1:]:
        for cell in filter(None, (line[start : start + 26].strip() for start in range(0, 104, 26))):
            if "[" in cell:
                name, takes = cell.strip("►]").split(" [")
                yield f"{name}: takes {together(LONG[kind] for kind in takes)}"
            else:
                seat, _, some = cell.partition(" ")
                yield f"{SEATS[seat]} {tokens(some.rstrip(' *'))}{', won' if cell.endswith('*') else ''}"
    for line in support[1:]:
        name, _, points = line.strip().partition("!")
        yield f"{name.strip()}: {' '.join(points.split()[1:])} support"
    for line in seats:
        yield line.split()[0]
        for part in re.split(r" {3,}", line[14:]):
            word = part.rstrip("-0123456789FBG ")
            held = part.removeprefix(word).strip()
            yield f"{word} {tokens(held)}" if "F" in held or "B" in held or "G" in held else part.rstrip(" -")
    for line in foot:
        yield line[14:].strip()


@variants
def test_everything_on_the_text_board_is_said_in_the_picture(variant: str) -> None:
    assert said(variant, facts, every=41) > 500


def bids_told(svg: str, table: TownTable) -> set[tuple[str, str]]:
    """On which characters whose tokens are said to lie."""
    return {
        (name, seat)
        for name in table.components.order
        for seat in table.seats
        if f"; {seat.capitalize()} " in titled(svg, f"rev-{name}")
    }


@variants
def test_before_the_reveal_a_bid_is_in_the_picture_of_its_owner_alone(variant: str) -> None:
    """The whole table under the same audience's name gives them away: the test would see a leak."""
    hidden = 0
    for audience, view, full in positions(variant, 11, every=3):
        if full.phase != "bidding" or len(full.boards) == len(full.seats):
            continue
        lying = {(name, seat) for seat, board in full.boards.items() for name in board.bid}
        own = {(name, seat) for name, seat in lying if audience in (seat, ARBITER)}
        assert bids_told(RULESET.svg(view, audience), view) == own
        assert bids_told(RULESET.svg(full, audience), full) == lying
        hidden += len(lying - own)
    assert hidden > 100


def test_how_many_characters_a_bid_names_does_not_change_a_byte_for_the_others() -> None:
    shown = set()
    for placed in (
        bid(printer="1F 1B 3G"),
        bid(innkeeper="1F", general="1B", rogue="1G", spy="1G", captain="1G"),
    ):
        table = a_table()
        happened(table, "red", PlaceBid(placed))
        table.boards["red"].bid = None  # as everyone else knows it
        shown.add(RULESET.svg(table, PUBLIC))
    assert len(shown) == 1


def test_after_the_reveal_the_winner_lies_under_a_crown_and_the_bank_s_decision_waits() -> None:
    table = a_table(town={"tavern": {"blue": 1}})
    with_bids(table, red=bid(printer="1F", spy="1G"), blue=bid(printer="2G"), green=bid(rogue="1G"))
    svg = RULESET.svg(table, PUBLIC)
    assert titled(svg, "rev-printer").endswith("; Red 1 Force, won; Blue 2 Gold")
    assert titled(svg, "rev-spy").endswith("; Red 1 Gold, won; is being resolved")
    assert "Waiting for: Red: a cube for the Spy" in heard(svg)


def test_a_tie_is_said_until_the_next_bids() -> None:
    table = a_table(town={"tavern": {"blue": 1}})
    with_bids(table, red=bid(priest="1G", spy="1G"), blue=bid(priest="1G"))
    tie = "; Red 1 Gold; Blue 1 Gold; nobody wins"
    assert titled(RULESET.svg(table, PUBLIC), "rev-priest").endswith(tie)
    happened(table, "red", Decline())
    happened(table, "red", PlaceBid(bid(priest="5G")))
    assert titled(RULESET.svg(table, "red"), "rev-priest").endswith("; Red 5 Gold")


def test_the_four_seats_differ_in_shape_and_letter_not_only_in_colour() -> None:
    table = a_table(town={"tavern": {"red": 1, "blue": 1, "green": 1, "yellow": 1}})
    svg = RULESET.svg(table, PUBLIC)
    area = svg[svg.index('id="rev-tavern"') : svg.index('id="rev-cathedral"')]
    marks = re.findall(r'<path d="([^"]+)" fill="([^"]+)"[^>]*/>\n<text[^>]*>([RBGY])</text>', area)
    assert len(marks) == 4
    for kind in zip(*marks, strict=True):
        assert len(set(kind)) == 4


def test_a_character_shows_what_it_takes_and_what_winning_brings() -> None:
    """The bid board: support, tokens, influence, a power; struck out what it is immune to."""
    svg = RULESET.svg(a_table(), PUBLIC)
    assert titled(svg, "rev-general") == (
        "General: takes Blackmail and Gold; brings 1 support, 1 Force and influence in the Fortress"
    )
    assert titled(svg, "rev-apothecary").endswith(
        "takes Blackmail and Gold; brings let two cubes change places"
    )
    rogue = svg[svg.index('id="rev-rogue"') : svg.index('id="rev-spy"')]
    assert rogue.count('opacity=".45"') == len(KINDS) - 1


def test_who_leads_an_area_and_which_one_is_locked_is_shown() -> None:
    """Area Control Bonus: an area that one player fills cannot be touched."""
    table = a_table(options=Options(area_control_bonus=True), town=FULL)
    svg = RULESET.svg(table, PUBLIC)
    assert titled(svg, "rev-tavern") == "Tavern 20 (Innkeeper) locked, Blue 4, free 0, most influence: Blue"
    assert titled(svg, "rev-harbor").endswith("Red 3, Blue 3, free 0, most influence: nobody")


@pytest.mark.parametrize("power", ["replace", "swap"])
def test_the_seat_that_is_asked_stands_out_by_its_frame(power: str) -> None:
    svg = RULESET.svg(deciding(a_table(town=FULL), "green", power), PUBLIC)
    frames = {
        seat: re.search(rf'id="rev-seat-{seat}".*\n.*\n.*\n<rect[^>]*stroke-width="(\d)"', svg)
        for seat in ("red", "green")
    }
    assert [frame and frame[1] for frame in frames.values()] == ["1", "4"]


def test_a_board_of_an_owner_s_own_is_drawn_whole() -> None:
    """All areas in one row, the largest with twenty spaces, and names that need care."""
    text = resources.files("domain.games.revolution").joinpath("components.toml").read_text(encoding="utf-8")
    text = re.sub(r"row = \d", "row = 1", text).replace("spaces = 8", "spaces = 20")
    view = RULESET.new_table(Options(), RULESET.components(text.replace('"tavern"', '"<inn>"')))
    view.town["fortress"]["red"] = 20
    svg = RULESET.svg(view, PUBLIC)
    assert "<Inn> 20 (Innkeeper)" in heard(svg)
    assert "Fortress 50 (General), Red 20, free 0" in heard(svg)


def test_a_hundred_support_turns_the_track_once() -> None:
    table = a_table(support={"red": 237, "blue": 100, "green": 99, "yellow": 0})
    svg = RULESET.svg(table, PUBLIC)
    assert titled(svg, "rev-seat-red").startswith("Red: 237 (200 + 37) support")
    assert titled(svg, "rev-seat-blue").startswith("Blue: 100 (100 + 0) support")
    assert titled(svg, "rev-seat-green").startswith("Green: 99 support")
