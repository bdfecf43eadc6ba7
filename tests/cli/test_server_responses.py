"""What the server answers by itself, before the service sees a request: the list in docs/problems.md."""

import re
import socket
from pathlib import Path

import pytest

from servers.polling import PATIENCE_SECONDS
from servers.service_process import RunningService

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


@pytest.mark.parametrize("raw", NOT_HTTP.values(), ids=NOT_HTTP)
def test_what_is_not_http_is_answered_as_the_page_says(
    service_without_keys: RunningService, raw: bytes
) -> None:
    status, *headers = _exchange(service_without_keys, raw).removesuffix(b"\r\n\r\n").decode().split("\r\n")
    assert f"`{status.removeprefix('HTTP/1.1 ')}`" in PAGE.read_text()
    assert [re.sub("^date: .*", "date", header) for header in headers] == [
        "connection: close",
        "content-length: 0",
        "date",
    ]


def test_the_page_lists_no_other_responses(service_without_keys: RunningService) -> None:
    """Each status of the list was seen in a response to one of these requests."""
    section = PAGE.read_text().partition("## Responses of the server itself")[2]
    listed = set(re.findall(r"^\| `(\d+ [A-Za-z ]+)` ", section, re.MULTILINE))
    answers = [_exchange(service_without_keys, raw) for raw in NOT_HTTP.values()]
    seen = {answer.split(b"\r\n")[0].decode().partition(" ")[2] for answer in answers}
    assert seen == listed


def test_http2_is_not_spoken_without_tls(service_without_keys: RunningService) -> None:
    """The attack: HTTP/2 without TLS, with far more headers than HTTP/1.1 admits."""
    assert _exchange(service_without_keys, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0") == b""


def test_malformed_chunks_are_a_problem_of_the_request(service_without_keys: RunningService) -> None:
    head = (
        b"POST /v1/events HTTP/1.1\r\n"
        + HOST
        + b"Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    response = _exchange(service_without_keys, head + b"ZZ\r\nabc\r\n")
    assert response.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in response
    assert b'"code":"validation_failed"' in response


def _exchange(server: RunningService, raw: bytes) -> bytes:
    """Sends these bytes, and returns all that comes back until the server closes the connection."""
    received = b""
    with socket.create_connection(server.address, timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(raw)
        while chunk := connection.recv(65_536):
            received += chunk
    return received
