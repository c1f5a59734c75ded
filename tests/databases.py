"""Throw-away PostgreSQL databases: on a server of this test process's own, or on the one that is named.

`PROTOKOL_TEST_POSTGRES` names a server by the URL of a role that may create databases.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests.postgres_server import PostgresServer

FROM_ENVIRONMENT = "PROTOKOL_TEST_POSTGRES"
SIGNING = {"PROTOKOL_SIGNING_KEY": "17" * 32}  # stores in a database have no file to keep a key beside

_server: PostgresServer | None = None


def server_url() -> str:
    """The server, started when the first test asks for it."""
    global _server
    if given := os.environ.get(FROM_ENVIRONMENT):
        return given
    if _server is None:
        _server = PostgresServer()
    return _server.url()


def stop_server() -> None:
    global _server
    if _server is not None:
        _server.close()
        _server = None


def with_database(url: str, name: str) -> str:
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def port_of(url: str) -> int:
    return urlsplit(url).port or 5432


def through(url: str, port: int) -> str:
    """The same database by another port of this machine."""
    parts = urlsplit(url)
    user, at, _ = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}{at}127.0.0.1:{port}").geturl()


def execute(url: str, *statements: str) -> list[tuple[Any, ...]]:
    """Statements as whoever the URL names, each by itself; the rows of the last."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def new_database(how: str = "TEMPLATE template0 ENCODING 'UTF8'") -> Iterator[str]:
    """The URL of an empty database, which is gone afterwards."""
    name = f"protokol_test_{secrets.token_hex(6)}"
    execute(server_url(), f"CREATE DATABASE {name} {how}")
    try:
        yield with_database(server_url(), name)
    finally:
        execute(server_url(), f"DROP DATABASE {name} WITH (FORCE)")
