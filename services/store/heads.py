"""Published heads: what a store has signed and told others, and whether a store still holds all of it.

A backup that is put back may be older than what players were told. Whoever publishes the signed heads of all
games now and then, or keeps receipts, can say so before anybody plays on.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from domain.core.verify import follow_chain
from services.store.errors import BadAddress, NoSuchGame
from services.store.keys import HEAD, PublicKey, SignedHead, verifies
from services.store.reader import Reader


class Behind(Struct, frozen=True):
    """A signed head that a store does not hold, and what it holds instead."""

    game: str
    version: int
    why: str


def published(reader: Reader) -> Iterator[SignedHead]:
    """The newest signed head of every game, in the order in which games began."""
    for game in reader.games():
        if receipts := reader.receipts(game):
            yield receipts[-1]


def read_heads(lines: Iterable[bytes], name: str) -> Iterator[SignedHead]:
    """Signed heads as they were published, or receipts as players keep them: one a line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield msgspec.json.decode(line, type=SignedHead)
            except msgspec.DecodeError as error:
                raise BadAddress(f"{name}, line {number}: not a signed head ({error})") from None


def behind(reader: Reader, heads: Sequence[SignedHead]) -> list[Behind]:
    """Every head that the store has signed once and no longer holds. Forged ones are said to be so."""
    keys = {key.id: key for key in reader.public_keys()}
    chains: dict[str, list[str]] = {}
    found = []
    for head in heads:
        why = _forged(head, reader.origin, keys)
        if not why:
            if head.game not in chains:
                try:
                    chains[head.game] = follow_chain(reader.lines(head.game)).hashes
                except NoSuchGame:
                    chains[head.game] = []
            why = _missing(head, chains[head.game])
        if why:
            found.append(Behind(head.game, head.version, why))
    return found


def _forged(head: SignedHead, origin: str, keys: dict[str, PublicKey]) -> str:
    if head.origin != origin:
        return f"signed by another store ({head.origin})"
    key = keys.get(head.key)
    if key is None:
        return f"signed by key {head.key}, which this store does not know: it may be newer than this store"
    return "" if verifies(key, HEAD, head.statement(), head.signature) else "the signature is not good"


def _missing(head: SignedHead, hashes: Sequence[str]) -> str:
    if not hashes:
        return "the store does not have this game"
    if head.version > len(hashes):
        return f"the store is at version {len(hashes)}"
    return "" if hashes[head.version - 1] == head.head else "the store has another history"
