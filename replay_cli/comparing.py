"""`replay diff` and `replay knew`: what differs between moments, copies and eyes."""

import difflib
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.core.event import ARBITER, redact
from domain.core.record import NOBODY, redact_line
from projections.learned import Knowledge, secrets_in
from replay_cli import structs
from replay_cli.looking import line, told
from replay_cli.match import Match, match_of
from replay_cli.output import bold, dim, put, show_json
from replay_cli.output import show as show_lines
from replay_cli.problem import FOUND, Problem
from replay_cli.source import open_source


def diff(asked: Namespace) -> int:
    """Two moments of one game, or with --with two copies of it."""
    match = match_of(asked)
    audience = match.audience(asked.audience)
    if asked.other:
        if asked.moments:
            raise Problem("two moments or another copy: not both")
        return _copies(match, Match(open_source(asked.other), match.game), asked)
    moments = asked.moments or ["start", "end"]
    if len(moments) != 2:
        raise Problem("give two moments, the earlier first, or --with another copy")
    first, second = map(match.version, moments)
    if first > second:
        raise Problem(f"{moments[0]} comes after {moments[1]}: give the earlier one first")
    before, after = match.table(audience, first), match.table(audience, second)
    seen = match.seen_by(audience)[first:second]
    events = [told(match, record, match.moment(record.version), asked.lang) for record in seen]
    changed = list(changes(before.as_data(), after.as_data()))
    if asked.json:
        show_json(structs.Diff(match.game, audience, first, second, events, changed))
        return 0
    boards = [match.rules.draw(table, audience, asked.lang).splitlines() for table in (before, after)]
    board = [row for row in difflib.ndiff(boards[0], boards[1]) if row.startswith(("+ ", "- "))]
    title = f"{match.game}: from version {first} to {second}, as {audience}"
    show_lines([bold(title), *map(line, events), "", *board], pager=asked.pager)
    return 0


def _copies(one: Match, other: Match, asked: Namespace) -> int:
    """The first record in which two copies differ; what only one of them may know is no difference."""
    version, why = _first_difference(one.lines, other.lines)
    if asked.json:
        here = (len(one.lines), len(other.lines))
        show_json(structs.Diff(one.game, one.holder, *here, [], [], version or None, why))
        return FOUND if version else 0
    if not version:
        put(
            f"the same {len(one.lines)} records; one is the copy of {one.holder}, the other of {other.holder}"
        )
        return 0
    put(f"they differ from version {version} on: {why}")
    for match in (one, other):
        if version <= len(match.lines):
            put(f"  {match.source.name}: {_told_to_all(match, version, asked.lang)}")
    both = [_plain(match.lines[version - 1]) for match in (one, other) if version <= len(match.lines)]
    if len(both) == 2:
        for change in changes(*both):
            if change.where != "prev":
                put(f"  {change.where}: {_short(change.before)} / {_short(change.after)}")
    return FOUND


def _first_difference(one: Sequence[bytes], other: Sequence[bytes]) -> tuple[int, str]:
    for version, (here, there) in enumerate(zip(one, other, strict=False), 1):
        if here != there and _plain(here) != _plain(there):
            return version, "another record"
    if len(one) != len(other):
        return min(len(one), len(other)) + 1, "one copy ends here"
    return 0, ""


def _plain(text: bytes) -> Any:
    """A record without its secrets; of a line that is none, the beginning."""
    try:
        return msgspec.json.decode(redact_line(text, NOBODY))
    except (msgspec.DecodeError, RecursionError, TypeError, KeyError, AttributeError):
        return repr(text[:40])


def _told_to_all(match: Match, version: int, language: str) -> str:
    """A record as everyone may know it, whoever's copy it is from."""
    try:
        record = match.rules.read(match.lines[version - 1])
    except (msgspec.DecodeError, RecursionError) as error:
        return f"not a record ({error})"
    told: str = match.rules.tell(redact(record.event, NOBODY), language)
    return told


