"""A TCP proxy of the tests: a network that is slow, cuts a line at a bad moment, or goes silent."""

import contextlib
import socket
import threading
import time
from typing import Literal

Trouble = Literal["cut before", "cut after", "silent", "late"]


class Wire:
    """Between a client and a server; `trouble` happens to the next message that holds certain bytes.

    `cut before`: it is lost with its line. `cut after`: the server has it and answers, but the line is cut.
    `silent`: the server has it, and nothing is heard any more. `late`: the line is cut, and the message
    arrives all the same, when `deliver` is called.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.url = ""
        self.latency = 0.0
        self.refusing = False
        self.troubled = threading.Event()
        self._trouble: tuple[Trouble, bytes] | None = None
        self._late: tuple[socket.socket, bytes] | None = None
        self._said = b""
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def make_trouble(self, trouble: Trouble, at: bytes = b"") -> None:
        self.troubled.clear()
        with self._lock:
            self._trouble = (trouble, at)

    def deliver(self) -> bytes:
        """Hand over what was late; everything that the server still says to it."""
        assert self._late is not None
        server, message = self._late
        self._said = b""
        server.sendall(message)
        until = time.monotonic() + 5
        while not self._said.endswith(b"Z\x00\x00\x00\x05I"):  # ready for the next one
            assert time.monotonic() < until, self._said
            time.sleep(0.01)
        server.close()
        return self._said

    def cut(self) -> None:
        """Cut all lines that are open."""
        with self._lock:
            lines, self._open = self._open, []
        _close(*lines)

    def close(self) -> None:
        self.refusing = True
        self._listening.close()
        self.cut()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            if self.refusing:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                client.close()
                continue
            for line in (client, server):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._open += [client, server]
            muted = threading.Event()
            for way in ((client, server, True), (server, client, False)):
                threading.Thread(target=self._carry, args=(*way, muted), daemon=True).start()

    def _carry(
        self, source: socket.socket, target: socket.socket, asking: bool, muted: threading.Event
    ) -> None:
        while True:
            try:
                message = source.recv(1 << 20)
            except OSError:
                message = b""
            if not message:
                break
            if self.latency:
                time.sleep(self.latency)
            if not asking and muted.is_set():
                self._said += message
                continue
            trouble = self._due(message) if asking else None
            if trouble is not None and not self._goes_on(trouble, source, target, message, muted):
                break
            with contextlib.suppress(OSError):
                target.sendall(message)
        if not (muted.is_set() and self._late is not None):
            _close(target)
        _close(source)

    def _due(self, message: bytes) -> Trouble | None:
        with self._lock:
            if self._trouble is None or self._trouble[1] not in message:
                return None
            trouble, self._trouble = self._trouble[0], None
            return trouble

    def _goes_on(
        self,
        trouble: Trouble,
        client: socket.socket,
        server: socket.socket,
        message: bytes,
        muted: threading.Event,
    ) -> bool:
        """Whether this message, and what follows it, still reaches the server."""
        if trouble != "cut before":
            muted.set()
        if trouble == "late":
            self._late = (server, message)
        if trouble == "cut after":  # when the server has done it
            threading.Timer(0.1, _close, (client, server)).start()
        self.troubled.set()
        return trouble in ("cut after", "silent")


def _close(*lines: socket.socket) -> None:
    for line in lines:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()
