"""The deck: the cards of one game, in the order of their numbers."""

from collections import Counter
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.canonical import tagged_sha256
from domain.core.data import read_data
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.terms import Entry

TOP = ("name", "entry", "source", "cards")  # what stands at the top of a file of cards
FILES = ("turmoil.toml", "war.toml", "collapse.toml", "provisional.toml", "key_events.toml")


class Deck:
    """All cards by id, in the order of their numbers, with a digest that any change changes."""

    def __init__(self, name: str, cards: tuple[Card, ...]) -> None:
        twice = [number for number, count in Counter(card.number for card in cards).items() if count > 1]
        if twice:
            raise ValueError(f"cards: two cards have the number {twice[0]}")
        self.name = name
        self.cards = tuple(sorted(cards, key=lambda card: card.number))
        self.by_id = {card.id: card for card in self.cards}

    @cached_property
    def digest(self) -> str:
        """Hash of every card as data."""
        return tagged_sha256("protokol/cards/1", [msgspec.to_builtins(card) for card in self.cards])

    def entering(self, entry: Entry) -> tuple[Card, ...]:
        """The cards of one deck, or the Key Events of one Turn."""
        return tuple(card for card in self.cards if card.entry == entry)

    def replaced(self, name: str, cards: tuple[Card, ...]) -> "Deck":
        """This deck with other cards in the place of those with the same numbers; new numbers are added."""
        return Deck(name, tuple({card.number: card for card in (*self.cards, *cards)}.values()))


class _CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[dict[str, Any], ...]
    name: str = ""
    entry: str = ""
    source: str = ""


def cards_in(text: str) -> tuple[Card, ...]:
    """The cards of a TOML text; `entry` and `source` at its top hold for cards that do not say it."""
    file = msgspec.toml.decode(text, type=_CardFile)
    common = {key: value for key in ("entry", "source") if (value := getattr(file, key))}
    return tuple(msgspec.convert({**common, **card}, Card) for card in file.cards)


def read_deck(text: str | None = None) -> Deck:
    """The deck that comes with the game; with a text, its cards take the place of those of that deck."""
    if text is None:
        return STANDARD_DECK
    name = msgspec.toml.decode(text, type=_CardFile).name or "own cards"
    return STANDARD_DECK.replaced(name, cards_in(text))


def _standard() -> Deck:
    cards = tuple(card for file in FILES for card in cards_in(read_data(__package__, file)))
    return Deck("standard", cards)


STANDARD_DECK = _standard()
