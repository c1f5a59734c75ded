"""Damaged files: told as such by every command, judged by `verify`, never a traceback, nothing written."""

import sqlite3
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.replay_cli.conftest import Sources
from tests.replay_cli.support import LOGS, one_line, replay

LOG = LOGS / "dual_powers.ndjson"
LINES = LOG.read_bytes().splitlines(keepends=True)
GAME = b'"9482313b-75c6-4212-af22-7fdfcbea1326"'


def damaged() -> dict[str, tuple[bytes, str]]:
    swapped = [*LINES[:20], LINES[21], LINES[20], *LINES[22:]]
    renumbered = (
        LINES[21].replace(b'"version":22', b'"version":21'),
        LINES[20].replace(b'"version":21', b'"version":22'),
    )
    other = msgspec.json.decode(LINES[30])
    other["event"] = {"type": "token_moved", "seat": "red", "token": "tsar", "start": "blue", "path": ["red"]}
    unknown = LINES[15].replace(b'"lenin"', b'"rasputin"')
    return {
        "truncated": (b"".join(LINES[:40]) + LINES[40][:50], "record 41 cannot be read"),
        "not JSON": (b"".join(LINES[:40]) + b"garbage\n", "record 41 cannot be read"),
        "swapped": (b"".join(swapped), "version 22 where 21 follows"),
        "swapped and renumbered": (b"".join([*LINES[:20], *renumbered, *LINES[22:]]), ""),
        "lost": (b"".join(LINES[:20] + LINES[21:]), "version 22 where 21 follows"),
        "another move": (b"".join([*LINES[:30], msgspec.json.encode(other), *LINES[30:]]), "cannot be read"),
        "an impossible move": (b"".join([*LINES[:30], msgspec.json.encode(other)]), "do not fit each other"),
        "an unknown card": (b"".join([*LINES[:15], unknown, *LINES[16:]]), ""),
        "deep": (LINES[0] + b'{"x":' * 100_000, "record 2 cannot be read"),
        "an unknown ruleset": (LINES[0].replace(b'"dual_powers"', b'"chess"'), "is not installed"),
        "a game without name": (LINES[0].replace(GAME, b"17"), "not a log"),
        "other components": (LINES[0].replace(b'"digest":"', b'"digest":"00'), "components"),
        "half a header": (LINES[0][:60], "not a log, not evidence and not a store"),
        "a zip that ends": (b"PK\x03\x04\x14\x00\x00", "not evidence"),
        "a store that ends": (b"SQLite format 3\x00" + bytes(200), "damaged"),
    }  # fmt: skip


@pytest.mark.parametrize("kind", damaged())
def test_a_damaged_file_is_told_as_such_by_every_command(kind: str, tmp_path: Path) -> None:
    content, why = damaged()[kind]
    file = tmp_path / "damaged.ndjson"
    file.write_bytes(content)
    asks = (
        ["show"],
        ["log"],
        ["find", "table.day"],
        ["knew"],
        ["try", "--as", "red"],
        ["export", "csv"],
        ["diff"],
    )
    for ask in asks:
        said = replay(ask[0], file, *ask[1:])
        if why:
            one_line(said, said.code, why)
        assert "Traceback" not in said.err
        assert said.code in ((1, 3) if why else (0, 1, 3)), (ask, said)
    verified = replay("verify", file)
    assert verified.code in (1, 3), verified
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("seed", range(40))
def test_a_log_with_a_changed_byte_never_ends_in_a_traceback(seed: int, tmp_path: Path) -> None:
    random, file = Random(seed), tmp_path / "changed.ndjson"
    text = bytearray(b"".join(LINES[:70]))
    for _ in range(random.randint(1, 3)):
        text[random.randrange(len(text))] = random.choice(b'0a",:{}[]-\x1b\xff\n')
    file.write_bytes(bytes(text))
    for ask in (
        ["list"],
        ["show"],
        ["log"],
        ["find", "table"],
        ["knew"],
        ["export", "text"],
        ["diff", "--with", str(LOG)],
    ):
        said = replay(ask[0], file, *ask[1:])
        assert said.code in (0, 1, 2, 3), (ask, said.err)
        assert said.err.count("\n") == (1 if said.err else 0), (ask, said.err)
    assert replay("verify", file).code in (1, 3)


def test_a_file_from_somebody_else_cannot_steer_the_terminal(tmp_path: Path) -> None:
    file, steer = tmp_path / "steering.ndjson", b"\\u001b[2J\\u0007\xc2\x9b31m"
    text = b"".join(LINES).replace(b'"9482313b', b'"9482' + steer)
    file.write_bytes(text)
    for ask in (["list"], ["show"], ["log"], ["verify"], ["knew"], ["tail"], ["diff", "--with", str(file)]):
        said = replay(ask[0], file, *ask[1:])
        assert not {"\x1b", "\x07", "\x9b"} & {*said.out, *said.err}, ask
    assert "\N{REPLACEMENT CHARACTER}" in replay("list", file).out


def test_damaged_evidence_is_a_fault_and_other_files_of_the_folder_are_still_judged(
    sources: Sources, tmp_path: Path
) -> None:
    whole = sources.file("my-red.evidence").read_bytes()
    (tmp_path / "cut.evidence").write_bytes(whole[: len(whole) // 2])
    one_line(replay("show", tmp_path / "cut.evidence"), 1, "not evidence")
    one_line(replay("verify", tmp_path / "cut.evidence"), 1, "not evidence")
    one_line(replay("list", tmp_path), 1, "not evidence")
    (tmp_path / "whole.evidence").write_bytes(whole)
    code, out, err = replay("list", tmp_path)
    assert code == 1
    assert sources.dual in out and "cut.evidence: not evidence" in err
    code, out, err = replay("verify", tmp_path, "--all")
    assert (code, err) == (1, "")
    assert "cut.evidence: not evidence" in out and "2 games: 1 without fault, 1 at fault" in out


def test_a_store_of_a_later_version_or_with_a_torn_end_is_told_as_such(
    tmp_path: Path, sources: Sources
) -> None:
    whole = sources.file("my-store.db").read_bytes()
    (tmp_path / "torn.db").write_bytes(whole[: len(whole) // 2])
    for ask in ("list", "verify --all", f"show --game {sources.solitaire}"):
        command, *rest = ask.split()
        one_line(replay(command, tmp_path / "torn.db", *rest), 1, "damaged", "protokol doctor")
    newer = tmp_path / "newer.db"
    newer.write_bytes(whole)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    one_line(replay("list", newer), 4, "newer.db")
