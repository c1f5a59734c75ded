"""Checking a file of cards: its form, each card by itself, and the deck that comes out of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.games.prelude.cards import conditions, standing
from domain.games.prelude.cards import steps as do
from domain.games.prelude.cards.amounts import PrestigeValue
from domain.games.prelude.cards.deck import STANDARD_DECK, TOP, Deck
from domain.games.prelude.cards.form import mistakes_of_form
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.mistakes import Mistake, listed, nearest
from domain.games.prelude.cards.places import Parties
from domain.games.prelude.cards.sense import Around, nonsense
from domain.games.prelude.cards.terms import TURNS, Entry
from domain.games.prelude.cards.walk import written

SIZES = {"turmoil": 46, "war": 50, "collapse": 60, "pg": 14, "key": 11}
BLOCKS = {
    "turmoil": "Years of Turmoil", "war": "Great War", "collapse": "The Collapse",
    "pg": "Provisional Government", "key": "Key Events",
}  # fmt: skip
Found = Iterator[Mistake]


def check_text(
    text: str, subtypes: Mapping[str, str] | None = None, deck: Deck = STANDARD_DECK
) -> list[Mistake]:
    """Everything that is wrong with the cards of a TOML text, read beside those of a deck."""
    try:
        raw = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        return [Mistake("", "", f"this is not TOML: {str(error)[:1].lower()}{str(error)[1:]}")]
    found = list(_top(raw))
    listed_cards = raw.get("cards")
    cards: list[Card] = []
    for place, one in enumerate(listed_cards if isinstance(listed_cards, list) else [], 1):
        if not isinstance(one, dict):
            found.append(Mistake(f"card {place} of the file", "", "begin each card with [[cards]]"))
            continue
        filled = {**{key: raw[key] for key in ("entry", "source") if key in raw}, **one}
        wrong = [Mistake(_label(one, place), field, what) for field, what in mistakes_of_form(filled)]
        found += wrong
        if not wrong:
            cards.append(msgspec.convert(filled, Card))
    found += _twice(cards)
    whole = Deck("checked", tuple({card.number: card for card in (*deck.cards, *cards)}.values()))
    found += check_cards(tuple(cards), whole, subtypes or {})
    return found + list(sizes(whole))


def check_cards(cards: tuple[Card, ...], deck: Deck, subtypes: Mapping[str, str]) -> Found:
    """What is wrong with cards of a deck, card by card."""
    known = {card.number: card for card in deck.cards}
    named = frozenset(number for card in deck.cards for number in _named(card))
    for card in cards:
        label = f"#{card.number} {card.title}"
        for field, what in nonsense(Around(card, known, subtypes)):
            yield Mistake(label, field, what)
        for field, what in _contradictions(card):
            yield Mistake(label, field, what)
        for field, what in _oddities(card, named):
            yield Mistake(label, field, what, warning=True)


def sizes(deck: Deck) -> Found:
    """A deck with more or fewer cards than the printed one can be played; it is only not that one."""
    counts = Counter(_block(card.entry) for card in deck.cards)
    for block, wanted in SIZES.items():
        if counts[block] != wanted:
            what = f"{counts[block]} cards with those that come with the game; the printed deck has {wanted}"
            yield Mistake("", BLOCKS[block], what, warning=True)


def _top(raw: dict[str, Any]) -> Found:
    if not isinstance(raw.get("cards"), list) or not raw["cards"]:
        yield Mistake("", "cards", "there are no cards in this file; begin each card with [[cards]]")
    for key, value in raw.items():
        if key not in TOP:
            near = nearest(key, TOP)
            what = f"no such field at the top of a file; {near} allowed: {listed(TOP)}".replace("  ", " ")
            yield Mistake("", key, what)
        elif key == "name" and not isinstance(value, str):
            yield Mistake("", key, 'text in " " is expected')


def _label(raw: dict[str, Any], place: int) -> str:
    number, title = raw.get("number"), raw.get("title")
    if number is None:
        return f"card {place} of the file" + (f" ({title})" if title else "")
    return f"#{number} {title}" if title else f"#{number}"


def _twice(cards: list[Card]) -> Found:
    for number, count in Counter(card.number for card in cards).items():
        if count > 1:
            titles = listed(card.title for card in cards if card.number == number)
            yield Mistake(f"#{number}", "number", f"{count} cards have this number: {titles}")


def _contradictions(card: Card) -> Iterator[tuple[str, str]]:
    stays = 'write duration = "turn", "era" or "game"'
    if card.duration == "none":
        for place, hook in enumerate(card.hooks, 1):
            tag = hook.__struct_config__.tag
            yield f"hooks[{place}]", f'"{tag}" can never fire: the card does not stay in play; {stays}'
        for place, _ in enumerate(card.modifiers, 1):
            yield f"modifiers[{place}]", f"can never hold: the card does not stay in play; {stays}"
        if card.stays_if is not None:
            yield "stays_if", f"the card does not stay in play anyway; {stays}"
    if not (card.event or card.hooks or card.modifiers):
        yield "event", "the card does nothing: it has no steps, no hooks and no modifiers"
    if card.enters != "always" and not card.is_key_event:
        yield "enters", f"only Key Events have it: those with entry = one of {listed(TURNS)}"


def _oddities(card: Card, named: frozenset[int]) -> Iterator[tuple[str, str]]:
    if card.duration != "none" and not (card.hooks or card.modifiers) and card.number not in named:
        yield "duration", "it stays in play, but does nothing there, and no other card asks for it"
    if card.is_key_event != (card.die == "all"):
        yield "die", 'Key Events roll "all"' if card.is_key_event else 'only Key Events roll "all"'
    block = _block(card.entry)
    hundred = {"turmoil": 0, "war": 1, "collapse": 2, "pg": 3, "key": 4}[block]
    if card.number // 100 != hundred:
        numbers = f"{hundred * 100 + 1}–{hundred * 100 + 99}"
        yield "number", f"cards of {BLOCKS[block]} have the numbers {numbers}"
    if card.entry in ("collapse", "february", "july") and not card.removed_at_abdication and _tsarist(card):
        said = "it speaks of the Tsar or of a Party that goes with him"
        yield "removed_at_abdication", f"{said}; such cards have the star and triangle"


def _tsarist(card: Card) -> bool:
    """Whether a card speaks of the Tsar, his Prestige, the Radical or the Monarchist Party."""
    about = do.Prestige | PrestigeValue | conditions.PrestigeIs | conditions.TsarReigns
    for _, node, _ in written(card):
        if isinstance(node, about):
            return True
        if isinstance(node, Parties) and {"radical", "monarchist"} & set(node.names):
            return True
        if isinstance(node, Parties) and node.wing == "extremist":
            return True
        if isinstance(node, conditions.PartyOrganization) and node.party in ("radical", "monarchist"):
            return True
    return card.enters == "tsar_reigns"


def _named(card: Card) -> Iterator[int]:
    """The cards that must be in play for something on this card."""
    for _, node, _ in written(card):
        if isinstance(node, conditions.InPlay):
            yield from node.cards
        elif isinstance(node, standing.RollChange):
            yield node.card


def _block(entry: Entry) -> str:
    return "key" if entry in TURNS else entry
