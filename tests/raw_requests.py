"""HTTP/1.1 byte by byte: requests that no HTTP client would send, and what comes back for them."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from serving import BUSY_MACHINE_SECONDS, LiveService


def request_head(service: LiveService, method: str, path: str, *lines: str) -> bytes:
    """Returns the head of a request with these lines, and the empty line that ends it."""
    host = urlsplit(service.address).netloc
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"host: {host}", *lines, "", "")).encode("latin-1")


async def exchange(service: LiveService, request: bytes, *, closes_half: bool = True) -> bytes:
    """Sends these bytes on a new connection, and returns everything that comes until it is closed.

    The sender closes its half after the first response, so that the server closes the connection. With
    `closes_half=False` the last request itself has to ask for that.
    """
    address = urlsplit(service.address)
    received = b""
    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        try:
            with suppress(OSError):  # The server may close the connection before it has read everything.
                writer.write(request)
                await writer.drain()
            with suppress(OSError):
                received = await reader.read(65_536)
                if closes_half:
                    writer.write_eof()
                while more := await reader.read(65_536):
                    received += more
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
    return received


async def send_and_leave(service: LiveService, request: bytes) -> None:
    """Sends these bytes on a new connection, and resets it without reading anything."""
    address = urlsplit(service.address)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(request)
    await writer.drain()
    writer.transport.abort()


def statuses(received: bytes) -> list[int]:
    """Returns the statuses of all responses that a connection has received."""
    return [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]


def responses(received: bytes, methods: list[str]) -> list[tuple[int, bytes]]:
    """Reads the responses to requests with these methods, as a client on a keep-alive connection does."""
    found = []
    for method in methods:
        head, _, received = received.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        assert first.startswith("HTTP/1.1 "), f"no response begins here: {first[:80]!r}"
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        status = int(first.split()[1])
        has_body = method != "HEAD" and status not in (204, 304)
        length = int(headers.get("content-length", "0")) if has_body else 0
        assert not has_body or "transfer-encoding" not in headers, "small responses have a length"
        found.append((status, received[:length]))
        received = received[length:]
    assert received == b"", f"bytes that belong to no response: {received[:80]!r}"
    return found
