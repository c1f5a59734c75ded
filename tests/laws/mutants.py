"""Mutants: commands that are nearly those given, to see whether rules and choices agree about them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from domain.core.ruleset import Ruleset


def mutants(rules: Ruleset[Any], random: Random, commands: Sequence[Any]) -> Iterator[Any]:
    """Each command with one place changed, as far as the decoder lets it through."""
    raw = [msgspec.to_builtins(command) for command in commands]
    words = sorted({word for value in raw for word in _words(value)})
    for value in raw:
        try:
            yield rules.commands.decode(msgspec.json.encode(_changed(value, words, random)))
        except msgspec.DecodeError:
            continue


def _words(value: Any) -> Iterator[str]:
    """Every name in a command: values and keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (key for key in value if key != "type")
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)


def _changed(value: Any, words: list[str], random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + random.choice((-1, 1)))
    if isinstance(value, str):
        return random.choice(words) if words else value
    if isinstance(value, dict):
        return _changed_dict(value, words, random)
    parts = list(value)
    if not parts or random.random() < 0.3:
        return [*parts, random.choice(words)] if words else parts
    place = random.randrange(len(parts))
    if random.random() < 0.3:
        return parts[:place] + parts[place + 1 :]
    return [*parts[:place], _changed(parts[place], words, random), *parts[place + 1 :]]


def _changed_dict(value: dict[str, Any], words: list[str], random: Random) -> dict[str, Any]:
    keys = [key for key in value if key != "type"]
    if not keys:
        return value
    key = random.choice(keys)
    rest = {name: part for name, part in value.items() if name != key}
    kind = random.random()
    if kind < 0.15 and "type" not in value:
        return rest
    if kind < 0.45 and "type" not in value and words:
        kept = value if kind < 0.3 else rest
        return {**kept, random.choice(words): value[key]}
    return {**rest, key: _changed(value[key], words, random)}
