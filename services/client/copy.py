"""Copy: one game as its caller was told it, checked and folded as it grows."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.core.choices import Choices
from domain.core.event import Seat
from domain.core.frame import GameOpened
from domain.core.game import choices
from domain.core.intact import Growing
from domain.core.record import Header, Record
from domain.core.replay import fold
from domain.core.ruleset import Ruleset, is_installed, ruleset
from services.client.errors import Broken, Gap
from services.store.keys import SignedHead

_FIRST = msgspec.json.Decoder(Record[GameOpened])


class _Numbered(Struct, frozen=True):
    version: int


class RawRecord(Struct, frozen=True):
    """A record of a ruleset that is not installed here: checked, not understood."""

    game: str
    version: int
    at: int
    by: Seat | None
    cause: str
    prev: str
    event: dict[str, Any]


AnyRecord = Record[Any] | RawRecord
_RAW = msgspec.json.Decoder(RawRecord)


class Copy:
    """The lines of one game from version 1 on; each must continue the chain, or the copy is not extended.

    `audience` makes the check stricter: exactly what is open to it must be open.
    """

    def __init__(self, game: str, audience: str | None = None) -> None:
        self.game = game
        self.lines: list[bytes] = []
        self.records: list[AnyRecord] = []
        self.header: Header | None = None
        self.rules: Ruleset[Any] | None = None
        self.table: Any = None
        self._chain = Growing(audience)
        self._promised: dict[int, SignedHead] = {}

    @property
    def version(self) -> int:
        return len(self.lines)

    @property
    def head(self) -> str:
        return self._chain.chained.hashes[-1] if self.lines else ""

    def over(self) -> bool:
        """Whether the last record is here: the opened seed ends every game."""
        return bool(self._chain.chained.seed)

    def add(self, line: bytes) -> AnyRecord | None:
        """The record that this line adds; None if it was here before. Anything else is an error."""
        try:
            version = msgspec.json.decode(line, type=_Numbered).version
        except msgspec.DecodeError as error:
            raise Broken(f"game {self.game}: not a record: {error}") from error
        if 0 < version <= self.version:
            if self.lines[version - 1] != line:
                raise Broken(f"game {self.game}, version {version}: told twice, and not the same")
            return None
        if version != self.version + 1:
            raise Gap(f"game {self.game}: version {version} came where {self.version + 1} follows")
        verdict = self._chain.add(line)
        if not verdict:
            raise Broken(f"game {self.game}, version {verdict.version}: {verdict.why}")
        if version == 1:
            self._begin(line)
        record = self._read(line)
        self.lines.append(line)
        self.records.append(record)
        if self.table is not None:
            fold(self.table, (record,))  # type: ignore[arg-type]
        if version in self._promised:
            self.expect(self._promised.pop(version))
        return record

    def expect(self, receipt: SignedHead) -> None:
        """A head that the server has signed: the record of its version must have it, now or once it comes."""
        if receipt.game != self.game:
            raise Broken(f"game {self.game}: a receipt of another game")
        if receipt.version > self.version:
            self._promised[receipt.version] = receipt
        elif self._chain.chained.hashes[receipt.version - 1] != receipt.head:
            raise Broken(f"game {self.game}, version {receipt.version}: the server signed another head")

    def choices(self, seat: Seat) -> Choices | None:
        """What a seat may do now, worked out from this copy alone."""
        if self.rules is None or self.over():
            return None
        return choices(self.rules, self.game, self.table, seat)

    def _begin(self, line: bytes) -> None:
        self.header = _FIRST.decode(line).event.header
        if self.header.game != self.game:
            raise Broken(f"game {self.game}: the records are of game {self.header.game}")
        if is_installed(self.header.ruleset):
            rules = ruleset(self.header.ruleset)
            if rules.version == self.header.ruleset_version:
                self.rules, self.table = rules, rules.table_for(self.header)

    def _read(self, line: bytes) -> AnyRecord:
        return _RAW.decode(line) if self.rules is None else self.rules.read(line)
