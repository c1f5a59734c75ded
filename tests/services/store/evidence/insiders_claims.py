"""What an insider can do to the rest of a file: heads, keys, manifest, the opened randomness, the header."""

import copy
from random import Random

from tests.services.store.evidence.builders import signer
from tests.services.store.evidence.insider import Insider, Json
from tests.services.store.evidence.insiders import Inside


def _anew(copied: Insider) -> bytes:
    copied.rechain()
    return copied.file()


def head_missing(copied: Insider, _: Insider, random: Random) -> bytes:
    del copied.heads[random.choice([0, -1, random.randrange(len(copied.heads))])]
    return _anew(copied)


def head_doubled(copied: Insider, _: Insider, random: Random) -> bytes:
    place = random.randrange(len(copied.heads))
    copied.heads.insert(place, dict(copied.heads[place]))
    return _anew(copied)


def head_in_mid_command(copied: Insider, _: Insider, random: Random) -> bytes:
    ends = {head["version"] for head in copied.heads}
    middle = random.choice([r["version"] for r in copied.records if r["version"] not in ends])
    copied.heads.append({**copied.heads[0], "version": middle})
    copied.heads.sort(key=lambda head: head["version"])
    return _anew(copied)


def heads_out_of_order(copied: Insider, _: Insider, random: Random) -> bytes:
    one, two = random.sample(range(len(copied.heads)), 2)
    copied.heads[one], copied.heads[two] = copied.heads[two], copied.heads[one]
    return _anew(copied)


def head_tells_otherwise(copied: Insider, _: Insider, random: Random) -> bytes:
    """Rightly signed, of another record, moment, log or game."""
    copied.rechain()
    head = random.choice(copied.heads)
    name, value = random.choice(
        [
            ("head", random.randbytes(32).hex()),
            ("head", head["head"].upper()),
            ("at", head["at"] + 1),
            ("origin", "another log"),
            ("game", "another"),
            ("version", len(copied.records) + 1),
            ("version", 0),
            ("more", 1),
        ]
    )
    head[name] = value
    copied.sign_head(head)
    return copied.file()


def head_not_signed(copied: Insider, _: Insider, random: Random) -> bytes:
    copied.rechain()
    head = random.choice(copied.heads)
    name, value = random.choice(
        [
            ("signature", head["signature"].upper()),
            ("signature", random.randbytes(64).hex()),
            ("signature", head["signature"][:-2]),
            ("signature", None),
            ("key", "0123456789abcdef"),
            ("signature", copied.sign("vouch", head, head["key"])),
        ]
    )
    head[name] = value
    return copied.file()


def command_split_in_two(copied: Insider, _: Insider, random: Random) -> bytes:
    """Another cause in mid-command: there a head would have been due."""
    ends = {head["version"] for head in copied.heads}
    record = random.choice([r for r in copied.records if r["version"] not in ends])
    record["cause"] += "x"
    return _anew(copied)


def keys_not_in_order(copied: Insider, _: Insider, random: Random) -> bytes:
    copied.rechain()
    key = random.choice(copied.keys)
    name, value = random.choice(
        [
            ("id", "0123456789abcdef"),
            ("public", key["public"].upper()),
            ("public", random.randbytes(32).hex()),
            ("public", key["public"][:-2]),
            ("created_at", -1),
            ("created_at", 2**53),
            ("created_at", True),
            ("created_at", None),
            ("vouched_by", random.choice(["0123456789abcdef", key["id"]])),
            ("vouch", random.randbytes(64).hex()),
            ("more", 1),
        ]
    )
    key[name] = value
    return copied.file()


def keys_doubled_or_gone(copied: Insider, _: Insider, random: Random) -> bytes:
    copied.rechain()
    stranger = signer(9, signer(8)).keys[-1]
    told = {name: getattr(stranger, name) for name in stranger.__struct_fields__}
    again = [*copied.keys, dict(random.choice(copied.keys))]
    copied.keys = random.choice([again, [], [*copied.keys, told], [told, *copied.keys], copied.keys[1:]])
    return copied.file()


