"""Two verifiers, two languages, one verdict: any odd value in any place, chained and signed anew."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from tests.services.store.evidence.builders import by_javascript, by_python, played
from tests.services.store.evidence.insider import Insider

ZEROS = "0" * 64
ODD: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        2**53 - 1,
        2**53,
        1 - 2**53,
        2**63,
        2**64,
        2**70,
        0.5,
        1.0,
        -0.0,
        1e300,
    ),
    *(
        "",
        "x",
        "red",
        "white",
        "public",
        "arbiter",
        ZEROS,
        "A" * 64,
        "é",
        "\ue000",
        "😂",
        "\x7f",
        "\u2028",
        "\0",
    ),
    *([], {}, [[]], ["red"], ["red", "white"], [1], {"a": 1}, {"é": 1}, {"\0": 1, "\x7f": 2}),
    *({"__proto__": 1}, {"constructor": {}}, {"toString": 1}, {"10": 1, "9": 2, "a": 0, "A": 0}),
    {"digest": ZEROS},
    {"digest": ZEROS, "to": []},
    {"digest": ZEROS, "to": ["red"]},
    {"digest": ZEROS, "to": [], "salt": ZEROS, "value": None},
    {"opens": 1, "salt": "x"},
    {"opens": 1, "salt": ZEROS, "field": "x", "value": 1},
    {"type": "seed_opened", "seed": ZEROS},
    {"type": "entropy_given", "seat": "red", "entropy": ZEROS},
    {"type": "x", "__proto__": {"digest": ZEROS}},
    {"type": "x", "hasOwnProperty": 1, "length": 3},
]
NAMES = (
    "__proto__",
    "constructor",
    "value",
    "salt",
    "to",
    "digest",
    "opens",
    "type",
    "x",
    "",
    "é",
    "1",
    "at",
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every member of every object and array inside a value, as what holds it and its name."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in inner:
        yield value, name
        yield from places(member)


def make_odd(value: dict[str, Any], random: Random) -> None:
    """Put something odd into a place, take the place out, or add another beside it."""
    holder, name = random.choice(list(places(value)))
    what = random.random()
    if what < 0.6:
        holder[name] = deepcopy(random.choice(ODD))
    elif what < 0.8 and isinstance(holder, dict):
        holder[random.choice(NAMES)] = deepcopy(random.choice(ODD))
    else:
        del holder[name]


def made(insider: Insider, random: Random) -> bytes | None:
    """The insider's file after one or two such changes; nothing if they left nothing to write."""
    try:
        for _ in range(random.choice([1, 1, 2])):
            record = random.choice([*insider.records, *insider.records[:1] * 20, *insider.records[-1:] * 20])
            rest = [*insider.heads[:2], *insider.keys, insider.randomness or record]
            make_odd(random.choice([record, record["event"], record["event"], random.choice(rest)]), random)
        insider.rechain()
        return insider.file()
    except (KeyError, IndexError, TypeError, AttributeError):
        return None


def test_both_verifiers_judge_alike_whatever_stands_wherever(tmp_path: Path) -> None:
    random = Random(1917)
    sources = (played("dual_powers", 4, entropy=True, rotated=True), played("solitaire-red-1", 4))
    whole = [(source.evidence("red"), source.signers) for source in sources]
    tried = [made(Insider(*whole[number % 2]), random) for number in range(500)]
    files = [file for file in tried if file is not None]
    judged = [
        (by_python(file), theirs) for file, theirs in zip(files, by_javascript(tmp_path, files), strict=True)
    ]
    assert [(ours, theirs) for ours, theirs in judged if ours[:2] != theirs[:2]] == []
    refused = sum(not ours.fine for ours, _ in judged)
    assert refused > 200 and len(judged) - refused > 50, "both verdicts are to be compared"
