"""What the server answers by itself, before the service sees a request: the list in docs/problems.md."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.program import RunningService, running_service

PAGE = Path(__file__).parents[2] / "docs" / "problems.md"
HOST = b"Host: seats.example\r\n"
NOT_HTTP = {
    "no request line": b"GARBAGE\r\n\r\n",
    "an unknown version": b"GET / HTTP/3.0\r\n" + HOST + b"\r\n",
    "two lengths": b"POST /v1/events HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n",
    "a long address": b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "many headers": b"GET /healthz HTTP/1.1\r\n"
    + HOST
    + b"".join(b"x-%d: 1\r\n" % n for n in range(101))
    + b"\r\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(tmp_path_factory.mktemp("server")) as service:
        yield service


@pytest.mark.parametrize("raw", NOT_HTTP.values(), ids=NOT_HTTP)
def test_what_is_not_http_is_answered_as_the_page_says(server: RunningService, raw: bytes) -> None:
    status, *headers = _exchange(server, raw).removesuffix(b"\r\n\r\n").decode().split("\r\n")
    assert f"`{status.removeprefix('HTTP/1.1 ')}`" in PAGE.read_text()
    assert [re.sub("^date: .*", "date", header) for header in headers] == [
        "connection: close",
        "content-length: 0",
        "date",
    ]


def test_the_page_lists_no_other_responses(server: RunningService) -> None:
    """Each status of the list was seen in a response to one of these requests."""
    section = PAGE.read_text().partition("## Responses of the server itself")[2]
    listed = set(re.findall(r"^\| `(\d+ [A-Za-z ]+)` ", section, re.MULTILINE))
    seen = {_exchange(server, raw).split(b"\r\n")[0].decode().partition(" ")[2] for raw in NOT_HTTP.values()}
    assert seen == listed


def test_http2_is_not_spoken_without_tls(server: RunningService) -> None:
    """The attack: HTTP/2 without TLS, with far more headers than HTTP/1.1 admits."""
    assert _exchange(server, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0") == b""


def test_malformed_chunks_are_a_problem_of_the_request(server: RunningService) -> None:
    head = (
        b"POST /v1/events HTTP/1.1\r\n"
        + HOST
        + b"Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    response = _exchange(server, head + b"ZZ\r\nabc\r\n")
    assert response.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in response
    assert b'"code":"validation_failed"' in response


def _exchange(server: RunningService, raw: bytes) -> bytes:
    """Sends these bytes, and returns all that comes back until the server closes the connection."""
    received = b""
    with socket.create_connection(server.address, timeout=20) as connection:
        connection.sendall(raw)
        while chunk := connection.recv(65_536):
            received += chunk
    return received
