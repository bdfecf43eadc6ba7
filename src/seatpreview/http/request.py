"""A request: its headers, its body, and what the application finds out about it while it is handled."""

import asyncio
import ipaddress
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import suppress
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET, UnsetType

from seatpreview.access.guard import Identity
from seatpreview.api.operation import Operation
from seatpreview.decoding.body_scanner import TOKEN_CHARACTERS_MAX
from seatpreview.http.connection_state import Endpoint
from seatpreview.limits.model import Decision
from seatpreview.problems import BodyTooLarge, Problem, RequestTimeout
from seatpreview.settings.setting_values import Network
from seatpreview.values.client_address import canonical_address

# The id of a request is a random id of the process and a number: generating a random id for each request
# would cost more than everything else in this module.
_PROCESS_ID = secrets.token_hex(10)
_REQUEST_NUMBERS = count()
_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_SECRET_PREFIXES = (b"sk_", b"st_")

DISCARDED_BYTES_MAX = 64 << 20
DISCARDED_SECONDS_MAX = 5
DISCARDED_BYTES_PER_SECOND_MIN = 1 << 20
"""The limits within which the rest of an unread body is received and discarded: `DISCARDED_SECONDS_MAX`, and
another second for each `DISCARDED_BYTES_PER_SECOND_MIN` bytes that have arrived."""

_LENGTH_DIGITS = 20
"""Digits of a Content-Length that are parsed: enough for a number above every limit."""

BODY_SECONDS = 30
BODY_BYTES_PER_SECOND_MIN = 16 * 1024
"""The deadline of a body: `BODY_SECONDS`, and another second for each `BODY_BYTES_PER_SECOND_MIN` bytes that
have arrived."""
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
HEADERS_MAX = 100
"""Headers of a request. Over HTTP/1 the server itself refuses more."""
HEADER_BYTES_MAX = 64 * 1024
"""Bytes of all names and values together. The server itself reads little more than this."""

HEADER_VALUE_BYTES_MAX: dict[bytes, int] = {
    b"accept": 4000,
    b"accept-encoding": 1000,
    b"authorization": TOKEN_CHARACTERS_MAX + len("Bearer "),
    b"content-length": 1000,
    b"content-type": 1000,
    b"idempotency-key": 4000,
    b"if-match": 4000,
    b"if-none-match": 4000,
    b"if-range": 1000,
    b"origin": 1000,
    b"range": 1000,
    b"sec-gpc": 1000,
    b"x-forwarded-for": 2000,
    b"x-key-id": 1000,
    b"x-viewer-key": 1000,
}
"""Bytes of each header that is read; a longer one is refused (431). Headers that are not read, such as
cookies of a shared host, only count for the sum."""
_SHORTEST_BYTES_MAX = min(HEADER_VALUE_BYTES_MAX.values())

FORWARDED_ADDRESSES_MAX = 20
"""How many addresses of X-Forwarded-For are read, from its end: the longest possible chain of proxies."""

TRACEPARENT_BYTES_MAX = 200
"""The header traceparent has 55 bytes today. A longer one is ignored, as its standard requires."""

PATH_BYTES_MAX = 4096
"""Longer paths are answered with 404: nothing has one."""


class ClientDisconnected(Exception):
    """The client disconnected before its request was complete, so no response can be sent."""


class ClientLeft(Exception):
    """The client disconnected while its request was being worked on."""


class EndedWatch(Protocol):
    """Something that watches the client of a request until the request has its answer."""

    def end(self) -> None:
        """Ends the watch."""
        ...


class TrustedAddresses(NamedTuple):
    """The service's own origins, and the proxies whose X-Forwarded-For counts."""

    own_origins: frozenset[str]
    trusted_proxies: tuple[Network, ...]


