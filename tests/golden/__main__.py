"""Golden logs: `python -m tests.golden VARIANT SEED [BOT]` adds one, without words all are told anew.

An existing log is never written again: only the text beside it follows the sentences of today.
"""

import sys
from itertools import count
from pathlib import Path
from random import Random

import msgspec

from domain.core.ruleset import ruleset
from services.selfplay import play_game
from tests.golden.playthrough import playthrough
from tests.laws.games import VARIANTS, rules_of

HERE = Path(__file__).parent


def tell_again() -> None:
    for log in sorted(HERE.glob("*.ndjson")):
        lines = log.read_bytes().splitlines()
        rules = ruleset(msgspec.json.decode(lines[0])["event"]["header"]["ruleset"])
        records = [rules.records.decode(line) for line in lines]
        log.with_suffix(".txt").write_text(playthrough(rules, records), encoding="utf-8")


def main(variant: str, seed: int, bot: str = "sound") -> None:
    if variant not in VARIANTS:
        raise SystemExit(f"no such way of playing: {variant}; there are {', '.join(VARIANTS)}")
    log = HERE / f"{variant}.ndjson"
    if log.exists():
        raise SystemExit(f"{log.name} exists: golden logs replay for ever and are not written again")
    rules, options = rules_of(variant)
    kinds = dict.fromkeys(rules.seats(options), bot)
    clock = count(1_763_450_000_000_000, 1_000_000).__next__
    records = play_game(rules, options, kinds, Random(seed), clock).records
    lines = [record.line() for record in records]
    log.write_bytes(b"".join(line + b"\n" for line in lines))
    log.with_suffix(".head").write_text(records[-1].hash() + "\n", encoding="utf-8")
    read = [rules.records.decode(line) for line in lines]
    log.with_suffix(".txt").write_text(playthrough(rules, read), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
    else:
        tell_again()
