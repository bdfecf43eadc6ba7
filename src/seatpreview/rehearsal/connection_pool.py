"""Connections to the service that a rehearsal is for, shared by all buyers as a proxy would share them."""

import asyncio
import ipaddress
import ssl
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from seatpreview.rehearsal.http_connection import Connection, Streams
from seatpreview.settings.setting_values import is_loopback
from seatpreview.values.command_error import EXIT_USAGE, CommandError

RESPONSE_SECONDS = 30.0
"""A buyer waits for an answer no longer."""
_HEADER_BYTES_MAX = 1 << 20

NO_RESPONSE = (OSError, EOFError, ValueError, IndexError, asyncio.LimitOverrunError)
"""What a request raises whose connection was lost, or whose response is not HTTP."""


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


_PORTS = {"http": 80, "https": 443}


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
