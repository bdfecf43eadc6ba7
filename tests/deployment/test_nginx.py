"""deploy/nginx.conf in a running nginx: one address cannot lock out another, and requests pass unchanged."""

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from seatpreview.api.problem_body import ProblemBody
from servers import certificates
from servers.free_ports import free_port
from servers.nginx import RunningNginx, running_nginx
from servers.polling import PATIENCE_SECONDS
from servers.service_process import running_service

CROWD, OTHER = "127.0.0.1", "127.0.0.2"
REQUESTS_PER_ADDRESS = 500
"""The limit in deploy/nginx.conf."""

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: seats.example\r\nConnection: close\r\n\r\n"
UNFINISHED_HEADERS = b"GET /healthz HTTP/1.1\r\nHost: seats.example\r\nX-"
UNFINISHED_BODY = (
    b"POST /v1/events HTTP/1.1\r\nHost: seats.example\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 1000\r\n\r\n{"
)

TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TLS.check_hostname = False
TLS.verify_mode = ssl.CERT_NONE


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningNginx]:
    folder = tmp_path_factory.mktemp("nginx")
    with (
        running_service(tmp_path_factory.mktemp("service"), "--trusted-proxies", "127.0.0.1") as service,
        running_nginx(
            folder,
            ports=(free_port(), free_port()),
            service_port=service.address[1],
            certificate=certificates.write(folder, days=2),
        ) as nginx,
    ):
        yield nginx


@pytest.mark.long
def test_silent_connections_of_one_address_keep_no_other_from_its_answer(proxy: RunningNginx) -> None:
    """The attack: connections that never send a byte."""
    with ExitStack() as stack:
        for _ in range(1500):
            stack.enter_context(socket.create_connection((CROWD, proxy.port), timeout=PATIENCE_SECONDS))
        assert ask(proxy, HEALTH, OTHER).startswith(b"HTTP/1.1 200 ")


@pytest.mark.long
def test_slow_headers_of_one_address_keep_no_other_from_its_answer(proxy: RunningNginx) -> None:
    """The attack: requests that never end (Slowloris)."""
    with ExitStack() as stack:
        for _ in range(1100):
            connection = stack.enter_context(
                socket.create_connection((CROWD, proxy.port), timeout=PATIENCE_SECONDS)
            )
            connection.sendall(UNFINISHED_HEADERS)  # To a port that expects TLS, which is as unfinished.
        for _ in range(20):
            stack.enter_context(connect(proxy, CROWD)).sendall(UNFINISHED_HEADERS)
        assert ask(proxy, HEALTH, OTHER).startswith(b"HTTP/1.1 200 ")


@pytest.mark.long
def test_requests_in_progress_of_one_address_are_bounded(proxy: RunningNginx) -> None:
    """The attack: bodies that never end. The address gets 503, and another one its answer."""
    with ExitStack() as stack:
        for _ in range(REQUESTS_PER_ADDRESS):
            stack.enter_context(connect(proxy, CROWD)).sendall(UNFINISHED_BODY)
        # nginx may have read the headers of the last ones a moment later.
        answers = (ask(proxy, HEALTH, CROWD) for _ in range(100))
        refused = next(answer for answer in answers if b" 503 " in answer)
        head, _, body = refused.partition(b"\r\n\r\n")
        assert b"application/problem+json" in head
        assert b"Strict-Transport-Security" in head
        assert json.loads(body)["code"] == "overloaded"
        # Only a preview says in `seat` why there is no view.
        assert set(json.loads(body)) == set(ProblemBody.__struct_encode_fields__) - {"seat"}
        assert ask(proxy, HEALTH, OTHER).startswith(b"HTTP/1.1 200 ")


def connect(proxy: RunningNginx, source: str) -> ssl.SSLSocket:
    plain = socket.create_connection(
        ("127.0.0.1", proxy.port), timeout=PATIENCE_SECONDS, source_address=(source, 0)
    )
    return TLS.wrap_socket(plain)


def ask(proxy: RunningNginx, raw: bytes, source: str) -> bytes:
    """Sends a request from this address, and returns all that comes back."""
    with connect(proxy, source) as connection:
        connection.sendall(raw)
        received = b""
        while chunk := connection.recv(65_536):
            received += chunk
    return received


def test_the_shipped_limit_is_the_tested_one() -> None:
    text = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text()
    assert f"limit_conn seatpreview_addresses {REQUESTS_PER_ADDRESS};" in text
