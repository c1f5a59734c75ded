"""`protokol doctor` and `protokol keys`: what an operator asks of a store."""

import os
import sys
from pathlib import Path
from typing import NoReturn

import msgspec
from cyclopts import App
from rich.console import Console
from rich.progress import Progress

from services.store.address import file_of, is_postgres, shown
from services.store.doctor import Diagnosis, examine
from services.store.errors import (
    BadAddress,
    BadKeys,
    NoSuchGame,
    NotEmpty,
    NotLetIn,
    StoreDamaged,
    StoreError,
    StoreNotFound,
    StoreNotWritable,
)
from services.store.keys import (
    FILE_FROM_ENVIRONMENT,
    FROM_ENVIRONMENT,
    PublicKey,
    key_file,
    make_keys,
    read_keys,
    rotate,
)
from services.store.reader import Reader, open_reader
from services.store.store import open_store

keys = App(name="keys", help="The keys that sign the heads of games.")


def doctor(store: str, /, *, json: bool = False, migrate: bool = False) -> None:
    """Examine a whole store: file, tables, positions, every game's chain, commands, signatures, disk.

    Changes nothing, and may look on while a server writes. Ends with 1 if anything is wrong.

    Example: protokol doctor sqlite:///protokol.db

    Parameters
    ----------
    store
        The store's URL, for instance sqlite:///protokol.db or postgresql://user@host/protokol.
    json
        Print the findings as JSON (format protokol-doctor/1).
    migrate
        First bring the tables of an older version forward; no other process may be writing.
    """
    try:
        if migrate:
            open_store(store, signing=False).close()
        reader = open_reader(store)
    except StoreError as error:
        fail(error)
    with (
        reader,
        Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar,
    ):
        task = bar.add_task("games", total=None)
        found = list(examine(reader, lambda done, of: bar.update(task, completed=done, total=of)))
    sound = all(finding.sound for finding in found)
    if json:
        print(msgspec.json.encode(Diagnosis(shown(store), sound, found)).decode())
    else:
        width = max(len(finding.what) for finding in found)
        for finding in found:
            print(f"{'ok   ' if finding.sound else 'WRONG'}  {finding.what:{width}}  {finding.seen}")
        print("sound" if sound else "not sound", "-", shown(store))
    raise SystemExit(0 if sound else 1)


@keys.command(name="show")
def show_keys(store: str, /, *, json: bool = False) -> None:
    """List the public keys of a store, oldest first; the last one signs.

    Example: protokol keys show sqlite:///protokol.db --json > keys.json

    Parameters
    ----------
    store
        The store's URL.
    json
        Print them as JSON, as in an evidence file's keys.json, to publish.
    """
    with _reader(store) as reader:
        used = reader.public_keys()
    try:
        held = _held(store)
    except StoreError as error:
        fail(error)
    known = [*used, *(key for key in held if key not in used)]
    if json:
        print(msgspec.json.encode(known, order="sorted").decode())
        return
    for key in known:
        remarks = [f"vouched for by {key.vouched_by}"] if key.vouched_by else []
        remarks += [] if key in used else ["signs from the next start on"]
        print(key.id, key.public, ", ".join(remarks))


def _held(store: str) -> tuple[PublicKey, ...]:
    """The keys in the file from which the next start will sign, if there is one here."""
    path = file_of(store)
    if path is None and FILE_FROM_ENVIRONMENT not in os.environ:
        return ()
    file = key_file(path)
    return read_keys(file).keys if file.exists() else ()


@keys.command(name="new")
def new_keys(file: Path, /) -> None:
    """Make a file with a first signing key, for a store that has no file to keep one beside.

    Every server of that store is given it: PROTOKOL_SIGNING_KEY_FILE=FILE. Only its owner may read it.

    Example: protokol keys new /etc/protokol/signing.keys

    Parameters
    ----------
    file
        Where to write it; there must be nothing yet.
    """
    try:
        if file.exists():
            raise BadKeys(f"{file}: is there already; `protokol keys rotate` changes keys")
        make_keys(file)
        print(read_keys(file).id)
    except StoreError as error:
        fail(error)


@keys.command(name="rotate")
def rotate_keys(store: str, /) -> None:
    """Make a new signing key; the old one vouches for it and is then forgotten, except for its public part.

    A server that is running goes on with the old key until it is started again.

    Example: protokol keys rotate sqlite:///protokol.db

    Parameters
    ----------
    store
        The store's URL.
    """
    try:
        open_reader(store).close()
        signer = rotate(key_file(file_of(store)))
    except StoreError as error:
        fail(error)
    print(f"{signer.keys[-2].id} is replaced by {signer.id}, which it has vouched for")
    if FROM_ENVIRONMENT in os.environ:
        print(f"protokol: {FROM_ENVIRONMENT} is set and goes before the key file", file=sys.stderr)


def copy(source: str, target: str, /) -> None:
    """Copy a store into another database: SQLite to PostgreSQL, or back. Stop its servers first.

    Everything in the log comes over with its order, receipts and name, and is compared. The target must be
    empty; it becomes a store only when it is whole. Tokens and seats (accounts) are not in the log and stay
    where they are; so do signing keys. Read models are built anew.

    Example: protokol copy sqlite:///protokol.db postgresql://protokol@db.example/protokol

    Parameters
    ----------
    source
        The URL of the store that is copied.
    target
        The URL of the store that is made.
    """
    from services.store.copy import copy_store

    try:
        with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("events", total=None)
            found = copy_store(source, target, lambda done, of: bar.update(task, completed=done, total=of))
    except StoreError as error:
        fail(error)
    print(f"{found.games} games, {found.events} events, {found.commands} commands, {found.keys} public keys")
    print("copied and compared -", shown(target))
    if is_postgres(target) and not is_postgres(source):
        file = key_file(file_of(source))
        print(
            f"protokol: the signing key is still in {file}: name it with {FILE_FROM_ENVIRONMENT}",
            file=sys.stderr,
        )


def _reader(store: str) -> Reader:
    try:
        return open_reader(store)
    except StoreError as error:
        fail(error)


def fail(error: StoreError) -> NoReturn:
    """One line, and the exit code that says what kind of error it was."""
    print(f"protokol: {error}", file=sys.stderr)
    raise SystemExit(exit_code(error))


def exit_code(error: StoreError) -> int:
    """1 the check found something, 2 bad usage, 3 not found or not allowed, 4 cannot be reached."""
    if isinstance(error, StoreDamaged):
        return 1
    if isinstance(error, BadAddress):
        return 2
    return 3 if isinstance(error, StoreNotFound | NoSuchGame | StoreNotWritable | NotLetIn | NotEmpty) else 4
