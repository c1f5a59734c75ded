"""Pictures of games at random: positions to draw, and what a reader of the screen is told of them."""

from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from domain.core.event import ARBITER
from domain.core.replay import as_seen_by, fold
from tests.laws.games import VARIANTS, RandomGame, rules_of

SVG = "{http://www.w3.org/2000/svg}"


def variants_of(ruleset: str) -> list[str]:
    return [variant for variant, (name, _, _) in VARIANTS.items() if name == ruleset]


def positions(variant: str, seed: int, every: int = 9) -> Iterator[tuple[str, Any, Any]]:
    """Every ninth position of a game at random: the audience, its view, and the whole table."""
    play = RandomGame(variant, seed).finish()
    for audience in (*play.audiences, ARBITER):
        view, full = play.ruleset.new_table(play.options), play.ruleset.new_table(play.options)
        for record, shown in zip(play.records, as_seen_by(play.records, audience), strict=True):
            fold(full, (record,))
            fold(view, (shown,))
            if record.version % every == 0 or record is play.records[-1]:
                yield audience, view, full


def heard(svg: str) -> str:
    """All titles and the description."""
    root = ElementTree.fromstring(svg)
    return "\n".join(part.text or "" for part in root.iter() if part.tag in (f"{SVG}title", f"{SVG}desc"))


def said(variant: str, facts: Callable[[str], Iterator[str]], every: int) -> int:
    """Find each fact of the text board among the titles; how many there were."""
    rules, _ = rules_of(variant)
    found = 0
    for audience, view, _ in positions(variant, 7, every):
        told = heard(rules.svg(view, audience))
        for fact in facts(rules.draw(view, audience)):
            if fact.strip("-"):
                assert fact in told, fact
                found += 1
    return found
