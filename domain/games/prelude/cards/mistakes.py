"""What a mistake in a file of cards is, and the nearest of the words that are allowed."""

from collections.abc import Iterable

from msgspec import Struct


class Mistake(Struct, frozen=True):
    """What is wrong, where, and what would be right. A warning leaves the cards playable."""

    card: str
    field: str
    what: str
    warning: bool = False

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.card, self.field) if part)
        kind = "warning: " if self.warning else ""
        return f"{where}: {kind}{self.what}" if where else f"{kind}{self.what}"


def nearest(word: str, words: Iterable[str]) -> str:
    """`did you mean …?` for the word that is spelled most alike, if one is near enough; else nothing."""
    scored = sorted((_distance(word.lower(), other.lower()), other) for other in words)
    if not scored or scored[0][0] > max(2, len(word) // 2):
        return ""
    return f'did you mean "{scored[0][1]}"?'


def listed(words: Iterable[str]) -> str:
    """Words in a row, as they are typed."""
    return ", ".join(words)


def _distance(one: str, other: str) -> int:
    """How many letters to change, add or leave out; the beginning of a word is near to it."""
    if len(one) >= 3 and other.startswith(one):
        return 1
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        left, row[0] = row[0], i
        for j, against in enumerate(other, 1):
            left, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, left + (letter != against))
    return row[-1]
