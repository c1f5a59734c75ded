"""Match: one game as a copy of its log holds it; any moment of it, through any eyes that the copy has."""

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec

from domain.core.event import ARBITER, PUBLIC, Audience, secrets_of
from domain.core.record import Header, Record
from domain.core.replay import as_seen_by, fold
from domain.core.ruleset import Ruleset, is_installed, ruleset
from domain.core.table import Table
from replay_cli.problem import FOUND, NOT_FOUND, USAGE, Problem
from replay_cli.source import Source, open_source

_MOMENT = re.compile(r"[a-z]\w*(\.\w+)*")


def match_of(asked: Namespace) -> "Match":
    """The game that the arguments of a command mean, in a language that its ruleset has."""
    match = Match(open_source(asked.source), asked.game)
    if asked.lang not in match.rules.languages:
        there = ", ".join(match.rules.languages)
        raise Problem(f"--lang {asked.lang}: {match.rules.name} is told in {there}")
    return match


class Match:
    """The records of one game, folded as asked for."""

    def __init__(self, source: Source, game: str | None = None) -> None:
        self.game = source.of_game(game)
        self.source = source.file_of(self.game)
        self.lines = self.source.lines(self.game)

    @cached_property
    def rules(self) -> Ruleset[Any]:
        try:
            name = msgspec.json.decode(self.lines[0])["event"]["header"]["ruleset"]
        except (msgspec.DecodeError, KeyError, TypeError, IndexError) as error:
            raise Problem(f"{self.source.name}: the first record does not open a game", FOUND) from error
        if not is_installed(name):
            raise Problem(f"the ruleset {name!r} of this game is not installed", NOT_FOUND)
        return ruleset(name)

    @cached_property
    def records(self) -> list[Record[Any]]:
        records = []
        for number, line in enumerate(self.lines, 1):
            try:
                records.append(self.rules.read(line))
            except (msgspec.DecodeError, RecursionError) as error:
                raise Problem(
                    f"{self.source.name}: record {number} cannot be read ({error}): try `replay verify`",
                    FOUND,
                ) from error
            if records[-1].version != number:
                raise Problem(
                    f"{self.source.name}: version {records[-1].version} where {number} follows:"
                    " try `replay verify`",
                    FOUND,
                )
        return records

    @property
    def header(self) -> Header:
        header: Header = self.records[0].event.header
        return header

    @cached_property
    def holder(self) -> Audience:
        """Whose copy this is: as the source says, or as the open secrets tell."""
        if said := self.source.audience:
            if said not in (ARBITER, PUBLIC, *self.header.seats):
                raise Problem(f"{self.source.name}: the copy of {said!r}, who is not in this game", FOUND)
            return said
        secrets = [getattr(r.event, name) for r in self.records for name in secrets_of(type(r.event))]
        if all(secret.value is not None for secret in secrets):
            return ARBITER
        if all(secret.value is None for secret in secrets):
            return PUBLIC
        for seat in self.header.seats:
            if all((secret.value is not None) == (seat in secret.to) for secret in secrets):
                return seat
        return PUBLIC

    @property
    def audiences(self) -> tuple[Audience, ...]:
        """Whose eyes this copy can be seen through."""
        if self.holder == ARBITER:
            return (ARBITER, *self.header.seats, PUBLIC)
        return (self.holder,) if self.holder == PUBLIC else (self.holder, PUBLIC)

    def audience(self, asked: str | None) -> Audience:
        """The viewpoint that is meant. What the arbiter sees is shown only when asked for by name."""
        if asked is None:
            return PUBLIC if self.holder == ARBITER else self.holder
        if asked not in (ARBITER, PUBLIC, *self.header.seats):
            there = ", ".join((*self.header.seats, PUBLIC, ARBITER))
            raise Problem(f"--as {asked}: not an audience of this game: {there}")
        if asked not in self.audiences:
            raise Problem(
                f"--as {asked}: this is the copy of {self.holder}, which does not have it", NOT_FOUND
            )
        return asked

    def seen_by(self, audience: Audience) -> Sequence[Record[Any]]:
        """The records as an audience has them; what a copy says of itself is not relied on."""
        return self.records if audience == ARBITER else list(as_seen_by(self.records, audience))

    def table(self, audience: Audience, version: int) -> Table:
        """The table after a version, as an audience saw it."""
        return self.folded(self.seen_by(audience), version)

    def folded(self, records: Sequence[Record[Any]], version: int) -> Table:
        """The table after a version of these records."""
        with self.replaying():
            return fold(self.new_table(), records[:version])

    def tables(self, records: Sequence[Record[Any]]) -> Iterator[Table]:
        """The table after each record, one after the other; the same object, moved on."""
        table = self.new_table()
        for record in records:
            with self.replaying():
                fold(table, (record,))
            yield table

    def new_table(self) -> Table:
        """The table before anything has happened."""
        try:
            table: Table = self.rules.table_for(self.header)
        except ValueError as error:
            raise Problem(
                f"{error}; from the command line only the components that come with a game", NOT_FOUND
            ) from error
        return table

    @contextmanager
    def replaying(self) -> Iterator[None]:
        """A record that was tampered with may ask for the impossible: then there is nothing to show."""
        try:
            yield
        except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
            why = f"{type(error).__name__}: {error}".rstrip(": ")
            raise Problem(
                f"{self.source.name}: the records do not fit each other ({why}): try `replay verify`", FOUND
            ) from error

    @cached_property
    def _moments(self) -> list[str]:
        return [self.rules.moment(table) for table in self.tables(self.records)]

    @cached_property
    def moments(self) -> dict[str, tuple[int, int]]:
        """The moments of the game with their first and last versions."""
        spans: dict[str, tuple[int, int]] = {}
        for version, name in enumerate(self._moments, 1):
            first, _ = spans.get(name, (version, 0))
            spans[name] = (first, version)
        return spans

    def moment(self, version: int) -> str:
        """The moment that a version belongs to."""
        return self._moments[version - 1]

    def version(self, address: str) -> int:
        """The version that an address means: 17, r2, r2.t3, r2.scoring, start, end, or a time."""
        end = len(self.records)
        if address.isdecimal() or address == "end":
            version = end if address == "end" else int(address)
        elif (at := _time(address)) is not None:
            version = sum(record.at <= at for record in self.records)
            if version == 0:
                raise Problem(
                    f"--at {address}: the game began later, at {when(self.records[0].at)}", NOT_FOUND
                )
        else:
            version = self._last_of(address)
        if not 1 <= version <= end:
            raise Problem(f"--at {address}: this game has versions 1 to {end}", NOT_FOUND)
        return version

    def _last_of(self, address: str) -> int:
        """A moment stands for its last version, `r2` for the end of round 2, `start` for the set-up's end."""
        if address == "start":
            return next(iter(self.moments.values()))[1]
        inside = [last for name, (_, last) in self.moments.items() if f"{name}.".startswith(f"{address}.")]
        if not inside:
            known, end = ", ".join(list(self.moments)[:6]), len(self.records)
            raise Problem(
                f"--at {address}: no such moment; a version (1 to {end}), start, end, a time, or for"
                f" instance {known}",
                NOT_FOUND if _MOMENT.fullmatch(address) else USAGE,
            )
        return max(inside)


def _time(address: str) -> int | None:
    from datetime import datetime

    try:
        moment = datetime.fromisoformat(address)
    except ValueError:
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return int(zoned.timestamp() * 1_000_000)


def when(at: int) -> str:
    """A record's time for people, to the second, in UTC; of a time beyond the calendar, its number."""
    try:
        return datetime.fromtimestamp(at / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return str(at)
