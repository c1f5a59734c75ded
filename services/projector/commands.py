"""`protokol rebuild`: the read models anew."""

import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from services.projector.projector import Projector, Status
from services.projector.rebuilding import NoSuchProjection, Rebuilt, rebuild
from services.projector.remote import Projection, ServerSaysNo, rebuild_there
from services.projector.remote import Rebuilt as RebuiltThere
from services.projector.workers import LARGE_BATCH, workers_for
from services.store.address import shown
from services.store.commands import fail
from services.store.errors import StoreError, StoreLocked
from services.store.reader import open_reader
from services.store.store import Store, open_store


def rebuild_command(first: str, second: str | None = None, /) -> None:
    """Build read models anew beside the old ones, compare the two, and put the new ones in their place.

    Everything in them comes from the log; nothing else is changed. A store that a server is writing is
    rebuilt by the server, which goes on meanwhile: give its address, and an organiser's token in
    PROTOKOL_TOKEN.

    Example: protokol rebuild sqlite:///protokol.db

    Example: protokol rebuild scoreboard http://127.0.0.1:8000

    Parameters
    ----------
    first
        The projection (board, hidden_information, scoreboard or timeline); left out: all of them.
    second
        The store's URL, for instance sqlite:///protokol.db, or the address of its server.
    """
    name, url = (None, first) if second is None else (first, second)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("percent" if is_server(url) else "events", total=None)

        def told(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        try:
            found, stuck = (_there if is_server(url) else _here)(url, name, told)
        except NoSuchProjection as error:
            _fail(str(error), 2)
        except StoreLocked as error:
            _fail(f"{error}: give the server's address instead, http://127.0.0.1:8000", 4)
        except StoreError as error:
            fail(error)
        except ServerSaysNo as error:
            _fail(str(error), error.code)
    for one in found:
        where = f", position {one.position}" if isinstance(one, Rebuilt) else ""
        print(f"{one.projection}: generation {one.generation}{where}{_remark(one)}")
    for name, games in stuck.items():
        print(f"{name}: {games} games cannot be folded", file=sys.stderr)
    raise SystemExit(1 if stuck or any(one.differing for one in found) else 0)


Found = tuple[Sequence[Rebuilt | RebuiltThere], dict[str, int]]  # and how many games are stuck, by projection


def is_server(url: str) -> bool:
    return url.startswith(("http://", "https://"))


def _here(url: str, name: str | None, told: Callable[[int, int], None]) -> Found:
    open_reader(url).close()  # it must be there already
    with open_store(url, signing=False) as store, contextlib.closing(store.log.lead("projector")) as lead:
        if not lead.held():
            raise StoreLocked(f"{shown(url)}: a server keeps its read models")
        return _alone(store, name, told)


def _alone(store: Store, name: str | None, told: Callable[[int, int], None]) -> Found:
    with Projector(store) as projector:
        workers = workers_for(store.log.last_position())
        found = rebuild(projector, [name] if name else [], told, LARGE_BATCH, workers)
        return found, {one.projection: one.stuck for one in projector.status() if _counts(one, name)}


def _there(url: str, name: str | None, told: Callable[[int, int], None]) -> Found:
    there = rebuild_there(url, name, told)
    assert there.rebuild is not None
    stuck = {one.projection: one.stuck for one in there.projections if _counts(one, name)}
    return there.rebuild.rebuilt, stuck


def _counts(one: Status | Projection, name: str | None) -> bool:
    return one.stuck > 0 and name in (None, one.projection)


def _fail(message: str, code: int) -> NoReturn:
    print(f"protokol: {message}", file=sys.stderr)
    raise SystemExit(code)


def _remark(one: Rebuilt | RebuiltThere) -> str:
    if not one.compared:
        return ""
    return f", other than before: {', '.join(one.differing)}" if one.differing else ", the same as before"
