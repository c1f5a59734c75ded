"""The page: one file, exact at every version, and nothing in its source that its audiences may not know."""

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from random import Random
from typing import Any

import msgspec
import pytest

from domain.core.event import ARBITER, PUBLIC, secrets_of
from domain.core.record import Record
from domain.core.replay import as_seen_by, fold
from domain.games.revolution.table import TownTable
from replay_cli.frames import Frames
from replay_cli.page import page
from tests.laws.games import RandomGame
from tests.laws.hidden import HIDDEN, leaves

CARDS = ["dual_powers", "dual_powers-ru", "solitaire-red-1"]
card_games = pytest.mark.parametrize("variant", CARDS)
kinds = pytest.mark.parametrize("variant", [*CARDS, "revolution-3", "revolution-deals"])


class Elements(HTMLParser):
    """The page's elements, with the text of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": [], "title": [], "h1": []}
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.inside = tag
        if tag in self.texts:
            self.texts[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside in self.texts:
            self.texts[self.inside][-1] += data


def film(text: str) -> Any:
    return msgspec.json.decode(Elements(text).texts["script"][0])


def picture(nodes: list[Any], number: int) -> str:
    """As page.js puts a picture together."""
    node = nodes[number]
    return node if isinstance(node, str) else "\n".join(picture(nodes, part) for part in node)


def unfinished(variant: str, seed: int, answers: int) -> RandomGame:
    """A game in which much is still hidden: cards, or the bids of two seats."""
    play = RandomGame(variant, seed)
    for number, _ in enumerate(play.decisions()):
        table = play.game.table
        open_ = isinstance(table, TownTable) and (table.phase != "bidding" or len(table.boards) != 2)
        if number >= answers and not open_:
            break
    return play


def cards_shown(records: list[Record[Any]], audience: str) -> set[str]:
    return {
        leaf for record in as_seen_by(records, audience) for leaf in leaves(msgspec.to_builtins(record.event))
    }


@kinds
def test_each_version_is_exactly_the_picture_sentence_moment_and_score_of_each_audience(variant: str) -> None:
    play = RandomGame(variant, 21).finish()
    audiences = (ARBITER, *play.audiences)
    made = film(page(play.ruleset, play.records, audiences, language="de"))
    spoken = "de" if "de" in play.ruleset.languages else "en"
    assert [view["name"] for view in made["views"]] == list(audiences)
    for view in made["views"]:
        table = play.ruleset.new_table(play.options)
        for i, record in enumerate(as_seen_by(play.records, view["name"])):
            fold(table, (record,))
            shown = picture(made["nodes"], view["frames"][i])
            assert shown == play.ruleset.svg(table, view["name"], spoken)
            assert made["texts"][view["told"][i]] == play.ruleset.tell(record.event, spoken)
            assert made["texts"][view["moments"][i]] == play.ruleset.moment(table)
            points = {side: line[i] for side, line in view["points"].items()}
            assert points == play.ruleset.standing(table).points


@card_games
@pytest.mark.parametrize("seed", range(40, 43))
def test_no_hidden_card_is_in_the_source_for_any_exported_audience(variant: str, seed: int) -> None:
    play = unfinished(variant, seed, 25)
    cards = set(play.game.table.components.cards)
    for audience in play.audiences:
        text = page(play.ruleset, play.records, tuple(dict.fromkeys((audience, PUBLIC))))
        hidden = cards - cards_shown(play.records, audience)
        assert len(hidden) >= 10
        assert not [card for card in hidden if card in text]


@kinds
def test_no_salt_is_in_the_source_for_any_exported_audience(variant: str) -> None:
    play = unfinished(variant, 40, 25)
    text = page(play.ruleset, play.records, (ARBITER, *play.audiences))
    salts = [getattr(r.event, name).salt for r in play.records for name in secrets_of(type(r.event))]
    assert len(salts) >= 3
    assert not [salt for salt in salts if salt in text]


@kinds
def test_what_an_audience_may_not_know_changes_no_byte_of_its_page(variant: str) -> None:
    """Non-interference, and an audience's own copy of the log gives the very same page."""
    play = unfinished(variant, 50, 20)
    for audience in play.audiences:
        audiences = tuple(dict.fromkeys((audience, PUBLIC)))
        text = page(play.ruleset, play.records, audiences)
        twins = HIDDEN[play.ruleset.name].twin(audience, play.records, Random(1))
        assert twins != play.records
        assert page(play.ruleset, twins, audiences) == text
        own = list(as_seen_by(play.records, audience))
        assert page(play.ruleset, own, audiences) == text


