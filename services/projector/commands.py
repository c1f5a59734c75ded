"""`protokol rebuild`: the read models anew."""

import contextlib
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from services.projector.projector import Projector
from services.projector.rebuilding import NoSuchProjection, Rebuilt, rebuild
from services.projector.workers import cores
from services.store.address import shown
from services.store.commands import fail
from services.store.errors import StoreError, StoreLocked
from services.store.leading import Lead
from services.store.reader import open_reader
from services.store.store import Store, open_store

LARGE_BATCH = 4_000  # still larger ones gain nothing: they no longer fit into the caches
WORTH_WORKERS = 100_000  # with fewer events, processes take longer to start than they save


def rebuild_command(first: str, second: str | None = None, /) -> None:
    """Build read models anew beside the old ones, compare the two, and put the new ones in their place.

    Everything in them comes from the log; nothing else is changed. No server may be running on the store.

    Example: protokol rebuild sqlite:///protokol.db

    Example: protokol rebuild scoreboard sqlite:///protokol.db

    Parameters
    ----------
    first
        The projection (board, hidden_information, scoreboard or timeline); left out: all of them.
    second
        The store's URL, for instance sqlite:///protokol.db.
    """
    name, url = ("", first) if second is None else (first, second)
    columns = (TextColumn("events"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    try:
        open_reader(url).close()  # it must be there already
        with (
            open_store(url, signing=False) as store,
            contextlib.closing(store.log.lead("projector")) as lead,
            alone(lead, store, url) as projector,
            Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar,
        ):
            task = bar.add_task("events", total=None)
            found = rebuild(
                projector,
                [name] if name else [],
                lambda done, of: bar.update(task, completed=done, total=of),
                LARGE_BATCH,
                workers_for(store.log.last_position()),
            )
            stuck = [one for one in projector.status() if one.stuck and (not name or one.projection == name)]
    except NoSuchProjection as error:
        print(f"protokol: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except StoreError as error:
        fail(error)
    for one in found:
        print(f"{one.projection}: generation {one.generation}, position {one.position}{_remark(one)}")
    for status in stuck:
        print(f"{status.projection}: {status.stuck} games cannot be folded", file=sys.stderr)
    raise SystemExit(1 if stuck or any(one.differing for one in found) else 0)


def alone(lead: Lead, store: Store, url: str) -> Projector:
    """The one projector of a store, or a line that says who else is at it."""
    if not lead.held():
        raise StoreLocked(f"{shown(url)}: a server keeps its read models: stop all servers of it first")
    return Projector(store)


def workers_for(events: int) -> int:
    """How many processes fold so many events; none where this one is as fast, or has one core only."""
    return cores() if cores() > 1 and events >= WORTH_WORKERS else 0


def _remark(one: Rebuilt) -> str:
    if not one.compared:
        return ""
    return f", other than before: {', '.join(one.differing)}" if one.differing else ", the same as before"
