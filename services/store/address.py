"""Addresses of stores: what kind a URL names, and how it may be shown."""

import re
from pathlib import Path

from services.store.errors import BadAddress

POSTGRES = ("postgresql://", "postgres://")
_SECRETS = re.compile(r"(?i)([?&](?:password|sslpassword|oauth_client_secret)=)[^&#]*")


def is_postgres(url: str) -> bool:
    return url.startswith(POSTGRES)


def sqlite_path(url: str) -> Path | None:
    """The file that a store's URL names; None for `memory:`.

    `sqlite:///protokol.db` lies in the current folder, `sqlite:////srv/protokol.db` where it says.
    """
    if url == "memory:":
        return None
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return Path(url.removeprefix("sqlite:///"))
    raise BadAddress(
        f"{shown(url) or 'nothing'}: not the URL of a store:"
        " sqlite:///path/protokol.db, postgresql://host/database or memory:"
    )


def file_of(url: str) -> Path | None:
    """The file that a store lies in; None for a database elsewhere or in memory."""
    return None if is_postgres(url) else sqlite_path(url)


def shown(url: str) -> str:
    """An address as it may be printed or logged: without passwords."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url
    authority, slash, path = rest.partition("/")
    user, at, hosts = authority.rpartition("@")
    return _SECRETS.sub(r"\1***", f"{scheme}://{user.partition(':')[0]}{at}{hosts}{slash}{path}")
