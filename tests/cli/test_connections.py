"""Connections to a running server: silent and slow ones, many at once, HTTP/2 and IPv6."""

import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import h2.connection
import h2.events
import httpx
import pytest
from h2.config import H2Configuration

from cli.conftest import CONNECTIONS
from cli.program import invoke
from seatpreview.server.connections import CONNECTIONS_MAX, OTHER_FILES, TooFewOpenFiles, connections_max
from seatpreview.settings.settings import Settings
from servers import certificates
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.processes import clean_environment
from servers.service_process import RunningService, running_service

PAGE = Path(__file__).parents[2] / "docs" / "problems.md"

Header = tuple[str, str]

PATIENT_PROGRAM = [
    *(sys.executable, "-c"),
    "from seatpreview.cli.main import app; from seatpreview.server import granian_adapter; "
    f"granian_adapter._STOP_SECONDS = {PATIENCE_SECONDS}; app()",
]
"""Waits longer for its own Ctrl-C where a worker has stopped at one: on a busy machine the parent may get it
much later than the worker."""


@pytest.fixture(scope="module")
def shared_service(service_without_keys: RunningService) -> RunningService:
    """A service whose worker has reported its first heartbeat, which tests leave ready."""
    wait_until_ready(service_without_keys)
    return service_without_keys


@pytest.fixture(scope="module")
def tls_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """One with TLS and HTTP/2, on every address, which takes few requests of an address."""
    folder = tmp_path_factory.mktemp("service")
    certificate, key = certificates.write(folder, days=2)
    flags: tuple[str, ...] = ("--tls-cert", str(certificate), "--tls-key", str(key), "--http2", "true")
    flags += ("--host", "::", "--trusted-proxies", "127.0.0.0/8", "--address-rate", "2/60")
    with running_service(folder, *flags, program=PATIENT_PROGRAM) as service:
        yield service
        os.killpg(service.process.pid, signal.SIGINT)
        assert service.process.wait(PATIENCE_SECONDS) == 0, "Ctrl-C reaches every process, and is no failure"
        assert [line for line in service.log_lines() if line["event"] != "request"] == []


@pytest.mark.long
def test_more_than_a_thousand_silent_connections_silence_nobody(shared_service: RunningService) -> None:
    """The attack: about 1,024 connections that say nothing used to be all that a worker took."""
    with silent_connections(shared_service, 1200):
        for url in (address_of(shared_service, "/healthz"), *health_pages(shared_service)):
            assert httpx.get(url).status_code == 200


@pytest.mark.long
def test_the_metrics_listener_answers_while_nobody_gets_through_to_the_service(
    shared_service: RunningService,
) -> None:
    """The attack: as many silent connections as the service takes."""
    healthz = address_of(shared_service, "/healthz")
    with silent_connections(shared_service, CONNECTIONS + 10):
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(healthz, timeout=1)
        for url in health_pages(shared_service):
            assert httpx.get(url).status_code == 200
    assert httpx.get(healthz, timeout=PATIENCE_SECONDS).status_code == 200


@pytest.mark.long
def test_a_worker_that_hangs_is_not_ready_and_then_ready_again(shared_service: RunningService) -> None:
    _, readyz = health_pages(shared_service)
    [worker] = shared_service.workers()
    os.kill(worker.pid, signal.SIGSTOP)
    try:
        wait_until(lambda: httpx.get(readyz).status_code == 503)
        assert httpx.get(readyz).text == "0 of 1 workers are ready.\n"
    finally:
        os.kill(worker.pid, signal.SIGCONT)
    wait_until(lambda: httpx.get(readyz).status_code == 200)


@pytest.mark.long
def test_a_worker_without_its_database_is_alive_and_not_ready(
    tmp_path: Path, dedicated_postgres: RunningPostgres
) -> None:
    url = dedicated_postgres.create_database("heartbeat")
    flags = ("--database-url", url, "--workers", "2")
    assert invoke("db", "upgrade", "--database-url", url, "--data-dir", str(tmp_path / "data")).exit_code == 0
    with running_service(tmp_path, "--metrics-port", str(free_port()), *flags) as service:
        healthz, readyz = health_pages(service)
        wait_until_ready(service)
        dedicated_postgres.stop()
        wait_until(lambda: httpx.get(readyz).text == "0 of 2 workers are ready.\n")
        assert httpx.get(healthz).status_code == 200


@pytest.mark.long
def test_the_metrics_listener_has_no_other_pages(shared_service: RunningService) -> None:
    metrics = shared_service.panel_value("Metrics")
    assert "seatpreview_worker_ready_timestamp_seconds{" in httpx.get(metrics).text
    assert httpx.get(metrics.replace("/metrics", "/")).status_code == 404


@pytest.mark.long
def test_too_many_headers_over_http2_are_refused_and_the_service_goes_on(
    tls_service: RunningService,
) -> None:
    """The attack: 5,000 names and one of them twice, which held up everybody for two seconds."""
    flood = [(f"x-{number}", "1") for number in range(5000)]
    by_the_server, by_the_service = (
        http2_headers(tls_service, [*flood, flood[0]]),
        http2_headers(tls_service, flood[:101]),
    )
    assert http2_headers(tls_service, flood[:99])[":status"] == "200"
    assert by_the_server == {":status": "431"}
    assert "| `431` over HTTP/2 |" in PAGE.read_text()
    assert (by_the_service[":status"], by_the_service["content-type"]) == ("431", "application/problem+json")


