"""Connections to workers, opened until every worker of every instance has enough of them.

The kernel spreads connections to one port over the workers behind it, so a client cannot choose a worker. It
can see which worker got a connection, though: the connection is in the list of open sockets of that process.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager

from servers.http_connection import Address, Connection, Response
from soak.service_instance import ServiceInstance

CONNECT_SECONDS = 60
_OPENED_AT_ONCE = 4
_RETRY_SECONDS = 0.05
"""The pause after a failure: where no process listens, a connection is refused at once."""


class WorkerUnreachable(Exception):
    """A worker got no connection, or an instance has fewer workers than it should."""


class WorkerConnection(Connection):
    """A connection to one worker. After a failure it is opened again, possibly to another worker."""

    def __init__(self, instance: ServiceInstance) -> None:
        super().__init__(Address(instance.port))
        self.instance = instance
        self.worker_pid = 0
        """The process id of the worker, or 0 until it is looked up."""

    async def try_request(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: object = b""
    ) -> Response | None:
        """Returns the response, or None where none came: the request may still have been carried out."""
        try:
            return await self.request(method, path, headers, body)
        except (OSError, EOFError):
            await asyncio.sleep(_RETRY_SECONDS)
            return None


FirstRequest = Callable[[WorkerConnection], Awaitable[object]]


async def _request_health(connection: WorkerConnection) -> None:
    await connection.try_request("GET", "/healthz")


@asynccontextmanager
async def connect_to_every_worker(
    instances: Iterable[ServiceInstance], per_worker: int, first_request: FirstRequest = _request_health
) -> AsyncIterator[list[WorkerConnection]]:
    """Opens `per_worker` connections to every worker. `first_request` is the first use of each of them."""
    connections: list[WorkerConnection] = []
    try:
        for instance in instances:
            connections += await _connect_to_workers_of(instance, per_worker, first_request)
        yield connections
    finally:
        for connection in connections:
            connection.close()


async def _connect_to_workers_of(
    instance: ServiceInstance, per_worker: int, first_request: FirstRequest
) -> list[WorkerConnection]:
    chosen: list[WorkerConnection] = []
    deadline = time.monotonic() + CONNECT_SECONDS
    while len(chosen) < per_worker * instance.worker_count:
        if time.monotonic() > deadline or not instance.is_running():
            raise WorkerUnreachable(
                f"Workers of instance {instance.name} cannot be reached.\n{instance.stderr[-4000:]}"
            )
        opened = [WorkerConnection(instance) for _ in range(_OPENED_AT_ONCE)]
        await asyncio.gather(*(first_request(connection) for connection in opened))
        pids = await asyncio.to_thread(instance.worker_pid_by_client_port)
        for connection in opened:
            pid = connection.worker_pid = pids.get(connection.local_port, 0)
            if pid and Counter(each.worker_pid for each in chosen)[pid] < per_worker:
                chosen.append(connection)
            else:
                connection.close()
    return chosen
