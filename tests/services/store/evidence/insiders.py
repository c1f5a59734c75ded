"""What an insider can do to the records, with every hash made right again and every head signed anew."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from domain.core.canonical import canonical
from domain.core.record import digest_of
from tests.services.store.evidence.insider import Insider, Json, ndjson

Inside = Callable[[Insider, Insider, Random], bytes]  # a copy, the arbiter's copy of the same game, chance


def _later(copied: Insider, random: Random) -> Json:
    """Any record but the first."""
    record: Json = random.choice(copied.records[1:])
    return record


def _anew(copied: Insider) -> bytes:
    copied.rechain()
    return copied.file()


def value_against_digest(copied: Insider, _: Insider, random: Random) -> bytes:
    record, name = random.choice(copied.secrets(opened=True))
    secret = record["event"][name]
    secret["value"] = random.choice([None, [], {}, 0, f"{secret['value']}x"])
    return _anew(copied)


def salt_against_digest(copied: Insider, _: Insider, random: Random) -> bytes:
    record, name = random.choice(copied.secrets(opened=True))
    secret = record["event"][name]
    secret["salt"] = random.choice([random.randbytes(32).hex(), secret["salt"].upper(), "", None, 5])
    return _anew(copied)


def short_salt(copied: Insider, _: Insider, random: Random) -> bytes:
    """The digest is right, but a salt that can be guessed hides nothing."""
    record, name = random.choice(copied.secrets(opened=True))
    secret, salt = record["event"][name], random.choice(["", "00", "x" * 64])
    digest = digest_of(record["game"], record["version"], name, salt, secret["value"])
    record["event"][name] = {**secret, "salt": salt, "digest": digest}
    return _anew(copied)


def digest_in_another_form(copied: Insider, _: Insider, random: Random) -> bytes:
    record, name = random.choice(copied.secrets(opened=random.random() < 0.5))
    secret = record["event"][name]
    digest = secret["digest"]
    secret["digest"] = random.choice([digest.upper(), digest[:-1], digest + "00", None, 0, [digest], ""])
    return _anew(copied)


def withheld(copied: Insider, _: Insider, random: Random) -> bytes:
    """Closing a secret changes no hash: only the rule that its audience must see it finds this."""
    record, name = random.choice(copied.secrets(opened=True))
    del record["event"][name]["value"], record["event"][name]["salt"]
    return _anew(copied)


def leaked(copied: Insider, arbiter: Insider, random: Random) -> bytes:
    """Opening one changes no hash either."""
    record, name = random.choice(copied.secrets(opened=False))
    record["event"][name] = arbiter.records[record["version"] - 1]["event"][name]
    return _anew(copied)


def half_open(copied: Insider, _: Insider, random: Random) -> bytes:
    record, name = random.choice(copied.secrets(opened=True))
    del record["event"][name][random.choice(["value", "salt"])]
    return _anew(copied)


def to_someone_else(copied: Insider, _: Insider, random: Random) -> bytes:
    record, name = random.choice(copied.secrets(opened=True))
    record["event"][name]["to"] = random.choice([[], ["nobody"], "redwhite", {"red": 1, "white": 1}, None])
    return _anew(copied)


def to_nobody_named(copied: Insider, _: Insider, random: Random) -> bytes:
    record, name = random.choice(copied.secrets(opened=random.random() < 0.5))
    record["event"][name]["to"] = [*record["event"][name]["to"], random.choice([1, None, [], True])]
    return _anew(copied)


def opening_of_something_else(copied: Insider, _: Insider, random: Random) -> bytes:
    record, opening = random.choice(copied.openings())
    another = random.choice(copied.records)["version"]
    name, value = random.choice(
        [
            ("value", f"{opening['value']}x"),
            ("value", None),
            ("salt", random.randbytes(32).hex()),
            ("field", "cards"),
            ("field", 1),
            ("opens", another if another != opening["opens"] else 1),
            ("opens", random.choice([record["version"], len(copied.records), 0, -1, 10**9, True, None, []])),
            ("more", 1),
        ]
    )
    opening[name] = value
    return _anew(copied)


def opening_cut_short(copied: Insider, _: Insider, random: Random) -> bytes:
    _record, opening = random.choice(copied.openings())
    del opening[random.choice(["value", "field"])]
    return _anew(copied)


def opening_in_its_own_record(copied: Insider, _: Insider, random: Random) -> bytes:
    """A secret and its opening side by side: nothing was ever hidden."""
    record, name = random.choice(copied.secrets(opened=True))
    secret = record["event"][name]
    opening = {"opens": record["version"], "field": name, "salt": secret["salt"], "value": secret["value"]}
    record["event"]["zz"] = opening
    return _anew(copied)


def time_runs_back(copied: Insider, _: Insider, random: Random) -> bytes:
    record = random.choice([r for r in copied.records[1:] if copied.records[r["version"] - 2]["at"] > 0])
    record["at"] = random.choice([copied.records[record["version"] - 2]["at"] - 1, -1])
    return _anew(copied)


def time_is_no_number(copied: Insider, _: Insider, random: Random) -> bytes:
    copied.records[0]["at"] = random.choice([False, "0", None, 0.5, -1, 2**53, 2**64])
    return _anew(copied)


def odd_envelope(copied: Insider, _: Insider, random: Random) -> bytes:
    record = _later(copied, random)
    name, value = random.choice(
        [
            ("version", str(record["version"])),
            ("version", record["version"] + 1),
            ("version", float(record["version"])),
            ("game", "another"),
            ("by", 1),
            ("by", ["red"]),
            ("cause", None),
            ("event", []),
            ("event", {}),
            ("event", {"type": 1}),
            ("more", 1),
        ]
    )
    heads = copy.deepcopy(copied.heads)
    record[name] = value
    if name in ("version", "event"):  # nothing to chain: what hashes there were stay
        copied.heads = heads
        return copied.file()
    return _anew(copied)


def version_one_is_true(copied: Insider, _: Insider, random: Random) -> bytes:
    copied.records[0]["version"] = random.choice([True, 1.0])
    return _anew(copied)


def member_missing(copied: Insider, _: Insider, random: Random) -> bytes:
    record = _later(copied, random)
    del record[random.choice(["at", "by", "cause", "game"])]
    kept = copied.heads
    copied.heads = [head for head in kept if head["version"] != record["version"]]
    return _anew(copied)


def odd_json(copied: Insider, _: Insider, random: Random) -> bytes:
    """Canonical for one reader of JSON, but not for all."""
    deep: Any = 1
    for _level in range(63):
        deep = [deep]
    odd = [0.5, 1e30, 2**53, -(2**53), 2**64, {"ö": 1}, {"\ue000": 1, "😂": 2}, deep, {"a": [{"b": -1.5}]}]
    _later(copied, random)["event"]["odd"] = random.choice(odd)
    return _anew(copied)


def not_canonical(copied: Insider, _: Insider, random: Random) -> bytes:
    """The same record to a lax reader, in other bytes."""
    copied.rechain()
    number = random.randrange(len(copied.records))
    line = canonical(copied.records[number])
    other = random.choice(
        [
            b" " + line,
            line + b" ",
            line + b"\r",
            b"\xef\xbb\xbf" + line,
            line.replace(b'":', b'": ', 1),
            line.replace(b'"at"', b'"\\u0061t"'),
            line.replace(b'{"at"', b'{"at":0,"at"'),
            line.replace(b'"version":', b'"version":-0,"version":'),
            line.replace(b'"cause":"', b'"cause":"\xff'),
            line.replace(b'"cause":"', b'"cause":"\xed\xa0\x80'),
            line.replace(b'"cause":"', b'"cause":"\\ud800'),
            line[:-1],
            b"[" * 5000,
            b"",
            b"null",
            b"[]",
            b'"event"',
        ]
    )
    lines: list[Any] = [*copied.records[:number], other, *copied.records[number + 1 :]]
    return copied.file({"records.ndjson": ndjson(lines)})


INSIDE_RECORDS: dict[Inside, int] = {
    value_against_digest: 15,
    salt_against_digest: 15,
    short_salt: 6,
    digest_in_another_form: 12,
    withheld: 15,
    leaked: 15,
    half_open: 8,
    to_someone_else: 10,
    to_nobody_named: 6,
    opening_of_something_else: 25,
    opening_cut_short: 4,
    opening_in_its_own_record: 5,
    time_runs_back: 10,
    time_is_no_number: 10,
    odd_envelope: 30,
    version_one_is_true: 4,
    member_missing: 6,
    odd_json: 18,
    not_canonical: 40,
}
