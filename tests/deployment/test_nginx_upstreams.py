"""deploy/nginx.conf with services behind it that are away: what the logs tell, and who answers instead."""

import ssl
from collections.abc import Iterator
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from servers import certificates
from servers.free_ports import free_port
from servers.nginx import RunningNginx, running_nginx
from servers.polling import PATIENCE_SECONDS

SECRET = "cursor-or-signature-in-a-query"


class Machine(BaseHTTPRequestHandler):
    """Answers every request, as a machine does that is well."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        """Logs nothing."""


@pytest.fixture
def machine_port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Machine) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def nginx_before(folder: Path, *service_ports: int) -> AbstractContextManager[RunningNginx]:
    return running_nginx(
        folder,
        ports=(free_port(), free_port()),
        service_port=service_ports[0],
        second_port=service_ports[1] if len(service_ports) > 1 else None,
        certificate=certificates.write(folder, days=2),
    )


def ask(proxy: RunningNginx, path: str, method: str = "GET") -> httpx.Response:
    # The certificate is the test's own.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    url = f"https://127.0.0.1:{proxy.port}{path}"
    return httpx.request(
        method, url, headers={"host": "seats.example"}, verify=context, timeout=PATIENCE_SECONDS
    )


def test_no_log_of_nginx_holds_a_query_while_the_service_is_away(tmp_path: Path) -> None:
    """The attack: whoever may read the error log finds cursors and signed addresses there."""
    with nginx_before(tmp_path, free_port()) as proxy:
        assert ask(proxy, f"/v1/seats?cursor={SECRET}").status_code == 502
    # nginx writes the line after the response, and all lines before it has stopped.
    logs = {path.name: path.read_text() for path in tmp_path.glob("*.log")}
    assert {name for name, text in logs.items() if SECRET in text} == set()
    [line] = logs["access.log"].splitlines()
    assert '"GET /v1/seats HTTP/1.1" 502 ' in line
    assert line.endswith('"502" PASSED'), "what the error log would have told"


def test_a_machine_that_is_away_costs_no_request(tmp_path: Path, machine_port: int) -> None:
    away = free_port()
    with nginx_before(tmp_path, machine_port, away) as proxy:
        assert {ask(proxy, "/healthz").status_code for _ in range(10)} == {200}
        assert {ask(proxy, "/v1/events", "POST").status_code for _ in range(10)} == {200}
    logged = (tmp_path / "access.log").read_text()
    assert f'"127.0.0.1:{away}, 127.0.0.1:{machine_port}" "502, 200"' in logged, "the second one answered"
