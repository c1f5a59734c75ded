"""The words around the board, shared by the text and the picture of it."""

import importlib

from msgspec import Struct

from domain.core.event import Audience, Seat
from domain.games.dual_powers.components import CardId
from domain.games.dual_powers.words import tongue


class Labels(Struct, frozen=True):
    """What stands beside the things on the table in one language."""

    sides: dict[str, str]
    seen: dict[str, str]
    colours: dict[str, str]
    leaders: dict[str, str]
    months: tuple[str, ...]
    text: dict[str, str]
    phases: dict[str, str]
    actions: dict[str, str]
    asked: dict[str, str]
    ended: dict[str, str]

    def side(self, seat: Seat) -> str:
        return self.sides.get(seat, seat)

    def owner(self, side: Seat | None) -> str:
        return self.text["neutral"] if side is None else self.side(side)

    def seen_by(self, audience: Audience) -> str:
        return self.seen.get(audience, audience)

    def colour(self, name: str) -> str:
        return self.colours.get(name, name)

    def card(self, card: CardId) -> str:
        return self.leaders.get(card, card)

    def key(self, name: str) -> str:
        """What the signs on tokens or on cards mean."""
        return self.text[name].format(**self.text)


def labels(language: str) -> Labels:
    """The words of one language; only that one is loaded."""
    found: Labels = importlib.import_module(f"{__package__}.board_{tongue(language)}").LABELS
    return found