class Request:
    """An HTTP request. The guard, the router and the request log read it."""

    operation: Operation | None = None
    page: str = "unrouted"
    """The name of the page that the path leads to, for the log and the metrics. Operations have none."""
    route: str | UnsetType = UNSET
    """The pattern of a path of the API, where the path does not have the request's method."""
    problem: Problem | None = None
    """The problem that the request was answered with, for its log line."""
    trace_id: str | UnsetType = UNSET
    """The id of the request's trace, for its log line, where traces are on."""
    methods: Collection[str] = ()
    """The methods of the path, if the request's method is not among them."""
    identity: Identity | None = None
    decision: Decision | None = None
    """The decision of the rate limiter, once the request was charged."""
    counted_for: tuple[str, ...] | None = None
    """The client networks that this request counts for, while it does (see http/admission.py)."""
    counts_as_visit = False
    """Whether the request counts as one without a secret, whatever it presents later."""
    address_decision: Decision | None = None
    """The decision of the limit of its address, once the request was charged to that alone."""
    repeats_another = False
    """Whether an earlier request with the same Idempotency-Key did what this one asks for."""
    waited_seconds = 0.0
    """How long the request waited for something to happen, which is no part of its duration."""
    client: EndedWatch | None = None
    """The client, while it is watched: only once there is heavy work for it."""
    body_is_late = False
    """True once the body missed its deadline; the rest is not read."""
    _body: bytes | None = None
    _received_bytes = 0

    def __init__(self, scope: Scope, receive: Receive, trusted: "TrustedAddresses") -> None:
        self.started = time.perf_counter()
        self._scope = scope
        self._receive = receive
        self._trusted = trusted
        self.method: str = scope["method"]
        self.is_http2 = scope.get("http_version") == "2"
        self.path: str = scope["raw_path"].decode("latin-1")
        """The path as it was sent, still percent-encoded."""
        self.query: bytes = scope["query_string"]
        sent: list[tuple[bytes, bytes]] = scope["headers"]
        headers = self._headers = _headers(sent) if len(sent) <= HEADERS_MAX else {}
        self.header_fault = header_fault(sent, headers)
        """What is wrong with the size of the headers; None if nothing is."""
        # Most requests have none of these headers, and asking the dictionary is cheaper than calling a
        # method.
        self.authorization = self.header(b"authorization") if b"authorization" in headers else None
        self.key_id = self.header(b"x-key-id") if b"x-key-id" in headers else None
        self.viewer_key = self.header(b"x-viewer-key") if b"x-viewer-key" in headers else None
        origin = self.header(b"origin") if b"origin" in headers else None
        self.origin = None if origin is None or origin in trusted.own_origins else origin
        self.has_unread_body = b"transfer-encoding" in headers or (
            b"content-length" in headers and self._length() > 0
        )
        """Whether a part of the body may not have been received yet."""
        self.request_id = (
            self._client_request_id() if b"x-request-id" in headers else None
        ) or f"{_PROCESS_ID}{next(_REQUEST_NUMBERS):012x}"

    @cached_property
    def address(self) -> str:
        """The client's IP address: the last one in the chain of proxies that is not a trusted proxy."""
        client = self._scope.get("client")
        address = canonical_address(client[0]) if client else "unknown"
        trusted_proxies = self._trusted.trusted_proxies
        if not trusted_proxies:
            return address
        # Addresses before the last FORWARDED_ADDRESSES_MAX are in the first part, which is dropped.
        parts = f",{self.header(b'x-forwarded-for') or ''}".rsplit(",", FORWARDED_ADDRESSES_MAX)[1:]
        chain = [part.strip() for part in parts if part.strip()]
        while chain and is_within(address, trusted_proxies):
            address = canonical_address(_strip_port(chain.pop()))
        return address

    @property
    def endpoints(self) -> tuple[Endpoint, Endpoint] | None:
        """The service's end of the connection and the other one. None while more of this request is to come,
        and with HTTP/2, whose connections carry many requests."""
        local, remote = self._scope.get("server"), self._scope.get("client")
        if local is None or remote is None or self.is_http2 or self.has_unread_body:
            return None
        # The server gives ports as texts.
        return (local[0], int(local[1])), (remote[0], int(remote[1]))

    @property
    def path_prefix(self) -> str:
        """The first segment of the path, between its slashes."""
        return self.path[: self.path.find("/", 1) + 1]

    def header(self, name: bytes) -> str | None:
        """Returns the value of a header; values of one that was sent several times are joined by commas."""
        value = self._headers.get(name)
        return None if value is None else value.decode("latin-1")

    @property
    def media_type(self) -> str | None:
        """The media type of the body, without its parameters."""
        sent = self.header(b"content-type")
        return None if sent is None else sent.partition(";")[0].strip().lower()

    @property
    def allowed_origin(self) -> str | None:
        """The request's Origin, once it is established that the key allows it."""
        identity = self.identity
        return identity.origin if identity is not None and identity.origin_is_allowed else None

    async def body(self, bytes_max: int) -> bytes:
        """Returns the whole body. A second call returns it again. Raises what `receive_chunks` raises."""
        if self._body is None:
            self._body = b"".join([chunk async for chunk in self.receive_chunks(bytes_max)])
        return self._body

    async def receive_chunks(self, bytes_max: int) -> AsyncIterator[bytes]:
        """Yields the body as it arrives. Each chunk extends its deadline.

        Raises BodyTooLarge as soon as the body is above the limit, RequestTimeout or ClientDisconnected.
        """
        self.check_length(bytes_max)
        started, more = asyncio.get_running_loop().time(), True
        while more:
            # A client that has disconnected sends no more. Other messages set it again.
            self.has_unread_body = False
            deadline = started + BODY_SECONDS + self._received_bytes / BODY_BYTES_PER_SECOND_MIN
            try:
                async with asyncio.timeout_at(deadline):
                    message = await self._receive()
            except TimeoutError:
                self.body_is_late = True
                raise RequestTimeout(
                    "The body arrived too slowly. Send it again over a better connection."
                ) from None
            if message["type"] == "http.disconnect":
                raise ClientDisconnected
            chunk = message.get("body", b"")
            self._received_bytes += len(chunk)
            more = self.has_unread_body = message.get("more_body", False)
            if self._received_bytes > bytes_max:
                raise _too_large(bytes_max)
            yield chunk

    async def discard_unread_body(self) -> None:
        """Receives and discards the rest of the body, up to a limit: if the connection were closed while the
        client is still sending, the client would lose the response before reading it."""
        if self._length() > DISCARDED_BYTES_MAX:
            return
        size = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(DISCARDED_SECONDS_MAX) as limit:
                end = limit.when() or 0.0
                while self.has_unread_body and size <= DISCARDED_BYTES_MAX:
                    message = await self._receive()
                    size += len(message.get("body", b""))
                    self.has_unread_body = message.get("more_body", False)
                    limit.reschedule(end + size / DISCARDED_BYTES_PER_SECOND_MIN)

    async def until_disconnected(self) -> None:
        """Returns when the client has disconnected. What it still sends of a body is discarded."""
        while (message := await self._receive())["type"] != "http.disconnect":
            self.has_unread_body = message.get("more_body", False)
        self.has_unread_body = False

    @property
    def body_is_empty(self) -> bool:
        """Whether the body is empty. Known once the body was received."""
        return self._received_bytes == 0

    def length_max(self, bytes_max: int) -> int:
        """Returns the most that the body can be: its Content-Length, or the limit where there is none."""
        return bytes_max if self._has_unknown_length else self._length()

    def check_length(self, bytes_max: int) -> None:
        """Raises BodyTooLarge where the Content-Length is above the limit."""
        if self._length() > bytes_max:
            raise _too_large(bytes_max)

    @property
    def _has_unknown_length(self) -> bool:
        """Whether the client announced no length. HTTP/2 needs no header for such a body."""
        is_announced = b"content-length" in self._headers
        return b"transfer-encoding" in self._headers or (self.is_http2 and not is_announced)

    def _length(self) -> int:
        """Returns the Content-Length; 0 if there is none."""
        length = self.header(b"content-length")
        if length is None or not length.isdecimal():
            return 0
        return int(length[:_LENGTH_DIGITS])  # Python refuses to parse a number with thousands of digits.

    def _client_request_id(self) -> str | None:
        """Returns the X-Request-Id that the client sent, if it is valid. One that looks like a secret is
        ignored, so that it does not get into the log."""
        sent = self._headers.get(b"x-request-id")
        if sent is None or not _REQUEST_ID.fullmatch(sent) or sent.startswith(_SECRET_PREFIXES):
            return None
        return sent.decode()


