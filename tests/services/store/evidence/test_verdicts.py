"""Fair and by the rules, of files that are intact: what a server with its own keys cannot hide."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.core.record import digest_of
from domain.core.verify import FAULT, FINE, NOT_YET, Verdict
from services.store.evidence import unpack
from services.store.verify import Report, verify_evidence, verify_log
from tests.services.store.evidence.builders import Source, by_javascript, played
from tests.services.store.evidence.insider import Insider, Json


@pytest.fixture(scope="module")
def source() -> Source:
    return played("dual_powers", 11, entropy=True)


@pytest.fixture
def arbiters(source: Source) -> Insider:
    return Insider(source.evidence("arbiter"), source.signers)


def judged(folder: Path, insider: Insider) -> Report:
    """The verdicts of what an insider made, once both verifiers find it intact."""
    insider.rechain()
    file = insider.file()
    report = verify_evidence(unpack(file))
    assert report.intact, report.intact.why
    assert by_javascript(folder, [file])[0].fine
    return report


def first(insider: Insider, tag: str) -> Json:
    found: Json = next(record for record in insider.records if record["event"]["type"] == tag)
    return found


def sealed(record: Json, name: str, value: Any) -> None:
    """Another value in a secret, with the digest that fits."""
    secret = record["event"][name]
    secret["value"] = value
    secret["digest"] = digest_of(record["game"], record["version"], name, secret["salt"], value)


def test_what_nobody_changed_is_fair_and_by_the_rules(arbiters: Insider, tmp_path: Path) -> None:
    report = judged(tmp_path, arbiters)
    end = len(arbiters.records)
    assert report.fair == Verdict(FINE, end, "4 shuffles and rolls derived again")
    assert report.by_the_rules == Verdict(FINE, end)


def test_a_stacked_deck_is_unfair_even_if_all_is_chained_and_signed_anew(
    arbiters: Insider, tmp_path: Path
) -> None:
    shuffled = first(arbiters, "deck_shuffled")
    order = shuffled["event"]["order"]["value"]
    sealed(shuffled, "order", [order[1], order[0], *order[2:]])
    report = judged(tmp_path, arbiters)
    assert report.faulty
    assert report.fair == Verdict(FAULT, shuffled["version"], "deck/1: not what the seed gives")
    assert (report.by_the_rules.answer, report.by_the_rules.version) == (FAULT, shuffled["version"])


def test_a_card_that_the_deck_would_not_have_given_is_found_in_the_seat_s_own_copy(
    source: Source, tmp_path: Path
) -> None:
    """The deck itself stays closed there; the opened seed gives it again."""
    insider = Insider(source.evidence("red"), source.signers)
    record, name = next(
        (r, n) for r, n in insider.secrets(opened=True) if r["event"]["type"] == "cards_drawn"
    )
    sealed(record, name, [*reversed(record["event"][name]["value"])])
    report = judged(tmp_path, insider)
    assert report.fair.answer == FINE
    assert report.by_the_rules == Verdict(FAULT, record["version"], "the rules give another event here")


def test_a_closed_event_in_the_place_of_another_is_against_the_rules(source: Source, tmp_path: Path) -> None:
    """What is closed cannot be compared, but that it stands there can."""
    insider = Insider(source.evidence("red"), source.signers)
    record = first(insider, "turn_began")
    record["event"] = first(insider, "deck_shuffled")["event"]
    report = judged(tmp_path, insider)
    assert report.by_the_rules == Verdict(FAULT, record["version"], "the rules give another event here")


def test_another_seed_than_the_one_committed_to_is_unfair(arbiters: Insider, tmp_path: Path) -> None:
    seed = Random(1).randbytes(32).hex()
    assert arbiters.randomness is not None
    arbiters.records[-1]["event"]["seed"] = arbiters.randomness["seed"] = seed
    report = judged(tmp_path, arbiters)
    why = "the seed is not the one that was committed to"
    assert report.fair == Verdict(FAULT, len(arbiters.records), why)
    assert report.by_the_rules == Verdict(FAULT, 1, "this seed is not the one that the header commits to")


def test_entropy_that_was_not_promised_is_unfair(arbiters: Insider, tmp_path: Path) -> None:
    given = first(arbiters, "entropy_given")
    assert arbiters.randomness is not None
    given["event"]["entropy"] = arbiters.randomness["entropy"][given["event"]["seat"]] = "00" * 32
    report = judged(tmp_path, arbiters)
    assert report.fair == Verdict(FAULT, given["version"], "this entropy was not promised")
    assert (report.by_the_rules.answer, report.by_the_rules.version) == (FAULT, given["version"])


def test_a_move_that_was_not_allowed_is_against_the_rules(arbiters: Insider, tmp_path: Path) -> None:
    played_card = first(arbiters, "card_played")
    cause, seat = played_card["cause"], played_card["by"]
    other = next(name for name in ("red", "white") if name != seat)
    of_command = [record for record in arbiters.records if record["cause"] == cause]
    for record in of_command:
        record["by"] = other
    report = judged(tmp_path, arbiters)
    assert report.fair.answer == FINE
    assert (report.by_the_rules.answer, report.by_the_rules.version) == (FAULT, of_command[0]["version"])
    assert report.by_the_rules.why.startswith(f"{other} was not allowed this: ")


@pytest.mark.parametrize(("name", "value"), [("by", "white"), ("by", None), ("at", 10**9)])
def test_a_record_in_mid_command_by_another_seat_or_of_another_time_is_against_the_rules(
    arbiters: Insider, tmp_path: Path, name: str, value: object
) -> None:
    """Each record of a command is by the seat, and of the moment, of that command."""
    ends = {head["version"] for head in arbiters.heads}
    record = next(r for r in arbiters.records if r["by"] == "red" and r["version"] - 1 not in {0, *ends})
    record[name] = value
    for later in arbiters.records[record["version"] :]:
        later["at"] = max(later["at"], record["at"])
    report = judged(tmp_path, arbiters)
    why = "by another seat or at another time than its command"
    assert report.by_the_rules == Verdict(FAULT, record["version"], why)


@pytest.mark.parametrize(("name", "value"), [("ruleset_version", 99), ("ruleset", "halma"), ("ruleset", 5)])
def test_a_game_of_a_ruleset_that_is_not_here_is_intact_and_the_rest_is_left_open(
    arbiters: Insider, tmp_path: Path, name: str, value: object
) -> None:
    header = arbiters.records[0]["event"]["header"]
    header[name] = value
    report = judged(tmp_path, arbiters)
    missing = f"{header['ruleset']} version {header['ruleset_version']} is not installed"
    assert (report.fair.answer, report.by_the_rules.answer) == (missing, missing)
    assert not report.faulty


def test_a_game_with_other_cards_than_ours_cannot_be_played_again(arbiters: Insider, tmp_path: Path) -> None:
    arbiters.records[0]["event"]["header"]["components"]["digest"] = "00" * 32
    report = judged(tmp_path, arbiters)
    assert report.fair.answer == FINE
    assert report.by_the_rules.answer == "played with components 'standard', which are not at hand"
    assert not report.faulty


def test_options_that_the_ruleset_does_not_know_are_a_fault_of_the_first_version(
    arbiters: Insider, tmp_path: Path
) -> None:
    arbiters.records[0]["event"]["header"]["options"]["solitaire"] = "yes"
    report = judged(tmp_path, arbiters)
    assert (report.by_the_rules.answer, report.by_the_rules.version) == (FAULT, 1)


def test_an_event_that_the_ruleset_does_not_know_is_a_fault_where_it_stands(
    arbiters: Insider, tmp_path: Path
) -> None:
    record = arbiters.records[20]
    record["event"] = {"type": "meteor_struck"}
    report = judged(tmp_path, arbiters)
    for verdict in (report.fair, report.by_the_rules):
        assert (verdict.answer, verdict.version) == (FAULT, 21)
        assert verdict.why.startswith("not an event of dual_powers: ")


def test_of_a_running_game_both_are_not_yet_opened_whoever_asks(tmp_path: Path) -> None:
    running = played("dual_powers", 11, entropy=True, decisions=20)
    for audience in running.audiences:
        report = judged(tmp_path, Insider(running.evidence(audience), running.signers))
        assert (report.fair.answer, report.by_the_rules.answer) == (NOT_YET, NOT_YET)


def test_a_bare_log_has_the_same_verdicts_without_signatures(source: Source) -> None:
    report = verify_log(source.lines, source.heads[-1].head)
    assert (report.intact.answer, report.fair.answer, report.by_the_rules.answer) == (FINE, FINE, FINE)
    assert not report.signed
    cut = verify_log(source.lines[:-1], source.heads[-1].head)
    assert (cut.intact.answer, cut.intact.version) == (FAULT, len(source.lines) - 1)
    assert cut.fair.answer == cut.by_the_rules.answer == "not looked at: the record is not intact"
    assert verify_log([]).intact == Verdict(FAULT, 0, "no records")
