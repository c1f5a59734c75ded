"""`--json`: what is printed is exactly what replay_cli/JSON.md describes, and decodes strictly."""

import re
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from domain.core.record import Record
from domain.core.ruleset import Standing
from domain.core.verify import Verdict
from replay_cli import structs
from replay_cli.judging import Verified
from services.store.verify import Report
from tests.replay_cli.conftest import Sources
from tests.replay_cli.support import ROOT, replay

TEXT = (ROOT / "replay_cli/JSON.md").read_text(encoding="utf-8")
ANSWERS: dict[str, type[msgspec.Struct]] = {
    "list": structs.List,
    "show": structs.Show,
    "log": structs.Log,
    "find": structs.Found,
    "diff": structs.Diff,
    "knew": structs.Knew,
    "verify": Verified,
    "try": structs.Tried,
}
OURS = [structs.Listed, structs.Asked, structs.Told, structs.Change, structs.Learned]
PARTS = [*OURS, Standing, Report, Verdict]
ASKS = {
    "list": [["STORE"], ["my-folder"]],
    "show": [["my-red.evidence"], ["STORE", "--game", "REV", "--at", "r1", "--as", "red"]],
    "log": [["my-red.evidence"], ["STORE", "--game", "SOLO", "--lang", "de"]],
    "find": [["my-red.evidence", "by"], ["STORE", "version", "--game", "REV", "--first"]],
    "diff": [["my-red.evidence", "r1", "r2"], ["my-red.evidence", "--with", "STORE"]],
    "knew": [["my-red.evidence"], ["STORE", "--game", "REV", "--at", "r1", "--reveal", "arbiter"]],
    "verify": [["my-red.evidence"], ["STORE", "--all"]],
    "try": [["my-red.evidence", "--at", "11"], ["STORE", "1", "--game", "DUAL", "--at", "11", "--as", "red"],
            ["STORE", "--game", "REV", "--at", "7", "--as", "red"]],
}  # fmt: skip


def section(command: str) -> str:
    found = re.search(rf"^## {command}\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found, f"JSON.md has no section on {command}"
    return found[1]


def strictly(plain: Any, kind: Any, where: str = "") -> None:
    """No field is missing and none is unknown, in this struct and all within."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        assert isinstance(plain, dict)
        assert plain.keys() == set(kind.__struct_fields__), where
        for name, hint in get_type_hints(kind).items():
            strictly(plain[name], hint, f"{where}.{name}")
    elif get_origin(kind) in (list, tuple):
        for one in plain:
            strictly(one, get_args(kind)[0], f"{where}[]")
    elif get_origin(kind) is Union or "|" in str(kind):
        inner = [one for one in get_args(kind) if one is not type(None)]
        if plain is not None:
            strictly(plain, inner[0], where)


@pytest.mark.parametrize("command", ANSWERS)
def test_real_output_decodes_into_its_struct_strictly(command: str, sources: Sources) -> None:
    kind = ANSWERS[command]
    for ask in ASKS[command]:
        said = replay(command, *sources.words(ask), "--json")
        assert (said.code, said.out.count("\n")) == (0, 1), said.err
        plain = msgspec.json.decode(said.out)
        strictly(plain, kind)
        answer = msgspec.convert(plain, kind)
        assert msgspec.json.encode(answer, order="sorted").decode() + "\n" == said.out
        assert plain["format"] == f"protokol-replay-{command}/1"


@pytest.mark.parametrize("command", ANSWERS)
def test_every_field_and_every_format_is_described(command: str) -> None:
    text = section(command)
    described = set(re.findall(r"`([\w./-]+)`", text))
    assert f"protokol-replay-{command}/1" in described
    assert set(ANSWERS[command].__struct_fields__) <= described


@pytest.mark.parametrize("part", PARTS)
def test_every_field_of_a_part_is_described_beside_its_name(part: type[msgspec.Struct]) -> None:
    for text in [section(command) for command in ANSWERS]:
        described = set(re.findall(r"`([\w./-]+)`", text))
        if part.__name__ in described and set(part.__struct_fields__) <= described:
            return
    raise AssertionError(f"no section describes {part.__name__}")


@pytest.mark.parametrize("command", [*ANSWERS, "tail"])
def test_every_example_is_one_that_could_be_printed(command: str) -> None:
    examples = re.findall(r"```json\n(.*?)\n```", section(command))
    assert len(examples) == 1
    plain = msgspec.json.decode(examples[0])
    if command == "tail":
        assert plain.keys() == set(Record.__struct_fields__)
    else:
        strictly(plain, ANSWERS[command])
        assert plain["format"] == f"protokol-replay-{command}/1"
    assert msgspec.json.encode(plain, order="sorted").decode() == examples[0]


def test_every_struct_is_an_answer_or_part_of_one() -> None:
    kinds = [one for one in vars(structs).values() if isinstance(one, type)]
    here = {one for one in kinds if one.__module__ == structs.__name__}
    assert here == {*ANSWERS.values(), *OURS} - {Verified}


def test_tail_prints_the_lines_of_the_log_itself(sources: Sources) -> None:
    told = replay("tail", sources.file("my-red.evidence"), "--json").out
    assert told == sources.file("my-dual_powers-red.ndjson").read_text("utf-8")
