"""Match: one game as a copy of its log holds it; any moment of it, through any eyes that the copy has."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec

from domain.core.event import ARBITER, PUBLIC, Audience, secrets_of
from domain.core.record import Header, Record
from domain.core.replay import as_seen_by, fold, moments, table_at, version_at
from domain.core.ruleset import Ruleset, is_installed, ruleset
from domain.core.table import Table
from replay_cli.problem import FOUND, NOT_FOUND, Problem
from replay_cli.source import Folder, Source


class Match:
    """The records of one game, folded as asked for."""

    def __init__(self, source: Source, game: str | None = None) -> None:
        self.source = source.file_of(source.of_game(game)) if isinstance(source, Folder) else source
        self.game = self.source.of_game(game)
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
            except msgspec.DecodeError as error:
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
        if self.source.audience:
            return self.source.audience
        secrets = [getattr(r.event, name) for r in self.records for name in secrets_of(type(r.event))]
        if all(secret.value is not None for secret in secrets):
            return ARBITER
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
        """The records as an audience has them."""
        return self.records if audience == self.holder else list(as_seen_by(self.records, audience))

    def table(self, audience: Audience, version: int) -> Table:
        """The table after a version, as an audience saw it."""
        return self.folded(self.seen_by(audience), version)

    def folded(self, records: Sequence[Record[Any]], version: int) -> Table:
        try:
            table: Table = table_at(self.rules, records, version)
        except ValueError as error:
            raise Problem(
                f"{error}; from the command line only the components that come with a game", 3
            ) from error
        return table

    @cached_property
    def moments(self) -> dict[str, tuple[int, int]]:
        """The moments of the game with their first and last versions."""
        return moments(self.rules, self.records)

    @cached_property
    def _names(self) -> list[str]:
        table = self.rules.table_for(self.header)
        return [self.rules.moment(fold(table, (record,))) for record in self.records]

    def moment(self, version: int) -> str:
        """The moment that a version belongs to."""
        return self._names[version - 1]

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
            try:
                version = version_at(self.rules, self.records, address)
            except LookupError:
                known = ", ".join(list(self.moments)[:6])
                raise Problem(
                    f"--at {address}: no such moment; a version (1 to {end}), start, end, a time, or for"
                    f" instance {known}",
                    NOT_FOUND,
                ) from None
        if not 1 <= version <= end:
            raise Problem(f"--at {address}: this game has versions 1 to {end}", NOT_FOUND)
        return version


def _time(address: str) -> int | None:
    from datetime import datetime

    try:
        moment = datetime.fromisoformat(address)
    except ValueError:
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return int(zoned.timestamp() * 1_000_000)


def when(at: int) -> str:
    """A record's time for people, to the second, in UTC."""
    return datetime.fromtimestamp(at / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
