"""A client that calls the application without a connection, and whose body never comes."""

import asyncio
import json
from typing import Any

from seatpreview.http.app import App

Headers = list[tuple[bytes, bytes]]


class Client:
    """A request of which only the headers arrive. It keeps what the application sends."""

    def __init__(self, app: App, method: str, path: str, headers: Headers, address: str) -> None:
        self.sent: list[dict[str, Any]] = []
        self.bodies_awaited = 0
        self._body_is_awaited = asyncio.Event()
        self._is_answered = asyncio.Event()
        self._scope = {
            "type": "http",
            "method": method,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": (address, 1234),
        }
        self.task = asyncio.create_task(app(self._scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        self.bodies_awaited += 1
        self._body_is_awaited.set()
        await asyncio.Event().wait()
        raise AssertionError("it waits until it is cancelled")

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if message["type"] == "http.response.body":
            self._is_answered.set()

    async def response(self) -> tuple[int, dict[str, Any]]:
        await self.task
        return self.sent[0]["status"], json.loads(self.sent[1]["body"])

    async def until_body_is_awaited(self) -> None:
        await self._body_is_awaited.wait()

    async def until_answered(self) -> None:
        await self._is_answered.wait()


async def answer(
    app: App, method: str, path: str, headers: Headers, body: bytes = b"", address: str = "192.0.2.1"
) -> tuple[int, dict[str, Any]]:
    """Sends a whole request without a connection, and returns the status and the JSON of the response. Of a
    path with a query, the query is what follows the question mark."""
    raw_path, _, query = path.encode().partition(b"?")
    length = [(b"content-length", str(len(body)).encode())] if body else []
    scope = {
        "type": "http",
        "method": method,
        "raw_path": raw_path,
        "query_string": query,
        "headers": [*headers, *length],
        "client": (address, 1234),
    }
    sent: list[dict[str, Any]] = []
    parts = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not parts:
            await asyncio.Event().wait()  # The client waits for the response, and does not disconnect.
        return parts.pop()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await asyncio.sleep(0)  # Requests of one iteration of the event loop have the same time.
    await app(scope, receive, send)
    content = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], json.loads(content) if content else {}
