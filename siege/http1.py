"""A small HTTP/1.1 client that shows what a client can see: status, body, refusal or silence."""

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Self

import msgspec

HOST = "127.0.0.1"
ANSWER_SECONDS_MAX = 60
"""A request without an answer for so long has none."""


class Address(NamedTuple):
    """Where a service listens, and the address of loopback that a client connects from.

    Attackers and victims have addresses of their own, so that what is charged to one is not to the other.
    """

    port: int
    uses_tls: bool = False
    source: str = HOST


class Answer(NamedTuple):
    """A response of any status."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Connection:
    """A keep-alive connection, which is opened at the first request. Also an async context manager."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def request(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """Returns the answer. Raises OSError, EOFError or TimeoutError where none comes."""
        lines = {"host": "service", "content-length": str(len(body)), **(headers or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        try:
            async with asyncio.timeout(ANSWER_SECONDS_MAX):
                reader, writer = await self.streams()
                writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
                return await _read_answer(reader)
        except BaseException:
            self.close()
            raise

    async def streams(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Returns the streams of the connection, for a client that does not speak as it should."""
        # The server may close an idle connection, so that is no failure.
        if self._reader is not None and self._reader.at_eof():
            self.close()
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await open_streams(self._address)
        return self._reader, self._writer

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
    """Returns a context that takes any certificate, since that of the siege is self-signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


async def _read_answer(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip("\r\n").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = await _read_chunks(reader)
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Answer(int(first.split()[1]), headers, body)


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    chunks = []
    while size := int(await reader.readline(), 16):
        chunks.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(chunks)
