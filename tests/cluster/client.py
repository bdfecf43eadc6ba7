"""HTTP clients for tests under load: one connection to one worker, and admin clients on top of it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from servers.workers import RunningWorker

RESPONSE_SECONDS = 60

Json = dict[str, Any]


class Response(NamedTuple):
    """A response of any status."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Client:
    """A connection to one worker, which sends one request at a time. It is light enough to make a load."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._one_at_a_time = asyncio.Lock()

    async def request(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: object = None
    ) -> Response:
        """Sends a request and returns the response, whatever its status."""
        payload = b"" if body is None else msgspec.json.encode(body)
        lines = {"host": "service", "content-length": str(len(payload)), **(headers or {})}
        if payload:
            lines["content-type"] = "application/json"
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        async with self._one_at_a_time, asyncio.timeout(RESPONSE_SECONDS):
            self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + payload)
            return await self._read_response()

    async def caller_status(self, headers: Mapping[str, str]) -> int:
        """Returns the status of getCaller for a request with these headers."""
        return (await self.request("GET", "/v1/caller", headers)).status

    async def _read_response(self) -> Response:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip("\r\n").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        return Response(int(first.split()[1]), headers, body)


class AdminClient(ABC):
    """Creates and changes records through the API with an admin key.

    Subclasses decide which worker gets a request, and what happens when it fails.
    """

    @abstractmethod
    async def request(
        self, method: str, path: str, body: object = None, *, expected: int, credential: str = ""
    ) -> Json:
        """Returns the body of a response with the expected status; `path` is below /v1.

        The admin key is sent unless another credential is given.
        """

    async def create_tenant(self, **members: Any) -> str:
        body = {"name": "Harbour Arena", **members}
        return str((await self.request("POST", "/manage/tenants", body, expected=201))["tenantId"])

    async def create_key(self, tenant_id: str, **members: Any) -> Json:
        body = {"tenantId": tenant_id, **members}
        return await self.request("POST", "/manage/keys", body, expected=201)

    async def create_venue(self, tenant_id: str, **members: Any) -> str:
        body = {"tenantId": tenant_id, "name": "Hall", **members}
        return str((await self.request("POST", "/manage/venues", body, expected=201))["venueId"])

    async def create_session(self, key: Json, venue_id: str) -> Json:
        body = {"venue": venue_id}
        return await self.request("POST", "/sessions", body, expected=201, credential=key["plaintext"])

    async def end_session(self, session: Json) -> None:
        path = f"/sessions/{session['sessionId']}"
        await self.request("DELETE", path, expected=204, credential=session["token"])

    async def revoke_key(self, key_id: str) -> None:
        await self.request("DELETE", f"/manage/keys/{key_id}", expected=204)

    async def rotate_key(self, key_id: str, grace_seconds: int) -> Json:
        """Returns the replacement."""
        body = {"gracePeriodSeconds": grace_seconds}
        return await self.request("POST", f"/manage/keys/{key_id}/rotate", body, expected=201)

    async def update_key(self, key_id: str, **members: Any) -> None:
        await self.request("PATCH", f"/manage/keys/{key_id}", members, expected=200)

    async def grant_venue(self, venue_id: str, tenant_id: str) -> None:
        await self.request("PUT", f"/manage/venues/{venue_id}/grants/{tenant_id}", expected=204)

    async def end_grant(self, venue_id: str, tenant_id: str) -> None:
        await self.request("DELETE", f"/manage/venues/{venue_id}/grants/{tenant_id}", expected=204)


class RoundRobinAdminClient(AdminClient):
    """Sends each request to the next worker, and fails the test where the status is not the expected one."""

    def __init__(self, clients: Sequence[Client], admin_key: str) -> None:
        self._clients = clients
        self._admin_key = admin_key
        self._request_count = 0

    async def request(
        self, method: str, path: str, body: object = None, *, expected: int, credential: str = ""
    ) -> Json:
        response = await self.send(method, path, body, credential)
        assert response.status == expected, response
        return dict(response.json()) if response.body else {}

    async def send(self, method: str, path: str, body: object = None, credential: str = "") -> Response:
        """Returns the response, whatever its status."""
        self._request_count += 1
        client = self._clients[self._request_count % len(self._clients)]
        return await client.request(method, f"/v1{path}", bearer(credential or self._admin_key), body)


def bearer(plaintext: str) -> dict[str, str]:
    """Returns the headers that present this key or session token."""
    return {"authorization": f"Bearer {plaintext}"}


@asynccontextmanager
async def connect(workers: Iterable[RunningWorker]) -> AsyncIterator[list[Client]]:
    """Opens one client for each of the workers, in their order; a worker may be listed several times."""
    async with AsyncExitStack() as stack:
        clients = []
        for worker in workers:
            reader, writer = await asyncio.open_connection("127.0.0.1", worker.port)
            stack.push_async_callback(_close, writer)
            clients.append(Client(reader, writer))
        yield clients


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):  # The worker may have been killed meanwhile.
        await writer.wait_closed()
