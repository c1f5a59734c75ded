"""Chance: randomness that was fixed before the game and can be derived again after it.

Scheme `hmac-sha256/1`. The server draws a seed of 32 bytes and puts its commitment into the first event.
Seats may then add entropy of their own: first all promise (a digest), then all give. From seed and entropy
comes one key (HKDF-SHA256); every shuffle or roll reads its own stream, named by a label that is used once
in a game. The seed is opened when the game is over. This shows that results were neither chosen nor
changed; it cannot show that nobody looked.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from domain.core.canonical import canonical, tagged_sha256
from domain.core.event import Draw, Seat

SCHEME = "hmac-sha256/1"
V = TypeVar("V")

_WORD = 1 << 64


def commitment(game: str, seed: bytes) -> str:
    """What the first event says of the seed: a digest that binds it and tells nothing."""
    return tagged_sha256("protokol/seed/1", [game, seed.hex()])


def promise(game: str, seat: Seat, entropy: str) -> str:
    """What a seat says of its entropy before it gives it."""
    return tagged_sha256("protokol/entropy/1", [game, seat, entropy])


def hkdf_sha256(ikm: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869."""
    prk = hmac.digest(salt or bytes(32), ikm, "sha256")
    okm = block = b""
    counter = 1
    while len(okm) < length:
        block = hmac.digest(prk, block + info + bytes([counter]), "sha256")
        okm += block
        counter += 1
    return okm[:length]


class Chance:
    """One game's randomness. It has no state: a label gives the same result whenever it is asked."""

    def __init__(self, game: str, seed: bytes, entropy: Mapping[Seat, str], seats: Sequence[Seat]) -> None:
        if len(seed) != 32:
            raise ValueError("a seed has 32 bytes")
        self.game = game
        self.seed = seed
        given = [[seat, entropy[seat]] for seat in seats if seat in entropy]
        salt = hashlib.sha256(canonical(given)).digest()
        self._key = hkdf_sha256(seed, salt, canonical(["protokol/chance/1", game]), 32)

    def words(self, label: str) -> Iterator[int]:
        """The stream of a label: 64-bit numbers, big-endian, four from each HMAC block."""
        counter = 0
        while True:
            block = hmac.digest(self._key, canonical([label, counter]), "sha256")
            for start in range(0, 32, 8):
                yield int.from_bytes(block[start : start + 8], "big")
            counter += 1

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """A uniform order of the items: Fisher–Yates downwards, from the sorted order.

        Starting from sorted items makes the result depend on what is shuffled, not on how it lay before,
        so that a verifier needs nothing but the result to derive it again.
        """
        order = sorted(items)
        words = self.words(label)
        for last in range(len(order) - 1, 0, -1):
            pick = _below(last + 1, words)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)

    def roll(self, label: str, sides: int) -> int:
        """One die, 1 to `sides`."""
        return 1 + _below(sides, self.words(label))

    def confirms(self, draw: Draw) -> bool:
        """Whether this seed gives what was recorded."""
        if draw.order is not None and self.shuffle(draw.label, draw.order) != draw.order:
            return False
        return draw.die is None or self.roll(draw.label, draw.die[0]) == draw.die[1]


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number under `bound`: a word in the last, incomplete run of `bound` is thrown away."""
    limit = _WORD - _WORD % bound
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("a stream of words does not end")
