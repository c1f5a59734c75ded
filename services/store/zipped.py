"""A zip whose every byte follows from its parts, but for how each is deflated.

Zip readers disagree about odd files: two headers that differ, bytes between entries, a second directory.
Here a file has one form, and what is not in that form is refused before anything is unpacked.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

STORED, DEFLATED = 0, 8
_ENTRY, _LISTED, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_VERSION = 20  # what a reader must be able to do: deflate
_MADE_BY = 3 << 8 | _VERSION  # Unix, whatever the server runs on
_MODE = 0o600 << 16
_FLAGS = 0
_MIDNIGHT, _1980 = 0, 1 << 5 | 1  # the first moment that a zip can name: a file has no times
_MOST_ENTRIES = 64
_COMMON = struct.Struct("<5H3I2H")  # from the version to the length of the extra field, in both headers


class NotZipped(Exception):
    """A file that is not in the one form; the message is the reason."""


class Part(NamedTuple):
    """One entry: its name, how it is packed, its packed bytes, and what they must unpack to."""

    name: bytes
    method: int
    crc: int
    size: int
    packed: bytes

    def unpacked(self) -> bytes:
        """The part itself; never more than the entry says is unpacked."""
        found = self.packed if self.method == STORED else self._inflated()
        if len(found) != self.size:
            raise NotZipped("not as large as it says")
        if zlib.crc32(found) != self.crc:
            raise NotZipped("a wrong checksum")
        return found

    def _inflated(self) -> bytes:
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            found = inflate.decompress(self.packed, self.size + 1)
        except zlib.error as error:
            raise NotZipped(f"not deflated ({error})") from error
        if len(found) > self.size:
            raise NotZipped("larger than it says")
        if not inflate.eof or inflate.unused_data:
            raise NotZipped("its packed form does not end where it says")
        return found

    def _common(self) -> bytes:
        sizes = (self.crc, len(self.packed), self.size)
        return _COMMON.pack(_VERSION, _FLAGS, self.method, _MIDNIGHT, _1980, *sizes, len(self.name), 0)

    def entry(self) -> bytes:
        """What stands before the packed bytes."""
        return _ENTRY + self._common() + self.name

    def listed(self, at: int) -> bytes:
        """What the directory says of this part, whose entry begins at `at`."""
        made_by, rest = struct.pack("<H", _MADE_BY), struct.pack("<3H2I", 0, 0, 0, _MODE, at)
        return _LISTED + made_by + self._common() + rest + self.name


def write(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """The parts in this order, deflated."""
    made = []
    for name, content in parts:
        deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = deflate.compress(content) + deflate.flush()
        made.append(Part(name.encode("ascii"), DEFLATED, zlib.crc32(content), len(content), packed))
    return joined(made)


def joined(parts: Sequence[Part]) -> bytes:
    """The file that these entries make."""
    return b"".join(part.entry() + part.packed for part in parts) + _directory(parts)


def read(file: bytes) -> list[Part]:
    """The entries of a file, not yet unpacked, once all that is around their packed bytes is right."""
    parts: list[Part] = []
    at, size = 0, len(_ENTRY) + _COMMON.size
    while file.startswith(_ENTRY, at) and at + size <= len(file):
        common = _COMMON.unpack_from(file, at + len(_ENTRY))
        _, flags, method, _, _, crc, packed, unpacked, length, _ = common
        name, begin = file[at + size : at + size + length], at + size + length
        part = Part(name, method, crc, unpacked, file[begin : begin + packed])
        shown = ascii(name[:40].decode("latin-1"))
        if flags & 1:
            raise NotZipped(f"{shown} is encrypted")
        if method not in (STORED, DEFLATED):
            raise NotZipped(f"{shown} is packed in another way than deflated")
        if not file.startswith(part.entry(), at):
            raise NotZipped(f"{shown} has another header than the format allows, or is cut off")
        parts.append(part)
        if len(parts) > _MOST_ENTRIES:
            raise NotZipped(f"more than {_MOST_ENTRIES} entries")
        at = begin + packed
    if not parts:
        raise NotZipped("not a zip")
    if file[at:] != _directory(parts):
        raise NotZipped("its directory does not fit its entries, or something stands beside them")
    return parts


def _directory(parts: Iterable[Part]) -> bytes:
    at, listed = 0, []
    for part in parts:
        listed.append(part.listed(at))
        at += len(part.entry()) + len(part.packed)
    size = sum(map(len, listed))
    end = struct.pack("<4H2IH", 0, 0, len(listed), len(listed), size, at, 0)
    return b"".join(listed) + _END + end
