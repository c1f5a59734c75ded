"""Stores to play in, and chance that is the same in every run: seeds, and the ids of stores and games."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from uuid import UUID

import pytest

from services.store.store import Store, open_store


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1917)
    monkeypatch.setattr("services.play.play.secrets.token_bytes", random.randbytes)
    for module in ("memory", "sqlite"):
        monkeypatch.setattr(
            f"services.store.{module}.uuid4", lambda: UUID(bytes=random.randbytes(16), version=4)
        )


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = "memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url, environment={}) as opened:
        yield opened


@pytest.fixture
def memory() -> Iterator[Store]:
    with open_store("memory:", environment={}) as opened:
        yield opened
