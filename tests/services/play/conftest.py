"""Stores to play in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.store.store import Store, open_store


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = "memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url, environment={}) as opened:
        yield opened


@pytest.fixture
def memory() -> Iterator[Store]:
    with open_store("memory:", environment={}) as opened:
        yield opened
