"""`protokol heads`: publish what was signed, and see whether a restored store still holds all of it."""

import sys
from pathlib import Path

import msgspec
from cyclopts import App

from services.store.address import shown
from services.store.commands import fail
from services.store.errors import StoreError, StoreNotFound
from services.store.heads import behind, published, read_heads
from services.store.reader import open_reader

heads = App(
    name="heads", help="The signed heads of games: published now and then, a restored backup is judged."
)


@heads.command(name="publish")
def publish(store: str, /) -> None:
    """Print the newest signed head of every game, one JSON object a line.

    Kept elsewhere, they show later how far each game had come. They tell nothing of the games themselves.

    Example: protokol heads publish sqlite:///protokol.db > heads.ndjson

    Parameters
    ----------
    store
        The store's URL.
    """
    try:
        with open_reader(store) as reader:
            for head in published(reader):
                print(msgspec.json.encode(head, order="sorted").decode())
    except StoreError as error:
        fail(error)


@heads.command(name="check")
def check(store: str, files: list[Path], /) -> None:
    """See whether a store holds every head that was published or given as a receipt. Changes nothing.

    Ends with 1 if it is behind any of them, or has another history: then no server may be started on it.

    Example: protokol heads check sqlite:///restored.db heads.ndjson receipts.ndjson

    Parameters
    ----------
    store
        The store's URL.
    files
        Signed heads, one JSON object a line; - reads them from the standard input.
    """
    try:
        given = [head for file in files for head in read_heads(_lines(file), str(file))]
        with open_reader(store) as reader:
            found = behind(reader, given)
    except StoreError as error:
        fail(error)
    for one in found:
        print(f"game {one.game}, version {one.version}: {one.why}")
    held = len(given) - len(found)
    print(f"{held} of {len(given)} heads are held by {shown(store)}", file=sys.stderr)
    raise SystemExit(1 if found else 0)


def _lines(file: Path) -> list[bytes]:
    if str(file) == "-":
        return sys.stdin.buffer.read().splitlines()
    try:
        return file.read_bytes().splitlines()
    except OSError as error:
        raise StoreNotFound(f"{file}: {error.strerror}") from None
