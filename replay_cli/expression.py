"""Expression: a condition over an event and the table after it, in JMESPath."""

from typing import Any

import jmespath
import jmespath.exceptions
import msgspec

from domain.core.event import tag_of
from domain.core.record import Record
from domain.core.table import Table
from replay_cli.match import Match
from replay_cli.problem import Problem


class Expression:
    """Compiled once; a mistake in it is shown with its place."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._compiled = jmespath.compile(text)
        except jmespath.exceptions.JMESPathError as error:
            place = getattr(error, "lex_position", None)
            at = place if isinstance(place, int) else len(text)
            why = str(error).splitlines()[0].split(":")[0]
            raise Problem(
                f"the expression has an error at {at + 1}: {why}\n  {text}\n  {' ' * at}^"
            ) from error

    def holds(self, match: Match, record: Record[Any], table: Table) -> bool:
        """Whether it is true here, as JMESPath counts: false, null and everything empty are not."""
        given = {
            "version": record.version,
            "moment": match.rules.moment(table),
            "by": record.by,
            "at": record.at,
            "type": tag_of(record.event),
            "event": msgspec.to_builtins(record.event, str_keys=True),
            "table": table.as_data(),
            "points": match.rules.standing(table).points,
        }
        try:
            found = self._compiled.search(given)
        except jmespath.exceptions.JMESPathError as error:
            raise Problem(
                f"the expression cannot be answered at version {record.version}: {error}"
            ) from error
        return found not in (None, False, "", [], {})
