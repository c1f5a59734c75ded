"""Files that are not evidence: each is refused in one line, small and quickly, and nothing is written."""

import io
import struct
import tracemalloc
import warnings
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from services.store import zipped
from services.store.evidence import MOST_BYTES, NAMES, RECORDS, BadEvidence, unpack
from tests.services.store.evidence.builders import by_javascript, by_python, played
from tests.services.store.evidence.insider import Insider, ndjson

SOURCE = played("solitaire-red-1", 4)
FILE = SOURCE.evidence("red")
PARTS = unpack(FILE)
ENTRIES = zipped.read(FILE)
MANY = 300 * 1024 * 1024


def entries(**changes: zipped.Part) -> bytes:
    """The file with other entries in the places of some."""
    return zipped.joined([changes.get(entry.name.decode().partition(".")[0], entry) for entry in ENTRIES])


def entry(name: str, content: bytes = b"more") -> zipped.Part:
    return zipped.Part(name.encode(), zipped.STORED, zlib.crc32(content), len(content), content)


def zeros(count: int) -> bytes:
    """So many zero bytes, deflated without ever holding them all."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    step = bytes(1 << 20)
    return b"".join(deflate.compress(step) for _ in range(count >> 20)) + deflate.flush()


def by_the_library(change: Callable[[zipfile.ZipInfo], None], *, zip64: bool = False) -> bytes:
    """A zip of the same parts, as the standard library writes it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in NAMES:
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            with made.open(info, "w", force_zip64=zip64) as part:
                part.write(PARTS[name])
    return out.getvalue()


def with_comment() -> bytes:
    out = io.BytesIO(FILE)
    with zipfile.ZipFile(out, "a") as made:
        made.comment = b"hello"
    return out.getvalue()


def added(name: str) -> bytes:
    out = io.BytesIO(FILE)
    with zipfile.ZipFile(out, "a") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # doubled names are what is tried
        made.writestr(zipfile.ZipInfo(name), b"more")
    return out.getvalue()


def nothing(_: zipfile.ZipInfo) -> None:
    pass


def patched(place: int, value: bytes, file: bytes = FILE) -> bytes:
    return file[:place] + value + file[place + len(value) :]


def signed(parts: dict[str, bytes]) -> bytes:
    """An insider's file with these parts: only their content can be what is wrong."""
    return Insider(FILE, SOURCE.signers).file(parts)


def deep() -> bytes:
    records = PARTS[RECORDS].splitlines()
    return ndjson([*records[:5], b"[" * 100_000 + b"]" * 100_000, *records[6:]])


DIRECTORY = FILE.index(b"PK\x01\x02")


