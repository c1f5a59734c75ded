"""Places: workers that share a port answer together when they are asked how they are doing."""

import asyncio
import contextlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

PATIENCE = 2.0  # seconds in which each worker must answer; one that does not is left out
MOST = 1 << 24


class Family(Struct, frozen=True):
    """One metric of one worker: its name, what it says, its type, and each sample."""

    name: str
    what: str
    type: str
    samples: list[tuple[str, dict[str, str], float]]


_READ = msgspec.msgpack.Decoder(list[Family])


class Place:
    """One worker among several: its number, and the folder in which all have their doors."""

    def __init__(self, number: int, folder: Path) -> None:
        self.number = number
        self._folder = folder

    async def answer(self, registry: CollectorRegistry) -> asyncio.Server:
        """Tell the other workers, whenever they ask, how this one is doing."""

        async def tell(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                writer.write(await asyncio.to_thread(_written, registry))
                await writer.drain()
                writer.close()
                await writer.wait_closed()

        door = self._door(self.number)
        door.unlink(missing_ok=True)
        return await asyncio.start_unix_server(tell, door)

    async def gather(self) -> bytes:
        """All workers' metrics in the form that Prometheus reads, each sample with its worker's number."""
        numbers = sorted(int(door.stem) for door in self._folder.glob("*.door"))
        found = await asyncio.gather(*(self._ask(number) for number in numbers))
        together: dict[str, Metric] = {}
        for number, families in zip(numbers, found, strict=True):
            for family in families:
                metric = together.setdefault(family.name, Metric(family.name, family.what, family.type))
                for name, labels, value in family.samples:
                    metric.add_sample(name, {**labels, "worker": str(number)}, value)
        return generate_latest(_Gathered(together.values()))

    async def _ask(self, number: int) -> list[Family]:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._door(number), limit=MOST)
                body = await reader.read(-1)
                writer.close()
                return _READ.decode(body)
        except (OSError, TimeoutError, msgspec.MsgspecError):
            return []

    def _door(self, number: int) -> Path:
        return self._folder / f"{number}.door"


class _Gathered(Collector):
    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def _written(registry: CollectorRegistry) -> bytes:
    return msgspec.msgpack.encode([_family(one) for one in registry.collect()])


def _family(one: Metric) -> Family:
    samples = [
        (each.name, {name: str(value) for name, value in each.labels.items()}, float(each.value))
        for each in one.samples
    ]
    return Family(one.name, one.documentation, one.type, samples)
