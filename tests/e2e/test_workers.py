"""`protokol serve --workers N`: one port, several processes, and one that looks after them."""

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.databases import SIGNING
from tests.e2e.fleet import Member
from tests.e2e.servers import BIN


class Served(Member):
    """A parent, its workers and their address."""

    def __init__(self, folder: Path, store: str) -> None:
        super().__init__(folder, 0, store, {"PROTOKOL_DRAIN_SECONDS": "2"}, "--workers", "2")
        self.url = self.ready()
        wait_for(lambda: len(self.workers()) == 2 and len(self.seen()) == 2)

    def workers(self) -> list[int]:
        """Its children that serve; Python's own keeper of shared things is one, too, and serves nothing."""
        found = []
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                words = Path(f"/proc/{child}/cmdline").read_bytes()
                if b"spawn_main" in words:
                    found.append(int(child))
        return found

    def seen(self) -> set[str]:
        """The numbers of the workers that answer for themselves, whichever is asked."""
        text = httpx.get(f"{self.url}/metrics").text
        return set(re.findall(r'protokol_live_games\{worker="(\d)"\}', text))


def wait_for(happened: Callable[[], bool], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.1)


def alive(process: int) -> bool:
    """A process that has ended and that nobody has asked for yet is not alive."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def served(tmp_path: Path, postgres_url: str) -> Iterator[Served]:
    running = Served(tmp_path, postgres_url)
    yield running
    if running.process.poll() is None:
        running.stop()


def test_workers_share_a_port_are_replaced_and_end_together(served: Served) -> None:
    assert served.seen() == {"0", "1"}
    text = httpx.get(f"{served.url}/metrics").text
    assert text.count("# TYPE protokol_live_games gauge") == 1
    first, second = served.workers()
    os.kill(first, 9)
    assert httpx.get(f"{served.url}/health/ready", timeout=10).status_code == 200
    wait_for(lambda: first not in served.workers() and len(served.workers()) == 2)
    wait_for(lambda: len(served.seen()) == 2)
    assert '"worker has ended"' in served.log.read_text()
    last = served.workers()
    assert second in last
    assert served.stop() < 15
    assert served.process.returncode == 0
    assert not [one for one in last if alive(one)]
    assert served.log.read_text().count('"draining"') >= 2


def test_workers_end_when_the_process_that_looks_after_them_is_killed(served: Served) -> None:
    workers = served.workers()
    served.kill()
    wait_for(lambda: not [one for one in workers if alive(one)])


@pytest.mark.parametrize("store", ["memory:", "sqlite:///{folder}/p.db"])
def test_a_store_with_one_writer_takes_one_worker(tmp_path: Path, store: str) -> None:
    url = store.format(folder=tmp_path)
    done = _refused(url)
    assert done.returncode == 2
    assert done.stderr == f"protokol: 2 workers need a store in PostgreSQL; {url} has one writer\n"
    assert not list(tmp_path.iterdir())


def test_a_database_that_is_not_there_is_said_once_and_all_end() -> None:
    done = _refused("postgresql://somebody:s3cret@127.0.0.1:1/protokol")
    assert done.returncode == 4
    lines = [line for line in done.stderr.splitlines() if "cannot be reached" in line]
    assert len(lines) == 1 and lines[0].startswith("protokol: postgresql://somebody@127.0.0.1:1/protokol: ")
    assert "s3cret" not in done.stderr


def _refused(store: str) -> "subprocess.CompletedProcess[str]":
    command = [str(BIN / "protokol"), "serve", store, "--port", "0", "--workers", "2"]
    environment = {**os.environ, **SIGNING, "PROTOKOL_LOG": "off"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
