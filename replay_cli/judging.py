"""`replay verify`: is the record intact, was chance fair, was it played by the rules."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.core.verify import FAULT, Verdict
from replay_cli.output import put, show_json
from replay_cli.problem import FOUND, NOT_FOUND, Problem
from replay_cli.source import EvidenceFile, Folder, Source, StoreSource, open_source
from services.store.keys import SignedHead
from services.store.verify import Report, verify_evidence, verify_game, verify_log

_UNREAD = Verdict("not looked at: the file cannot be read")
_SIGNS = {"fine": "ok", FAULT: "FAULT"}


class Verified(Struct, frozen=True):
    """`replay verify`: a report for each game."""

    sound: bool
    reports: list[Report]
    format: str = "protokol-replay-verify/1"


def verify(asked: Namespace) -> int:
    """The verdicts of one game, or with --all of every game in the source."""
    source = open_source(asked.source)
    receipts = [receipt for file in asked.receipt for receipt in _receipts(file)]
    if asked.all:
        if asked.game or receipts or asked.head:
            raise Problem("--game, --receipt and --head are about one game: leave them or --all out")
        reports = _all(source, asked.key)
    else:
        game = source.of_game(asked.game)
        reports = [judge(source, game, receipts, asked.key, asked.head)]
    sound = not any(report.faulty for report in reports)
    if asked.json:
        show_json(Verified(sound, reports))
    elif len(reports) == 1:
        put("\n".join(_told(reports[0])))
    else:
        for report in reports:
            if report.faulty:
                put("\n".join(_told(report)))
        faulty = sum(report.faulty for report in reports)
        put(f"{len(reports)} games: {len(reports) - faulty} without fault, {faulty} at fault")
    return 0 if sound else FOUND


def judge(
    source: Source,
    game: str,
    receipts: Sequence[SignedHead] = (),
    key: str | None = None,
    head: str | None = None,
) -> Report:
    """What the source can show of a game: signatures where it has them, else the chain alone."""
    source = source.file_of(game)
    if isinstance(source, EvidenceFile):
        return verify_evidence(source.parts, receipts, key)
    if isinstance(source, StoreSource):
        reader = source.reader
        lines, heads = reader.lines_and_receipts(game)
        return verify_game(lines, heads, reader.public_keys(), reader.origin, receipts, key)
    if receipts or key:
        raise Problem(
            f"{source.name}: a bare log carries no keys: receipts are checked against evidence or a store"
        )
    return verify_log(source.lines(game), head)


def _all(source: Source, key: str | None) -> list[Report]:
    """Every game, on all cores when they are many; progress on stderr."""
    games = source.games()
    if not games:
        raise Problem(f"{source.name} holds no games", NOT_FOUND)
    broken = source.broken if isinstance(source, Folder) else []
    reports = [Report(Verdict(FAULT, 0, str(problem)), _UNREAD, _UNREAD) for problem in broken]
    workers = min(_cores(), 1 + len(games) // 50)
    if workers == 1 or not isinstance(source, StoreSource):
        parts = source.files if isinstance(source, Folder) else [source]
        each = [(part, game) for part in parts for game in part.games()]
        for part, game in each:
            reports.append(judge(part, game, key=key))
            _progress(len(reports), len(each) + len(broken))
        return reports
    chunks = [games[start : start + 25] for start in range(0, len(games), 25)]
    with ProcessPoolExecutor(workers) as pool:
        for done in pool.map(_some, [source.url] * len(chunks), chunks, [key] * len(chunks)):
            reports += done
            _progress(len(reports), len(games))
    return reports


def _cores() -> int:
    """How many this process may use, which can be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _some(url: str, games: list[str], key: str | None) -> list[Report]:
    source = StoreSource(url)
    return [judge(source, game, key=key) for game in games]


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        filled = 40 * done // of
        sys.stderr.write(
            f"\rverifying [{'#' * filled}{'.' * (40 - filled)}] {done}/{of}" + ("\n" if done == of else "")
        )


def _told(report: Report) -> Iterator[str]:
    whose = f" as {report.audience}" if report.audience else ""
    signed = f", signed by {', '.join(report.keys)}" if report.signed else ", without signatures"
    ends = f"{report.version} records, head {report.head[:16] or '?'}"
    yield f"game {report.game or '?'}{whose}: {ends}{signed}"
    for name, verdict in (
        ("intact", report.intact),
        ("fair", report.fair),
        ("by the rules", report.by_the_rules),
    ):
        yield f"  {name:12}  {_said(verdict)}"


def _said(verdict: Verdict) -> str:
    sign = _SIGNS.get(verdict.answer, "--")
    if verdict.answer == FAULT:
        where = f"at version {verdict.version}: " if verdict.version else ""
        return f"{sign}  {where}{verdict.why}"
    if verdict:
        return f"{sign}  {verdict.why}".rstrip()
    return f"{sign}  {verdict.answer}"


def _receipts(file: str) -> list[SignedHead]:
    try:
        lines = Path(file).read_bytes().splitlines()
        return [msgspec.json.decode(line, type=SignedHead) for line in lines if line.strip()]
    except OSError as error:
        raise Problem(f"{file}: {error.strerror}", NOT_FOUND) from error
    except msgspec.DecodeError as error:
        raise Problem(f"{file}: not a receipt ({error})") from error
