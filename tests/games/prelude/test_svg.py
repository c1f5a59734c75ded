"""The picture: as complete as the text board, and never more than an audience may know."""

import re
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.table import Pile
from domain.games.prelude import agenda as q
from domain.games.prelude.cards.words import describe
from domain.games.prelude.components import STANDARD
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.svg_city import LEFT, PITCH
from domain.games.prelude.svg_ways import GAP, ROWS, STRIPS, TALL, WIDE, Streets, Way
from domain.games.prelude.table import GOV, REV, SIDES
from domain.games.prelude.words.names import plural
from tests.games.prelude.builders import a_table, asking, spending
from tests.laws.pictures import SVG, heard, positions, said, variants_of

variants = pytest.mark.parametrize("variant", variants_of("prelude"))
CARD = re.compile(r"(#\d+) +(.+?) +(Revolutionary|Government|neutral) +(\d AP) ")
SIDE = {"R": "the Revolutionary", "G": "the Government"}


def titled(svg: str, name: str) -> str:
    """The title of the part with that name."""
    root = ElementTree.fromstring(svg)
    part = next(part for part in root.iter(f"{SVG}g") if part.get("id") == name)
    return str(part.findtext(f"{SVG}title"))


def blocks_of(drawn: str) -> list[list[str]]:
    return [
        [line[2:-2].rstrip() for line in block.split("\n") if line.startswith("│")]
        for block in drawn.split("├")
    ]


def facts(drawn: str) -> Iterator[str]:
    """What the text board says, piece by piece, its letters and columns written out."""
    head, markers, tracks, districts, duma, cards, *sides, foot = blocks_of(drawn)
    yield from _head(head)
    yield from _markers(markers)
    for line in tracks:
        name, rest = line[:16].strip(), re.split(r" {2,}", line[16:])
        yield f"{name} Track: {rest[1]}; {rest[2]}"
    yield from _districts(districts)
    leads, session = " ".join(line.strip() for line in duma[:-4])[8:].strip().split("; ", 1)
    yield f"The Duma: {leads}"
    yield f"Duma {session}"
    for line in duma[-4:]:
        yield from _party(line)
    yield from _cards(cards)
    for side in sides:
        yield from _side(side)
    yield from " ".join(line.strip() for line in foot)[5:].strip().split(", ")


def _head(lines: list[str]) -> Iterator[str]:
    text = " ".join(line.strip() for line in lines)
    where, label, what = re.split(r" (Waiting for|Result) +", text)
    yield from where.split(" · ")
    yield f"{label}: {what}"


def _markers(lines: list[str]) -> Iterator[str]:
    rows = {line[:16].strip(): line[16:] for line in lines}
    yield f"Victory Points: {re.split(r'20 G  ', rows['Victory'])[1]}"
    yield f"Revolutionary Unrest: {rows['Unrest'].split('  ')[1]}"
    yield f"Tsar's Prestige: {rows['Prestige'].split('  ')[1]}"
    yield from (f"Opportunity Points: {found}" for found in re.findall(r"\d+ of 16", rows["Opportunity"]))
    yield from (f"Military Preparations, {one}" for one in rows["Military"].split("; "))


def _districts(lines: list[str]) -> Iterator[str]:
    subtype = ""
    for line in lines[:-1]:
        if "DISTRICTS" in line:
            subtype = line.split()[0].capitalize()
            continue
        name, red, red_ap, blue, blue_ap, holder = line[:26].strip(), *line[26:42].split()
        told = f"{name}, {subtype} District: red {red.replace('/', ' of ')}, blue {blue.replace('/', ' of ')}"
        told += f"; controlled by {SIDE[holder]}" if holder in SIDE else "; uncontrolled"
        told += "".join(f"; Organization of {SIDE[seat]}" for seat in line[42:45].strip())
        told += "".join(
            f"; the next {colour} cube costs {cost} AP"
            for colour, cost in (("red", red_ap), ("blue", blue_ap))
            if cost != "-"
        )
        yield f"{told}; adjacent: {line[45:]}"


