"""The sides of a comparison: the service, the peer, and two applications that say hello.

Each is started anew for every round, on data of its own: a copy of what was created once.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Protocol

from benchmarks.benchmark_venue import BenchmarkVenue
from benchmarks.databases import Databases, Urls
from benchmarks.operations import Operation
from benchmarks.peer_under_test import peer_settings, start_peer
from benchmarks.pinned_server import Cores, PinnedServer, start_server
from benchmarks.service_under_test import start_service
from benchmarks.throughput import Request, Target
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.free_ports import free_port

OURS = "ours"
PEER = "peer"
BARE_ASGI = "bare ASGI"
FASTAPI = "FastAPI hello-world"

HELLO_APPLICATIONS = {
    BARE_ASGI: "benchmarks.bare_asgi:application",
    FASTAPI: "benchmarks.fastapi_hello:application",
}
HELLO = Operation("hello", "hello", lambda _venue: [Request("GET", "/")])


class StartedSide(NamedTuple):
    """A side in one round: its server, and what to send it for each operation."""

    server: PinnedServer
    targets: dict[Operation, Target]


class Side(Protocol):
    """Something that is measured."""

    name: str

    def start_round(self, number: int) -> AbstractContextManager[StartedSide]:
        """Starts the side for one round, on data that no other round has changed."""


class HelloSide:
    """An application that does nothing."""

    def __init__(self, name: str, folder: Path, cores: Cores) -> None:
        self.name = name
        self._log = folder / f"{name}.log"
        self._cores = cores
        self._target = Target.write(free_port(), [Request("GET", "/")], folder / name)

    @contextmanager
    def start_round(self, _number: int) -> Iterator[StartedSide]:
        """Starts the application, as `Side` says."""
        application = HELLO_APPLICATIONS[self.name]
        with start_server(application, self._target.port, self._cores.server, self._log) as server:
            yield StartedSide(server, {HELLO: self._target})


Start = Callable[[Path, Urls], AbstractContextManager[PinnedServer]]
"""Starts a side on the data in a folder and in databases."""


class FilledSide:
    """A side with data. The constructor creates it once, as a template for every round."""

    def __init__(
        self,
        name: str,
        folder: Path,
        databases: Databases,
        operations: Iterable[Operation],
        start: Start,
        port: int,
        admin_key: str,
        urls: Urls,
    ) -> None:
        self.name = name
        self._folder = folder
        self._databases = databases
        self._start = start
        self._port = port
        with start(folder / name, urls):
            self._venue = BenchmarkVenue(f"http://127.0.0.1:{port}", admin_key)
            self._targets = {operation: self._target(operation) for operation in operations}

    @contextmanager
    def start_round(self, number: int) -> Iterator[StartedSide]:
        """Copies the data and starts the side, as `Side` says."""
        data_dir, database = self._folder / f"{self.name} {number}", f"{self.name}_{number}"
        shutil.copytree(self._folder / self.name, data_dir)
        urls = self._databases.copy(database, self.name)
        try:
            with self._start(data_dir, urls) as server:
                anew = {
                    operation: self._target(operation)
                    for operation in self._targets
                    if operation.is_made_anew
                }
                yield StartedSide(server, self._targets | anew)
        finally:
            self._databases.drop(database)
            shutil.rmtree(data_dir)

    def _target(self, operation: Operation) -> Target:
        file = self._folder / f"{self.name} {operation.id}"
        return Target.write(self._port, operation.requests(self._venue), file)


def our_side(folder: Path, databases: Databases, cores: Cores, operations: Iterable[Operation]) -> FilledSide:
    """Creates the data of the service."""
    urls, port = databases.create(OURS), free_port()
    settings = Settings(data_dir=folder / OURS, port=port, metrics_port=0, stills="off", **urls)
    admin_key = create_admin_key(settings)

    def start(data_dir: Path, urls: Urls) -> AbstractContextManager[PinnedServer]:
        return start_service(replace(settings, data_dir=data_dir, **urls), cores.server)

    return FilledSide(OURS, folder, databases, operations, start, port, admin_key, urls)


def peer_side(
    folder: Path, databases: Databases, cores: Cores, operations: Iterable[Operation]
) -> FilledSide:
    """Creates the data of the peer."""
    urls, port = databases.create(PEER), free_port()
    settings = peer_settings(folder / PEER, port, **urls)

    def start(data_dir: Path, urls: Urls) -> AbstractContextManager[PinnedServer]:
        return start_peer(replace(settings, data_dir=str(data_dir), **urls), port, cores.server)

    return FilledSide(PEER, folder, databases, operations, start, port, settings.admin_key, urls)
