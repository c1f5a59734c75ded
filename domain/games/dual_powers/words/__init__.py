"""Sentences and words in English, German and Russian; a language is loaded when it is first spoken."""

TONGUES = {"en": "english", "de": "german", "ru": "russian"}


def tongue(language: str) -> str:
    """The name of the file that speaks a language, or a plain error."""
    if language not in TONGUES:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(TONGUES))}")
    return TONGUES[language]
