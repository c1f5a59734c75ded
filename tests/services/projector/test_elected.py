"""Of all processes that write a store one keeps its read models, and when it is gone another one does."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from services.projector.anew import Anew
from services.projector.elected import ElectedProjector, KeptElsewhere
from services.projector.projector import Projector
from services.store.postgres_lead import LEADS
from services.store.store import Store
from tests.databases import execute
from tests.services.store.builders import finished_game, open_any

SOON = 0.05


def until(happened: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def stores(postgres_url: str) -> Iterator[list[Store]]:
    """The same database, opened by two."""
    with ExitStack() as stack:
        yield [stack.enter_context(open_any(postgres_url)) for _ in range(2)]


def rows(store: Store) -> dict[str, list[object]]:
    generations = [one for one in store.log.models.generations() if one.current]
    return {one.projection: list(store.log.models.rows(one.projection, one.number)) for one in generations}


def test_one_of_two_leads_and_both_tell_how_far_the_read_models_are(stores: list[Store]) -> None:
    one, other = (ElectedProjector(store, check=SOON) for store in stores)
    try:
        assert (one.leads, other.leads) == (True, False)
        for projector in (one, other):
            projector.start()
        finished_game(1).append_all(stores[1])
        newest = stores[1].log.last_position()
        until(lambda: one.position == other.position == newest)
        stores[0].bell.ring(newest)
        until(lambda: one.lag == other.lag == 0)
        assert one.status() == other.status()
        anew = Anew(one)
        anew.begin([])
        until(lambda: not anew.running)
        assert anew.rebuilt and all(done.compared and not done.differing for done in anew.rebuilt)
        with pytest.raises(KeptElsewhere):
            Anew(other).begin([])
    finally:
        one.close()
        other.close()


def test_when_the_leader_ends_the_other_goes_on_to_the_same_rows(stores: list[Store]) -> None:
    one, other = (ElectedProjector(store, check=SOON) for store in stores)
    try:
        for projector in (one, other):
            projector.start()
        finished_game(1).append_all(stores[1])
        until(lambda: one.position == stores[1].log.last_position())
        one.close()
        finished_game(2).append_all(stores[1])
        until(lambda: other.leads and other.position == stores[1].log.last_position())
        assert other.failed is None
        kept = rows(stores[1])
    finally:
        one.close()
        other.close()
    with open_any("memory:") as alone, Projector(alone) as only:
        for seed in (1, 2):
            finished_game(seed).append_all(alone)
        only.catch_up()
        assert {name: len(found) for name, found in kept.items()} == {
            name: len(found) for name, found in rows(alone).items()
        }


def test_a_leader_whose_session_is_ended_unseen_does_no_harm(stores: list[Store], postgres_url: str) -> None:
    """Until it looks, both believe to be the one; the database lets only one move a projection on."""
    one, other = ElectedProjector(stores[0], check=1_000), ElectedProjector(stores[1], check=SOON)
    try:
        for projector in (one, other):
            projector.start()
        held = f"pg_locks WHERE locktype = 'advisory' AND classid = {LEADS}"
        assert execute(postgres_url, f"SELECT pg_terminate_backend(pid) FROM {held}") == [(True,)]
        until(lambda: other.leads)
        assert one.leads
        for seed in range(3):
            finished_game(seed).append_all(stores[seed % 2])
            time.sleep(0.2)
        newest = stores[0].log.last_position()
        until(lambda: min(g.position for g in stores[0].log.models.generations()) == newest)
        assert not [fault for fault in (one.failed, other.failed) if fault is not None]
        kept = rows(stores[0])
        assert all(len({row[:2] for row in found}) == len(found) for found in kept.values())  # type: ignore[index]
    finally:
        one.close()
        other.close()
