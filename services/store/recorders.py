"""Our log behind the interfaces of `eventsourcing`: factory, recorders, mapper.

With `PERSISTENCE_MODULE=services.store.recorders` and `PROTOKOL_STORE=<store URL>` an `Application` of the
library's saves, reads, follows and projects on this store. Its default mapper takes our records; another one
can be named by `MAPPER_TOPIC`, as always.
"""

from collections.abc import Sequence
from threading import Event, Thread
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    InfrastructureFactory,
    IntegrityError,
    ListenNotifySubscription,
    Mapper,
    Notification,
    NotSupportedError,
    OperationalError,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
    TrackingRecorder,
    Transcoder,
)
from eventsourcing.utils import resolve_topic
from msgspec import Struct

from domain.core.record import Record
from services.store.errors import CommandReused, NotContinuous, StaleVersion, StoreError
from services.store.log import Entry, GameSecrets, Row
from services.store.store import Store, open_store
from services.store.types import decode, type_of


class VersionConflict(IntegrityError):
    """The log has moved on, or the events do not continue it."""


class CommandConflict(IntegrityError):
    """A command id that stands for another request."""


class LoggedRecord(Struct, frozen=True):
    """One of our records in the shape that the library asks of a domain event."""

    record: Record[Any]

    @property
    def originator_id(self) -> UUID:
        return UUID(self.record.game)

    @property
    def originator_version(self) -> int:
        return self.record.version


class RecordMapper(Mapper[UUID]):
    """Keeps a record as its canonical line. Types come from the closed registry, never from an import."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        if not isinstance(domain_event, LoggedRecord):
            raise TypeError(f"this store keeps records of games, not {type(domain_event).__name__}")
        record = domain_event.record
        return StoredEvent(UUID(record.game), record.version, type_of(record.event), record.line())

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return LoggedRecord(decode(stored_event.topic, stored_event.state))


class StoreAggregateRecorder(AggregateRecorder):
    """Inserts and selects; every insert goes through the one writer."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        self._insert(stored_events, **kwargs)
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        entries = self.store.log.game(_key(originator_id), -1 if gt is None else gt, lte, limit, desc)
        return [_stored(entry) for entry in entries]

    def _insert(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        command_id: str | None = None,
        request_digest: bytes = b"",
        secrets: GameSecrets | None = None,
        tracking: Tracking | None = None,
        **unknown: Any,
    ) -> Sequence[int]:
        """With `command_id` the events are one command of one game, as `Store.append` writes it."""
        if unknown:
            raise TypeError(f"unknown argument: {', '.join(unknown)}")
        rows = tuple(
            Row(_key(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events
        )
        at = (tracking.application_name, tracking.notification_id) if tracking else None
        try:
            if command_id is None:
                return self.store.insert(rows, at) if rows or at else []
            return self._insert_command(rows, command_id, request_digest, secrets)
        except CommandReused as error:
            raise CommandConflict(str(error)) from error
        except (StaleVersion, NotContinuous) as error:
            raise VersionConflict(str(error)) from error
        except StoreError as error:
            raise OperationalError(str(error)) from error

    def _insert_command(
        self, rows: tuple[Row, ...], command_id: str, request_digest: bytes, secrets: GameSecrets | None
    ) -> Sequence[int]:
        records = [decode(row.type, row.body) for row in rows]
        done = self.store.append_now(
            records[0].game,
            records[0].version - 1,
            records[0].prev,
            records,
            command_id,
            request_digest,
            secrets,
        )
        written = self.store.log.game(rows[0].game, done.first - 1, done.last)
        return [entry.position for entry in written]


class StoreApplicationRecorder(StoreAggregateRecorder, ApplicationRecorder):
    """The same with positions: a gapless order of everything, which can be followed."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        return list(self._insert(stored_events, **kwargs))

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        after = 0 if start is None else start - 1 if inclusive_of_start else start
        return [
            Notification(UUID(bytes=entry.game), entry.version, entry.type, entry.body, entry.position)
            for entry in self.store.log.page(after, limit, stop, topics)
        ]

    def max_notification_id(self) -> int | None:
        return self.store.log.last_position() or None

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        return StoreSubscription(self, gt, topics)


class StoreSubscription(ListenNotifySubscription[StoreApplicationRecorder]):
    """Wakes whenever the bell rings."""

    def __init__(
        self, recorder: StoreApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._stopped = Event()
        self._listener = Thread(target=self._listen, name="protokol-subscription", daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        bell = self._recorder.store.bell
        heard = bell.position
        while not self._stopped.is_set():
            if bell.wait(heard, timeout=0.5):
                heard = bell.position
                self._has_been_notified.set()

    def stop(self) -> None:
        self._stopped.set()
        super().stop()


class StoreTrackingRecorder(TrackingRecorder):
    """Remembers how far followers have come, in the store's own database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def insert_tracking(self, tracking: Tracking) -> None:
        try:
            self.store.insert((), (tracking.application_name, tracking.notification_id))
        except NotContinuous as error:
            raise VersionConflict(str(error)) from error

    def max_tracking_id(self, application_name: str) -> int | None:
        return self.store.log.tracked(application_name)


class StoreProcessRecorder(StoreTrackingRecorder, StoreApplicationRecorder, ProcessRecorder):
    """Events and how far their maker had read, in one transaction."""


class StoreFactory(InfrastructureFactory[StoreTrackingRecorder]):
    """Everything on one store, opened once for each factory and closed with it."""

    URL = "PROTOKOL_STORE"

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.store = open_store(self.env.get(self.URL) or "memory:")

    def mapper(self, transcoder: Transcoder | None = None, mapper_class: Any = None) -> Mapper[Any]:
        if mapper_class is None and not self.env.get(self.MAPPER_TOPIC):
            mapper_class = RecordMapper
        return super().mapper(transcoder, mapper_class)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        if purpose != "events":
            raise NotSupportedError(f"no {purpose}: a game is folded from its log")
        return StoreAggregateRecorder(self.store)

    def application_recorder(self) -> ApplicationRecorder:
        return StoreApplicationRecorder(self.store)

    def tracking_recorder(
        self, tracking_recorder_class: type[StoreTrackingRecorder] | None = None
    ) -> StoreTrackingRecorder:
        topic = self.env.get(self.TRACKING_RECORDER_TOPIC)
        if tracking_recorder_class is None and topic:
            tracking_recorder_class = resolve_topic(topic)
        return (tracking_recorder_class or StoreTrackingRecorder)(self.store)

    def process_recorder(self) -> ProcessRecorder:
        return StoreProcessRecorder(self.store)

    def close(self) -> None:
        self.store.close()


def _key(originator_id: UUID | str) -> bytes:
    return originator_id.bytes if isinstance(originator_id, UUID) else UUID(originator_id).bytes


def _stored(entry: Entry) -> StoredEvent:
    return StoredEvent(UUID(bytes=entry.game), entry.version, entry.type, entry.body)
