"""One request and what is known of it so far: the headers that matter, read in one pass, and its body."""

import asyncio
import ipaddress
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

from seatpreview.access.guard import Identity
from seatpreview.api.operation import Operation
from seatpreview.limits.model import Decision
from seatpreview.problems import BodyTooLarge
from seatpreview.settings import Network

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

# A number for each request after a random one for the process: to ask the system for a random number each
# time would cost more than all the rest of this.
_PROCESS = secrets.token_hex(10)
_NUMBERS = count()
_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_SECRET_PREFIXES = (b"sk_", b"st_")


DRAINED_BYTES_MAX = 64 << 20
DRAINED_SECONDS_MAX = 5


class ClientGone(Exception):
    """The client hung up before its request was whole: there is nobody to answer."""


class TrustedAddresses(NamedTuple):
    """What has to be known to tell where a request comes from."""

    own_origins: frozenset[str]
    trusted_proxies: tuple[Network, ...]


class Request:
    operation: Operation | None = None
    methods: Collection[str] = ()
    """The methods that the path has, where the request's is not among them."""
    identity: Identity | None = None
    decision: Decision | None = None
    """Of the key's allowances, once the request has drawn on them."""
    _body: bytes | None = None

    def __init__(self, scope: Scope, receive: Receive, known: "TrustedAddresses") -> None:
        self.started = time.perf_counter()
        self._scope = scope
        self._receive = receive
        self._known = known
        self.method: str = scope["method"]
        self.path: str = scope["raw_path"].decode("latin-1")
        """As it was sent, still encoded."""
        self.query: bytes = scope["query_string"]
        self._headers = _headers(scope["headers"])
        self.authorization = self.header(b"authorization")
        self.key_id = self.header(b"x-key-id")
        origin = self.header(b"origin")
        self.origin = None if origin is None or origin in known.own_origins else origin
        self.has_more = self._length() > 0 or b"transfer-encoding" in self._headers
        """Whether a part of the body may still be on its way."""
        self.request_id = self._sent_id() or f"{_PROCESS}{next(_NUMBERS):012x}"

    @property
    def address(self) -> str:
        """The client's: the last one in the chain that no trusted proxy has."""
        client = self._scope.get("client")
        address: str = client[0] if client else "unknown"
        trusted_proxies = self._known.trusted_proxies
        if not trusted_proxies:
            return address
        chain = [part.strip() for part in (self.header(b"x-forwarded-for") or "").split(",") if part.strip()]
        while chain and _is_trusted(address, trusted_proxies):
            address = _without_port(chain.pop())
        return address

    @property
    def folder(self) -> str:
        """The first segment of the path, between its slashes."""
        return self.path[: self.path.find("/", 1) + 1]

    def header(self, name: bytes) -> str | None:
        """A header's value; of one that was sent several times, all of them as HTTP joins them."""
        value = self._headers.get(name)
        return None if value is None else value.decode("latin-1")

    @property
    def media_type(self) -> str | None:
        """The body's, without its parameters."""
        sent = self.header(b"content-type")
        return None if sent is None else sent.partition(";")[0].strip().lower()

    @property
    def allowed_origin(self) -> str | None:
        """The request's Origin, once the key is known to allow it."""
        identity = self.identity
        return identity.origin if identity is not None and identity.origin_is_allowed else None

    async def body(self, bytes_max: int) -> bytes:
        """The whole body; of one that is too large, no more than that is read. It can be asked for twice."""
        if self._body is not None:
            return self._body
        self._check_length(bytes_max)
        chunks, size, more = [], 0, True
        while more:
            self.has_more = False  # Unless the message says so: a client that is gone sends no more.
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            chunk = message.get("body", b"")
            size += len(chunk)
            more = self.has_more = message.get("more_body", False)
            if size > bytes_max:
                raise _too_large(bytes_max)
            chunks.append(chunk)
        self._body = b"".join(chunks)
        return self._body

    async def drain(self) -> None:
        """Takes in what the client is still sending, where that is not much: a connection that is closed on
        it would take the answer along, before it is read."""
        if self._length() > DRAINED_BYTES_MAX:
            return
        size = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAINED_SECONDS_MAX):
                while self.has_more and size <= DRAINED_BYTES_MAX:
                    message = await self._receive()
                    size += len(message.get("body", b""))
                    self.has_more = message.get("more_body", False)

    def _check_length(self, bytes_max: int) -> None:
        if self._length() > bytes_max:
            raise _too_large(bytes_max)

    def _length(self) -> int:
        """As the client declares it; 0 where it does not."""
        length = self.header(b"content-length")
        return int(length) if length is not None and length.isdecimal() else 0

    def _sent_id(self) -> str | None:
        """The request's id, where the client sent a plain one; a secret in its place is not kept."""
        sent = self._headers.get(b"x-request-id")
        if sent is None or not _REQUEST_ID.fullmatch(sent) or sent.startswith(_SECRET_PREFIXES):
            return None
        return sent.decode()


def _headers(sent: list[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    headers = dict(sent)
    if len(headers) < len(sent):
        for name in headers:
            headers[name] = b", ".join([value for named, value in sent if named == name])
    return headers


def _without_port(address: str) -> str:
    """Some proxies write the client's port as well, which is another one each time."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def _is_trusted(address: str, trusted_proxies: tuple[Network, ...]) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in trusted_proxies)


def _too_large(bytes_max: int) -> BodyTooLarge:
    return BodyTooLarge(f"The body must be at most {bytes_max} bytes long.")
