"""A server whose data nobody needs afterwards: killed instead of stopped, and started again at will."""

import atexit
import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

_STARTS = 5

T = TypeVar("T")


class DidNotStart(Exception):
    pass


def start_on_free_ports(start: Callable[[], T]) -> T:
    """Calls `start` until the server starts: another process may take a port between finding and using it."""
    for _ in range(_STARTS - 1):
        with contextlib.suppress(DidNotStart):
            return start()
    return start()


class DisposableServer:
    """A server in a temporary folder. A subclass calls `_start` at the end of its `__init__`."""

    process: "subprocess.Popen[bytes]"
    _watcher: "subprocess.Popen[bytes]"

    def __init__(self, name: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix=f"seatpreview-{name}-"))

    def kill(self) -> None:
        """Ends it with SIGKILL, as a crash would; `restart` revives it. May be called twice."""
        self.process.kill()
        self.process.wait()
        with self._watcher:
            self._watcher.kill()

    def restart(self) -> None:
        """Kills the server, and starts it on the same ports with what is in its folder."""
        self.kill()
        self._launch()

    def stop(self) -> None:
        """Kills the server, and deletes its folder."""
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
        atexit.unregister(self.stop)

    def _start(self) -> None:
        atexit.register(self.stop)
        self._launch()

    def _launch(self) -> None:
        """Starts the process and its watcher, and waits until it is ready."""
        raise NotImplementedError
