"""Fixtures for tests with several worker processes."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from cluster.client import Client, RoundRobinAdminClient, connect
from seatpreview.assembly import assemble_resources
from seatpreview.context import Context
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import OPERATOR
from seatpreview.values.clock import Clock
from servers.admin_key import create_admin_key
from servers.free_ports import free_port
from servers.granian import RunningGranian, running_workers
from servers.postgres import RunningPostgres
from servers.valkey import RunningValkey, running_valkey
from serving import settings_for

_database_numbers = itertools.count(1)


class Cluster(NamedTuple):
    """Worker processes on one database, a client for each of them, and an admin client."""

    settings: Settings
    """The settings that the workers share: all but their ports."""
    workers: list[RunningGranian]
    clients: list[Client]
    admin: RoundRobinAdminClient

    async def caller_statuses(self, headers: dict[str, str]) -> list[int]:
        """Returns the status of getCaller on each worker for a request with these headers."""
        return [await client.caller_status(headers) for client in self.clients]


StartCluster = Callable[..., AbstractAsyncContextManager[Cluster]]


@pytest.fixture(scope="session")
def start_cluster(tmp_path_factory: pytest.TempPathFactory) -> StartCluster:
    """Returns a function that starts a number of workers; without a database_url they use SQLite."""

    @asynccontextmanager
    async def start(workers: int, database_url: str = "", **more: Any) -> AsyncIterator[Cluster]:
        settings = settings_for(tmp_path_factory.mktemp("cluster"), database_url, **more)
        admin_key = await asyncio.to_thread(create_admin_key, settings)
        with_ports = [replace(settings, port=free_port()) for _ in range(workers)]
        with running_workers(with_ports, settings.data_dir) as running:
            async with connect(running) as clients:
                yield Cluster(settings, running, clients, RoundRobinAdminClient(clients, admin_key))

    return start


@pytest.fixture
def database_url(postgres: RunningPostgres) -> str:
    """A new database on the PostgreSQL server that all tests share."""
    return postgres.create_database(f"cluster_{next(_database_numbers)}")


@pytest.fixture
def dedicated_valkey() -> Iterator[RunningValkey]:
    """A Valkey server for this test alone, which may kill it."""
    with running_valkey() as server:
        yield server


def context(settings: Settings, database: Database) -> Context:
    """Returns the context with which the command line calls operations, in a process beside the workers."""
    return Context(caller=OPERATOR, at=Clock().now(), resources=assemble_resources(settings, database))
