"""One request to the address of a webhook: judged inside the connect, and bounded in time and bytes.

The name is looked up once, every address that it has is judged, and the connection goes to one of exactly
these: a name that leads elsewhere the second time is not looked up a second time. There is no connection
pool, and nothing here follows redirects or reads the proxies of the environment.
"""

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from itertools import chain, zip_longest
from typing import Literal, NamedTuple, get_args
from urllib.parse import urlsplit

import h11

from seatpreview.settings.setting_values import Network
from seatpreview.webhooks.addresses import Address, address_fault

ATTEMPT_SECONDS_MAX = 20.0
"""An attempt takes no longer, from the look-up of the name to the last byte of the answer."""

CONNECT_SECONDS_MAX = 5.0
"""After this time the next address of the name is tried."""

ADDRESSES_MAX = 8
"""The most addresses of a name that are tried. All of them are judged, however many there are."""

HEADER_BYTES_MAX = 16_384
ANSWER_BYTES_MAX = 8_192
"""Bytes of an answer's headers and of its body that are read."""

KEPT_BYTES_MAX = 1_024
"""Bytes of a body that are kept, for whoever looks for the cause of a failure."""

_READ_BYTES = 4_096

Failure = Literal[
    "not_permitted",
    "name_unknown",
    "no_connection",
    "tls",
    "timeout",
    "not_http",
    "secret_unreadable",
    "error",
]
FAILURES: tuple[Failure, ...] = get_args(Failure)

FAILURE_TEXTS: Mapping[Failure, str] = {
    "not_permitted": "The host name leads to an address to which the service may not connect.",
    "name_unknown": "The host name has no address.",
    "no_connection": "The receiver accepted no connection, or closed it without an answer.",
    "tls": "The receiver's certificate is not valid for the host name, or TLS failed.",
    "timeout": f"There was no complete answer within {ATTEMPT_SECONDS_MAX:g} seconds.",
    "not_http": "The answer was not HTTP, or its headers were too large.",
    "secret_unreadable": "The service cannot read the secret of this webhook any more. Rotate it.",
    "error": "The service could not send it. Its operator finds the reason in the log.",
}
"""What people read about a failure. It names no address: who may not reach a network learns nothing of it."""


class NoAnswer(Exception):
    """There was no answer, or none was asked for."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(FAILURE_TEXTS[failure])
        self.failure = failure


class Answer(NamedTuple):
    """What a receiver answered."""

    status: int
    retry_after: str | None
    text: str
    """The beginning of the body. Empty if the receiver is in one of the networks that the operator permits:
    what such a network answers is not for tenants."""


class Destination(NamedTuple):
    """Where a request goes, and which addresses may be reached."""

    url: str
    may_use_networks: bool
    """Whether admin scope chose the address: only then may it lead to SEATPREVIEW_WEBHOOK_NETWORKS."""


LookUp = Callable[[str, int], Iterable[str]]
"""Returns the addresses of a host name. It blocks, and raises OSError if there is none."""


def look_up_by_system(host: str, port: int) -> list[str]:
    """Looks a name up as the machine is set up to do it."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(sockaddr[0]) for *_, sockaddr in found]


class Connector:
    """Sends requests, each over a connection of its own."""

    def __init__(
        self,
        networks: Collection[Network] = (),
        *,
        look_up: LookUp = look_up_by_system,
        tls: ssl.SSLContext | None = None,
        seconds_max: float = ATTEMPT_SECONDS_MAX,
    ) -> None:
        self._networks = networks
        self._look_up = look_up
        self._tls = tls
        self._seconds_max = seconds_max

    async def post(self, destination: Destination, headers: Mapping[str, str], body: bytes) -> Answer:
        """Sends a body, and returns the answer. Raises NoAnswer.

        If the time is over while a name is looked up, it returns when the look-up has ended, which nothing
        can hasten: the number of threads stays that of the attempts.
        """
        parts = urlsplit(destination.url)
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        permitted = self._networks if destination.may_use_networks else ()
        looked_up = _in_thread(lambda: list(self._look_up(host, port)))
        try:
            async with asyncio.timeout(self._seconds_max):
                addresses = await _addresses(looked_up)
                _check(addresses, permitted, is_encrypted=parts.scheme == "https")
                tls = await self._tls_context() if parts.scheme == "https" else None
                streams = await _connect(addresses, port, tls, host)
                request = _request(parts.netloc, parts.path, parts.query, headers, body)
                answer = await _exchange(streams, request, body)
        except TimeoutError:
            if not looked_up.done():
                await asyncio.wait([looked_up])
            raise NoAnswer("timeout") from None
        is_in_network = any(address in network for address in addresses for network in permitted)
        return answer._replace(text="") if is_in_network else answer

    async def _tls_context(self) -> ssl.SSLContext:
        """Returns the context with the machine's certificate authorities. To read them takes a while."""
        if self._tls is None:
            self._tls = await asyncio.to_thread(ssl.create_default_context)
        return self._tls


_PORTS = {"http": 80, "https": 443}

