"""A client that is light enough for a load: one connection to one worker, one request at a time."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import msgspec

from parts.workers import RunningWorker

ANSWER_SECONDS = 30


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._turn = asyncio.Lock()

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: object = None
    ) -> Answer:
        """An answer, whatever its status."""
        payload = b"" if body is None else msgspec.json.encode(body)
        lines = {"host": "service", "content-length": str(len(payload)), **(headers or {})}
        if payload:
            lines["content-type"] = "application/json"
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        async with self._turn, asyncio.timeout(ANSWER_SECONDS):
            self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + payload)
            return await self._answer()

    async def status(self, headers: Mapping[str, str]) -> int:
        """What getCaller answers to who presents these headers."""
        return (await self.ask("GET", "/v1/caller", headers)).status

    async def _answer(self) -> Answer:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip("\r\n").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        return Answer(int(first.split()[1]), headers, body)


class Manager:
    """Somebody with an admin key, who goes to a worker of their choice, or to each in turn."""

    def __init__(self, clients: Sequence[Client], admin_key: str) -> None:
        self._clients = clients
        self._headers = bearer(admin_key)
        self._turn = 0

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        return await self._next().ask(method, f"/v1/manage{path}", self._headers, body)

    async def ask_as(self, credential: str, method: str, path: str, body: object = None) -> Answer:
        return await self._next().ask(method, f"/v1{path}", bearer(credential), body)

    async def tenant(self, **body: Any) -> str:
        made: str = await self._made("/tenants", {"name": "Harbour Arena", **body}, "tenantId")
        return made

    async def key(self, **body: Any) -> dict[str, Any]:
        made: dict[str, Any] = await self._made("/keys", body)
        return made

    async def venue(self, tenant_id: str) -> str:
        made: str = await self._made("/venues", {"tenantId": tenant_id, "name": "Hall"}, "venueId")
        return made

    async def session(self, key: dict[str, Any], venue_id: str) -> dict[str, Any]:
        answer = await self.ask_as(key["plaintext"], "POST", "/sessions", {"venue": venue_id})
        assert answer.status == 201, answer
        made: dict[str, Any] = answer.json()
        return made

    async def revoke(self, key_id: str) -> None:
        answer = await self.ask("DELETE", f"/keys/{key_id}")
        assert answer.status == 204, answer

    async def rotate(self, key_id: str, grace_seconds: int) -> dict[str, Any]:
        made: dict[str, Any] = await self._made(
            f"/keys/{key_id}/rotate", {"gracePeriodSeconds": grace_seconds}
        )
        return made

    async def update(self, key_id: str, **body: Any) -> None:
        answer = await self.ask("PATCH", f"/keys/{key_id}", body)
        assert answer.status == 200, answer

    def _next(self) -> Client:
        self._turn += 1
        return self._clients[self._turn % len(self._clients)]

    async def _made(self, path: str, body: dict[str, Any], member: str | None = None) -> Any:
        answer = await self.ask("POST", path, body)
        assert answer.status == 201, answer
        return answer.json()[member] if member else answer.json()


def bearer(plaintext: str) -> dict[str, str]:
    return {"authorization": f"Bearer {plaintext}"}


@asynccontextmanager
async def connected(workers: Iterable[RunningWorker]) -> AsyncIterator[list[Client]]:
    """A client of each worker."""
    async with AsyncExitStack() as stack:
        clients = []
        for worker in workers:
            reader, writer = await asyncio.open_connection("127.0.0.1", worker.port)
            stack.push_async_callback(_closed, writer)
            clients.append(Client(reader, writer))
        yield clients


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    await asyncio.wait([asyncio.create_task(writer.wait_closed())])
