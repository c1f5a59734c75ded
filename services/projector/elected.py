"""Elected: of all processes that write a store one keeps its read models; another goes on when it is gone."""

import threading
from collections.abc import Sequence

import structlog

from projections.folding import ALL
from projections.projection import Projection
from services.projector.projector import Projector, Status
from services.store.errors import NotContinuous, StoreAway, StoreClosed, StoreError
from services.store.models import Generation
from services.store.store import Store

CHECK = 1.0  # seconds between two looks at who has the lead

log = structlog.get_logger()


class KeptElsewhere(StoreError):
    """Another process keeps the read models."""

    def __init__(self) -> None:
        super().__init__("another server keeps the read models: ask again until it is the one that answers")


class ElectedProjector:
    """What a server asks of its projector, whichever process it runs in.

    Should two ever believe to be the one, the database lets only one of them move a projection on.
    """

    def __init__(self, store: Store, kinds: Sequence[type[Projection]] = ALL, check: float = CHECK) -> None:
        self.store = store
        self.kinds = tuple(kinds)
        self.failed: Exception | None = None
        self.current: Projector | None = None
        self._check = check
        self._lead = store.log.lead("projector")
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        if self._lead.held():
            self._begin()

    def start(self) -> None:
        """Follow the store, or wait for one's turn to, until this is closed."""
        if self.current is not None:
            self.current.start()
        self._thread = threading.Thread(target=self._run, name="protokol-lead", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._end()
        self._lead.close()

    @property
    def leads(self) -> bool:
        """Whether it is this process that keeps the read models."""
        return self.current is not None

    @property
    def position(self) -> int:
        """What all projections have come to. Where another process leads, the database is asked."""
        if (current := self.current) is not None:
            return current.position
        return min((one.position for one in self._generations().values()), default=0)

    @property
    def lag(self) -> int:
        return max(0, self.store.bell.position - self.position)

    def leading(self) -> Projector:
        """The projector that keeps the read models, if that is this process's; else `KeptElsewhere`."""
        if (current := self.current) is None:
            raise KeptElsewhere
        return current

    def hurry(self) -> None:
        """Do not rest: somebody waits for what is new."""
        if (current := self.current) is not None:
            current.hurry()

    def status(self) -> list[Status]:
        """Every projection, in the order in which they are named."""
        if (current := self.current) is not None:
            return current.status()
        found, head, models = self._generations(), self.store.bell.position, self.store.log.models
        return [
            Status(
                name,
                one.number,
                one.position,
                max(0, head - one.position),
                len(models.stuck(name, one.number)),
            )
            for name, one in found.items()
        ]

    def _generations(self) -> dict[str, Generation]:
        now = {one.projection: one for one in self.store.log.models.generations() if one.current}
        return {kind.name: now[kind.name] for kind in self.kinds if kind.name in now}

    # whose turn it is

    def _run(self) -> None:
        while not self._stop.wait(self._check):
            try:
                self._look()
            except StoreClosed:
                return
            except StoreAway:
                continue
            except Exception as error:
                self.failed = error
                return

    def _look(self) -> None:
        held = self._lead.held()
        current = self.current
        if current is not None and isinstance(current.failed, NotContinuous):
            self._end()  # another process has moved a projection on: go on from where that is
            current = None
        elif current is not None and current.failed is not None:
            self.failed = current.failed
        if held and current is None:
            self._begin()
            log.info("keeps the read models from now on")
            assert self.current is not None
            self.current.start()
        elif not held and current is not None:
            log.warning("another process keeps the read models")
            self._end()

    def _begin(self) -> None:
        self.current = Projector(self.store, self.kinds)

    def _end(self) -> None:
        current, self.current = self.current, None
        if current is not None:
            current.close()
