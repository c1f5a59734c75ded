"""Envelope: a record's exact bytes inside a CloudEvents 1.0 object, and the forms in which it is sent."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import msgspec
from msgspec import Struct

LAST = "seed_opened"  # after it a game has no more events
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Tag(Struct, gc=False):
    type: str


class _Head(Struct, gc=False):
    """The few fields of a record that its envelope repeats; all others are passed over, not decoded."""

    game: str
    version: int
    at: int
    by: str | None
    event: _Tag


_HEADS = msgspec.json.Decoder(_Head)


class Told:
    """An event as an audience is told it, written once and sent to all of that audience.

    `place` orders it in its stream (a version, or a position in the feed), `mark` is what a reader sends
    back to go on from here, `ends` says that nothing follows it.
    """

    __slots__ = ("at", "ends", "event", "mark", "place")

    def __init__(self, place: int, mark: bytes, at: int, ends: bool, event: bytes) -> None:
        self.place = place
        self.mark = mark
        self.at = at
        self.ends = ends
        self.event = event


class Form(Struct, frozen=True, gc=False):
    """A way to send events: how it begins, what is around an event, and what says `still here`."""

    name: str
    media_type: str
    begin: bytes
    heartbeat: bytes
    marked: bool

    def write(self, told: Sequence[Told]) -> bytes:
        if self.marked:
            return b"".join([b"id: %b\ndata: %b\n\n" % (one.mark, one.event) for one in told])
        return b"".join([one.event + b"\n" for one in told])


SSE = Form("sse", "text/event-stream", b"retry: 2000\n\n", b":\n\n", True)
NDJSON = Form("ndjson", "application/x-ndjson", b"", b"\n", False)
FORMS = {SSE.name: SSE, NDJSON.name: NDJSON}


def events_in(block: bytes) -> list[bytes]:
    """The events of an NDJSON block, without heartbeats: what a socket or a caller in this process takes."""
    return [line for line in block.split(b"\n") if line]


def told(line: bytes, ruleset: str, position: int | None = None) -> Told:
    """An audience's copy of a record in its envelope; with a position, as an event of the feed."""
    head = _HEADS.decode(line)
    game, version = head.game, head.version
    subject = b"" if head.by is None else b'"subject":%b,' % msgspec.json.encode(head.by)
    event = b'{%b"type":"protokol.%b.%b","time":"%b",%b"datacontenttype":"application/json","data":%b}' % (
        b'"specversion":"1.0","id":"%b:%d","source":"/v1/games/%b",'
        % (game.encode(), version, game.encode()),
        ruleset.encode(),
        head.event.type.encode(),
        _time(head.at),
        subject,
        line,
    )
    if position is None:
        return Told(version, b"%d" % version, head.at, head.event.type == LAST, event)
    return Told(position, b"%b:%d" % (game.encode(), version), head.at, False, event)


@lru_cache(1024)
def _time(at: int) -> bytes:
    when = _EPOCH + timedelta(microseconds=at)
    return when.replace(tzinfo=None).isoformat(timespec="microseconds").encode() + b"Z"
