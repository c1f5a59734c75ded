"""Canonical bytes: the published examples of RFC 8785, and agreement with an independent implementation."""

import hashlib
import string
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from domain.core.canonical import DEEPEST, canonical, is_plain, tagged_sha256

LARGEST = 2**53 - 1

texts = st.text(st.characters(exclude_categories=["Cs"]))
keys = st.text(st.characters(max_codepoint=127))
whole_numbers = st.integers(-LARGEST, LARGEST)
plain = st.none() | st.booleans() | whole_numbers | texts
values = st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=30)


class Card(Struct, frozen=True, tag_field="type", tag="card", omit_defaults=True):
    """Fields on purpose not in the order of the alphabet, nor all behind the tag."""

    zone: str
    at: int
    by: str | None = None
    Upper: bool = False


def test_the_string_of_the_rfc_is_escaped_as_published() -> None:
    """RFC 8785, 3.2.2 to 3.2.4: its example without the floats, which a log does not hold."""
    given = {"string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/", "literals": [None, True, False]}
    published = (
        "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c"
        "22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d"
    )
    assert canonical(given).hex() == published


def test_control_characters_take_their_short_escape_or_lower_case_hex() -> None:
    """RFC 8785, 3.2.2.2."""
    assert canonical("\b\t\n\f\r") == b'"\\b\\t\\n\\f\\r"'
    assert canonical("\x00\x0b\x1b\x1f") == b'"\\u0000\\u000b\\u001b\\u001f"'
    assert canonical('"\\') == b'"\\"\\\\"'


def test_characters_that_need_no_escape_are_written_as_utf_8() -> None:
    """RFC 8785, 3.2.2.2 and 3.2.4: neither the solidus nor DEL, nor anything beyond ASCII, is escaped."""
    text = "/\x7f\u0080ö€דּ\u2028😂"
    assert canonical(text) == b'"' + text.encode() + b'"'


def test_keys_are_sorted_by_their_characters_and_not_as_words() -> None:
    """RFC 8785, 3.2.3, for the ASCII keys of its example: \\r before 1, capitals before small letters."""
    given = {
        "script": "</script>",
        "1": "One",
        "\r": "Carriage Return",
        "b": 1,
        "B": 2,
        "aa": 3,
        "a": 4,
        "": 5,
    }
    assert canonical(given) == (
        b'{"":5,"\\r":"Carriage Return","1":"One","B":2,"a":4,"aa":3,"b":1,"script":"</script>"}'
    )


def test_objects_inside_objects_are_sorted_too_and_lists_keep_their_order() -> None:
    """RFC 8785, 3.2.3: shaped like the structures and arrays of its test data."""
    given = {
        "1": {"f": {"f": "hi", "F": 5}, "\n": 56},
        "10": {},
        "": "empty",
        "a": {},
        "111": [{"e": "y", "E": "n"}],
    }
    published = b'{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"n","e":"y"}],"a":{}}'
    assert canonical(given) == published
    assert canonical([56, {"d": True, "10": None, "1": []}]) == b'[56,{"1":[],"10":null,"d":true}]'


@pytest.mark.parametrize(
    ("number", "written"),
    [(0, b"0"), (-1, b"-1"), (LARGEST, b"9007199254740991"), (-LARGEST, b"-9007199254740991")],
)
def test_whole_numbers_are_written_in_full(number: int, written: bytes) -> None:
    """RFC 8785, appendix B, as far as a log needs it."""
    assert canonical(number) == written == rfc8785.dumps(number)


@given(values)
def test_any_value_of_a_log_has_the_bytes_that_an_independent_implementation_gives(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(texts, whole_numbers, st.none() | texts, st.booleans())
def test_a_struct_has_the_bytes_of_the_object_that_it_stands_for(
    zone: str, at: int, by: str | None, upper: bool
) -> None:
    stands_for: dict[str, Any] = {"type": "card", "zone": zone, "at": at}
    if by is not None:
        stands_for["by"] = by
    if upper:
        stands_for["Upper"] = upper
    assert canonical(Card(zone, at, by, upper)) == rfc8785.dumps(stands_for)


@given(st.dictionaries(st.sampled_from(string.ascii_letters), whole_numbers))
def test_the_order_in_which_keys_were_set_does_not_matter(value: dict[str, int]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


def test_a_tagged_digest_is_over_the_tag_a_line_feed_and_the_canonical_value() -> None:
    assert (
        tagged_sha256("tag/1", {"b": 1, "a": "ö"})
        == hashlib.sha256('tag/1\n{"a":"ö","b":1}'.encode()).hexdigest()
    )


def test_the_same_value_under_another_tag_has_another_digest() -> None:
    assert tagged_sha256("protokol/seed/1", ["g", "s"]) != tagged_sha256("protokol/entropy/1", ["g", "s"])


numbers = st.integers(-(2**70), 2**70) | st.sampled_from([LARGEST, LARGEST + 1, -LARGEST, -LARGEST - 1])
anything = st.recursive(
    plain | numbers | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)


def is_plain_throughout(value: Any) -> bool:
    """The same question, asked of every value."""
    if isinstance(value, dict):
        return all(key.isascii() and is_plain_throughout(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(map(is_plain_throughout, value))
    return type(value) is not float and (type(value) is not int or abs(value) <= LARGEST)


@given(anything)
def test_plain_is_what_every_reader_of_json_understands_alike(value: Any) -> None:
    """The glance at the bytes misses nothing that a look at every value finds."""
    assert is_plain([value], canonical([value])) == is_plain_throughout(value)


@pytest.mark.parametrize("levels", [DEEPEST, DEEPEST + 1, 500])
def test_arrays_and_objects_are_nested_at_most_so_deep(levels: int) -> None:
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    assert is_plain(value, canonical(value)) == (levels <= DEEPEST)
    wide: Any = [[] for _ in range(levels)]
    assert is_plain(wide, canonical(wide))
