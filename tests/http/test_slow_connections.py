"""Slow clients on real connections: headers, bodies and answers that take too long."""

import asyncio
import json
import select
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import psutil
import pytest

from seatpreview.http import request as http_request
from seatpreview.http import request_bodies
from seatpreview.server import connections, granian_adapter
from seatpreview.settings.settings import Settings
from servers.polling import wait_until
from serving import BUSY_MACHINE_SECONDS, LiveService, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def service(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[LiveService]:
    """A service that waits only a moment for bodies."""
    monkeypatch.setattr(http_request, "BODY_SECONDS", 0.05)
    async with running(new_settings()) as service:
        yield service


@pytest.mark.parametrize(
    "sent", [b"", b"GET /healthz HTTP/1.1\r\nHo"], ids=["silence", "half of the headers"]
)
async def test_a_connection_without_headers_is_closed(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """The attack: connections that begin a request and never end it (Slowloris)."""
    monkeypatch.setattr(connections, "HEADERS_MILLISECONDS_MAX", 200)
    async with running(new_settings()) as service:
        assert await exchange(service, sent) == b""


@pytest.mark.usefixtures("short_drain")
@pytest.mark.parametrize(
    ("path", "status"), [("/v1/events", 408), ("/v1/manage/keys", 401)], ids=["awaited", "refused at once"]
)
async def test_a_body_that_does_not_come_is_answered_and_the_connection_closed(
    service: LiveService, path: str, status: int
) -> None:
    """The attack: connections that are answered, and then kept by a body that never ends. Several, since the
    server closes some of them where it is told of the answer's end before it has let go of the body."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n"
    answers = await asyncio.gather(*(exchange(service, head.encode() + b"{") for _ in range(10)))
    for answer in answers:
        assert answer.startswith(b"HTTP/1.1 %d " % status)
        headers, _, body = answer.partition(b"\r\n\r\n")
        assert b"content-length: %d\r\n" % len(body) in headers + b"\r\n"
        assert json.loads(body)["status"] == status


@pytest.mark.usefixtures("short_drain")
async def test_a_body_that_is_not_even_awaited_does_not_keep_its_connection(
    new_settings: Callable[..., Settings],
) -> None:
    """The attack: more requests at once than an address may have, refused without their bodies."""
    head = (
        b"POST /v1/manage/keys HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n"
    )
    async with running(new_settings(requests_per_client=1)) as service:
        answers = await asyncio.gather(*(exchange(service, head + b"{") for _ in range(10)))
    # How many of them are there at once depends on the machine.
    assert {answer.split()[1] for answer in answers} <= {b"401", b"503"}


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /healthz", 200),
        (b"HEAD /healthz", 200),
        (b"GET /embed.js", 200),
        (b"OPTIONS /v1/caller", 204),
        (b"DELETE /v1/manage/keys/key_000000000000", 401),
        (b"GET /nothing", 404),
    ],
)
async def test_a_body_that_is_not_needed_is_not_awaited_before_the_answer(
    service: LiveService, monkeypatch: pytest.MonkeyPatch, request_line: bytes, status: int
) -> None:
    """The attack: 600 requests a second that announce a body. Each was answered after 5 seconds."""
    monkeypatch.setattr(http_request, "DISCARDED_SECONDS_MAX", 10 * BUSY_MACHINE_SECONDS)
    head = request_line + b" HTTP/1.1\r\nHost: x\r\nOrigin: https://x.example\r\nContent-Length: 9\r\n\r\n"
    async with asyncio.timeout(BUSY_MACHINE_SECONDS), connection_to(service) as (reader, writer):
        writer.write(head + b"{")
        assert (await read_response(reader, request_line)).startswith(b"HTTP/1.1 %d " % status)


@pytest.mark.parametrize("request_line", [b"GET /v1/caller", b"GET /healthz", b"POST /v1/manage/keys"])
async def test_a_response_says_whether_its_connection_serves_the_next_request(
    service: LiveService, monkeypatch: pytest.MonkeyPatch, request_line: bytes
) -> None:
    """Whoever announced a body and did not send it must not send the next request in its place."""
    head = request_line + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
    async with asyncio.timeout(BUSY_MACHINE_SECONDS), connection_to(service) as (reader, writer):
        writer.write(head)
        assert b"\r\nconnection: close\r\n" in await read_response(reader, request_line)
        writer.write(b"{}       " + head)
        assert await reader.read() == b""
    monkeypatch.setattr(request_bodies, "SENT_SECONDS_MAX", BUSY_MACHINE_SECONDS)
    async with asyncio.timeout(BUSY_MACHINE_SECONDS), connection_to(service) as (reader, writer):
        for _ in range(3):
            writer.write(head + b"{}       ")
            assert b"\r\nconnection:" not in await read_response(reader, request_line)


@pytest.mark.usefixtures("short_drain")
async def test_a_body_that_is_not_needed_and_does_not_come_does_not_keep_its_connection(
    service: LiveService,
) -> None:
    for head in (b"GET /healthz HTTP/1.1\r\n", b"OPTIONS /v1/caller HTTP/1.1\r\n"):
        answers = await asyncio.gather(
            *(exchange(service, head + b"Host: x\r\nContent-Length: 9\r\n\r\n{") for _ in range(10))
        )
        assert {answer.split()[1] for answer in answers} <= {b"200", b"204"}


async def test_a_connection_whose_answer_is_not_read_is_closed(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: large answers that are requested and never read."""
    monkeypatch.setattr(connections, "HEADERS_MILLISECONDS_MAX", 600_000)  # Which would close it as well.
    monkeypatch.setattr(granian_adapter, "UNREAD_MILLISECONDS_MAX", 200)
    async with running(new_settings()) as service:
        assert granian_adapter.set_limit_for_unread_responses()
        await asyncio.to_thread(ask_and_wait_for_the_end, urlsplit(service.address))


def test_to_look_for_the_socket_that_listens_leaves_no_other_file_open(tmp_path: Path) -> None:
    """The danger: it is looked for once a second until it is there."""
    file = tmp_path / "no socket"
    with file.open("w"):
        granian_adapter.set_limit_for_unread_responses()
        assert [Path(each.path) for each in psutil.Process().open_files()].count(file) == 1


def ask_and_wait_for_the_end(address: SplitResult) -> None:
    """Requests something large, does not read it, and returns when the service has closed the connection."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect((address.hostname, address.port))
        client.sendall(b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: has_answer(client))
        wait_until(lambda: not is_open(client))


def is_open(client: socket.socket) -> bool:
    """Whether the service has its end of this connection open. Both ends are in this process."""
    own, service = client.getsockname(), client.getpeername()
    return any(
        (each.laddr, each.raddr) == (service, own) and each.status == psutil.CONN_ESTABLISHED
        for each in psutil.Process().net_connections("tcp")
    )


def has_answer(client: socket.socket) -> bool:
    """Whether the answer has begun, so that only the client is awaited."""
    return bool(select.select([client], [], [], 0)[0])


@asynccontextmanager
async def connection_to(
    service: LiveService,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    address = urlsplit(service.address)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def read_response(reader: asyncio.StreamReader, request_line: bytes) -> bytes:
    """Reads one response, and returns its headers."""
    headers = await reader.readuntil(b"\r\n\r\n")
    lengths = [line for line in headers.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    if lengths and not request_line.startswith(b"HEAD"):
        await reader.readexactly(int(lengths[0].partition(b":")[2]))
    return headers


async def exchange(service: LiveService, raw: bytes) -> bytes:
    """Sends these bytes, and returns all that comes back until the server closes the connection."""
    address = urlsplit(service.address)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        writer.write(raw)
        async with asyncio.timeout(BUSY_MACHINE_SECONDS):
            return await reader.read()
    finally:
        writer.close()
