"""A game as a text to read: each command, then each event as every audience is told it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.core.event import PUBLIC
from domain.core.record import Record, redact_record
from domain.core.ruleset import Ruleset


def playthrough(rules: Ruleset[Any], records: Sequence[Record[Any]]) -> str:
    """Where all audiences are told the same, it stands once."""
    seats = records[0].event.header.seats
    lines: list[str] = []
    cause = ""
    for number, record in enumerate(records):
        if record.cause != cause:
            cause = record.cause
            part = [r for r in records[number:] if r.cause == cause]
            command = next((asked for r in part if (asked := r.event.asked()) is not None), None)
            if record.by is not None and command is not None:
                lines.append(f"> {record.by} {msgspec.json.encode(command).decode()}")
        told = {who: rules.tell(redact_record(record, who).event) for who in (*seats, PUBLIC)}
        if len(set(told.values())) == 1:
            lines.append(f"    {'all':<8}{told[PUBLIC]}")
        else:
            lines += [f"    {who:<8}{sentence}" for who, sentence in told.items()]
    return "\n".join(lines) + "\n"
