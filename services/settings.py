"""Settings of a server: one frozen struct, read from the environment. Unknown names are errors."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from services.redis_link import BadRedis, connected

PREFIX = "PROTOKOL_"
SECRET = ("store", "redis")  # may hold a password: `PROTOKOL_STORE_FILE` names a file to read it from
# Read by others: the signing key (services/store/keys.py), a client's own token, and what tests are given.
ELSEWHERE = ("SIGNING_KEY", "SIGNING_KEY_FILE", "TOKEN", "TOKEN_FILE")
TESTS = "TEST_"

Count = Annotated[int, Meta(ge=1)]
Rate = Annotated[int, Meta(ge=0)]


class BadSettings(Exception):
    """A setting that does not exist or cannot be read; the message names it."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a server is told. A rate or cap of 0 means: without limit."""

    store: str = "sqlite:///protokol.db"
    redis: str = ""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    workers: Count = 1
    log: Literal["auto", "json", "pretty", "off"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    most_live: Count = 4096
    most_waiting: Count = 4096
    most_body: Count = 65_536
    requests_per_second: Rate = 200
    addresses_per_second: Rate = 1_000
    burst: Count = 400
    streams: Rate = 10_000
    streams_per_caller: Rate = 64
    drain_seconds: Rate = 5
    trusted_proxies: str = ""
    cors: str = ""


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Every `PROTOKOL_…` of the environment; `PROTOKOL_PORT=eight` or a misspelled name is an error."""
    given = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and not _elsewhere(name.removeprefix(PREFIX))
    }
    for name in SECRET:
        if (file := given.pop(f"{name}_file", None)) is not None:
            given[name] = _read(file, f"{PREFIX}{name.upper()}_FILE")
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        message = str(error)
        for name in given:
            message = message.replace(f"`{name}`", PREFIX + name.upper())
            message = message.replace(f"`$.{name}`", PREFIX + name.upper())
        raise BadSettings(message) from error
    if settings.redis:
        try:
            connected(settings.redis)
        except BadRedis as error:
            raise BadSettings(f"PROTOKOL_REDIS: {error}") from None
    return settings


def _read(file: str, name: str) -> str:
    """A setting that lies in a file; nothing of it is ever repeated."""
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text"
        raise BadSettings(f"{name}: {file}: {reason}") from None


def _elsewhere(name: str) -> bool:
    return name in ELSEWHERE or name.startswith(TESTS)
