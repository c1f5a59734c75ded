"""Tell: one sentence for each event, in the language of the audience."""

from typing import Any

from domain.core.event import Event
from domain.games.prelude.words import english

SENTENCES = {"en": english.SENTENCES}


def tell(event: Event[Any], language: str = "en") -> str:
    """What happened, as far as the event shows it: a closed secret tells only its outside."""
    if language not in SENTENCES:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(SENTENCES))}")
    told = SENTENCES[language][type(event)](event)
    return told[:-1] if told.endswith(("!.", "?.")) else told
