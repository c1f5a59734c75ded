"""Is what somebody typed a card at all? Every field against the type that the language gives it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec.inspect import (
    BoolType,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
)

from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.mistakes import listed, nearest

Found = Iterator[tuple[str, str]]  # the field, and what is wrong with it
CALLED = {
    "do": ("step", "what it does"),
    "needs": ("condition", "what must hold"),
    "value": ("value", "which number it is"),
    "in": ("kind of place", "which places"),
    "when": ("hook", "when it fires"),
    "changes": ("modifier", "what it changes"),
}


def mistakes_of_form(raw: dict[str, Any]) -> Found:
    """Each field of a card that is missing, unknown or of the wrong kind."""
    yield from _struct(raw, _card_type(), "")


@cache
def _card_type() -> StructType:
    found = msgspec.inspect.type_info(Card)
    assert isinstance(found, StructType)
    return found


def _value(raw: Any, wanted: Type, path: str) -> Found:
    if isinstance(wanted, UnionType):
        yield from _union(raw, wanted, path)
    elif isinstance(wanted, StructType):
        yield from _union(raw, UnionType(types=(wanted,)), path)
    elif isinstance(wanted, VarTupleType):
        if not isinstance(raw, list):
            yield path, f"a list in [ ] is expected, not {_shown(raw)}"
            return
        for place, item in enumerate(raw, 1):
            yield from _value(item, wanted.item_type, f"{path}[{place}]")
    elif isinstance(wanted, LiteralType):
        yield from _literal(raw, wanted, path)
    elif isinstance(wanted, IntType):
        if not isinstance(raw, int) or isinstance(raw, bool):
            yield path, f"a whole number is expected, not {_shown(raw)}"
        elif (wanted.ge is not None and raw < wanted.ge) or (wanted.le is not None and raw > wanted.le):
            yield path, f"{raw} is not possible; a number from {wanted.ge} to {wanted.le}"
    elif isinstance(wanted, BoolType):
        if not isinstance(raw, bool):
            yield path, f"true or false is expected, not {_shown(raw)}"
    elif isinstance(wanted, StrType):
        if not isinstance(raw, str):
            yield path, f'text in " " is expected, not {_shown(raw)}'
        elif not raw and wanted.min_length:
            yield path, "is empty"
        elif wanted.max_length is not None and len(raw) > wanted.max_length:
            yield path, f"is longer than {wanted.max_length} letters"


def _literal(raw: Any, wanted: LiteralType, path: str) -> Found:
    if raw in wanted.values and not isinstance(raw, bool):
        return
    words = [str(value) for value in wanted.values]
    near = nearest(raw, words) if isinstance(raw, str) else ""
    yield path, " ".join(filter(None, (f"there is no {_shown(raw)};", near, f"allowed: {listed(words)}")))


def _union(raw: Any, wanted: UnionType, path: str) -> Found:
    """Which of several types is meant shows in what was typed: a table, a list, or a plain value."""
    structs = [one for one in wanted.types if isinstance(one, StructType)]
    lists = [one for one in wanted.types if isinstance(one, VarTupleType)]
    plain = [one for one in wanted.types if not isinstance(one, StructType | VarTupleType | NoneType)]
    if isinstance(raw, dict) and structs:
        if len(structs) == 1 and structs[0].tag_field is None:
            yield from _struct(raw, structs[0], path)
        else:
            yield from _tagged(raw, structs, path)
    elif isinstance(raw, list) and lists:
        yield from _value(raw, lists[0], path)
    elif plain:
        if isinstance(raw, dict):
            yield path, f"a plain value is expected, not {_shown(raw)}"
        elif isinstance(raw, str) and structs:
            yield path, f"a number is expected, or {{ value = … }}, not {_shown(raw)}"
        else:
            yield from _value(raw, plain[0], path)
    else:
        field = structs[0].tag_field if structs else None
        example = f"{{ {field} = … }}" if field else "{ … }"
        yield path, f"{example} is expected, not {_shown(raw)}"


def _tagged(raw: dict[str, Any], structs: list[StructType], path: str) -> Found:
    field = structs[0].tag_field
    assert field is not None
    kind, what = CALLED[field]
    tags = [str(one.tag) for one in structs]
    tag = raw.get(field)
    if field not in raw:
        yield path, f'a {kind} says {what}: {field} = "…"; there are: {listed(sorted(tags))}'
    elif tag not in tags:
        near = nearest(str(tag), tags)
        said = f"there is no {kind} {_shown(tag)};"
        yield path, " ".join(filter(None, (said, near, f"there are: {listed(sorted(tags))}")))
    else:
        yield from _struct(raw, structs[tags.index(str(tag))], path)


def _struct(raw: dict[str, Any], wanted: StructType, path: str) -> Found:
    fields = {field.encode_name: field for field in wanted.fields}
    called = f' of "{wanted.tag}"' if wanted.tag is not None else ""
    for name in raw:
        if name not in fields and name != wanted.tag_field:
            said = f"there is no such field{called};"
            yield _join(path, name), " ".join(filter(None, (said, nearest(name, fields), _has(fields))))
    for name, field in fields.items():
        if name in raw:
            yield from _value(raw[name], field.type, _join(path, name))
        elif field.required:
            yield _join(path, name), f"is missing{called}: {_expected(field.type)}"


def _has(fields: dict[str, Any]) -> str:
    return f"the fields are: {listed(fields)}" if fields else "it has no fields"


def _expected(wanted: Type) -> str:
    if isinstance(wanted, LiteralType):
        return f"one of {listed(str(value) for value in wanted.values)}"
    if isinstance(wanted, IntType):
        return "a number"
    if isinstance(wanted, VarTupleType):
        return "a list in [ ]"
    if isinstance(wanted, UnionType):
        kinds = [one for one in wanted.types if isinstance(one, IntType)]
        field = next((one.tag_field for one in wanted.types if isinstance(one, StructType)), None)
        written = f"{{ {field} = … }}" if field else ""
        return " or ".join(filter(None, ("a number" if kinds else "", written)))
    return "text"


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(raw: Any) -> str:
    if isinstance(raw, str):
        return f'"{raw}"'
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, dict):
        return "{ … }"
    return "a list" if isinstance(raw, list) else str(raw)
