"""Expression: a condition over an event and the table after it, in JMESPath."""

import re
from typing import Any

import jmespath
import jmespath.exceptions
import msgspec

from domain.core.event import tag_of
from domain.core.record import Record
from domain.core.table import Table
from replay_cli.match import Match
from replay_cli.problem import Problem

_FUNCTION = re.compile(r"unction:? (\w+)\(")


class Expression:
    """Compiled once; a mistake in it is shown with its place."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._compiled = jmespath.compile(text)
        except jmespath.exceptions.JMESPathError as error:
            place = getattr(error, "lex_position", None)
            raise self._wrong(
                "has an error", error, place if isinstance(place, int) else len(text)
            ) from error

    def _wrong(self, what: str, error: Exception, place: int) -> Problem:
        why = str(error).splitlines()[0].rstrip(":")
        for noise in ("Bad jmespath expression: ", "Invalid jmespath expression: "):
            why = why.removeprefix(noise)
        why = why.split(": Parse error")[0]
        shown = " ".join(self.text.split("\n"))
        return Problem(f"the expression {what} at {place + 1}: {why}\n  {shown}\n  {' ' * place}^")

    def holds(self, match: Match, record: Record[Any], table: Table) -> bool:
        """Whether it is true here, as JMESPath counts: false, null and everything empty are not."""
        given = {
            "version": record.version,
            "moment": match.rules.moment(table),
            "by": record.by,
            "at": record.at,
            "type": tag_of(record.event),
            "event": record.event,
            "table": table.as_data(),
            "points": match.rules.standing(table).points,
        }
        try:
            # As JSON has it, not Python: JMESPath looks into lists, but not into tuples.
            found = self._compiled.search(msgspec.json.decode(msgspec.json.encode(given)))
        except jmespath.exceptions.JMESPathError as error:
            name = _FUNCTION.search(str(error))
            place = self.text.find(f"{name[1]}(") if name else 0
            what = f"cannot be answered for version {record.version},"
            raise self._wrong(what, error, max(0, place)) from error
        return found not in (None, False, "", [], {})