@cache
def wrong() -> dict[str, tuple[bytes, str]]:
    """Each kind of wrong file: its bytes, and what the refusal says."""
    bomb, records = zeros(MANY), ENTRIES[2]
    return {
        "empty": (b"", "not a zip"),
        "not a zip": (b"hello\n" * 100, "not a zip"),
        "an empty zip": (b"PK\x05\x06" + bytes(18), "not a zip"),
        "half a zip": (FILE[: len(FILE) // 2], "cut off"),
        "a zip without its last byte": (FILE[:-1], "directory"),
        "only the directory": (FILE[DIRECTORY:], "not a zip"),
        "a program that is a zip too": (b"MZ" + FILE, "not a zip"),
        "something after the end": (FILE + b"\n", "directory"),
        "a zip after the zip": (FILE + FILE, "directory"),
        "a comment": (with_comment(), "directory"),
        "a bomb that says how large it is": (
            entries(records=records._replace(packed=bomb, size=MANY, crc=0)),
            "more than 256 MiB",
        ),
        "a bomb that says it is small": (
            entries(records=records._replace(packed=bomb, size=1000, crc=zlib.crc32(bytes(1000)))),
            "larger than it says",
        ),
        "a part that says it is enormous": (
            entries(records=records._replace(size=2**32 - 1)),
            "more than 256 MiB",
        ),
        "parts that are enormous together": (
            zipped.joined([one._replace(size=MOST_BYTES // 5) for one in ENTRIES]),
            "more than 256 MiB",
        ),
        "a part that is smaller than it says": (
            entries(records=records._replace(size=records.size + 1)),
            "not as large",
        ),
        "bytes after a deflated part": (
            entries(records=records._replace(packed=records.packed + b"x")),
            "not end",
        ),
        "a deflated part that does not end": (
            entries(records=records._replace(packed=records.packed[:-5])),
            "not end",
        ),
        "a path outside": (added("../x"), "'../x' does not belong"),
        "an absolute path": (added("/etc/passwd"), "'/etc/passwd' does not belong"),
        "a path with a line feed": (added("x\ny" * 60), "does not belong"),
        "a path instead of a part": (
            entries(README=entry("../../README.txt")),
            "'../../README.txt' does not",
        ),
        "a folder": (added("folder/"), "'folder/' does not belong"),
        "one entry more": (added("more.txt"), "'more.txt' does not belong"),
        "an entry twice": (added("README.txt"), "doubled"),
        "all entries twice": (zipped.joined([*ENTRIES, *ENTRIES]), "doubled"),
        "a hundred entries": (zipped.joined([entry(f"{n}.txt") for n in range(100)]), "more than 64 entries"),
        "another order": (zipped.joined([ENTRIES[1], ENTRIES[0], *ENTRIES[2:]]), "out of order"),
        "without a part": (zipped.joined([*ENTRIES[:3], *ENTRIES[4:]]), "heads.ndjson is missing"),
        "a name in capitals": (entries(keys=entry("KEYS.json", PARTS["keys.json"])), "'KEYS.json' does not"),
        "another name in the directory": (patched(DIRECTORY + 46, b"readme"), "directory"),
        "encrypted": (patched(6, b"\x01\x00"), "encrypted"),
        "encrypted by the directory": (patched(DIRECTORY + 8, b"\x01\x00"), "directory"),
        "packed in another way": (entries(README=entry("README.txt")._replace(method=12)), "another way"),
        "a link": (patched(DIRECTORY + 38, struct.pack("<I", 0o120777 << 16)), "directory"),
        "dated": (by_the_library(lambda info: setattr(info, "date_time", (2026, 1, 1, 0, 0, 0))), "header"),
        "extra fields": (
            by_the_library(lambda info: setattr(info, "extra", b"\x99\x99\x04\x00abcd")),
            "header",
        ),
        "comments of entries": (by_the_library(lambda info: setattr(info, "comment", b"hello")), "directory"),
        "zip64": (by_the_library(nothing, zip64=True), "header"),
        "deep nesting": (signed({RECORDS: deep()}), "not a record"),
        "deep nesting of keys": (signed({"keys.json": b"[" * 100_000}), "keys.json: nested too deeply"),
        "invalid UTF-8": (signed({"keys.json": b'[{"id":"\xff"}]'}), "keys.json: "),
        "a line of 10 MB": (
            signed({RECORDS: PARTS[RECORDS] + b"x" * 10_000_000 + b"\n"}),
            "a line of more than",
        ),
        "a head of 10 MB": (
            signed({"heads.ndjson": b'{"at":"' + b"x" * 10_000_000 + b'"}\n'}),
            "a line of more than",
        ),
        "a name of 10 MB": (signed({"keys.json": b'[{"' + b"x" * 10_000_000 + b'":1}]'}), "keys.json: "),
        "no records": (signed({RECORDS: b""}), "no records"),
        "no heads": (signed({"heads.ndjson": b""}), "heads: 0 heads"),
        "empty lines": (signed({RECORDS: b"\n" * 1000}), "not JSON"),
        "a last line without its end": (signed({RECORDS: PARTS[RECORDS][:-1]}), "cut off"),
        "a manifest that is no object": (
            zipped.write({**PARTS, "manifest.json": b"[]"}.items()),
            "manifest.json: ",
        ),
    }


def test_each_is_refused_in_one_line_without_much_memory() -> None:
    for name, (file, reason) in wrong().items():
        tracemalloc.start()
        try:
            found = by_python(file)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert not found.fine, name
        assert reason in found.why, (name, found.why)
        assert found.why.isprintable() and len(found.why) < 300, name
        assert peak < 64 * 1024 * 1024, name


def test_the_other_verifier_refuses_them_too_at_the_same_version(tmp_path: Path) -> None:
    found = by_javascript(tmp_path, [file for file, _ in wrong().values()])
    for (name, (file, _)), theirs in zip(wrong().items(), found, strict=True):
        assert (theirs.fine, theirs.version) == (False, by_python(file).version), name


def test_nothing_is_written_anywhere_near(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    for file, _ in wrong().values():
        by_python(file)
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "a", inner]


def test_the_file_on_disk_may_not_be_larger_than_all_parts_together(tmp_path: Path) -> None:
    with (tmp_path / "huge.zip").open("wb") as huge:
        huge.truncate(MOST_BYTES + 1)  # a hole: it takes no room
    with pytest.raises(BadEvidence, match="more than 256 MiB"):
        unpack(tmp_path / "huge.zip")


def test_any_zip_program_can_read_evidence() -> None:
    """The one form that is allowed is an ordinary one."""
    with zipfile.ZipFile(io.BytesIO(FILE)) as read:
        assert read.testzip() is None
        assert {name: read.read(name) for name in read.namelist()} == PARTS
