"""Samples of bids and offers: every legal one can come up, and none is favoured."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TypeVar

from domain.core.event import Seat
from domain.games.revolution.components import KINDS, Bid, CharacterId, Kind, Tokens

V = TypeVar("V")
Pick = Callable[[int], int]
THROWS = 30  # how often all tokens are thrown anew before the characters are chosen first


def a_bid(pick: Pick, tokens: Tokens, accepts: Mapping[CharacterId, tuple[Kind, ...]], most: int) -> Bid:
    """A legal bid that uses all tokens.

    Each kind is spread over those who accept it, every spread alike; a bid on too many characters is thrown
    away, so that all legal bids are equally likely. Rich hands would be thrown too often: they get six
    characters first, and are spread over these.
    """
    for _ in range(THROWS):
        bid = _thrown(pick, tokens, accepts)
        if len(bid) <= most:
            return bid
    while True:
        chosen = _some(pick, tuple(accepts), most)
        among = {character: accepts[character] for character in accepts if character in chosen}
        if all(not getattr(tokens, kind) or _takers(among, kind) for kind in KINDS):
            return _thrown(pick, tokens, among)


def _thrown(pick: Pick, tokens: Tokens, accepts: Mapping[CharacterId, tuple[Kind, ...]]) -> Bid:
    placed: dict[CharacterId, dict[str, int]] = {}
    for kind in KINDS:
        count = getattr(tokens, kind)
        if count:
            takers = _takers(accepts, kind)
            for character, share in zip(takers, spread(pick, count, len(takers)), strict=True):
                if share:
                    placed.setdefault(character, {})[kind] = share
    return {character: Tokens(**placed[character]) for character in accepts if character in placed}


def _takers(accepts: Mapping[CharacterId, tuple[Kind, ...]], kind: Kind) -> list[CharacterId]:
    return [character for character, kinds in accepts.items() if kind in kinds]


def spread(pick: Pick, count: int, places: int) -> list[int]:
    """So many like things over some places, every result alike: bars drawn between them."""
    slots = count + places - 1
    bars = sorted(_some(pick, range(slots), places - 1))
    edges = [-1, *bars, slots]
    return [right - left - 1 for left, right in pairwise(edges)]


def _some(pick: Pick, items: Iterable[V], count: int) -> list[V]:
    """That many different items, each choice alike."""
    left = list(items)
    return [left.pop(pick(len(left))) for _ in range(count)]


def an_offer(
    pick: Pick, others: tuple[Seat, ...], characters: tuple[CharacterId, ...]
) -> tuple[tuple[Seat, ...], dict[CharacterId, bool], dict[CharacterId, bool]]:
    """To one of the others or to all; what one would do about a character, and what one asks for another."""
    to = others if pick(4) == 0 else (others[pick(len(others))],)
    mine = {characters[pick(len(characters))]: bool(pick(2)) for _ in range(pick(3))}
    yours = {characters[pick(len(characters))]: bool(pick(2)) for _ in range(1 if not mine else pick(2))}
    return to, mine, yours
