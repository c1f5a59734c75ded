"""Structs as JSON schemas, under names that no two games share."""

from typing import Any

import msgspec

REFERENCE = "#/components/schemas/{name}"


def schema_of(kind: Any, schemas: dict[str, Any], prefix: str) -> dict[str, Any]:
    """A struct's schema; what it refers to is added to `schemas`, each name with the prefix before it."""
    (found,), parts = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    text = msgspec.json.encode([found, parts]).decode()
    for name in parts:
        text = text.replace(
            REFERENCE.format(name=name) + '"', REFERENCE.format(name=f"{prefix}.{_plain(name)}") + '"'
        )
    renamed, parts = _without_discriminators(msgspec.json.decode(text))
    schemas.update({f"{prefix}.{_plain(name)}": part for name, part in parts.items()})
    assert isinstance(renamed, dict)
    return renamed


def _without_discriminators(value: Any) -> Any:
    """AsyncAPI means something else by that word than OpenAPI; the tags themselves say as much."""
    if isinstance(value, dict):
        return {
            name: _without_discriminators(part) for name, part in value.items() if name != "discriminator"
        }
    return [_without_discriminators(part) for part in value] if isinstance(value, list) else value


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in name)