# Limits on what is read of a request: the number and the size of its headers, and the length of its path.
#
# Nothing longer is parsed, and everything shorter is parsed in time proportional to its length.


def header_fault(sent: list[tuple[bytes, bytes]], headers: dict[bytes, bytes]) -> str | None:
    """Returns what is wrong with the size of the headers, as a sentence; None if nothing is.

    `headers` are those of `sent` with their values joined. It is empty if `sent` has too many.
    """
    size = sum(map(len, headers)) + sum(map(len, headers.values()))
    if len(sent) > HEADERS_MAX or size > HEADER_BYTES_MAX:
        return f"Send at most {HEADERS_MAX} headers of {HEADER_BYTES_MAX} bytes in all."
    if size <= _SHORTEST_BYTES_MAX:
        return None
    for name, value in headers.items():
        if len(value) > HEADER_VALUE_BYTES_MAX.get(name, HEADER_BYTES_MAX):
            most = HEADER_VALUE_BYTES_MAX[name]
            return f"The header {name.decode('latin-1')} has {len(value)} bytes. Send at most {most}."
    return None


class Application(Protocol):
    """Anything that answers requests by ASGI."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        ...


def _headers(sent: list[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    headers = dict(sent)
    return headers if len(headers) == len(sent) else _joined_headers(sent)


def _joined_headers(sent: list[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Joins the values of each header by commas, in one pass over all of them."""
    values: dict[bytes, list[bytes]] = {}
    for name, value in sent:
        values.setdefault(name, []).append(value)
    return {name: b", ".join(several) for name, several in values.items()}


def _strip_port(address: str) -> str:
    """Removes the client's port, which some proxies add and which differs for each connection."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def is_within(address: str, networks: tuple[Network, ...]) -> bool:
    """Checks that an address is in one of the networks."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def _too_large(bytes_max: int) -> BodyTooLarge:
    return BodyTooLarge(f"The body must be at most {bytes_max} bytes long.")
