"""Calls to the service, bounded in seconds and bytes, that obey pretix's rule for private networks."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Iterator
from typing import Any, cast

import httpcore
import httpx
from django.conf import settings
from pretix.helpers.ssrf import should_block_access

from seatpreview_client import Client, Retries

ANSWER_BYTES_MAX = 24 * 1024 * 1024
"""A record has 16 MiB at most; the answer to an import has a report beside it."""
CONNECT_SECONDS_MAX = 3.0
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What the client raises for answers of other types than it knows. Something else that answers may send
anything."""


def bounded_client(
    service_url: str, key: str, *, seconds_max: float, bytes_max: int = ANSWER_BYTES_MAX
) -> Client:
    """Returns a client whose calls together end after `seconds_max`, and of which none is repeated, so that a
    service that hangs or sends without end holds a worker of pretix for no longer."""
    transport = BoundedTransport(seconds_max, bytes_max)
    return Client(service_url, key=key, retries=Retries(repeats=0), transport=transport)


class BoundedTransport(httpx.HTTPTransport):
    """Sends requests, and breaks off answers that come too late or have too many bytes."""

    def __init__(self, seconds_max: float, bytes_max: int) -> None:
        """Takes the seconds for all requests together, and the bytes of each answer."""
        super().__init__()
        self._ends_at = time.monotonic() + seconds_max
        self._bytes_max = bytes_max
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(), max_connections=2, network_backend=PublicNetwork()
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request, and returns its answer with a body that is bounded."""
        request.extensions["timeout"] = self._timeouts(request)
        # What is compressed could grow without bound when it is unpacked, which happens above this class.
        request.headers["Accept-Encoding"] = "identity"
        response = super().handle_request(request)
        if response.headers.get("Content-Encoding", "identity") != "identity":
            response.close()
            raise httpx.RemoteProtocolError("The answer is compressed, though nobody asked for it.")
        body = cast(httpx.SyncByteStream, response.stream)
        return httpx.Response(
            response.status_code,
            headers=response.headers,
            stream=BoundedBody(body, self._bytes_max, self._ends_at),
            extensions=response.extensions,
        )

    def _timeouts(self, request: httpx.Request) -> dict[str, float]:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise httpx.ReadTimeout("The service took too long.", request=request)
        return {"connect": min(left, CONNECT_SECONDS_MAX), "read": left, "write": left, "pool": left}


class BoundedBody(httpx.SyncByteStream):
    """The body of an answer, which is broken off at its bounds."""

    def __init__(self, body: httpx.SyncByteStream, bytes_max: int, ends_at: float) -> None:
        """Takes the body, the bytes that it may have, and the monotonic time at which it must be complete."""
        self._body = body
        self._bytes_max = bytes_max
        self._ends_at = ends_at

    def __iter__(self) -> Iterator[bytes]:
        """Yields the parts of the body, and fails at the first one that is too much or too late."""
        size = 0
        for part in self._body:
            size += len(part)
            if size > self._bytes_max:
                raise httpx.ReadError(f"The answer has more than {self._bytes_max} bytes.")
            if time.monotonic() > self._ends_at:
                raise httpx.ReadTimeout("The service took too long.")
            yield part

    def close(self) -> None:
        """Closes the connection."""
        self._body.close()


class PublicNetwork(httpcore.SyncBackend):
    """Connects to public addresses only, unless pretix is set to allow private networks.

    pretix guards `requests` in the same way. The address is checked after the look-up of its name, and the
    connection goes to the address that was checked, so that a name cannot lead elsewhere in between."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connects to a host, or raises `httpcore.ConnectError`."""
        address = host if settings.ALLOW_HTTP_TO_PRIVATE_NETWORKS else _public_address(host, port)
        return super().connect_tcp(address, port, timeout, local_address, socket_options)


BLOCKED = "pretix blocks this address:"
"""The beginning of the message about an address in a private network."""


def _public_address(host: str, port: int) -> str:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from error
    for *_, address in found:
        is_blocked, reason = should_block_access(address)
        if is_blocked:
            raise httpcore.ConnectError(f"{BLOCKED} {reason}")
    return str(found[0][4][0])
