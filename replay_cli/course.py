"""Course: every position of a game through any eyes, folded forward from the checkpoint before it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from domain.core.event import Audience
from domain.core.record import Record
from domain.core.replay import fold
from domain.core.ruleset import Ruleset
from domain.core.table import Table
from replay_cli.match import Match

STRIDE = 64  # events between two checkpoints: few enough to fold unseen, and enough to keep them few

Records = Sequence[Record[Any]]


class Sight:
    """A game as one audience sees it: the table, the board and the sentence of any version."""

    def __init__(
        self,
        rules: Ruleset[Any],
        records: Records,
        audience: Audience,
        language: str = "en",
        components: Any = None,
    ) -> None:
        self.rules, self.records, self.audience, self.language = rules, records, audience, language
        self.moments: list[str] = []
        self.points: list[dict[str, int]] = []
        self._checkpoints: list[Table] = []
        self._told: dict[int, str] = {}
        table = rules.table_for(records[0].event.header, components)
        for number, record in enumerate(records):
            if number % STRIDE == 0:
                self._checkpoints.append(table.copy())
            fold(table, (record,))
            self.moments.append(rules.moment(table))
            self.points.append(rules.standing(table).points)

    @property
    def last(self) -> int:
        return len(self.records)

    def table(self, version: int) -> Table:
        """The table after a version."""
        start = (version - 1) // STRIDE
        return fold(self._checkpoints[start].copy(), self.records[start * STRIDE : version])

    def board(self, version: int) -> list[str]:
        """The board after a version, as rows of text."""
        return self.rules.draw(self.table(version), self.audience, self.language).splitlines()

    def told(self, version: int) -> str:
        """The sentence of a version; told when it is first looked at."""
        found = self._told.get(version)
        if found is None:
            found = self.rules.tell(self.records[version - 1].event, self.language)
            self._told[version] = found
        return found

    def hits(self, wanted: str) -> list[int]:
        """The versions whose sentence has these words, however they are capitalised."""
        folded = wanted.casefold()
        return [v for v in range(1, self.last + 1) if folded in self.told(v).casefold()] if folded else []

    @cached_property
    def broadest(self) -> int:
        """How many characters the longest name of a moment has."""
        return max(map(len, self.moments))

    @cached_property
    def turns(self) -> list[int]:
        """The versions at which a moment ends: a moment stands for its last version."""
        return ends(self.moments)

    @cached_property
    def phases(self) -> list[int]:
        """The versions at which a phase ends; turns (`r2.t3`) belong to the phase named before them."""
        names, phase = [], ""
        for moment in self.moments:
            parts = moment.split(".")
            if not (len(parts) > 1 and re.fullmatch(r"t\d+", parts[1])):
                phase = ".".join(parts[:2])
            names.append(phase)
        return ends(names)

    @cached_property
    def rounds(self) -> list[int]:
        """The versions at which the first part of the moment ends: `setup`, `r1`, `r2`."""
        return ends([moment.partition(".")[0] for moment in self.moments])


class Course:
    """A game that is stepped through: its viewpoints, and the sight of each, made when first looked at."""

    def __init__(
        self, audiences: Sequence[Audience], seen_by: Callable[[Audience], Records], **how: Any
    ) -> None:
        self.audiences, self._seen_by, self._how = tuple(audiences), seen_by, how
        self._sights: dict[Audience, Sight] = {}

    @classmethod
    def of(cls, match: Match, audiences: Sequence[Audience], language: str) -> "Course":
        """The course of a game of a source, with the components that come with it."""
        return cls(audiences, match.seen_by, rules=match.rules, language=language)

    def sight(self, audience: Audience) -> Sight:
        if audience not in self._sights:
            seen = self._seen_by(audience)
            self._sights[audience] = Sight(records=seen, audience=audience, **self._how)
        return self._sights[audience]

    def after(self, audience: Audience) -> Audience:
        """The viewpoint that follows; after the last the first again."""
        return self.audiences[(self.audiences.index(audience) + 1) % len(self.audiences)]


def ends(names: Sequence[str]) -> list[int]:
    """The versions after which the name changes, and the last one."""
    following = [*names[1:], None]
    return [v for v, (name, after) in enumerate(zip(names, following, strict=True), 1) if name != after]


def onward(stops: Sequence[int], version: int) -> int:
    """The next stop after a version; at the last stop, that stop."""
    return stops[min(bisect_right(stops, version), len(stops) - 1)]


def back(stops: Sequence[int], version: int) -> int:
    """The stop before a version; before the first stop, the first version."""
    number = bisect_left(stops, version)
    return stops[number - 1] if number else 1
