"""Receivers of webhooks on loopback: real sockets that answer what a test tells them."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import NamedTuple

LOOPBACK = (ip_network("127.0.0.0/8"),)
"""The networks that tests permit."""

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


class Received(NamedTuple):
    """A request that arrived."""

    target: str
    headers: dict[str, str]
    body: bytes


Behaviour = Callable[[asyncio.StreamWriter], Awaitable[None]]
"""Answers a request in a way of its own."""


class Receiver:
    """A server that keeps what arrives. It answers the given texts in turn, and the last one for ever."""

    def __init__(self, *answers: bytes | Behaviour) -> None:
        self._answers = list(answers)
        self.received: list[Received] = []
        self.connections = 0
        self.at_once = 0
        self._open = 0
        self.port = 0
        self.arrived = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?shop=1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task: asyncio.Task[None] | None = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        self._open += 1
        self.at_once = max(self.at_once, self._open)
        try:
            await self._answer(reader, writer)
        except (OSError, EOFError, asyncio.CancelledError):
            pass  # The sender closed the connection, or the test is over.
        finally:
            self._tasks.discard(task)
            self._open -= 1
            writer.close()

    async def end(self) -> None:
        """Ends all connections, whatever they wait for."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip("\r\n").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.append(Received(first.split()[1], headers, body))
        self.arrived.set()
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, bytes):
            writer.write(answer)
            await writer.drain()
        else:
            await answer(writer)


@asynccontextmanager
async def receiving(
    *answers: bytes | Behaviour, tls: ssl.SSLContext | None = None
) -> AsyncIterator[Receiver]:
    """Starts a receiver on a free port."""
    receiver = Receiver(*(answers or (OK,)))
    server = await asyncio.start_server(receiver._serve, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        try:
            yield receiver
        finally:
            server.close()
            await receiver.end()


def status(line: str, *headers: str, body: str = "") -> bytes:
    """Returns an answer with a body."""
    head = "\r\n".join((f"HTTP/1.1 {line}", f"content-length: {len(body)}", *headers))
    return f"{head}\r\n\r\n{body}".encode()


async def never(_: asyncio.StreamWriter) -> None:
    """Keeps the connection open and answers nothing."""
    await asyncio.Event().wait()


async def a_byte_at_times(writer: asyncio.StreamWriter) -> None:
    """Answers properly, and so slowly that it never ends."""
    for byte in b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n":
        writer.write(bytes([byte]))
    await writer.drain()
    await asyncio.Event().wait()


async def without_end(writer: asyncio.StreamWriter) -> None:
    """Answers with a body that never ends."""
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        writer.write(b"more " * 1000)
        await writer.drain()


async def headers_without_end(writer: asyncio.StreamWriter) -> None:
    """Answers with headers that never end."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"more: " + b"x" * 1000 + b"\r\n")
        await writer.drain()
