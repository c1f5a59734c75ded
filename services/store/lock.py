"""One writing process for each store, by a lock of the operating system."""

import fcntl
import os
import sys
from pathlib import Path

from services.store.errors import StoreLocked, StoreNotWritable


class WriterLock:
    """Held from opening to closing; it falls with the process, however that ends."""

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".lock")
        try:
            store.parent.mkdir(parents=True, exist_ok=True)
            self._file: int | None = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StoreNotWritable(f"{store}: {error.strerror}: {error.filename}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 200, 0).decode(errors="replace").strip() or "another process"
            self.release()
            raise StoreLocked(f"{store}: is being written by {holder}; only one process may") from error
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"process {os.getpid()} ({Path(sys.argv[0]).name})\n".encode(), 0)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
