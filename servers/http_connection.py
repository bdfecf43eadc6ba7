"""Connections to a service on this machine, for tests, soak and siege: from any loopback address, with any
certificate."""

import asyncio
import ssl
from functools import cache, partial
from typing import NamedTuple

from seatpreview.rehearsal import http_connection
from seatpreview.rehearsal.http_connection import Response, Streams, bearer

__all__ = ["HOST", "Address", "Connection", "Response", "bearer", "open_streams"]

HOST = "127.0.0.1"


class Address(NamedTuple):
    """Where a service listens, and the loopback address that a client connects from.

    Clients with different addresses do not share limits that are counted by address.
    """

    port: int
    uses_tls: bool = False
    source: str = HOST


class Connection(http_connection.Connection):
    """A keep-alive connection to this address."""

    def __init__(self, address: Address) -> None:
        super().__init__(partial(open_streams, address))


async def open_streams(address: Address, protocol: str = "http/1.1") -> Streams:
    """Opens a connection; over TLS, with this protocol."""
    context = _tls_context(protocol) if address.uses_tls else None
    return await asyncio.open_connection(
        HOST, address.port, ssl=context, local_addr=(address.source, 0), limit=1 << 20
    )


@cache
def _tls_context(protocol: str) -> ssl.SSLContext:
    """Returns a context that accepts any certificate, since ours are self-signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context