@pytest.mark.long
def test_over_http2_a_body_that_does_not_come_is_not_awaited(tls_service: RunningService) -> None:
    """The attack: streams that announce a body, and are refused or need none."""
    for method in ("GET", "DELETE"):
        headers = http2_headers(tls_service, [("content-length", "9")], method=method, ends=False)
        assert headers[":status"] in ("200", "405")


@pytest.mark.long
def test_on_every_address_an_ipv4_client_and_its_proxy_are_recognised(
    tls_service: RunningService,
) -> None:
    """The danger: on `::` every IPv4 client comes as ::ffff:a.b.c.d, and all shared one allowance."""
    caller = f"https://127.0.0.1:{tls_service.address[1]}/v1/caller"

    def ask(client: str) -> int:
        headers = {"x-forwarded-for": client}
        return httpx.get(caller, verify=trusting_anybody(), headers=headers).status_code

    assert [ask("198.51.100.1") for _ in range(3)] == [401, 401, 429]
    assert ask("::ffff:198.51.100.1") == 429
    assert ask("198.51.100.2") == 401


def test_the_number_of_connections_follows_the_open_files() -> None:
    """The danger: a picture for each of many connections takes the last file, and the server turns in
    circles."""
    assert connections_max(Settings(), 1024) == (1024 - OTHER_FILES) // 2
    assert connections_max(Settings(requests_max=1000), 4096) == 4096 - OTHER_FILES - 1000
    assert connections_max(Settings(connections_max=768), 1024) == 768
    assert connections_max(Settings(), 1_000_000) == CONNECTIONS_MAX
    assert connections_max(Settings(connections_max=50_000), 65_536) == 50_000
    for settings, files in ((Settings(connections_max=1000), 1024), (Settings(), OTHER_FILES)):
        with pytest.raises(TooFewOpenFiles, match="SEATPREVIEW_CONNECTIONS_MAX"):
            connections_max(settings, files)


def test_a_process_may_open_as_many_files_as_the_system_allows() -> None:
    script = (
        "import resource; from seatpreview.server.connections import raise_open_files; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, 400)); "
        "print(raise_open_files(), resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    output = subprocess.run(
        [sys.executable, "-c", script], env=clean_environment(), capture_output=True, text=True
    )
    assert output.stdout == "400 (400, 400)\n", output.stderr


def test_more_connections_than_open_files_are_an_error_at_the_start(data_dir: Path) -> None:
    flags = ("--data-dir", str(data_dir), "--port", "0", "--metrics-port", "0")
    refused = invoke("serve", "--connections-max", "999999999", *flags)
    assert refused.exit_code == 1
    assert "set SEATPREVIEW_CONNECTIONS_MAX to at most" in refused.stderr


def wait_until_ready(service: RunningService) -> None:
    _, readyz = health_pages(service)
    wait_until(lambda: httpx.get(readyz).status_code == 200)


@contextmanager
def silent_connections(service: RunningService, count: int) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(socket.create_connection(service.address, timeout=PATIENCE_SECONDS))
        yield


def address_of(service: RunningService, path: str) -> str:
    return service.base_address.removesuffix("/v1") + path


def health_pages(service: RunningService) -> tuple[str, str]:
    """The addresses of /healthz and /readyz on the metrics listener."""
    metrics = service.panel_value("Metrics")
    return metrics.replace("/metrics", "/healthz"), metrics.replace("/metrics", "/readyz")


def trusting_anybody() -> ssl.SSLContext:
    """A context for one client only: HTTPX changes the protocols of the context that it is given."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def http2_headers(
    service: RunningService, headers: list[Header], method: str = "GET", ends: bool = True
) -> dict[str, str]:
    """Sends a request with these headers over HTTP/2, and returns those of the response. A request that does
    not end has a body that does not come."""
    client = h2.connection.H2Connection(H2Configuration(header_encoding="utf-8"))
    plain = socket.create_connection(("127.0.0.1", service.address[1]), timeout=PATIENCE_SECONDS)
    context = trusting_anybody()
    context.set_alpn_protocols(["h2"])
    with context.wrap_socket(plain) as connection:
        assert connection.selected_alpn_protocol() == "h2"
        client.initiate_connection()
        pseudo = [(":method", method), (":path", "/healthz"), (":scheme", "https"), (":authority", "seats")]
        client.send_headers(client.get_next_available_stream_id(), [*pseudo, *headers], end_stream=ends)
        connection.sendall(client.data_to_send())
        while received := connection.recv(65_536):
            for event in client.receive_data(received):
                if isinstance(event, h2.events.ResponseReceived):
                    return {str(name): str(value) for name, value in event.headers}
            connection.sendall(client.data_to_send())
    raise AssertionError("the connection ended without a response")