def _party(line: str) -> Iterator[str]:
    if line.endswith("out of play"):
        yield f"{line[:18].strip()}: out of play"
        return
    name, boxes, count, wing, rest = re.fullmatch(r"(.+?) +\w ([■·]+) (\d+)  (\w+), (.+)", line).groups()  # type: ignore[union-attr]
    colour = "red" if " R " in line else "blue"
    yield f"{name}, {wing}: {colour} {count} of {len(boxes)}"
    if "Organization" in rest:
        yield f"{colour} {count} of {len(boxes)}; Organization"
    if "sponsors" in rest:
        yield rest[rest.index("sponsors") :]


def _cards(lines: list[str]) -> Iterator[str]:
    for line in lines:
        found = CARD.match(f"{line} ")
        if found:
            number, title, faction, points = found.groups()
            yield f"{number} {title}, {faction}"
            yield points


def _side(lines: list[str]) -> Iterator[str]:
    name, hand = lines[0].split(", hand: ")
    yield name.capitalize()
    yield f"Hand: {hand}"
    yield from _cards(lines)
    specials = next(n for n, line in enumerate(lines) if line.startswith("Special Actions: "))
    yield lines[specials]
    for line in lines[specials + 1 :]:
        if line.startswith("  "):
            yield from re.findall(r"[^\s,].*? AP\)", line)


@variants
def test_everything_on_the_text_board_is_said_in_the_picture(variant: str) -> None:
    assert said(variant, facts, every=61) > 2000


@variants
def test_a_hand_that_an_audience_does_not_see_is_a_back_with_a_number(variant: str) -> None:
    """The whole table under the same audience's name gives it away: the test would see a leak."""
    hidden = 0
    for audience, view, full in positions(variant, 11, every=41):
        svg, open_svg = RULESET.svg(view, audience), RULESET.svg(full, audience)
        for seat in SIDES:
            if audience in (seat, ARBITER):
                continue
            secret = [card for card in full.hands[seat].known if card not in view.hands[seat].known]
            assert not [card for card in secret if f"<title>#{card} " in svg]
            assert all(f"<title>#{card} " in open_svg for card in secret)
            if secret:
                assert f"<title>{plural(len(secret), 'card')} face down</title>" in svg
            hidden += len(secret)
    assert hidden > 100


def test_hands_that_others_cannot_tell_apart_look_alike() -> None:
    shown = set()
    for hand in ((46, 28), (3, 16)):
        table = a_table(hand=hand)
        table.hands[REV] = Pile([], 2)
        table.decks["turmoil"] = Pile([], 44)
        shown.add(RULESET.svg(table, PUBLIC))
    assert len(shown) == 1


def test_boxes_are_filled_from_the_bottom() -> None:
    """6.0: cubes are always placed bottom to top."""
    svg = RULESET.svg(a_table(cubes={"smolny": (3, 0)}), PUBLIC)
    tile = svg[svg.index('id="prelude-smolny"') :]
    boxes = re.findall(r'<rect x="8" y="(\d+)" [^>]*fill="(#\w+)" stroke', tile[: tile.index("</g>\n</g>")])
    filled = [int(y) for y, fill in boxes if fill != "#ffffff"]
    empty = [int(y) for y, fill in boxes if fill == "#ffffff"]
    assert len(filled) == 3
    assert len(boxes) == 7
    assert min(filled) > max(empty)


def test_the_two_sides_differ_in_shape_and_letter_not_only_in_colour() -> None:
    svg = RULESET.svg(a_table(), PUBLIC)
    marks = re.findall(r'<g aria-hidden="true"[^>]*>\n<(\w+) [^>]*/>\n<text[^>]*>([RGN])</text>\n</g>', svg)
    assert {letter: shape for shape, letter in marks} == {"R": "rect", "G": "circle", "N": "polygon"}
    assert len(set(marks)) == 3


def test_a_card_s_title_says_what_its_event_does() -> None:
    table = a_table(pool=(46,), hand=(249,), unrest=2)
    told = heard(RULESET.svg(table, REV))
    assert f"{describe(STANDARD.cards['46'])}" in told
    assert "#249 Nicholas II Abdicates, Revolutionary, 6 AP, Duma die: Event not possible now. " in told
    assert "4 AP, Duma die: playable by the Revolutionary. " in told


