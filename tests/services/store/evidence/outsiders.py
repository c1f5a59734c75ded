"""What someone without the signing key can do to a file: to its bytes, or to its parts."""

from collections.abc import Callable
from random import Random

import msgspec

from domain.core.canonical import canonical
from services.store.evidence import HEADS, MANIFEST_JSON, RANDOMNESS, RECORDS, pack, unpack
from tests.services.store.evidence.builders import flipped
from tests.services.store.evidence.insider import Json, is_opening, is_secret, ndjson

Outside = Callable[[bytes, bytes, Random], bytes]  # a file, another file, chance


def flip(file: bytes, _: bytes, random: Random) -> bytes:
    return flipped(file, random)


def truncate(file: bytes, _: bytes, random: Random) -> bytes:
    return file[: random.randrange(len(file))]


def drop_bytes(file: bytes, _: bytes, random: Random) -> bytes:
    place = random.randrange(len(file))
    return file[:place] + file[place + random.randint(1, 40) :]


def insert_bytes(file: bytes, _: bytes, random: Random) -> bytes:
    place = random.randrange(len(file) + 1)
    return file[:place] + random.randbytes(random.randint(1, 4)) + file[place:]


def splice_files(file: bytes, other: bytes, random: Random) -> bytes:
    return file[: random.randrange(len(file))] + other[random.randrange(len(other)) :]


def flip_in_part(file: bytes, _: bytes, random: Random) -> bytes:
    parts = unpack(file)
    name = random.choice(sorted(parts))
    return pack({**parts, name: flipped(parts[name], random)})


def flip_in_lines(file: bytes, _: bytes, random: Random) -> bytes:
    parts = unpack(file)
    name = random.choice([RECORDS, RECORDS, HEADS])
    return pack({**parts, name: flipped(parts[name], random)})


