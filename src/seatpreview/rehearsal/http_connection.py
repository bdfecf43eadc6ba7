"""A small HTTP/1.1 client: a pool of connections, light enough to make load, and responses as they came."""

import asyncio
import ipaddress
import ssl
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

from seatpreview.settings.setting_values import is_loopback
from seatpreview.values.command_error import EXIT_USAGE, CommandError

_ANSWER_SECONDS = 60
"""A request fails if its response takes longer, unless the connection has a time of its own."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
RESPONSE_SECONDS = 30.0
"""A buyer waits for an answer no longer."""
_HEADER_BYTES_MAX = 1 << 20

NO_RESPONSE = (OSError, EOFError, ValueError, IndexError, asyncio.LimitOverrunError)
"""What a request raises whose connection was lost, or whose response is not HTTP."""

_PORTS = {"http": 80, "https": 443}


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
        self, open_streams: Callable[[], Awaitable[Streams]], response_seconds: float = _ANSWER_SECONDS
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


class Target(NamedTuple):
    """Where the service is."""

    scheme: str
    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        return is_loopback(self.host)

    @property
    def has_loopback_sources(self) -> bool:
        """Whether connections can come from other addresses of this machine: 127.0.0.2 and so on."""
        return self.is_loopback and self.host != "localhost" and ipaddress.ip_address(self.host).version == 4

    @property
    def authority(self) -> str:
        """Host and port, as the header Host has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        is_default = self.port == _PORTS[self.scheme]
        return host if is_default else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}"


def parse_target(url: str) -> Target:
    """Reads the address of a service, with or without /v1."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        parts, port = urlsplit(""), 0
    is_base = parts.path.rstrip("/") in ("", "/v1") and not (parts.query or parts.fragment or parts.username)
    if not port or not parts.hostname or not is_base:
        raise CommandError(
            f"'{url}' is not the address of a service. Write it like http://127.0.0.1:8080 or "
            "https://seats.example.",
            exit_code=EXIT_USAGE,
        )
    return Target(parts.scheme, parts.hostname, port)


def check_is_own(target: Target, says_own: bool) -> None:
    """Refuses services on other machines, unless the person says to run this one."""
    if target.is_loopback or says_own:
        return
    raise CommandError(
        f"{target.host} is another machine. A rehearsal is a load that only those who run a service may put "
        "on it, and that may keep real buyers out.",
        "If it is yours, choose an hour in which nobody buys, and add --i-run-this-service.",
        exit_code=EXIT_USAGE,
    )


class ConnectionPool:
    """A bounded number of connections from one source. They are used in turn, so that each worker of the
    service, which has some of them, gets its share."""

    def __init__(self, target: Target, connections: int, source: str | None = None) -> None:
        self._idle: asyncio.Queue[Connection] = asyncio.Queue()
        # One for all connections: to make it takes long, since it reads the certificates of all authorities.
        tls = ssl.create_default_context() if target.scheme == "https" else None
        opening = partial(_open_streams, target, tls, source)
        self._all = [Connection(opening, RESPONSE_SECONDS) for _ in range(connections)]
        for connection in self._all:
            self._idle.put_nowait(connection)

    @property
    def is_exhausted(self) -> bool:
        """Whether all connections are in use."""
        return self._idle.empty()

    async def take(self) -> Connection:
        """Waits for a connection. Give it back afterwards."""
        return await self._idle.get()

    def give_back(self, connection: Connection) -> None:
        self._idle.put_nowait(connection)

    def close(self) -> None:
        for connection in self._all:
            connection.close()


async def _open_streams(target: Target, tls: ssl.SSLContext | None, source: str | None) -> Streams:
    return await asyncio.open_connection(
        target.host,
        target.port,
        ssl=tls,
        local_addr=None if source is None else (source, 0),
        limit=_HEADER_BYTES_MAX,
    )