def test_a_copy_cannot_speak_for_an_audience_whose_secrets_it_does_not_hold() -> None:
    play = unfinished("dual_powers", 50, 5)
    own = list(as_seen_by(play.records, "red"))
    for audience in ("white", ARBITER):
        with pytest.raises(ValueError, match=f"does not hold what {audience} saw"):
            page(play.ruleset, own, ("red", audience))


def references(text: str) -> Iterator[str]:
    for _, attributes in Elements(text).found:
        for name, value in attributes.items():
            if name in ("src", "href", "action", "data", "poster", "srcset", "ping", "formaction"):
                yield value or ""


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_page_names_no_outside_address_and_its_policy_forbids_any(language: str) -> None:
    play = unfinished("dual_powers", 60, 9)
    text = page(play.ruleset, play.records, (PUBLIC,), language=language)
    assert set(references(text)) == {"data:,"}
    assert set(re.findall(r"[a-z]+://[^\s\"'\\]*", text)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in text
    assert set(re.findall(r"url\(.", text)) == {"url(#"}
    elements = Elements(text)
    metas = [attributes for tag, attributes in elements.found if tag == "meta"]
    policy = next(meta["content"] for meta in metas if meta.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    (style,) = elements.texts["style"]
    _, script = elements.texts["script"]
    for kind, inline in (("script-src", script), ("style-src", style)):
        digest = b64encode(sha256(inline.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert f'lang="{language}"' in text


def test_a_title_is_text_and_the_data_cannot_leave_its_element() -> None:
    play = unfinished("dual_powers", 60, 9)
    bad = "</title></script><script>alert(1)</script><!--"
    text = page(play.ruleset, play.records, (PUBLIC,), title=bad)
    elements = Elements(text)
    assert elements.texts["h1"] == elements.texts["title"] == [bad]
    assert len(elements.texts["script"]) == 2
    assert "</" not in elements.texts["script"][0] and "<!--" not in elements.texts["script"][0]


def test_an_unknown_language_or_nothing_to_show_is_an_error() -> None:
    play = unfinished("dual_powers", 60, 1)
    with pytest.raises(ValueError, match="de, en, ru"):
        page(play.ruleset, play.records, (PUBLIC,), language="fr")
    for records, audiences in (([], (PUBLIC,)), (play.records, ())):
        with pytest.raises(ValueError, match="at least one audience"):
            page(play.ruleset, records, audiences)


def test_a_log_that_lacks_its_beginning_or_an_audience_that_is_none_is_an_error() -> None:
    play = unfinished("solitaire-red-1", 60, 1)
    with pytest.raises(ValueError, match="begins at version 1, this log at 3"):
        page(play.ruleset, play.records[2:], (PUBLIC,))
    with pytest.raises(ValueError, match="no 'white'; there are red, public, arbiter"):
        page(play.ruleset, play.records, ("white",))


@pytest.mark.parametrize("variant", ["dual_powers", "revolution-4"])
def test_400_events_seen_by_four_audiences_stay_far_below_3_megabytes(variant: str) -> None:
    play = max((RandomGame(variant, seed).finish() for seed in range(3)), key=lambda p: len(p.records))
    size = len(page(play.ruleset, play.records, (ARBITER, *play.audiences[:2], PUBLIC)).encode())
    assert size * 400 // len(play.records) < 1_500_000


@pytest.mark.parametrize(
    ("variant", "language", "names"),
    [
        ("dual_powers", "en", ["public", "Red", "White"]),
        ("dual_powers", "de", ["Publikum", "Rot", "Weiß"]),
        ("dual_powers", "ru", ["зрители", "красные", "белые"]),
        ("solitaire-red-1", "de", ["Publikum", "Rot", "Weiß"]),
        ("revolution-3", "de", ["Publikum", "Red", "Blue", "Green"]),
    ],
)
def test_seats_and_sides_are_called_by_their_names(variant: str, language: str, names: list[str]) -> None:
    play = unfinished(variant, 60, 1)
    text = page(play.ruleset, play.records, (PUBLIC, play.game.header.seats[0]), language=language)
    assert list(film(text)["names"].values()) == names
    assert f'<option value="red">{names[1]}</option>' in text


@pytest.mark.parametrize(
    "svg",
    ["<svg>\n<g>\n<path/>\n</g>\n</svg>", "</g>\n</g>", "<g>\n<g>", "a\n\n<g b='c'>\n<t>x</t>\n</g>", ""],
)
def test_any_text_comes_back_line_by_line_even_if_it_is_no_picture(svg: str) -> None:
    frames = Frames()
    number = frames.add(svg)
    size = len(frames.nodes)
    assert picture(list(frames.nodes), number) == svg
    assert frames.add(svg) == number
    assert len(frames.nodes) == size