def changes(before: Any, after: Any, where: str = "") -> Iterator[structs.Change]:
    """Where two plain values differ, down to the smallest parts."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from changes(before.get(key), after.get(key), f"{where}.{key}" if where else str(key))
    elif before != after:
        yield structs.Change(where, before, after)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."


def knew(asked: Namespace) -> int:
    """What a seat knew at a moment and since when, and what it did not know yet; or all of one secret."""
    match = match_of(asked)
    audience, version = match.audience(asked.audience), match.version(asked.at)
    if asked.reveal:
        match.audience(asked.reveal)
    secrets = list(learned(match, audience, version, asked.lang))
    if asked.secret:
        secrets = [one for one in secrets if f"{one.version}.{one.field}" == asked.secret]
        if not secrets:
            raise Problem(f"--secret {asked.secret}: no secret of that name up to version {version}", 3)
    known = [one for one in secrets if audience in one.known_to]
    known.sort(key=lambda one: one.known_to[audience])
    unknown = [_closed(one) for one in secrets if audience not in one.known_to]
    hidden = _hidden(match, audience, asked.reveal, version) if asked.reveal else []
    if asked.json:
        show_json(structs.Knew(match.game, audience, version, known, unknown, hidden))
        return 0
    title = bold(f"{match.game} at version {version} ({match.moment(version)}), as {audience}")
    if asked.secret:
        story = _told_secret(known or unknown)
    else:
        story = _told_knowledge(audience, known, unknown)
    lines = [title, *story, *_told_hidden(hidden, asked)]
    show_lines(lines, pager=asked.pager)
    return 0


def learned(match: Match, audience: str, version: int, language: str) -> Iterator[structs.Learned]:
    """Every secret up to a version: to whom it was open at once, and since when to all."""
    knowledge = Knowledge(match.header.seats)
    for record in match.records[:version]:
        for fact in secrets_in(record):
            knowledge.hear(fact)
    for one in knowledge.secrets.values():
        shown = match.rules.tell(redact(match.records[one.version - 1].event, audience), language)
        yield structs.Learned(one.version, one.type, one.field, shown, one.known_to, one.value)


def _closed(secret: structs.Learned) -> structs.Learned:
    """What this audience did not know is not told to it now, either."""
    return msgspec.structs.replace(secret, value=None, told="")


def _hidden(match: Match, audience: str, other: str, version: int) -> list[structs.Change]:
    """Where the table of one audience differs from that of another: for the arbiter, from what was there."""
    return list(changes(match.table(audience, version).as_data(), match.table(other, version).as_data()))


def _told_knowledge(
    audience: str, known: list[structs.Learned], unknown: list[structs.Learned]
) -> Iterator[str]:
    yield bold(f"{audience} knew:" if known else f"{audience} knew no secret")
    for one in known:
        since = one.known_to[audience]
        how = "" if since == one.version else f", sealed in version {one.version} and shown since"
        yield f"{since:>5}  {one.type}.{one.field}{how}: {_short(one.value)}"
    yield bold(f"{audience} did not know yet:" if unknown else f"nothing was hidden from {audience}")
    for one in unknown:
        others = ", ".join(seat for seat in one.known_to if seat != ARBITER) or "nobody"
        yield f"{one.version:>5}  {one.type}.{one.field} (known to: {others})"


def _told_secret(secrets: list[structs.Learned]) -> Iterator[str]:
    """One secret: what it is, if the audience may know, and who learned it when."""
    for one in secrets:
        value = "not known to this audience" if one.value is None else _short(one.value)
        yield f"{one.version:>5}  {one.type}.{one.field}: {value}"
        for who, since in sorted(one.known_to.items(), key=lambda learned: learned[1]):
            yield f"{since:>5}    known to {who}"


def _told_hidden(hidden: list[structs.Change], asked: Namespace) -> Iterator[str]:
    if asked.reveal:
        yield bold(f"on the table, what was seen, and what {asked.reveal} saw:")
    for change in hidden:
        yield f"       {change.where}: {_short(change.before)} {dim('/')} {_short(change.after)}"
