"""Scoreboard: the points of each game over its versions, its result, and the records of all games."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.event import PUBLIC, Audience, Event, Seat
from domain.core.record import Header, Record
from domain.core.ruleset import Standing
from projections.projection import HEAD, Pages, Projection, Row, Seen, Whole

POINTS = "points/"


class Score(Struct, frozen=True):
    """A game's points at its head, and once it is over who has won and why."""

    game: str
    ruleset: str
    seats: tuple[Seat, ...]
    version: int
    standing: Standing


class Points(Struct, frozen=True, array_like=True):
    """The points from a version on."""

    version: int
    points: dict[str, int]


class Outcome(Struct, frozen=True):
    """A game that is over, as it counts in the records."""

    ruleset: str
    players: int
    standing: Standing


class Tally(Struct):
    """How a side has fared: games, those won, those of them shared with others, all its points."""

    games: int = 0
    won: int = 0
    shared: int = 0
    points: int = 0


class Tallies(Struct):
    """The finished games of a ruleset with so many seats: how they ended, and how each side fared."""

    ruleset: str
    players: int
    games: int = 0
    reasons: dict[str, int] = {}
    sides: dict[str, Tally] = {}


class Records(Whole):
    """Tallies by ruleset and number of seats; a side that no player sits at (an opposition) counts too."""

    def __init__(self) -> None:
        self._tallies: dict[str, Tallies] = {}
        self._touched: dict[str, None] = {}

    def load(self, rows: Mapping[str, bytes]) -> None:
        self._tallies = {key: msgspec.json.decode(body, type=Tallies) for key, body in rows.items()}

    def add(self, outcome: Outcome, times: int = 1) -> None:
        """Count a game; `times=-1` takes it back."""
        key = f"{outcome.ruleset}/{outcome.players}"
        tallies = self._tallies.setdefault(key, Tallies(outcome.ruleset, outcome.players))
        standing = outcome.standing
        tallies.games += times
        tallies.reasons[standing.reason] = tallies.reasons.get(standing.reason, 0) + times
        for side, points in standing.points.items():
            tally = tallies.sides.setdefault(side, Tally())
            won = side in standing.winners
            tally.games += times
            tally.won += times * won
            tally.shared += times * (won and len(standing.winners) > 1)
            tally.points += times * points
        self._touched[key] = None

    def tallies(self) -> list[Tallies]:
        """What there is to tell; of a game that was taken back nothing is left."""
        left = [one for one in self._tallies.values() if one.games]
        for one in left:
            one.reasons = {reason: count for reason, count in one.reasons.items() if count}
            one.sides = {side: tally for side, tally in one.sides.items() if tally.games}
        return left

    def rows(self) -> Iterator[Row]:
        for key in self._touched:
            yield key, canonical(self._tallies[key])
        self._touched.clear()


class Scoreboard(Projection):
    """A row with the standing, and pages of every change of the points."""

    name = "scoreboard"
    version = 1
    whole = Records

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._table = seen.tables[PUBLIC]
        self._points: dict[str, int] = {}
        self._changes = Pages(POINTS)
        self._standing = seen.rules.standing

    @classmethod
    def eyes(cls, header: Header) -> tuple[Audience, ...]:
        return (PUBLIC,)

    def apply(self, record: Record[object], shown: Event[object]) -> None:
        points = self._standing(self._table).points
        if points != self._points:
            self._points = points
            self._changes.add(Points(record.version, points))

    def rows(self) -> Iterator[Row]:
        header, standing = self.seen.header, self._standing(self._table)
        yield (
            HEAD,
            canonical(Score(header.game, header.ruleset, header.seats, self.seen.version, standing)),
        )
        yield from self._changes.rows()

    def settle(self) -> None:
        self._changes.settle()

    def outcome(self) -> Outcome | None:
        standing = self._standing(self._table)
        header = self.seen.header
        return Outcome(header.ruleset, len(header.seats), standing) if standing.over else None
