"""A small HTTP/1.1 client: one connection, light enough to generate load, and every response as it came."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Self

import msgspec

RESPONSE_SECONDS = 60
"""A request fails if its response takes longer, unless the connection has a time of its own."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Response(NamedTuple):
    """A response of any status."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Connection:
    """A keep-alive connection that sends one request at a time. Also an async context manager.

    It is opened at the first request, and again after a failure or after the server closed it.
    """

    def __init__(
        self, open_streams: Callable[[], Awaitable[Streams]], response_seconds: float = RESPONSE_SECONDS
    ) -> None:
        self._open_streams = open_streams
        self._response_seconds = response_seconds
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._one_at_a_time = asyncio.Lock()

    async def request(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: object = b""
    ) -> Response:
        """Sends a request; a body that is not bytes is sent as JSON.

        Raises OSError, EOFError or TimeoutError if no response comes.
        """
        payload = body if isinstance(body, bytes) else msgspec.json.encode(body)
        lines = {"host": "service", "content-length": str(len(payload)), **(headers or {})}
        if not isinstance(body, bytes):
            lines["content-type"] = "application/json"
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(self._response_seconds):
                    reader, writer = await self.streams()
                    writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + payload)
                    return await _read_response(reader)
            except BaseException:
                self.close()
                raise

    async def streams(self) -> Streams:
        """Returns the streams of the connection, for clients that break the rules of HTTP."""
        # A server may close an idle connection at any time, or reset it.
        if self._reader is not None and (self._reader.at_eof() or self._reader.exception() is not None):
            self.close()
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await self._open_streams()
        return self._reader, self._writer

    @property
    def local_port(self) -> int:
        """The client's port, or 0 while the connection is closed."""
        return 0 if self._writer is None else int(self._writer.get_extra_info("sockname")[1])

    def close(self) -> None:
        """Closes the connection at once. The next request opens another one."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


def bearer(plaintext: str) -> dict[str, str]:
    """Returns the headers that present this key or session token."""
    return {"authorization": f"Bearer {plaintext}"}


async def _read_response(reader: asyncio.StreamReader) -> Response:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip("\r\n").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = await _read_chunks(reader)
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Response(int(first.split()[1]), headers, body)


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    chunks = []
    while size := int(await reader.readline(), 16):
        chunks.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(chunks)
