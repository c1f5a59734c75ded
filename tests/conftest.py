"""Shared by all tests: Hypothesis runs the same way everywhere; databases to throw away."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import new_database, stop_server

settings.register_profile(
    "protokol", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("protokol")


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database."""
    with new_database() as url:
        yield url


def pytest_sessionfinish() -> None:
    stop_server()
