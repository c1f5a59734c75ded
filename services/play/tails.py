"""Tails: the newest lines of games, each written out once for each audience, whoever asks for it."""

from collections import OrderedDict
from collections.abc import Sequence

from domain.core.event import Audience
from domain.core.record import redact_line

MOST_LINES = 8192
LONGEST = 64


class Line:
    """One record's bytes, and the copies that audiences have asked for."""

    __slots__ = ("_copies", "_whole")

    def __init__(self, whole: bytes) -> None:
        self._whole = whole
        self._copies: dict[Audience, bytes] = {}

    def copy_for(self, audience: Audience) -> bytes:
        found = self._copies.get(audience)
        if found is None:
            found = self._copies[audience] = redact_line(self._whole, audience)
        return found


class _Tail:
    __slots__ = ("last", "lines")

    def __init__(self, last: int) -> None:
        self.last = last
        self.lines: list[Line] = []


class Tails:
    """Bounded in lines over all games: what nobody has written or read for longest goes first."""

    def __init__(self, most: int = MOST_LINES, longest: int = LONGEST) -> None:
        self._most = most
        self._longest = longest
        self._tails: OrderedDict[str, _Tail] = OrderedDict()
        self._held = 0
        self.forgotten = 0

    def add(self, game: str, after: int, lines: Sequence[Line]) -> None:
        """The lines of a game that follow `after` and end at its newest version."""
        last = after + len(lines)
        tail = self._tails.get(game)
        if tail is not None and last <= tail.last:
            return
        if tail is None or tail.last < after:
            self.forget(game)
            tail = self._tails[game] = _Tail(after)
        self._tails.move_to_end(game)
        new = lines[tail.last - after :][-self._longest :]
        self._held += len(new)
        tail.lines += new
        tail.last = last
        over = len(tail.lines) - self._longest
        if over > 0:
            del tail.lines[:over]
            self._held -= over
        while (self._held > self._most and len(self._tails) > 1) or len(self._tails) > self._most:
            self.forget(next(iter(self._tails)))

    def after(self, game: str, audience: Audience, after: int, limit: int) -> tuple[bytes, ...] | None:
        """An audience's copies of what follows a version; None when that is not held here."""
        tail = self._tails.get(game)
        if tail is None:
            return None
        self._tails.move_to_end(game)
        start = after - (tail.last - len(tail.lines))
        if start < 0:
            return None
        return tuple(line.copy_for(audience) for line in tail.lines[start : start + limit])

    def last(self, game: str) -> int | None:
        """The newest version of a game; None when nothing of it is held here."""
        tail = self._tails.get(game)
        return None if tail is None else tail.last

    def forget(self, game: str) -> None:
        gone = self._tails.pop(game, None)
        if gone is not None:
            self.forgotten += 1
            self._held -= len(gone.lines)
