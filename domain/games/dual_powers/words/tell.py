"""Tell: one sentence for each event, in the language of the audience."""

from typing import Any

from domain.core.event import Event
from domain.games.dual_powers.words import english, german, russian

SENTENCES = {"en": english.SENTENCES, "de": german.SENTENCES, "ru": russian.SENTENCES}


def tell(event: Event[Any], language: str = "en") -> str:
    """What happened, as far as the event shows it: a closed secret tells only its outside."""
    if language not in SENTENCES:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(SENTENCES))}")
    return SENTENCES[language][type(event)](event)
