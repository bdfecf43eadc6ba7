"""A service that is stopped or killed: it finishes what it has begun, and starts again."""

import json
import os
import signal
import socket
from pathlib import Path

import httpx
import pytest

from cli.program import invoke
from doctor.findings import unwell_checks
from imagery.sample_pictures import noise
from operated_service import operated_service
from servers.polling import wait_until

pytestmark = pytest.mark.long


def test_a_delayed_stop_serves_on_until_a_second_signal(tmp_path: Path) -> None:
    # The delay is longer than the test waits, so only the second signal can end it in time.
    with operated_service(tmp_path, "--stop-delay-seconds", "200") as service:
        metrics = service.process.panel_value("Metrics").removesuffix("/metrics")
        assert service.readiness() == 200
        service.process.process.send_signal(signal.SIGTERM)
        wait_until(lambda: service.readiness() == 503)
        wait_until(lambda: httpx.get(f"{metrics}/readyz").status_code == 503)
        assert httpx.get(f"{service.root}/healthz").status_code == 200
        for _ in range(5):
            assert service.create_tenant().status_code == 201
        assert service.process.is_running()
        service.process.stop()
        assert not service.process.is_listening()
    assert (
        len(
            json.loads(invoke("tenants", "list", "--json", "--data-dir", str(tmp_path / "data")).stdout)[
                "data"
            ]
        )
        == 5
    )


def test_an_upload_in_flight_is_finished_after_the_port_was_closed(tmp_path: Path) -> None:
    with operated_service(tmp_path) as service:
        venue = service.create_venue()
        picture = noise(640, 480)
        head = (
            f"PUT /v1/manage/venues/{venue}/imagery/late.png HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {service.admin_key}\r\nContent-Type: image/png\r\n"
            f"Content-Length: {len(picture)}\r\nConnection: close\r\n\r\n"
        )
        with socket.create_connection(service.process.address, timeout=60) as connection:
            connection.sendall(head.encode() + picture[:1000])
            wait_until(lambda: service.metrics()["seatpreview_requests_in_progress"] >= 1)
            service.process.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not service.process.is_listening())
            connection.sendall(picture[1000:])
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert answer.split()[1] in (b"200", b"201"), answer
        assert service.process.process.wait(120) == 0
    flags = ["--data-dir", str(tmp_path / "data")]
    assert "late.png" in invoke("imagery", "list", venue, *flags).stdout


def test_a_service_starts_after_its_write_ahead_logs_were_deleted(tmp_path: Path) -> None:
    """Somebody tidies up after a kill, and deletes the -wal files with the last changes in them."""
    data = tmp_path / "data"
    with operated_service(tmp_path) as service:
        for _ in range(20):
            assert service.create_tenant().status_code == 201
        os.killpg(service.process.process.pid, signal.SIGKILL)
        service.process.process.wait()
    for path in data.glob("*.sqlite-*"):
        path.unlink()
    unwell_checks("--data-dir", str(data))
    (tmp_path / "again").mkdir()
    with operated_service(tmp_path / "again", data_dir=data) as service:
        assert service.readiness() == 200
        assert service.create_tenant().status_code == 201
        assert service.process.log_lines(level="error") == []
