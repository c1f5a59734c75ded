"""Following a game: its records as an audience has them, with the moment each belongs to, as they come."""

from collections.abc import Iterator
from typing import Any

from domain.core.event import Audience
from domain.core.frame import SeedOpened
from domain.core.record import Record, redact_record
from domain.core.replay import fold
from replay_cli.match import Match


def follow(match: Match, audience: Audience, after: int) -> Iterator[tuple[Record[Any], str]]:
    """From a version on, without gap or double, until the game is over or the source has no more."""
    if any(isinstance(record.event, SeedOpened) for record in match.records[:after]):
        return
    table = match.folded(match.records, after)
    for line in match.source.follow(match.game, after):
        record = redact_record(match.rules.read(line), audience)
        with match.replaying():
            fold(table, (record,))
        yield record, match.rules.moment(table)
        if isinstance(record.event, SeedOpened):
            return