def test_the_side_that_is_asked_stands_out_by_its_frame() -> None:
    svg = RULESET.svg(spending(2, GOV), PUBLIC)
    frames = {
        seat: re.search(rf'id="prelude-side-{seat}".*\n.*\n.*\n<rect[^>]*stroke-width="([\d.]+)"', svg)
        for seat in SIDES
    }
    assert [frame and frame[1] for frame in frames.values()] == ["1.5", "4"]


def test_the_head_names_who_is_asked_and_a_sheet_says_what() -> None:
    """#107: the possibilities are told whole."""
    table = a_table(active=GOV)
    question = q.PickOption(seat=GOV, options=(1, 2), path=("event", 0), you=GOV)
    asking(table, question, q.Frame("107", seat=GOV))
    svg = RULESET.svg(table, PUBLIC)
    assert "<title>Waiting for: the Government</title>" in svg
    assert "; (2) the Tsar's Prestige goes up by 1" in titled(svg, "prelude-asked")


def test_used_special_actions_are_struck_out_and_said_to_be_used() -> None:
    table = a_table()
    table.specials[REV].remove("opportunism")
    told = heard(RULESET.svg(table, PUBLIC)).split("\n")
    assert "Opportunism (4 AP), used" in told
    assert "Special Actions: 5 left, not used this Turn" in told


def test_after_abdication_extremist_parties_and_prestige_are_out_of_play() -> None:
    table = a_table(abdicated=True, prestige=0, out_of_play=["radical", "monarchist"])
    svg = RULESET.svg(table, PUBLIC)
    assert titled(svg, "prelude-radical") == "Radical Party: out of play"
    assert titled(svg, "prelude-prestige").startswith("Tsar's Prestige: the Tsar has abdicated")


CELLS = list(product(range(STRIPS), range(ROWS)))


@pytest.mark.parametrize("start", CELLS)
def test_a_line_between_adjacent_districts_never_runs_under_a_tile(start: tuple[int, int]) -> None:
    """Whatever an owner's board connects: lines keep to the gaps, and end at the edges of their tiles."""
    streets = Streets(LEFT, 0, PITCH)
    for end in CELLS:
        if end == start:
            continue
        points = streets.path(Way(*start, *end, "", 2))
        for (x1, y1), (x2, y2) in pairwise(points):
            for n in range(1, 20):
                x, y = x1 + (x2 - x1) * n / 20, y1 + (y2 - y1) * n / 20
                inside = [
                    (strip, row)
                    for strip, row in CELLS
                    if streets.x(strip) < x < streets.x(strip) + WIDE
                    and streets.y(row) < y < streets.y(row) + TALL
                ]
                assert not inside, (start, end, points)
        assert min(x for x, _ in points) > 10
        assert max(x for x, _ in points) < 990
        assert max(y for _, y in points) < ROWS * (TALL + GAP)


def test_a_board_of_an_owner_s_own_is_drawn_whole() -> None:
    """Longer tracks, more boxes, other names, no sessions: all of it is on the sheet."""
    text = resources.files("domain.games.prelude").joinpath("components.toml").read_text(encoding="utf-8")
    text = text.replace("Palace Square", "Palace <Square> & Gardens of the Admiralty")
    text = text.replace("home = [0, 0,", "home = [0, 0, 0, 0, 0, 0,").replace("length = 5", "length = 9")
    text = text.replace("victory = 20", "victory = 30").replace("opportunity = 16", "opportunity = 30")
    text = re.sub(r"sessions = .*", "sessions = []", text)
    view = a_table(components=RULESET.components(text), vp=-31, op={REV: 30, GOV: 0})
    view.military[GOV] = [4] * 12
    svg = RULESET.svg(view, PUBLIC)
    told = heard(svg)
    assert "Palace <Square> & Gardens of the Admiralty, Urban District" in told
    assert "Kronstadt Naval Base, Military District: red 2 of 13, blue 0 of 7" in told
    assert "Districts Track: 0 of 9" in told
    assert "Opportunity Points: 30 of 30" in told
    assert "; Duma not in session" in told
    across = [int(x) for x in re.findall(r'<(?:rect|text) x="(-?\d+)"', svg)]
    assert 0 <= min(across) <= max(across) < 1500
