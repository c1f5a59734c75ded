"""Every command through the command line, on every kind of source, compared with golden outputs."""

import shlex

import pytest

from tests.replay_cli.conftest import Sources
from tests.replay_cli.support import GOLDEN, LOGS, replay, same_as_golden

ON_SOURCES = {
    "list-store": "list STORE",
    "list-folder": "list my-folder",
    "list-json": "list STORE --json",
    "show-store-public": "show STORE --game DUAL --at r1.t3",
    "show-red-evidence": "show my-red.evidence --at r1.t3",
    "show-white-evidence-de": "show my-white.evidence --at r1.t3 --lang de",
    "show-arbiter-ru": "show my-arbiter.evidence --at r1.t3 --as arbiter --lang ru",
    "show-revolution": "show STORE --game REV --at r1",
    "show-solitaire": "show STORE --game SOLO --at r1.t2 --as red",
    "show-end-json": "show my-public.evidence --json",
    "show-folder": "show my-folder --game DUAL --at start",
    "log-red": "log my-red.evidence ..r1.t2",
    "log-ru": "log my-white.evidence r1.objective..r1.t1 --lang ru",
    "log-revolution": "log STORE --game REV r1",
    "log-json": "log my-dual_powers-red.ndjson 9..10 --json",
    "diff-moments": "diff STORE --game DUAL r1.t1 r1.t2",
    "diff-moments-red": "diff my-red.evidence r1.draw --as red r1.objective",
    "diff-json": "diff my-public.evidence 14 16 --json",
    "diff-copies": "diff my-red.evidence --with my-dual_powers-white.ndjson",
    "diff-copies-json": "diff my-red.evidence --with STORE --json",
    "find-first": "find STORE --game DUAL \"type == 'card_played'\" --first",
    "find-last-de": "find my-red.evidence \"by == 'red' && table.day > `20`\" --last --lang de",
    "find-bisect": "find my-red.evidence \"table.version >= `40`\" --bisect",
    "find-nothing": "find my-public.evidence \"type == 'no_such_thing'\"",
    "find-json": "find STORE --game REV \"points.red > `30`\" --first --json",
    "knew-red": "knew my-red.evidence --at r1.t3",
    "knew-store-white": "knew STORE --game DUAL --at r1.t3 --as white",
    "knew-reveal": "knew STORE --game DUAL --at r1.t3 --as white --reveal arbiter",
    "knew-secret": "knew STORE --game DUAL --secret 12.card --as arbiter",
    "knew-secret-closed": "knew my-red.evidence --at 20 --secret 13.card",
    "knew-revolution-json": "knew STORE --game REV --at r1 --as red --json",
    "verify-red": "verify my-red.evidence",
    "verify-receipts": "verify my-white.evidence --receipt my-receipts.ndjson --key 593ccecf95baf148",
    "verify-other-receipts": "verify STORE --game SOLO --receipt my-receipts.ndjson",
    "verify-other-key": "verify my-white.evidence --key 0000000000000000",
    "verify-log": "verify my-revolution-3-arbiter.ndjson",
    "verify-store": "verify STORE --game SOLO",
    "verify-folder": "verify my-folder --all",
    "try-choices": "try my-red.evidence --at 11",
    "try-one-de": "try STORE --game DUAL --at 12 --seat white 1 --lang de",
    "try-arbiter": "try STORE --game DUAL --at 11 --seat red --as arbiter 1 --json",
    "try-bid": "try STORE --game REV --at 7 --as red --json",
    "export-text": "export my-red.evidence text --at r1.t1",
    "export-csv": "export STORE csv --game DUAL --as red --at r1.t2",
    "export-ndjson": "export STORE ndjson --game DUAL --at start",
    "tail-file": "tail my-white.evidence --after 235",
    "tail-store": "tail STORE --game SOLO --after 195",
    "tail-json": "tail my-red.evidence --after 250 --json",
}  # fmt: skip
ON_LOGS = {
    "golden-show-ru": "show dual_powers-ru.ndjson --at r1 --as white --lang ru",
    "golden-log-solitaire": "log solitaire-white-6.ndjson r1.t1",
    "golden-log-publisher": "log dual_powers-publisher.ndjson r2.scoring --lang de",
    "golden-knew-deals": "knew revolution-optional-3.ndjson --at r1.bidding --as blue",
    "golden-diff-editions": "diff dual_powers.ndjson --with dual_powers.ndjson",
    "golden-verify": "verify solitaire-ru-3.ndjson",
    "golden-try-decision": "try dual_powers.ndjson --at r2.t5 --as white",
}


def test_every_golden_file_belongs_to_a_command() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {*ON_SOURCES, *ON_LOGS}


@pytest.mark.parametrize("name", ON_SOURCES)
def test_a_command_prints_what_it_always_did(name: str, sources: Sources) -> None:
    said = replay(*sources.words(shlex.split(ON_SOURCES[name])))
    short = said._replace(out=said.out.replace(sources.store, "STORE"))
    same_as_golden(name, short, sources.place)


@pytest.mark.parametrize("name", ON_LOGS)
def test_a_command_on_a_golden_log_prints_what_it_always_did(name: str) -> None:
    words = [str(LOGS / word) if word.endswith(".ndjson") else word for word in shlex.split(ON_LOGS[name])]
    same_as_golden(name, replay(*words), LOGS)
