"""Tell: one sentence for each event, in the language of the audience."""

import importlib
from functools import cache
from typing import Any

from domain.core.event import Event
from domain.games.dual_powers.words import tongue


def tell(event: Event[Any], language: str = "en") -> str:
    """What happened, as far as the event shows it: a closed secret tells only its outside."""
    sentence: str = _sentences(language)[type(event)](event)
    return sentence


@cache
def _sentences(language: str) -> dict[type[Event[Any]], Any]:
    found: dict[type[Event[Any]], Any] = importlib.import_module(
        f"{__package__}.{tongue(language)}"
    ).SENTENCES
    return found
