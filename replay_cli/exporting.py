"""`replay export`: a game as evidence, NDJSON, CSV, text, a picture, or a page of its own."""

import csv
import io
import os
import sys
import time
from argparse import Namespace
from pathlib import Path

import msgspec

from domain.core.event import ARBITER, PUBLIC, tag_of
from domain.core.record import redact_line
from replay_cli.looking import line, told
from replay_cli.match import Match, match_of, when
from replay_cli.output import say
from replay_cli.problem import NOT_FOUND, UNREACHABLE, Problem
from replay_cli.source import EvidenceFile, StoreSource


def export(asked: Namespace) -> int:
    """Write one format for one audience to a file or to stdout."""
    match = match_of(asked)
    audience = match.audience(asked.audience)
    if asked.format in ("evidence", "html") and asked.at != "end":
        raise Problem(f"--at: {asked.format} is of the whole game, as far as it was played")
    made = {
        "evidence": _evidence,
        "ndjson": _ndjson,
        "csv": _csv,
        "text": _text,
        "svg": _svg,
        "html": _html,
    }[asked.format](match, audience, asked)
    if asked.output is None:
        if asked.format == "evidence" and sys.stdout.isatty():
            raise Problem("evidence is a zip: give a file with -o, or a pipe")
        sys.stdout.buffer.write(made)
        sys.stdout.buffer.flush()
        return 0
    path = Path(asked.output)
    try:
        with path.open("xb" if not asked.force else "wb") as file:
            file.write(made)
    except IsADirectoryError:
        raise Problem(f"{path}: is a folder: name a file in it") from None
    except FileExistsError:
        raise Problem(f"{path}: is there already; --force writes over it") from None
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}", NOT_FOUND) from error
    say(f"{path}: {len(made):,} bytes, {asked.format} of game {match.game} as {audience}")
    return 0


def _evidence(match: Match, audience: str, asked: Namespace) -> bytes:
    """From a store, signed with its key; from evidence, only that evidence itself."""
    source = match.source
    if isinstance(source, EvidenceFile) and audience == source.audience:
        return source.content
    if not isinstance(source, StoreSource):
        raise Problem("evidence is signed by the server: it is made from a store, not from a file", NOT_FOUND)
    from services.store.address import file_of
    from services.store.errors import StoreError
    from services.store.evidence import make_evidence
    from services.store.keys import FROM_ENVIRONMENT, key_file, signer_for

    path, reader = file_of(source.url), source.reader
    try:
        if FROM_ENVIRONMENT not in os.environ and not key_file(path).exists():
            raise Problem(f"{key_file(path)}: the signing keys of this store are not there", NOT_FOUND)
        signer = signer_for(path)
        keys = {key.id: key for key in (*reader.public_keys(), *signer.keys)}
        lines, heads = reader.lines_and_receipts(match.game)
        now = time.time_ns() // 1000
        return make_evidence(lines, heads, list(keys.values()), reader.origin, audience, signer, now)
    except StoreError as error:
        raise Problem(str(error), UNREACHABLE) from error


def _ndjson(match: Match, audience: str, asked: Namespace) -> bytes:
    return b"".join(redact_line(text, audience) + b"\n" for text in match.lines[: match.version(asked.at)])


def _csv(match: Match, audience: str, asked: Namespace) -> bytes:
    """One row an event; points by seat, so that a spreadsheet can draw the course of the game."""
    out = io.StringIO()
    seats = tuple(match.rules.standing(match.table(audience, 1)).points)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["version", "moment", "at", "by", "type", "told", *(f"points_{seat}" for seat in seats), "event"]
    )
    records = match.seen_by(audience)[: match.version(asked.at)]
    for record, table in zip(records, match.tables(records), strict=True):
        points = match.rules.standing(table).points
        writer.writerow(
            [
                record.version,
                match.rules.moment(table),
                when(record.at),
                record.by or "",
                tag_of(record.event),
                match.rules.tell(record.event, asked.lang),
                *(points[seat] for seat in seats),
                msgspec.json.encode(record.event, order="sorted").decode(),
            ]
        )
    return out.getvalue().encode()


def _text(match: Match, audience: str, asked: Namespace) -> bytes:
    """The story, then the board at the moment asked for."""
    version = match.version(asked.at)
    records = match.seen_by(audience)[:version]
    story = [line(told(match, record, match.moment(record.version), asked.lang)) for record in records]
    board = match.rules.draw(match.table(audience, version), audience, asked.lang)
    title = f"{match.header.ruleset} {match.game}, version {version} of {len(match.records)}, as {audience}"
    return "\n".join([title, "", *story, "", board, ""]).encode()


def _svg(match: Match, audience: str, asked: Namespace) -> bytes:
    return match.rules.svg(match.table(audience, match.version(asked.at)), audience, asked.lang).encode()


def _html(match: Match, audience: str, asked: Namespace) -> bytes:
    """A page of its own, with the viewpoints that this audience may take."""
    from replay_cli.page import page

    seats = match.header.seats
    eyes = (ARBITER, *seats, PUBLIC) if audience == ARBITER else tuple(dict.fromkeys((audience, PUBLIC)))
    title = f"{match.header.ruleset} {match.game}"
    return page(match.rules, list(match.seen_by(audience)), eyes, language=asked.lang, title=title).encode()