_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def _in_thread(look_up: Callable[[], list[str]]) -> "asyncio.Future[list[str]]":
    """Runs a look-up in a thread of its own. It may take minutes, and threads that others use would all be
    busy with names that nobody answers for. As a daemon it keeps no process from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[list[str]] = loop.create_future()

    def settle(found: list[str]) -> None:
        if not future.done():
            future.set_result(found)

    def run() -> None:
        try:
            found = look_up()
        except (OSError, UnicodeError):
            found = []
        with suppress(RuntimeError):  # The loop has ended meanwhile.
            loop.call_soon_threadsafe(settle, found)

    threading.Thread(target=run, name="webhook-look-up", daemon=True).start()
    return future


async def _addresses(looked_up: "asyncio.Future[list[str]]") -> list[Address]:
    """Returns the addresses of a name, both families in turn: one of them may not be routed here."""
    try:
        found = [ip_address(text) for text in dict.fromkeys(await asyncio.shield(looked_up))]
    except ValueError:
        raise NoAnswer("not_permitted") from None
    if not found:
        raise NoAnswer("name_unknown")
    families = [[each for each in found if each.version == version] for version in (found[0].version, 4, 6)]
    in_turn = chain.from_iterable(zip_longest(*families))
    return list(dict.fromkeys(address for address in in_turn if address is not None))


def _check(addresses: Sequence[Address], permitted: Collection[Network], *, is_encrypted: bool) -> None:
    """Raises NoAnswer unless every address may be reached: of a name with several, the receiver of the
    request would be a matter of chance."""
    if any(address_fault(each, permitted, is_encrypted=is_encrypted) for each in addresses):
        raise NoAnswer("not_permitted")


async def _connect(
    addresses: Sequence[Address], port: int, tls: ssl.SSLContext | None, host: str
) -> _Streams:
    """Connects to the first of these addresses that accepts, and checks the certificate for the host name."""
    failure: Failure = "no_connection"
    for address in addresses[:ADDRESSES_MAX]:
        try:
            async with asyncio.timeout(CONNECT_SECONDS_MAX):
                return await asyncio.open_connection(
                    str(address),
                    port,
                    ssl=tls,
                    server_hostname=host if tls is not None else None,
                    limit=_READ_BYTES,
                )
        except ssl.SSLError:
            failure = "tls"
        except OSError:  # TimeoutError included.
            continue
    raise NoAnswer(failure)


def _request(authority: str, path: str, query: str, headers: Mapping[str, str], body: bytes) -> h11.Request:
    lines = {
        "host": authority,
        "user-agent": "SeatPreview-Webhooks",
        "accept": "*/*",
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
        **headers,
    }
    target = (path or "/") + (f"?{query}" if query else "")
    return h11.Request(method="POST", target=target, headers=list(lines.items()))


async def _exchange(streams: _Streams, request: h11.Request, body: bytes) -> Answer:
    """Sends a request and reads its answer. The connection is closed whatever happens."""
    reader, writer = streams
    protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=HEADER_BYTES_MAX)
    try:
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(protocol.send(event) or b"")
        await writer.drain()
        return await _read_answer(reader, protocol)
    except h11.RemoteProtocolError:
        raise NoAnswer("not_http") from None
    except ssl.SSLError:
        raise NoAnswer("tls") from None
    except TimeoutError:
        raise
    except OSError:
        raise NoAnswer("no_connection") from None
    finally:
        writer.transport.abort()


async def _read_answer(reader: asyncio.StreamReader, protocol: h11.Connection) -> Answer:
    head = await _read_head(reader, protocol)
    retry_after = next((value for name, value in head.headers if name == b"retry-after"), None)
    kept = await _read_body(reader, protocol)
    return Answer(
        head.status_code,
        None if retry_after is None else retry_after[:100].decode("latin-1"),
        # NUL is no character for PostgreSQL.
        kept.decode("utf-8", "replace").replace("\0", "\ufffd"),
    )


async def _read_head(reader: asyncio.StreamReader, protocol: h11.Connection) -> h11.Response:
    """Reads up to the end of the headers, past answers that announce the real one (1xx)."""
    left = HEADER_BYTES_MAX
    while True:
        event = protocol.next_event()
        if isinstance(event, h11.Response):
            return event
        if event is h11.NEED_DATA:
            if left <= 0:
                raise NoAnswer("not_http")
            data = await reader.read(_READ_BYTES)
            if not data:
                raise NoAnswer("no_connection")
            left -= len(data)
            protocol.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise NoAnswer("not_http")


async def _read_body(reader: asyncio.StreamReader, protocol: h11.Connection) -> bytes:
    """Reads a bounded part of the body, and returns its beginning. The status is known and decides; a body
    that breaks off changes nothing."""
    body = bytearray()
    left = ANSWER_BYTES_MAX
    with suppress(h11.RemoteProtocolError, ConnectionError):
        while True:
            event = protocol.next_event()
            if isinstance(event, h11.Data):
                body += event.data
            elif event is not h11.NEED_DATA or left <= 0:
                break
            else:
                data = await reader.read(min(left, _READ_BYTES))
                left -= len(data)
                protocol.receive_data(data)
    return bytes(body[:KEPT_BYTES_MAX])
