"""Copying a store into another kind of database, whole or not at all, and compared when it is there."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from services.store.address import file_of, is_postgres, shown
from services.store.doctor import examine
from services.store.errors import BadAddress, NotEmpty, StoreDamaged, StoreError
from services.store.log import Append, Command, Done, Entry, Head, Log, Row, game_id
from services.store.reader import Reader, open_reader
from services.store.sqlite import SqliteLog

TOGETHER = 2_000  # rows in one transaction; PostgreSQL takes so many by COPY
Progress = Callable[[int, int], None]


class Copied(Struct, frozen=True):
    """What was copied and found to be the same."""

    games: int
    events: int
    commands: int
    keys: int


def copy_store(source: str, target: str, progress: Progress = lambda done, of: None) -> Copied:
    """Everything in the log, with its positions, receipts and name; read models are built anew from it.

    The source must be sound, and nobody may write it meanwhile. The target is a store only when all is there
    and compared: one that was broken off is begun anew.
    """
    with open_reader(source) as reader:
        _check_sound(reader)
        upto = reader.log.last_position()
        with _target(target, reader.origin) as log:
            for key in reader.log.public_keys():
                log.remember_key(key)
            _fill(reader.log, log, upto, progress)
            found = _compare(reader.log, log)
            if reader.log.last_position() != upto:
                raise StoreDamaged(f"{shown(source)}: was written meanwhile: stop its servers, then copy")
    return found


@contextlib.contextmanager
def _target(url: str, origin: str) -> Iterator[Log]:
    """An empty log of the same name; it becomes a store at the end, if nothing went wrong."""
    path = file_of(url)
    if path is not None:
        with _sqlite_target(path, origin) as log:
            yield log
    elif is_postgres(url):
        from services.store.postgres import PostgresLog

        copying = PostgresLog(url, writing=True, copy_of=origin)
        with contextlib.closing(copying):
            yield copying
            copying.finish_copy()
    else:
        raise BadAddress("memory: a copy in memory would be gone at once")


@contextlib.contextmanager
def _sqlite_target(path: Path, origin: str) -> Iterator[Log]:
    if path.exists():
        raise NotEmpty(f"{path}: is there already; a copy needs a place of its own")
    draft = path.with_name(path.name + ".copying")
    _remove(draft)
    log = SqliteLog(draft, writing=True, origin=origin)
    try:
        with contextlib.closing(log):
            yield log
        draft.rename(path)
    finally:
        _remove(draft)


def _remove(draft: Path) -> None:
    for end in ("", "-wal", "-shm", ".lock"):
        draft.with_name(draft.name + end).unlink(missing_ok=True)


def _check_sound(reader: Reader) -> None:
    for finding in examine(reader):
        if not finding.sound and finding.what not in ("disk", "durability"):
            raise StoreDamaged(f"the source is not sound: {finding.what}: {finding.seen}")


def _fill(source: Log, target: Log, upto: int, progress: Progress) -> None:
    """Batch by batch, each command in one part, as it was first written."""
    parts: list[Append] = []
    rows = 0
    for part in _parts(source, upto):
        parts.append(part)
        rows += len(part.rows)
        if rows >= TOGETHER:
            _write(target, parts)
            progress(target.written_position, upto)
            parts, rows = [], 0
    parts += [Append((), tracking=tracking) for tracking in source.followers().items()]
    if parts:
        _write(target, parts)
    progress(upto, upto)


def _write(target: Log, parts: list[Append]) -> None:
    for outcome in target.write(parts):
        if isinstance(outcome, StoreError):
            raise outcome


def _parts(source: Log, upto: int) -> Iterator[Append]:
    """The log as the parts that made it, in the order of positions."""
    begins: dict[bytes, dict[int, Done]] = {}
    heads: dict[bytes, Head] = {}
    rows: list[Row] = []
    doing: Done | None = None
    for entry in _entries(source, upto):
        game = entry.game
        if game not in begins:
            begins[game] = {done.first: done for done in source.commands(game)}
        doing = doing or begins[game].pop(entry.version, None)
        rows.append(Row(*entry[1:]))
        if doing is None:
            yield Append(tuple(rows))
        elif entry.version < doing.last:
            continue
        else:
            known = source.command(game, doing.command)
            assert known is not None
            before, after = heads.get(game, Head(0, b"")), Head(doing.last, doing.head)
            command = Command(doing.command, known[0], before, after, doing.at, doing.signed)
            secrets = source.secrets(game) if doing.first == 1 else None
            yield Append(tuple(rows), command, secrets)
            heads[game], doing = after, None
        rows = []


def _entries(log: Log, upto: int) -> Iterator[Entry]:
    after = 0
    while entries := log.page(after, TOGETHER, upto):
        yield from entries
        after = entries[-1].position


def _compare(source: Log, target: Log) -> Copied:
    """Chains, heads, receipts, secrets, keys, counts: all the same, and sound in itself."""
    games, commands, events = source.games(), 0, 0
    if (games, source.origin) != (target.games(), target.origin):
        raise StoreDamaged("the copy has other games or heads than its source")
    if source.public_keys() != target.public_keys() or source.followers() != target.followers():
        raise StoreDamaged("the copy has other keys or followers than its source")
    for one, other in zip(_entries(source, 1 << 62), _entries(target, 1 << 62), strict=True):
        events += 1
        if one != other:
            raise StoreDamaged(f"the copy differs in version {one.version} of game {game_id(one.game)}")
    for game, _ in games:
        done = source.commands(game)
        commands += len(done)
        same = done == target.commands(game) and source.secrets(game) == target.secrets(game)
        if not same or any(source.command(game, d.command) != target.command(game, d.command) for d in done):
            raise StoreDamaged(f"the copy differs in the commands of game {game_id(game)}")
    for finding in examine(Reader(target)):
        if not finding.sound and finding.what not in ("disk", "durability"):
            raise StoreDamaged(f"the copy is not sound: {finding.what}: {finding.seen}")
    return Copied(len(games), events, commands, len(source.public_keys()))
