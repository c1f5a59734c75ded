"""Evidence of every kind of game, for every audience: both verifiers find it intact, and it is fair."""

import subprocess
from pathlib import Path

import msgspec
import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.verify import FINE, NOT_YET
from services.store.evidence import HEADS, KEYS, RANDOMNESS, RECORDS, BadEvidence, unpack
from services.store.verify import verify_evidence
from tests.services.store.evidence.builders import NODE, VERIFIER, by_javascript, by_python, played

GAMES = ("dual_powers", "dual_powers-publisher", "solitaire-red-1", "solitaire-white-6")


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("entropy", [False, True])
@pytest.mark.parametrize("variant", GAMES)
def test_a_finished_game_is_intact_fair_and_by_the_rules_for_every_audience(
    variant: str, entropy: bool, rotated: bool, tmp_path: Path
) -> None:
    source = played(variant, 11, entropy=entropy, rotated=rotated)
    assert len(source.keys) == (2 if rotated else 1)
    files = [source.evidence(audience) for audience in source.audiences]
    for audience, file in zip(source.audiences, files, strict=True):
        report = verify_evidence(unpack(file))
        assert (report.audience, report.version, report.faulty) == (audience, len(source.lines), False)
        assert (report.intact.answer, report.fair.answer) == (FINE, FINE)
        rules = report.by_the_rules.answer
        assert rules == FINE or (audience != ARBITER and "closed" in rules)
        assert len(msgspec.json.decode(unpack(file)[RANDOMNESS])["entropy"]) == entropy * len(source.seats)
    assert all(judged.fine for judged in by_javascript(tmp_path, files))


@pytest.mark.parametrize("decisions", [0, 1, 8])
@pytest.mark.parametrize("entropy", [False, True])
@pytest.mark.parametrize("variant", GAMES)
def test_a_running_game_is_intact_and_its_chance_not_yet_opened(
    variant: str, entropy: bool, decisions: int, tmp_path: Path
) -> None:
    source = played(variant, 12, entropy=entropy, decisions=decisions, rotated=decisions > 1)
    files = [source.evidence(audience) for audience in source.audiences]
    for file in files:
        assert RANDOMNESS not in unpack(file)
        report = verify_evidence(unpack(file))
        assert report.intact
        assert (report.fair.answer, report.by_the_rules.answer) == (NOT_YET, NOT_YET)
    assert all(judged.fine for judged in by_javascript(tmp_path, files))


@pytest.mark.parametrize("audience", ["red", "white", PUBLIC, ARBITER])
def test_the_same_input_gives_the_same_bytes(audience: str) -> None:
    source = played("dual_powers", 11, entropy=True, rotated=True)
    assert source.evidence(audience) == source.evidence(audience)
    assert source.evidence(audience) != source.evidence(audience, now=1)


def test_copies_differ_only_in_what_is_open() -> None:
    """Heads, keys and opened randomness are the same for all; nobody's copy holds another's secrets."""
    source = played("dual_powers", 11)
    copies = {audience: unpack(source.evidence(audience)) for audience in source.audiences}
    for name in (HEADS, KEYS, RANDOMNESS):
        assert len({copy[name] for copy in copies.values()}) == 1
    assert len({copy[RECORDS] for copy in copies.values()}) == len(copies)
    drawn = [
        msgspec.json.decode(line)["event"]["cards"]
        for line in copies["white"][RECORDS].splitlines()
        if b'"cards_drawn"' in line
    ]
    assert {secret["to"][0] for secret in drawn if "value" in secret} == {"white"}
    assert {secret["to"][0] for secret in drawn if "value" not in secret} == {"red"}


def test_heads_before_and_after_a_new_key_are_signed_by_the_key_of_their_time() -> None:
    source = played("dual_powers", 11, rotated=True)
    old, new = (key.id for key in source.keys)
    signed = [head.key for head in source.heads]
    assert signed == sorted(signed, key=[old, new].index) and {old, new} == set(signed)
    assert verify_evidence(unpack(source.evidence("red"))).keys == (old, new)


def test_no_evidence_is_made_for_an_audience_that_the_game_has_not() -> None:
    source = played("solitaire-red-1", 11)
    for nobody in ("white", "blue", ""):
        with pytest.raises(BadEvidence, match="not an audience of this game: red, public, arbiter"):
            source.evidence(nobody)


def test_no_evidence_is_made_of_a_log_that_is_not_whole() -> None:
    source = played("solitaire-red-1", 11)
    with pytest.raises(BadEvidence, match="version 5: "):
        source._replace(lines=source.lines[:4] + source.lines[5:]).evidence("red")


def test_a_file_on_disk_is_read_as_its_bytes_are(tmp_path: Path) -> None:
    file = played("solitaire-red-1", 11).evidence("red")
    (tmp_path / "evidence.zip").write_bytes(file)
    assert unpack(tmp_path / "evidence.zip") == unpack(file)
    assert by_python(file).fine


def test_the_other_verifier_tells_its_verdict_in_one_line_and_by_its_exit(tmp_path: Path) -> None:
    fine, bad, receipt = tmp_path / "fine.zip", tmp_path / "bad.zip", tmp_path / "receipt.json"
    source = played("solitaire-red-1", 11)
    fine.write_bytes(source.evidence("red"))
    bad.write_bytes(source.evidence("red")[:-1])
    receipt.write_bytes(msgspec.json.encode(source.heads[0], order="sorted"))

    def run(*args: str | Path) -> tuple[int, str, str]:
        told = subprocess.run([NODE, VERIFIER, *args], capture_output=True, text=True, check=False)
        return told.returncode, told.stdout, told.stderr

    records, game = len(source.lines), source.heads[0].game
    good = f"intact: fine ({records} records, game {game}, audience red)\n"
    assert run(fine) == (0, good, "")
    assert run(fine, "--receipt", receipt, "--key", source.keys[0].id) == (0, good, "")
    code, out, err = run(bad)
    assert (code, err) == (1, "") and out.startswith("intact: fault at version 0: ") and out.count("\n") == 1
    for wrong in ([], [tmp_path / "none.zip"], [fine, bad], [fine, "--receipt"], [fine, "--what"]):
        code, out, err = run(*wrong)
        assert (code, out) == (2, "") and err.count("\n") == 1