def _with_lines(file: bytes, random: Random, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    parts = unpack(file)
    name = random.choice([RECORDS, HEADS])
    return pack({**parts, name: b"".join(change(parts[name].splitlines(keepends=True)))})


def drop_line(file: bytes, _: bytes, random: Random) -> bytes:
    def drop(lines: list[bytes]) -> list[bytes]:
        gone = random.randrange(len(lines))
        return lines[:gone] + lines[gone + 1 :]

    return _with_lines(file, random, drop)


def swap_lines(file: bytes, _: bytes, random: Random) -> bytes:
    def swap(lines: list[bytes]) -> list[bytes]:
        one, two = random.sample(range(len(lines)), 2)
        lines[one], lines[two] = lines[two], lines[one]
        return lines

    return _with_lines(file, random, swap)


def reorder_lines(file: bytes, _: bytes, random: Random) -> bytes:
    return _with_lines(file, random, lambda lines: random.sample(lines, len(lines)))


def double_line(file: bytes, _: bytes, random: Random) -> bytes:
    def double(lines: list[bytes]) -> list[bytes]:
        again = random.randrange(len(lines))
        return [*lines[: again + 1], *lines[again:]]

    return _with_lines(file, random, double)


def truncate_lines(file: bytes, _: bytes, random: Random) -> bytes:
    return _with_lines(file, random, lambda lines: lines[: random.randrange(len(lines))])


def splice_parts(file: bytes, other: bytes, random: Random) -> bytes:
    """Records, heads or randomness of another file in the place of this one's."""
    parts, others = unpack(file), unpack(other)
    name = random.choice(sorted(parts.keys() & others.keys() & {RECORDS, HEADS, RANDOMNESS}))
    return pack({**parts, name: others[name]})


def splice_records(file: bytes, other: bytes, random: Random) -> bytes:
    """Records of another game, or of another copy of this one, from some version on."""
    parts, others = unpack(file), unpack(other)
    mine, theirs = parts[RECORDS].splitlines(keepends=True), others[RECORDS].splitlines(keepends=True)
    cut = random.randrange(1, min(len(mine), len(theirs)))
    return pack({**parts, RECORDS: b"".join(mine[:cut] + theirs[cut:])})


def _with_field(
    file: bytes, random: Random, wanted: Callable[[object], bool], change: Callable[[Json], None]
) -> bytes:
    parts = unpack(file)
    records = [msgspec.json.decode(line) for line in parts[RECORDS].splitlines()]
    fields = [field for record in records for field in record["event"].values() if wanted(field)]
    change(random.choice([field for field in fields if "value" in field]))
    return pack({**parts, RECORDS: ndjson(records)})


def change_disclosed_value(file: bytes, _: bytes, random: Random) -> bytes:
    def change(field: Json) -> None:
        value = field["value"]
        field["value"] = [*reversed(value)] if isinstance(value, list) else f"{value}x"

    return _with_field(file, random, is_secret, change)


def change_salt(file: bytes, _: bytes, random: Random) -> bytes:
    def change(field: Json) -> None:
        field["salt"] = random.randbytes(32).hex()

    return _with_field(file, random, lambda field: is_secret(field) or is_opening(field), change)


def change_opened_value(file: bytes, _: bytes, random: Random) -> bytes:
    return _with_field(file, random, is_opening, lambda field: field.update(value=f"{field['value']}x"))


def replace_signature(file: bytes, other: bytes, random: Random) -> bytes:
    """Another signature on a head: of another head, of another file, made up, or the same in capitals."""
    parts = unpack(file)
    heads = [msgspec.json.decode(line) for line in parts[HEADS].splitlines()]
    theirs = [msgspec.json.decode(line) for line in unpack(other)[HEADS].splitlines()]
    head = random.choice(heads)
    another = random.choice([random.choice(heads)["signature"], random.choice(theirs)["signature"]])
    head["signature"] = random.choice([another, random.randbytes(64).hex(), head["signature"].upper()])
    return pack({**parts, HEADS: ndjson(heads)})


def replace_manifest_signature(file: bytes, other: bytes, random: Random) -> bytes:
    parts = unpack(file)
    manifest = msgspec.json.decode(parts[MANIFEST_JSON])
    mine, theirs = manifest["signature"], msgspec.json.decode(unpack(other)[MANIFEST_JSON])["signature"]
    spaced = f"{mine[:2]} {mine[2:]}"
    manifest["signature"] = random.choice(
        [theirs, random.randbytes(64).hex(), mine.upper(), spaced, mine + "00", ""]
    )
    return pack({**parts, MANIFEST_JSON: canonical(manifest)})


def change_claim(file: bytes, _: bytes, random: Random) -> bytes:
    parts = unpack(file)
    manifest = msgspec.json.decode(parts[MANIFEST_JSON])
    name = random.choice(sorted(manifest.keys() - {"parts", "signature"}))
    value = manifest[name]
    manifest[name] = (
        not value if value in (True, False) else value + 1 if isinstance(value, int) else value + "x"
    )
    return pack({**parts, MANIFEST_JSON: canonical(manifest)})


def drop_part(file: bytes, _: bytes, random: Random) -> bytes:
    parts = unpack(file)
    gone = random.choice(sorted(parts))
    return pack({name: part for name, part in parts.items() if name != gone})


def add_randomness(file: bytes, other: bytes, random: Random) -> bytes:
    """A seed of one's own choice in the place of the opened one, or where none is opened yet."""
    told = {"commitment": "", "entropy": {}, "scheme": "hmac-sha256/1", "seed": random.randbytes(32).hex()}
    return pack({**unpack(file), RANDOMNESS: canonical(told)})


OUTSIDE: dict[Outside, int] = {
    flip: 300,
    truncate: 30,
    drop_bytes: 30,
    insert_bytes: 30,
    splice_files: 20,
    flip_in_part: 50,
    flip_in_lines: 30,
    drop_line: 20,
    swap_lines: 20,
    reorder_lines: 5,
    double_line: 15,
    truncate_lines: 15,
    splice_parts: 15,
    splice_records: 15,
    change_disclosed_value: 15,
    change_salt: 15,
    change_opened_value: 10,
    replace_signature: 20,
    replace_manifest_signature: 20,
    change_claim: 20,
    drop_part: 12,
    add_randomness: 6,
}

RESIGNED: dict[Outside, int] = {
    flip_in_lines: 60,
    drop_line: 15,
    swap_lines: 15,
    reorder_lines: 5,
    double_line: 10,
    truncate_lines: 15,
    splice_parts: 12,
    splice_records: 12,
    change_disclosed_value: 12,
    change_salt: 12,
    change_opened_value: 8,
    replace_signature: 15,
    add_randomness: 6,
}
