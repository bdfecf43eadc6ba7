"""A small HTTP/1.1 client: one connection, light enough to generate load, and every response as it came."""

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Self

import msgspec

HOST = "127.0.0.1"
RESPONSE_SECONDS = 60
"""A request fails if its response takes longer."""


class Address(NamedTuple):
    """Where a service listens, and the loopback address that a client connects from.

    Clients with different addresses do not share limits that are counted by address.
    """

    port: int
    uses_tls: bool = False
    source: str = HOST


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

    def __init__(self, address: Address) -> None:
        self._address = address
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
                async with asyncio.timeout(RESPONSE_SECONDS):
                    reader, writer = await self.streams()
                    writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + payload)
                    return await _read_response(reader)
            except BaseException:
                self.close()
                raise

    async def streams(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Returns the streams of the connection, for clients that break the rules of HTTP."""
        # A server may close an idle connection at any time.
        if self._reader is not None and self._reader.at_eof():
            self.close()
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await open_streams(self._address)
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


async def open_streams(
    address: Address, protocol: str = "http/1.1"
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Opens a connection; over TLS, with this protocol."""
    context = _tls_context(protocol) if address.uses_tls else None
    return await asyncio.open_connection(
        HOST, address.port, ssl=context, local_addr=(address.source, 0), limit=1 << 20
    )


def bearer(plaintext: str) -> dict[str, str]:
    """Returns the headers that present this key or session token."""
    return {"authorization": f"Bearer {plaintext}"}


@cache
def _tls_context(protocol: str) -> ssl.SSLContext:
    """Returns a context that accepts any certificate, since ours are self-signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


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
