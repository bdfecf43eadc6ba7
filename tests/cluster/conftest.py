"""What the tests of several worker processes stand on."""

import itertools
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cluster.client import Client, Manager, connected
from parts import postgres as postgres_part
from parts import valkey as valkey_part
from parts import workers as workers_part
from parts.postgres import RunningPostgres
from parts.valkey import RunningValkey
from parts.workers import RunningWorker
from seatpreview.assembly import assemble_resources
from seatpreview.caller import OPERATOR
from seatpreview.clock import Clock
from seatpreview.context import Context
from seatpreview.database import schema
from seatpreview.database.engines import Database, open_database
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.operations import create_key
from seatpreview.settings import Rate, Settings
from serving import free_port, settings_for

PLENTY = dict.fromkeys(("key_rate", "tenant_rate", "address_rate"), Rate(1_000_000, 1, 1_000_000))
"""So that only tests of limits meet one."""

_database_numbers = itertools.count(1)


class Cluster(NamedTuple):
    """Worker processes on one database, a client of each, and somebody with an admin key."""

    settings: Settings
    """What the workers share: all but their ports."""
    workers: list[RunningWorker]
    clients: list[Client]
    manager: Manager

    async def statuses(self, headers: dict[str, str]) -> list[int]:
        """What each worker answers to who presents these headers."""
        return [await client.status(headers) for client in self.clients]


StartCluster = Callable[..., AbstractAsyncContextManager[Cluster]]


@pytest.fixture(scope="session")
def start_cluster(tmp_path_factory: pytest.TempPathFactory) -> StartCluster:
    """Starts so many workers with these settings. Without a database_url they are on SQLite."""

    @asynccontextmanager
    async def start(workers: int, database_url: str = "", **more: Any) -> AsyncIterator[Cluster]:
        settings = settings_for(tmp_path_factory.mktemp("cluster"), database_url, **PLENTY | more)
        admin_key = await _prepared(settings)
        each = [replace(settings, port=free_port()) for _ in range(workers)]
        with workers_part.running(each, settings.data_dir) as running:
            async with connected(running) as clients:
                yield Cluster(settings, running, clients, Manager(clients, admin_key))

    return start


@pytest.fixture
def database_url(postgres: RunningPostgres) -> str:
    """A database on the server that all tests share."""
    return postgres.create_database(f"cluster_{next(_database_numbers)}")


@pytest.fixture(scope="session")
def mortal_server() -> Iterator[RunningPostgres]:
    with tempfile.TemporaryDirectory(prefix="seatpreview-mortal-") as folder:
        server = postgres_part.start(Path(folder))
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture
def mortal_postgres(mortal_server: RunningPostgres) -> Iterator[RunningPostgres]:
    """A server of which nobody else has connections, so that a test may end it. The next finds it running."""
    yield mortal_server
    mortal_server.restart()


@pytest.fixture
def mortal_valkey() -> Iterator[RunningValkey]:
    """A Valkey for this test alone, which may end it."""
    server = valkey_part.start()
    yield server
    server.stop()


def context(settings: Settings, database: Database) -> Context:
    """The operator's hands: what the command line calls operations with, in a process beside the workers."""
    return Context(caller=OPERATOR, at=Clock().now(), resources=assemble_resources(settings, database))


async def _prepared(settings: Settings) -> str:
    """Makes the tables and an admin key."""
    database = open_database(settings, Clock())
    try:
        await schema.upgrade(database)
        created = await create_key(context(settings, database), CreateKeyRequest(scope="admin"))
        return str(created.plaintext)
    finally:
        await database.close()
