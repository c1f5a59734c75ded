"""`replay list`, `show`, `log`, `find` and `tail`: what there is, and what happened."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from domain.core.event import Audience, tag_of
from domain.core.record import Record
from domain.core.ruleset import Standing
from replay_cli import structs
from replay_cli.match import Match, match_of, when
from replay_cli.output import bold, dim, put, say, show_json
from replay_cli.output import show as show_lines
from replay_cli.problem import FOUND, Problem
from replay_cli.source import Folder, Source, open_source


def list_games(asked: Namespace) -> int:
    """One line a game."""
    source = open_source(asked.source)
    known = source.listed()
    listed = [_listed(match) for match in matches(source)] if known is None else known
    broken = source.broken if isinstance(source, Folder) else []
    for problem in broken:
        say(f"replay: {problem}")
    if asked.json:
        show_json(structs.List(listed))
        return FOUND if broken else 0
    rows = [("game", "ruleset", "events", "where", "points", "began")]
    for one in listed:
        points = ", ".join(f"{seat} {number}" for seat, number in one.points.items())
        where = f"over, won by {' and '.join(one.winners) or 'nobody'}" if one.over else one.moment
        began = when(one.began_at) if one.began_at else ""
        rows.append((one.game, one.ruleset, str(one.versions), where, points, began))
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    show_lines([bold(lines[0]), *lines[1:]], pager=asked.pager)
    return FOUND if broken else 0


def matches(source: Source) -> Iterator[Match]:
    """Every game of a source; of a folder, every file."""
    for one in source.files if isinstance(source, Folder) else [source]:
        for game in one.games():
            yield Match(one, game)


def _listed(match: Match) -> structs.Listed:
    table = match.table("public", len(match.records))
    standing, header = match.rules.standing(table), match.header
    return structs.Listed(
        match.game,
        header.ruleset,
        header.ruleset_version,
        header.seats,
        len(match.records),
        match.rules.moment(table),
        standing.over,
        standing.winners,
        standing.points,
        match.records[0].at,
        match.records[-1].at,
    )


def show(asked: Namespace) -> int:
    """The board, the hands that the audience may see, what is asked, the score."""
    match = match_of(asked)
    audience, version = match.audience(asked.audience), match.version(asked.at)
    table = match.table(audience, version)
    standing, moment, due = match.rules.standing(table), match.rules.moment(table), table.asks()
    if asked.json:
        pending = structs.Asked(due.what, due.seats, due.rule) if due else None
        ruleset, at = match.header.ruleset, match.records[version - 1].at
        show_json(
            structs.Show(
                match.game, ruleset, audience, version, moment, at, pending, standing, table.as_data()
            )
        )
        return 0
    told = match.rules.tell(match.seen_by(audience)[version - 1].event, asked.lang)
    place = f"version {version} of {len(match.records)}  {moment}"
    title = f"{match.header.ruleset} {match.game}  {place}  as {audience}"
    last = f"{when(match.records[version - 1].at)}  {told}"
    show_lines(
        [bold(title), last, match.rules.draw(table, audience, asked.lang), _score(standing)],
        pager=asked.pager,
    )
    return 0


def _score(standing: Standing) -> str:
    points = ", ".join(f"{seat} {number}" for seat, number in standing.points.items())
    if not standing.over:
        return f"score: {points}"
    return f"score: {points}; won by {' and '.join(standing.winners) or 'nobody'} ({standing.reason})"


def told(match: Match, record: Record[Any], moment: str, language: str) -> structs.Told:
    """One event with its sentence."""
    return structs.Told(
        record.version,
        moment,
        record.at,
        record.by,
        tag_of(record.event),
        match.rules.tell(record.event, language),
        msgspec.to_builtins(record.event),
    )


def line(one: structs.Told) -> str:
    return f"{one.version:>5}  {dim(f'{one.moment:12}')}  {one.told}"


def log(asked: Namespace) -> int:
    """The story, one line an event."""
    match = match_of(asked)
    audience = match.audience(asked.audience)
    first, last = span(match, asked.range)
    records = match.seen_by(audience)[first - 1 : last]
    events = [told(match, record, match.moment(record.version), asked.lang) for record in records]
    if asked.json:
        show_json(structs.Log(match.game, audience, events))
    else:
        show_lines(map(line, events), pager=asked.pager)
    return 0


def span(match: Match, given: str | None) -> tuple[int, int]:
    """A range of versions: `A..B`, `A..`, `..B`, or a moment alone, which is all of it."""
    if given is None:
        return 1, len(match.records)
    if ".." in given:
        start, _, end = given.partition("..")
        first = _first(match, start) if start else 1
        last = match.version(end) if end else len(match.records)
    else:
        first, last = _first(match, given), match.version(given)
    if first > last:
        raise Problem(f"{given}: ends before it begins")
    return first, last


def _first(match: Match, address: str) -> int:
    """Where a moment begins; any other address is its own beginning."""
    if address == "start":
        return 1
    inside = [first for name, (first, _) in match.moments.items() if f"{name}.".startswith(f"{address}.")]
    return min(inside) if inside and not address.isdecimal() else match.version(address)


def find(asked: Namespace) -> int:
    """Moments at which an expression over event and table holds."""
    from replay_cli.expression import Expression

    expression = Expression(asked.expression)
    match = match_of(asked)
    audience = match.audience(asked.audience)
    records = match.seen_by(audience)
    if asked.bisect:
        versions = [found] if (found := _bisected(match, records, expression)) else []
    else:
        each = zip(records, match.tables(records), strict=True)
        held = (record.version for record, table in each if expression.holds(match, record, table))
        versions = list(islice(held, 1)) if asked.first else list(held)
        versions = versions[-1:] if asked.last else versions
    events = [told(match, records[v - 1], match.moment(v), asked.lang) for v in versions]
    if asked.json:
        show_json(structs.Found(match.game, audience, asked.expression, events))
    else:
        show_lines(map(line, events), pager=asked.pager) if events else None
    return 0 if events else FOUND


def _bisected(match: Match, records: Sequence[Record[Any]], expression: Any) -> int:
    """The first version at which a condition holds that, once true, stays true; 0 if it never is."""

    def holds(version: int) -> bool:
        result: bool = expression.holds(match, records[version - 1], match.folded(records, version))
        return result

    low, high = 1, len(records)
    if not holds(high):
        return 0
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def tail(asked: Namespace) -> int:
    """Follow a game that is being played; ends with it."""
    from replay_cli.following import follow

    match = match_of(asked)
    audience: Audience = match.audience(asked.audience)
    if asked.after < 0:
        raise Problem(f"--after {asked.after}: a version, or 0 for the whole game")
    try:
        for record, moment in follow(match, audience, asked.after):
            if asked.json:
                put(record.line().decode(), now=True)
            else:
                put(line(told(match, record, moment, asked.lang)), now=True)
    except KeyboardInterrupt:
        return 130
    return 0
