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
from servers.migrated_databases import copy_template
from servers.postgres import RunningPostgres
from servers.valkey import RunningValkey, running_valkey
from serving import settings_for

MEMORY_RECORDS = 12

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


@pytest.fixture(scope="session")
def new_database(postgres: RunningPostgres, postgres_template: str) -> Callable[[], str]:
    """Returns a function that makes a new database with all tables on the server that all tests share."""
    return lambda: copy_template(postgres, postgres_template, f"cluster_{next(_database_numbers)}")


class ClusterWithValkey(NamedTuple):
    """Workers on PostgreSQL, and the Valkey server that they share their limits by."""

    cluster: Cluster
    valkey: RunningValkey


@pytest.fixture(scope="session")
async def cluster_with_valkey(
    start_cluster: StartCluster, new_database: Callable[[], str]
) -> AsyncIterator[ClusterWithValkey]:
    """Two workers that tests share, since each start takes seconds. Few records fit into their memory:
    requests find theirs there or load it, and both must be right. Valkey may be killed, and runs again
    afterwards."""
    more = {"memory_records": MEMORY_RECORDS}
    with running_valkey() as valkey:
        async with start_cluster(2, new_database(), valkey_url=valkey.url, **more) as cluster:
            yield ClusterWithValkey(cluster, valkey)


@pytest.fixture
def dedicated_valkey() -> Iterator[RunningValkey]:
    """A Valkey server for this test alone, which may kill it."""
    with running_valkey() as server:
        yield server


def context(settings: Settings, database: Database) -> Context:
    """Returns the context with which the command line calls operations, in a process beside the workers."""
    return Context(caller=OPERATOR, at=Clock().now(), resources=assemble_resources(settings, database))
