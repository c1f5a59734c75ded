"""Golden logs: games of every way of playing that must replay for ever, and how they are told."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.core.event import PUBLIC
from domain.core.replay import as_seen_by, table_at
from domain.core.ruleset import Ruleset, installed, ruleset
from domain.core.verify import by_the_rules, fair, intact
from tests.golden.playthrough import playthrough

LOGS = sorted(Path(__file__).parent.glob("*.ndjson"))
golden = pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)


def test_there_are_golden_logs_of_every_ruleset_and_of_two_players_and_solitaire() -> None:
    assert {"dual_powers", "dual_powers-ru", "solitaire-red-1"} <= {log.stem for log in LOGS}
    assert {rules_of(log).name for log in LOGS} == set(installed())


def rules_of(log: Path) -> Ruleset[Any]:
    """The ruleset that the log's header names."""
    with log.open("rb") as lines:
        return ruleset(msgspec.json.decode(lines.readline())["event"]["header"]["ruleset"])


@golden
def test_a_golden_log_replays_to_its_end_and_verifies(log: Path) -> None:
    lines = log.read_bytes().splitlines()
    rules = rules_of(log)
    records = [rules.records.decode(line) for line in lines]
    assert [record.line() for record in records] == lines
    assert intact(lines, log.with_suffix(".head").read_text(encoding="utf-8").strip())
    assert fair(records)
    assert by_the_rules(rules, records)
    assert table_at(rules, records).over
    for audience in (*records[0].event.header.seats, PUBLIC):
        assert table_at(rules, list(as_seen_by(records, audience))).over


@golden
def test_a_golden_playthrough_reads_as_it_was_written(log: Path) -> None:
    rules = rules_of(log)
    records = [rules.records.decode(line) for line in log.read_bytes().splitlines()]
    assert playthrough(rules, records) == log.with_suffix(".txt").read_text(encoding="utf-8")
