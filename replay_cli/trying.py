"""`replay try`: from any moment, the choices, and what a command would do, in a sandbox that never writes."""

from argparse import Namespace
from typing import Any

import msgspec

from domain.core.chance import Chance
from domain.core.event import ARBITER, redact
from domain.core.frame import SeedOpened
from domain.core.game import choices, happen
from domain.core.record import Record
from domain.core.refusal import Refused
from domain.core.replay import fold
from domain.core.table import Table
from replay_cli import structs
from replay_cli.looking import line, told
from replay_cli.match import Match
from replay_cli.output import bold, say, show_json
from replay_cli.output import show as show_lines
from replay_cli.problem import FOUND, Problem
from replay_cli.source import open_source


def attempt(asked: Namespace) -> int:
    """Without a command: what the seat may do. With one: what would happen, or why it is refused."""
    match = Match(open_source(asked.source), asked.game)
    version = _decision(match, match.version(asked.at))
    seat = _seat(match, asked.seat, version)
    audience = match.audience(asked.audience or asked.seat)
    if audience not in (seat, ARBITER):
        raise Problem(f"choices show what {seat} holds: ask with --as {seat} or --as arbiter", 3)
    view = match.table(seat, version)
    found = choices(match.rules, match.game, view, seat)
    offered = list(found.commands) if found else []
    tried = structs.Tried(match.game, version, seat, [msgspec.to_builtins(one) for one in offered])
    if asked.command is None:
        if asked.json:
            show_json(tried)
        else:
            show_lines(_told_choices(match, seat, version, found), pager=asked.pager)
        return 0
    command = _command(match, asked.command, offered)
    table, chance, remark = _sandbox(match, view, seat, version)
    tried = msgspec.structs.replace(tried, command=msgspec.to_builtins(command), chance=remark)
    try:
        events = happen(table, match.rules.perform(table, seat, command, chance))
    except Refused as refusal:
        if asked.json:
            show_json(msgspec.structs.replace(tried, refused=str(refusal)))
        else:
            print(f"refused: {refusal}")
        return FOUND
    moment = match.rules.moment(table)
    records = [
        Record[Any](
            match.game, version + n, match.records[version - 1].at, seat, "try", "", redact(event, audience)
        )
        for n, event in enumerate(events, 1)
    ]
    stories = [told(match, record, moment, asked.lang) for record in records]
    if asked.json:
        show_json(msgspec.structs.replace(tried, events=stories))
        return 0
    say(f"replay: {remark}; nothing is written")
    title = bold(f"what would happen after version {version}, as {audience}:")
    show_lines(
        [title, *map(line, stories), *_board(match, table, audience, version, records)], pager=asked.pager
    )
    return 0


def _board(match: Match, table: Any, audience: str, version: int, records: list[Record[Any]]) -> list[str]:
    """The table afterwards, as the audience would see it."""
    seen = table if audience == ARBITER else fold(match.table(audience, version), records)
    return [match.rules.draw(seen, audience)]


def _decision(match: Match, version: int) -> int:
    """The newest version up to this one at which the game waited for somebody.

    A moment may end in the middle of what one command caused; nobody could act there.
    """
    records = match.records
    for end in range(version, 0, -1):
        waits = end == len(records) or records[end].cause != records[end - 1].cause
        if waits and (end < len(records) or not match.table(match.holder, end).over):
            if end != version:
                say(f"replay: nobody could act at version {version}; the decision before it is at {end}")
            return end
    raise Problem(f"version {version}: nobody was asked anything up to there", 3)


def _seat(match: Match, asked: str | None, version: int) -> str:
    """Who acts: as named, or whoever is asked at that moment."""
    if asked is not None:
        if asked not in match.header.seats:
            raise Problem(f"--seat {asked}: the seats of this game are {', '.join(match.header.seats)}")
        return asked
    due = match.table(match.holder, version).asks()
    assert due is not None, "a running game that waits asks somebody"
    return due.seats[0]


def _command(match: Match, text: str, offered: list[Any]) -> Any:
    """A command as JSON, or the number of a choice."""
    if text.isdecimal():
        if not 1 <= int(text) <= len(offered):
            raise Problem(
                f"{text}: there are choices 1 to {len(offered)} (see `replay try` without a command)"
            )
        return offered[int(text) - 1]
    try:
        return match.rules.commands.decode(text)
    except msgspec.DecodeError as error:
        raise Problem(f"not a command of {match.rules.name}: {error}") from error


def _sandbox(match: Match, view: Table, seat: str, version: int) -> tuple[Any, Chance, str]:
    """A table of its own: the real one if this copy has it, else one that fits what the seat saw.

    Chance is the game's own where the log has opened the seed; otherwise it is made up, as the remark says.
    """
    seed = next((r.event.seed for r in match.records if isinstance(r.event, SeedOpened)), None)
    made_up = Chance(match.game, bytes(32), {}, ())
    if match.holder != ARBITER:
        table = match.rules.imagine(view, seat, made_up)
        return table, made_up, f"hidden cards and chance are made up: this is the copy of {match.holder}"
    table = match.table(ARBITER, version)
    if seed is None:
        return table, made_up, "chance is made up: the seed of this game is not opened yet"
    return (
        table,
        Chance(match.game, bytes.fromhex(seed), table.entropy, match.header.seats),
        "with the game's own chance",
    )


def _told_choices(match: Match, seat: str, version: int, found: Any) -> list[str]:
    title = bold(f"{match.game} at version {version}: what {seat} may do")
    if found is None:
        return [title, f"nothing: {seat} is not asked anything at this moment"]
    lines = [title, f"asked: {found.what} ({found.rule})"]
    if not found.commands:
        bounds = msgspec.to_builtins(found)
        return [*lines, f"any command within these bounds: {msgspec.json.encode(bounds).decode()}"]
    return lines + [
        f"{number:>4}  {msgspec.json.encode(command).decode()}"
        for number, command in enumerate(found.commands, 1)
    ]
