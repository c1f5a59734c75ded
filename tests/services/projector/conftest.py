"""Every test of the projector is run on both kinds of store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.store.store import Store, open_store


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = "memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/protokol.db"
    with open_store(url, environment={}) as opened:
        yield opened
