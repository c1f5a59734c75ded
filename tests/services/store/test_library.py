"""The library's own persistence cases, and its applications, on our recorders."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, ClassVar
from unittest import TestCase
from uuid import UUID, uuid4

import pytest
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import IntegrityError, NotSupportedError, StoredEvent, Tracking
from eventsourcing.projection import ApplicationSubscription, Projection, ProjectionRunner
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    InfrastructureFactoryTestCase,
    NonInterleavingNotificationIDsBaseCase,
    ProcessRecorderTestCase,
    TrackingRecorderTestCase,
)
from eventsourcing.utils import Environment

from domain.core.replay import fold
from domain.core.ruleset import ruleset
from services.store import recorders
from services.store.recorders import (
    CommandConflict,
    LoggedRecord,
    StoreAggregateRecorder,
    StoreApplicationRecorder,
    StoreFactory,
    StoreProcessRecorder,
    StoreTrackingRecorder,
    VersionConflict,
)
from services.store.store import Store
from tests.databases import SIGNING
from tests.services.store.builders import KINDS, Commands, finished_game, new_url, open_any


class StoreCase(TestCase):
    """A fresh store for each case, closed after it."""

    kind = "memory"

    def open(self) -> Store:
        place = ExitStack()
        self.addCleanup(place.close)
        return place.enter_context(open_any(place.enter_context(new_url(self.kind))))


class TestAggregateRecorder(StoreCase, AggregateRecorderTestCase):
    def create_recorder(self) -> StoreAggregateRecorder:
        return StoreAggregateRecorder(self.open())


class TestApplicationRecorder(StoreCase, ApplicationRecorderTestCase[StoreApplicationRecorder]):
    EXPECT_CONTIGUOUS_NOTIFICATION_IDS = True

    def create_recorder(self) -> StoreApplicationRecorder:
        return StoreApplicationRecorder(self.open())

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestTrackingRecorder(StoreCase, TrackingRecorderTestCase):
    def create_recorder(self) -> StoreTrackingRecorder:
        return StoreTrackingRecorder(self.open())


class TestProcessRecorder(StoreCase, ProcessRecorderTestCase):
    def create_recorder(self) -> StoreProcessRecorder:
        return StoreProcessRecorder(self.open())


class TestNonInterleaving(StoreCase, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> StoreApplicationRecorder:
        return StoreApplicationRecorder(self.open())


class OnSqlite(StoreCase):
    kind = "sqlite"


class OnPostgres(StoreCase):
    kind = "postgres"


class TestAggregateRecorderOnSqlite(OnSqlite, TestAggregateRecorder):
    pass


class TestApplicationRecorderOnSqlite(OnSqlite, TestApplicationRecorder):
    pass


class TestTrackingRecorderOnSqlite(OnSqlite, TestTrackingRecorder):
    pass


class TestProcessRecorderOnSqlite(OnSqlite, TestProcessRecorder):
    pass


class TestNonInterleavingOnSqlite(OnSqlite, TestNonInterleaving):
    pass


class TestAggregateRecorderOnPostgres(OnPostgres, TestAggregateRecorder):
    pass


class TestApplicationRecorderOnPostgres(OnPostgres, TestApplicationRecorder):
    pass


class TestTrackingRecorderOnPostgres(OnPostgres, TestTrackingRecorder):
    pass


class TestProcessRecorderOnPostgres(OnPostgres, TestProcessRecorder):
    pass


class TestNonInterleavingOnPostgres(OnPostgres, TestNonInterleaving):
    pass


class OtherTracking(StoreTrackingRecorder):
    pass


class TestFactory(InfrastructureFactoryTestCase[StoreFactory]):
    """With the library's default mapper: that a cipher and a compressor are honoured is its concern."""

    env: ClassVar[Environment]  # type: ignore[misc]

    def setUp(self) -> None:
        self.env = Environment("TestCase")  # type: ignore[misc]
        self.env["PERSISTENCE_MODULE"] = recorders.__name__
        self.env["MAPPER_TOPIC"] = "eventsourcing.persistence:Mapper"
        super().setUp()

    def expected_factory_class(self) -> type[StoreFactory]:
        return StoreFactory

    def expected_aggregate_recorder_class(self) -> type[StoreAggregateRecorder]:
        return StoreAggregateRecorder

    def expected_application_recorder_class(self) -> type[StoreApplicationRecorder]:
        return StoreApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[StoreTrackingRecorder]:
        return StoreTrackingRecorder

    def tracking_recorder_subclass(self) -> type[StoreTrackingRecorder]:
        return OtherTracking

    def expected_process_recorder_class(self) -> type[StoreProcessRecorder]:
        return StoreProcessRecorder


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name, value in SIGNING.items():
        monkeypatch.setenv(name, value)
    with new_url(request.param) as url:
        yield url


@pytest.fixture
def app(url: str) -> Iterator[Application[UUID]]:
    application = Application[UUID](env={"PERSISTENCE_MODULE": recorders.__name__, "PROTOKOL_STORE": url})
    yield application
    application.close()


