"""Folding: all wanted projections of one game, each record decoded and each table folded once for all."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from domain.core.event import PUBLIC, Audience, Event, openings_of, redact, secrets_of
from domain.core.frame import GameOpened
from domain.core.record import Record
from domain.core.ruleset import Ruleset, ruleset
from projections.board import Board
from projections.hidden_information import HiddenInformation
from projections.projection import Projection, Row, Seen
from projections.scoreboard import Scoreboard
from projections.timeline import Timeline

ALL: tuple[type[Projection], ...] = (Board, HiddenInformation, Scoreboard, Timeline)
_OPENING = msgspec.json.Decoder(Record[GameOpened])
_RULES: dict[str, Ruleset[Any]] = {}
_CONCERNED: dict[tuple[str, tuple[type[Projection], ...]], dict[type, tuple[int, ...]]] = {}

Change = Callable[[Event[Any], Any], None]
Listener = Callable[[Record[Any], Event[Any]], None]
Listeners = tuple[tuple[str, ...], bool, Change, tuple[Listener, ...]]


class Poisoned(Exception):
    """A record that cannot be folded: it is not skipped, its game stands still at the version before."""

    def __init__(self, game: str, version: int, why: str) -> None:
        super().__init__(f"game {game}, version {version}: {why}")
        self.game = game
        self.version = version
        self.why = why


class GameFold:
    """One game from its first record on."""

    def __init__(self, game: str, kinds: Sequence[type[Projection]]) -> None:
        self.game = game
        self.version = 0
        self._kinds = kinds
        self._projections: list[Projection] = []
        self._listeners: dict[type, Listeners] = {}

    def take(self, lines: Sequence[bytes]) -> None:
        """Fold the lines that follow; `Poisoned` names the first that cannot be, and this fold ends there."""
        if not lines:
            return
        if not self._projections:
            self._open(lines[0])
        try:
            records = list(map(self.seen.rules.records.decode, lines))
        except msgspec.DecodeError:
            records = []  # an old form, or poison: one by one
        if records:
            self._apply(records)
            return
        for line in lines:
            try:
                record = self.seen.rules.read(line)
            except Exception as error:
                raise self._poisoned(error) from error
            self._apply((record,))

    def rows(self) -> Iterator[tuple[str, list[Row]]]:
        """What each projection has new, by its name."""
        for projection in self._projections:
            yield projection.name, list(projection.rows())

    def settle(self) -> None:
        """All that was folded is kept already."""
        for projection in self._projections:
            projection.settle()

    def outcomes(self) -> dict[str, Any]:
        """What the game adds to projections that look at all games, if it is over."""
        return {p.name: found for p in self._projections if (found := p.outcome()) is not None}

    @property
    def over(self) -> bool:
        """Whether nothing more is to be expected of this game."""
        return bool(self._projections) and any(table.seed for table in self.seen.tables.values())

    def _open(self, line: bytes) -> None:
        try:
            header = _OPENING.decode(line).event.header
            rules = _RULES.get(header.ruleset)
            if rules is None:
                rules = _RULES[header.ruleset] = ruleset(header.ruleset)
            eyes = {PUBLIC: None} | {who: None for kind in self._kinds for who in kind.eyes(header)}
            self.seen = Seen(rules, header, eyes)
        except Exception as error:
            raise self._poisoned(error) from error
        self._projections = [kind(self.seen) for kind in self._kinds]
        self._concerned = _CONCERNED.setdefault((header.ruleset, tuple(self._kinds)), {})

    def _apply(self, records: Sequence[Record[Any]]) -> None:
        seen, listeners, version = self.seen, self._listeners, self.version
        tables = seen.each()
        try:
            for record in records:
                if record.version != version + 1:
                    raise LookupError(f"version {record.version} where {version + 1} follows")
                event = shown = record.event
                kind = type(event)
                secrets, opens, change, told = listeners.get(kind) or self._listen(kind)
                if secrets:
                    shown = redact(event, PUBLIC)
                    copies = {who: _as_seen_by(who, event, shown, secrets) for who in seen.tables}
                    for table, copy in seen.part(copies):
                        table.version = record.version
                        change(copy, table)
                    tables = seen.each()
                else:
                    for table in tables:
                        table.version = record.version
                        change(event, table)
                    if opens and len(tables) > 1:
                        seen.join()
                        tables = seen.each()
                for tell in told:
                    tell(record, shown)
                version += 1
        except Exception as error:
            self.version = version
            raise self._poisoned(error) from error
        self.version = seen.version = version
        seen.at = record.at

    def _listen(self, kind: type[Event[Any]]) -> Listeners:
        """What an event of this type comes to; who wants to hear of it is asked once for all games."""
        concerned = self._concerned.get(kind)
        if concerned is None:
            found = (n for n, projection in enumerate(self._projections) if projection.concerns(kind))
            concerned = self._concerned[kind] = tuple(found)
        told = tuple([self._projections[number].apply for number in concerned])
        secrets, opens = secrets_of(kind), bool(openings_of(kind))
        self._listeners[kind] = heard = (secrets, opens, kind.apply, told)
        return heard

    def _poisoned(self, error: Exception) -> Poisoned:
        return Poisoned(self.game, self.version + 1, f"{type(error).__name__}: {error}")


def _as_seen_by(who: Audience, event: Event[Any], shown: Event[Any], secrets: tuple[str, ...]) -> Event[Any]:
    """`redact`, without making again what everyone or the whole copy has already."""
    may = [getattr(event, name).open_to(who) for name in secrets]
    if not any(may):
        return shown
    return event if all(may) else redact(event, who)
