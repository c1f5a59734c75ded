"""`replay try`: from any moment, the choices, and what a command would do, in a sandbox that never writes."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.core import frame
from domain.core.chance import Chance
from domain.core.choices import Choices
from domain.core.event import ARBITER, PUBLIC, Event, redact
from domain.core.frame import SeedOpened
from domain.core.game import choices, happen
from domain.core.record import Record
from domain.core.refusal import Refused
from domain.core.replay import fold
from domain.core.table import Table
from replay_cli import structs
from replay_cli.looking import line, told
from replay_cli.match import Match, match_of
from replay_cli.output import bold, put, say, show_json
from replay_cli.output import show as show_lines
from replay_cli.problem import FOUND, NOT_FOUND, Problem


def attempt(asked: Namespace) -> int:
    """Without a command: what the seat may do. With one: what would happen, or why it is refused."""
    match = match_of(asked)
    seat, version = _decision(match, asked, match.version(asked.at))
    audience = match.audience(asked.audience or asked.seat)
    if audience not in (seat, ARBITER):
        raise Problem(f"choices show what {seat} holds: ask with --as {seat} or --as arbiter", NOT_FOUND)
    view = match.table(seat, version)
    found = choices(match.rules, match.game, view, seat)
    offered = list(found.commands) if found else []
    bounds = msgspec.to_builtins(found) if found and type(found) is not Choices else None
    tried = structs.Tried(
        match.game, version, seat, audience, [msgspec.to_builtins(one) for one in offered], bounds
    )
    if asked.try_command is None:
        if asked.json:
            show_json(tried)
        else:
            show_lines(_told_choices(match, seat, version, found), pager=asked.pager)
        return 0
    command = _command(match, asked.try_command, offered)
    table, chance, remark = _sandbox(match, view, seat, audience, version)
    tried = msgspec.structs.replace(tried, command=msgspec.to_builtins(command), chance=remark)
    try:
        events = happen(table, _answer(match, table, seat, command, chance))
    except Refused as refusal:
        if asked.json:
            show_json(msgspec.structs.replace(tried, refused=str(refusal)))
        else:
            put(f"refused: {refusal}")
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
    seen = table if audience == ARBITER else fold(match.table(audience, version), records)
    show_lines([title, *map(line, stories), match.rules.draw(seen, audience, asked.lang)], pager=asked.pager)
    return 0


def _decision(match: Match, asked: Namespace, version: int) -> tuple[str, int]:
    """Who acts, as named or as asked, and where: the newest decision up to this version.

    A moment may end in the middle of what one command caused; nobody could act there.
    """
    named = asked.seat
    if named is not None and named not in match.header.seats:
        raise Problem(f"--seat {named}: the seats of this game are {', '.join(match.header.seats)}")
    records = match.records
    for end in range(version, 0, -1):
        if end < len(records) and records[end].cause == records[end - 1].cause:
            continue
        if (due := match.table(PUBLIC, end).asks()) is not None:
            if end != version:
                say(f"replay: nobody could act at version {version}; the decision before it is at {end}")
            eyes = match.audience(asked.audience)
            return named or (eyes if eyes in due.seats else due.seats[0]), end
    raise Problem(f"version {version}: nobody was asked anything up to there", NOT_FOUND)


def _answer(match: Match, table: Any, seat: str, command: Any, chance: Chance) -> Iterator[Event[Any]]:
    """As a game answers, before it begins and in it."""
    due = table.asks()
    if isinstance(command, frame.FrameCommand):
        yield from frame.perform(match.game, table, seat, command)
        if table.asks() is None:
            yield from match.rules.start(table, chance)
    elif due is not None and due.rule == frame.RULE:
        raise Refused("not_asked_now", frame.RULE)
    else:
        yield from match.rules.perform(table, seat, command, chance)


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


def _sandbox(match: Match, view: Table, seat: str, audience: str, version: int) -> tuple[Any, Chance, str]:
    """A table of its own: for the arbiter the real one, else one that fits what the seat saw.

    What is hidden from a seat stays so here, too: a try must not turn over a card that the game did not.
    """
    made_up = Chance(match.game, bytes(32), {}, ())
    if audience != ARBITER:
        due = view.asks()
        before = due is not None and due.rule == frame.RULE
        table = view.copy() if before else match.rules.imagine(view, seat, made_up)
        return (
            table,
            made_up,
            f"hidden cards and chance are made up: only the arbiter knows what {seat} did not",
        )
    table = match.table(ARBITER, version)
    seed = next((r.event.seed for r in match.records if isinstance(r.event, SeedOpened)), None)
    if seed is None:
        return table, made_up, "chance is made up: the seed of this game is not opened yet"
    chance = Chance(match.game, bytes.fromhex(seed), table.entropy, match.header.seats)
    return table, chance, "with the game's own chance"


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
