"""Clients for tests with several workers: one connection to one worker, and an admin client on all."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager

from servers.admin_client import AdminClient, Json
from servers.granian import RunningGranian
from servers.http_connection import Address, Connection, Response, bearer


class Client(Connection):
    """A connection to one worker."""

    async def caller_status(self, headers: Mapping[str, str]) -> int:
        """Returns the status of getCaller for a request with these headers."""
        return (await self.request("GET", "/v1/caller", headers)).status


class RoundRobinAdminClient(AdminClient):
    """Sends each request to the next worker, and fails the test where the status is not the expected one."""

    def __init__(self, clients: Sequence[Client], admin_key: str) -> None:
        self._clients = clients
        self._admin_key = admin_key
        self._request_count = 0

    async def request(
        self, method: str, path: str, body: object = b"", *, expected: int, credential: str = ""
    ) -> Json:
        response = await self.send(method, path, body, credential)
        assert response.status == expected, response
        return dict(response.json()) if response.body else {}

    async def send(self, method: str, path: str, body: object = b"", credential: str = "") -> Response:
        """Returns the response, whatever its status."""
        self._request_count += 1
        client = self._clients[self._request_count % len(self._clients)]
        return await client.request(method, f"/v1{path}", bearer(credential or self._admin_key), body)


@asynccontextmanager
async def connect(workers: Iterable[RunningGranian]) -> AsyncIterator[list[Client]]:
    """Gives one client for each of the workers, in their order; a worker may be listed several times."""
    clients = [Client(Address(worker.port)) for worker in workers]
    try:
        yield clients
    finally:
        for client in clients:
            client.close()