def save(app: Application[UUID], game: Commands) -> None:
    for command in game.commands:
        app.save(
            *map(LoggedRecord, command.records),
            command_id=command.id,
            request_digest=command.digest,
            secrets=command.secrets,
        )


def project(_: Any, events: Any) -> Any:
    """A projector for the library's repository: the fold of a game."""
    records = [event.record for event in events]
    if not records:
        return None
    rules = ruleset(records[0].event.header.ruleset)
    return fold(rules.table_for(records[0].event.header), records)


def test_an_application_saves_a_game_and_its_repository_gives_the_table(app: Application[UUID]) -> None:
    game = finished_game(3)
    save(app, game)
    table: Any = app.repository.get(UUID(game.id), projector_func=project)
    assert table == game.table
    earlier: Any = app.repository.get(UUID(game.id), version=20, projector_func=project)
    assert earlier.version == 20
    with pytest.raises(AggregateNotFoundError):
        app.repository.get(uuid4(), projector_func=project)


def test_the_notification_log_has_every_event_once_in_sections(app: Application[UUID]) -> None:
    game = finished_game(3)
    save(app, game)
    seen: list[int] = []
    section_id: str | None = "1,10"
    while section_id:
        section = app.notification_log[section_id]
        seen += [item.id for item in section.items]
        section_id = section.next_id
    assert seen == list(range(1, len(game.records) + 1))


def test_a_subscription_gives_history_and_then_what_is_new(app: Application[UUID]) -> None:
    first, second = finished_game(3), finished_game(4)
    save(app, first)
    with ApplicationSubscription(app, gt=0) as subscription:
        got = [next(subscription) for _ in first.records]
        save(app, second)
        got += [next(subscription) for _ in second.records]
    records: list[Any] = [event for event, _ in got]
    assert [one.record for one in records] == [*first.records, *second.records]
    assert [tracking.notification_id for _, tracking in got] == list(range(1, len(got) + 1))


class CardsPlayed(StoreTrackingRecorder):
    """A view: how many cards were played, kept in memory, with its tracking in the store."""

    played = 0


class CountsCards(Projection[CardsPlayed]):
    topics = ("dual_powers/card_played",)

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        self.view.played += 1
        self.view.insert_tracking(tracking)


def test_a_projection_runner_follows_the_store(url: str) -> None:
    class Games(Application[UUID]):
        env: ClassVar[dict[str, str]] = {
            "PERSISTENCE_MODULE": recorders.__name__,
            "PROTOKOL_STORE": url,
        }

    class ViewFactory(StoreFactory):
        """The view lives in a store of its own: one process may open a store for writing only once."""

        def __init__(self, env: Any) -> None:
            env["PROTOKOL_STORE"] = "memory:"
            super().__init__(env)

    recorders_view = f"{__name__}:ViewFactory"
    globals()["ViewFactory"] = ViewFactory
    game = finished_game(3)
    with ProjectionRunner(
        application_class=Games,
        projection_class=CountsCards,
        view_class=CardsPlayed,
        env={"COUNTSCARDS_PERSISTENCE_MODULE": recorders_view},
    ) as runner:
        save(runner.app, game)
        last = max(
            n
            for n, record in enumerate(game.records, 1)
            if record.event.__struct_config__.tag == "card_played"
        )
        runner.wait(last, timeout=10)
        expected = sum(r.event.__struct_config__.tag == "card_played" for r in game.records)
        assert runner.projection.view.played == expected > 10


def test_clashes_are_told_apart(app: Application[UUID]) -> None:
    game = finished_game(3)
    save(app, game)
    opening = game.commands[0]
    again = [LoggedRecord(record) for record in opening.records]
    ids = app.save(*again, command_id=opening.id, request_digest=opening.digest)
    assert [one.notification.id for one in ids] == list(range(1, len(again) + 1)), "sent again: the same"
    with pytest.raises(CommandConflict):
        app.save(*again, command_id=opening.id, request_digest=b"another body")
    with pytest.raises(VersionConflict):
        app.save(*again, command_id="another id", request_digest=opening.digest)
    with pytest.raises(IntegrityError):
        app.save(*again)


def test_versions_have_no_gaps_even_for_the_librarys_events(app: Application[UUID]) -> None:
    game = uuid4()
    recorder = app.recorder
    recorder.insert_events([StoredEvent(game, 1, "x/y", b"")])
    with pytest.raises(VersionConflict, match="version 7 where 2 follows"):
        recorder.insert_events([StoredEvent(game, 7, "x/y", b"")])
    assert [event.originator_version for event in recorder.select_events(game)] == [1]


def test_what_the_store_does_not_do_is_said(app: Application[UUID]) -> None:
    with pytest.raises(NotSupportedError, match="snapshots"):
        app.factory.aggregate_recorder(purpose="snapshots")
    with pytest.raises(TypeError, match="records of games"):
        app.mapper.to_stored_event(object())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unknown argument: colour"):
        app.recorder.insert_events([], colour="red")


def test_groupings_of_the_builder_are_whole_commands() -> None:
    game = finished_game(3)
    causes = [cause for cause, _ in itertools.groupby(record.cause for record in game.records)]
    assert [command.id for command in game.commands] == causes
