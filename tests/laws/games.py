"""The games that the laws run over: every installed ruleset, each way of playing it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.core.choices import Choices
from domain.core.event import ARBITER, PUBLIC, Audience
from domain.core.game import Game, choices
from domain.core.record import Record
from domain.core.replay import as_seen_by, fold
from domain.core.ruleset import Ruleset, installed, ruleset
from services.selfplay import open_game

VARIANTS: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "dual_powers": ("dual_powers", {}, "en"),
    "dual_powers-de": ("dual_powers", {}, "de"),
    "dual_powers-ru": ("dual_powers", {}, "ru"),
    "dual_powers-publisher": ("dual_powers", {}, "publisher"),
    "solitaire-red-1": ("dual_powers", {"solitaire": 1}, "en"),
    "solitaire-white-6": ("dual_powers", {"solitaire": 6, "side": "white"}, "en"),
    "solitaire-ru-3": ("dual_powers", {"solitaire": 3}, "ru"),
    "revolution-3": ("revolution", {}, "three"),
    "revolution-4": ("revolution", {}, "standard"),
    "revolution-refunds": ("revolution", {"bid_refunds": True}, "standard"),
    "revolution-control": ("revolution", {"area_control_bonus": True}, "three"),
    "revolution-deals": ("revolution", {"making_deals": True}, "standard"),
    "revolution-table": ("revolution", {}, "table"),
    "revolution-optional-3": ("revolution", {"players": 3, "illegal_bids": "corrected"}, "optional"),
    "revolution-optional-4": ("revolution", {}, "optional"),
    "prelude": ("prelude", {}, "standard"),
    "prelude-turmoil": ("prelude", {}, "turmoil"),
}


def rules_of(variant: str) -> tuple[Ruleset[Any], Any]:
    name, given, preset = VARIANTS[variant]
    rules = ruleset(name)
    return rules, rules.options(given, preset)


def uncovered() -> set[str]:
    return set(installed()) - {name for name, _, _ in VARIANTS.values()}


class RandomGame:
    """A game played at random, decision by decision, with the views of all audiences kept beside it."""

    def __init__(self, variant: str, seed: int) -> None:
        self.ruleset, self.options = rules_of(variant)
        self.random = Random(seed)
        self.game, self.records = open_game(self.ruleset, self.options, self.random)
        self.audiences: tuple[Audience, ...] = (*self.game.header.seats, PUBLIC)
        self.views = {audience: self.ruleset.new_table(self.options) for audience in self.audiences}
        self._show(self.records)

    def _show(self, records: list[Record[Any]]) -> None:
        for audience, view in self.views.items():
            fold(view, as_seen_by(records, audience))

    def choices(self, seat: str) -> Choices | None:
        """What a seat may do now, from its own view."""
        return choices(self.ruleset, self.game.header.game, self.views[seat], seat)

    def decisions(self) -> Iterator[tuple[str, Choices]]:
        """Each decision as (seat, choices), before it is answered at random.

        Now and then a seat speaks that may, although the game does not wait for it.
        """
        while (due := self.game.table.asks()) is not None:
            seat = self.random.choice(due.seats)
            free = [s for s in self.game.header.seats if s not in due.seats and self.choices(s) is not None]
            if free and self.random.random() < 0.2:
                seat = self.random.choice(free)
            found = self.choices(seat)
            assert found is not None, f"{seat} is asked {due.what} but has no choices"
            assert found.needed == (seat in due.seats)
            yield seat, found
            self.answer(seat, found.sample(self.random.randrange))

    def answer(self, seat: str, command: Any) -> list[Record[Any]]:
        new = self.game.perform(seat, command, at=len(self.records), cause=f"c{len(self.records)}")
        self._show(new)
        self.records += new
        return new

    def finish(self) -> "RandomGame":
        for _ in self.decisions():
            pass
        return self


def lines(records: list[Record[Any]]) -> list[bytes]:
    return [record.line() for record in records]


__all__ = ["ARBITER", "VARIANTS", "Game", "RandomGame", "lines", "rules_of", "uncovered"]