def claim_against_records(copied: Insider, _: Insider, random: Random) -> bytes:
    copied.rechain()
    claim = copied.manifest
    name, value = random.choice(
        [
            ("format", "protokol-evidence/2"),
            ("origin", "another log"),
            ("audience", random.choice(["", "nobody", "blue"])),
            ("game", "another"),
            ("version", claim["version"] - 1),
            ("version", 2**53),
            ("head", random.randbytes(32).hex()),
            ("head", claim["head"].upper()),
            ("over", not claim["over"]),
            ("over", int(claim["over"])),
            ("made_at", -1),
            ("made_at", 2**53),
            ("made_at", 0.5),
            ("claimed", {"README.txt": random.randbytes(32).hex()}),
            ("claimed", {"more.txt": random.randbytes(32).hex()}),
            ("more", 1),
        ]
    )
    claim[name] = value
    return copied.file()


def another_audience(copied: Insider, _: Insider, random: Random) -> bytes:
    """The copy of one audience under the name of another."""
    copied.rechain()
    own = copied.manifest["audience"]
    copied.manifest["audience"] = random.choice(
        [name for name in ("red", "public", "arbiter") if name != own]
    )
    return copied.file()


def randomness_against_records(copied: Insider, _: Insider, random: Random) -> bytes:
    copied.rechain()
    other = {"commitment": "", "entropy": {}, "scheme": "hmac-sha256/1", "seed": random.randbytes(32).hex()}
    if copied.randomness is None:
        copied.randomness = other
        return copied.file()
    name = random.choice([*other, "all", "more"])
    if name == "all":
        copied.randomness = None
    else:
        copied.randomness[name] = {"red": "00" * 32} if name == "entropy" else other["seed"]
    return copied.file()


def played_on_after_the_end(copied: Insider, _: Insider, random: Random) -> bytes:
    """The finished game goes on, or what looks finished never opened its seed."""
    last, head = copied.records[-1], copied.heads[-1]
    if copied.randomness is None:
        last["event"] = {"type": "seed_opened", "seed": random.choice(["", "00", None, "x" * 64])}
        return _anew(copied)
    more = copy.deepcopy(last if random.random() < 0.5 else copied.records[-2])
    more["version"], more["cause"] = last["version"] + 1, "afterwards"
    copied.records.append(more)
    copied.heads.append({**head, "version": more["version"]})
    return _anew(copied)


def entropy_again(copied: Insider, _: Insider, random: Random) -> bytes:
    event = {"type": "entropy_given", "seat": "red", "entropy": random.randbytes(32).hex()}
    odd: Json = random.choice([{"seat": None}, {"entropy": ""}, {"entropy": 5}, {"seat": []}, {}])
    for record in random.sample(copied.records[1:-1], 2):
        record["event"] = {**event, **odd}
    return _anew(copied)


def odd_header(copied: Insider, _: Insider, random: Random) -> bytes:
    event = copied.records[0]["event"]
    header = event["header"]
    name, value = random.choice(
        [
            ("game", "another"),
            ("game", None),
            ("seats", "red,white"),
            ("seats", [1]),
            ("seats", None),
            ("commitment", None),
            ("commitment", header["commitment"].upper()),
            ("type", "game_began"),
            ("header", []),
        ]
    )
    (event if name in event else header)[name] = value
    return _anew(copied)


INSIDE_CLAIMS: dict[Inside, int] = {
    head_missing: 10,
    head_doubled: 6,
    head_in_mid_command: 8,
    heads_out_of_order: 6,
    head_tells_otherwise: 20,
    head_not_signed: 16,
    command_split_in_two: 6,
    keys_not_in_order: 30,
    keys_doubled_or_gone: 12,
    claim_against_records: 40,
    another_audience: 8,
    randomness_against_records: 16,
    played_on_after_the_end: 10,
    entropy_again: 10,
    odd_header: 20,
}
