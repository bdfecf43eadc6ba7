"""`seatpreview serve`, in real processes: what it prints, what it refuses, and how it stops."""

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from cli import certificates
from cli.program import (
    RunningService,
    environment,
    invoke,
    result_of,
    running_service,
    wait_until,
)
from parts.postgres import RunningPostgres
from serving import free_port


@pytest.fixture(scope="module")
def service_without_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with an empty database, which tests share and do not change."""
    folder = tmp_path_factory.mktemp("service")
    with running_service(folder, "--data-dir", str(folder / "data")) as service:
        yield service


def test_the_demo_shows_keys_that_work_and_a_second_start_shows_none(tmp_path: Path) -> None:
    program = installed_in(tmp_path)
    with running_service(tmp_path, "--demo", program=program) as first:
        admin, tenant = (
            first.caller(first.panel_value("Admin key")),
            first.caller(first.panel_value("Tenant key")),
        )
        assert (admin.json()["scope"], admin.json()["tenantId"]) == ("admin", None)
        assert tenant.json()["scope"] == "tenant"
        shop = first.caller(first.panel_value(r"Shop key \(sessions only\)"))
        assert shop.json()["tenantId"] == tenant.json()["tenantId"]
        assert (shop.json()["groups"], tenant.json()["groups"]) == (["sessions"], None)
        assert (
            first.caller(first.panel_value("Grantee's key")).json()["tenantId"] != tenant.json()["tenantId"]
        )
        assert first.base_address.endswith("/v1")
        assert httpx.get(first.panel_value("API reference")).status_code == 200
        [viewer] = [line for line in first.stdout.splitlines() if "/viewer/" in line]
        assert httpx.get(viewer).status_code == 200
        _, header, _, address, _ = curl_line_of(first).split('"')
        assert header == f"Authorization: Bearer {first.panel_value('Tenant key')}"
        preview = httpx.get(address, headers=dict([header.split(": ")]))
        assert preview.json()["seat"]["key"] == "107/K/9"
        assert first.stop() == 0
        assert "sk_live_" not in first.stderr

    with running_service(tmp_path, "--demo", program=program) as second:
        assert "sk_live_" not in second.stdout + second.stderr
        assert second.base_address.endswith("/v1")
        pasted = subprocess.run(
            ["sh", "-c", f"{second.stdout.splitlines()[-1]} --json"],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            check=True,
        )
        found = re.search(r'"plaintext":"(\w+)"', pasted.stdout.decode())
        assert found is not None
        assert second.caller(found[1]).json()["scope"] == "admin"
        assert second.stop() == 0


def test_a_stop_finishes_requests_in_flight_and_writes_when_keys_were_used(
    tmp_path: Path, data_dir: Path
) -> None:
    with running_service(tmp_path, "--data-dir", str(data_dir), "--demo") as service:
        head = (
            f"POST /v1/manage/tenants HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n"
            f"authorization: Bearer {service.panel_value('Admin key')}\r\n"
            f"content-type: application/json\r\ncontent-length: 15\r\n\r\n"
        )
        with socket.create_connection(service.address, timeout=20) as connection:
            connection.sendall(head.encode())
            assert b"100 Continue" in connection.recv(1000), "the operation waits for its body"
            service.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not service.is_listening())
            assert service.process.poll() is None
            connection.sendall(b'{"name":"Late"}')
            assert connection.recv(1000).startswith(b"HTTP/1.1 201 ")
        assert service.process.wait(20) == 0
    tenants = result_of("tenants", "list", "--data-dir", str(data_dir))["data"]
    assert [tenant["name"] for tenant in tenants] == ["Late", "City Tickets", "Harbour Arena"]
    keys = result_of("keys", "list", "--data-dir", str(data_dir))["data"]
    assert [key["label"] for key in keys if key["lastUsedAt"]] == ["Demo admin"]


def test_ctrl_c_reaches_every_process_and_is_no_failure(tmp_path: Path, data_dir: Path) -> None:
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        os.killpg(service.process.pid, signal.SIGINT)
        assert service.process.wait(20) == 0
        assert service.stderr == ""


def test_a_worker_that_dies_is_replaced(tmp_path: Path, data_dir: Path) -> None:
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        [worker] = workers_of(service)
        assert answers(service)
        worker.kill()
        wait_until(lambda: not worker.is_running() and answers(service))
        assert service.stop() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has ended")
def test_workers_end_with_a_parent_that_is_killed_outright(tmp_path: Path, data_dir: Path) -> None:
    """Otherwise they would go on serving, and hold the port, with nobody to stop them."""
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        [worker] = workers_of(service)
        service.stop(signal.SIGKILL)
        wait_until(lambda: not worker.is_running() and not service.is_listening())


def test_a_worker_that_cannot_start_ends_the_service_and_says_why(tmp_path: Path, data_dir: Path) -> None:
    (data_dir / "signing-secret").mkdir(parents=True)
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        assert service.process.wait(20) == 1
        assert "the worker could not start" in service.stderr
        assert "Is a directory" in service.stderr
        assert service.stdout == ""


@pytest.mark.long
def test_metrics_of_all_workers_are_served_together(tmp_path: Path, postgres: RunningPostgres) -> None:
    url = postgres.create_database("served_by_two")
    flags = ["--database-url", url, "--data-dir", str(tmp_path / "data")]
    refused = invoke("serve", "--port", "0", *flags)
    assert refused.exit_code == 1
    assert refused.stderr.endswith(": run `seatpreview db upgrade`.\n")
    assert invoke("db", "upgrade", *flags).exit_code == 0
    port = free_port()
    admin_key = result_of("keys", "create", "--scope", "admin", *flags)["plaintext"]
    with running_service(tmp_path, *flags, "--workers", "2", "--metrics-port", str(port)) as service:
        assert len(workers_of(service)) == 2
        for _ in range(20):
            assert service.caller(admin_key).status_code == 200
        assert service.panel_value("Metrics") == f"http://127.0.0.1:{port}/metrics"
        counted = 'seatpreview_requests_total{operation="getCaller",status="200"} 20.0'
        kept = re.compile(r'seatpreview_memory_records\{kind="keys"\} [1-9]')
        # Workers update their metrics a moment after a request.
        wait_until(lambda: counted in (metrics := service.metrics()) and bool(kept.search(metrics)))
        assert "seatpreview_valkey_away 0.0" in service.metrics()
        assert re.search(r"seatpreview_memory_bytes [1-9]", service.metrics())
        assert re.search(r'seatpreview_memory_entries\{memory="keys"\} [1-9]', service.metrics())
        assert re.search(r'seatpreview_memory_estimated_bytes\{memory="keys"\} [1-9]', service.metrics())
        assert 'seatpreview_memory_estimated_bytes{memory="previews"} 0.0' in service.metrics()
        assert len(list(tmp_path.glob("seatpreview-metrics-*"))) == 1
        assert service.stop() == 0
        assert list(tmp_path.glob("seatpreview-metrics-*")) == []


def test_https_is_served_with_a_certificate_and_its_key(tmp_path: Path, data_dir: Path) -> None:
    certificate, key = certificates.write(tmp_path, days=100)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(certificate)
    flags = ["--tls-cert", str(certificate), "--tls-key", str(key)]
    with running_service(tmp_path, "--data-dir", str(data_dir), *flags) as service:
        assert service.base_address.startswith("https://127.0.0.1:")
        created = result_of("keys", "create", "--scope", "admin", "--data-dir", str(data_dir))
        bearer = {"authorization": f"Bearer {created['plaintext']}"}
        answer = httpx.get(f"{service.base_address}/caller", headers=bearer, verify=trusting)
        assert answer.json()["scope"] == "admin"
        address = service.base_address.removesuffix("/v1")
        pages = ["/healthz", "/console", "/docs", "/nothing", "/v1/nothing", "/images/nothing", "/v1/caller"]
        answers = [httpx.get(address + path, verify=trusting) for path in pages]
        answers.append(httpx.options(f"{address}/v1/caller", verify=trusting))
        answers.append(httpx.post(f"{address}/v1/sessions", json={}, headers=bearer, verify=trusting))
        for each in answers:
            assert each.headers.get_list("strict-transport-security") == ["max-age=31536000"], each.url
        assert service.stop(signal.SIGHUP) == 0, "closing the terminal stops it as well"


def test_without_tls_of_its_own_it_does_not_ask_browsers_for_tls(tmp_path: Path, data_dir: Path) -> None:
    """A proxy that terminates TLS sets this header itself: deploy/nginx.conf and deploy/Caddyfile do."""
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        answers = [httpx.get(f"{service.base_address}{path}") for path in ("/caller", "/nothing")]
        assert all("strict-transport-security" not in answer.headers for answer in answers)
        assert service.stop() == 0


def test_all_settings_that_cannot_be_used_are_reported_at_once(tmp_path: Path) -> None:
    refused = invoke("serve", "--port", "eighty", "--workers", "4", "--host", "192.0.2.1")
    assert refused.exit_code == 2
    assert refused.stderr.splitlines() == [
        "SEATPREVIEW_PORT is 'eighty', and must be a port from 0 to 65535.",
        "4 workers need PostgreSQL: set SEATPREVIEW_DATABASE_URL, or run one worker on SQLite.",
        "Plain HTTP on 192.0.2.1 is refused, since keys would travel in the clear: "
        "set SEATPREVIEW_TLS_CERT and SEATPREVIEW_TLS_KEY, "
        "or SEATPREVIEW_TLS_IN_FRONT=true where a proxy ends TLS.",
    ]


def test_without_the_demo_the_first_key_is_explained_and_nothing_is_created(
    service_without_keys: RunningService,
) -> None:
    folder = str(service_without_keys.folder / "data")
    assert f"keys create --scope admin --data-dir {folder}" in service_without_keys.stdout
    assert result_of("keys", "list", "--data-dir", folder)["data"] == []


def test_a_port_in_use_is_refused_even_where_another_service_like_this_one_uses_it(
    service_without_keys: RunningService, data_dir: Path
) -> None:
    """Granian sets SO_REUSEPORT: without a probe, two services would each get half of the requests."""
    port = str(service_without_keys.address[1])
    refused = invoke("serve", "--data-dir", str(data_dir), "--port", port)
    assert refused.exit_code == 1
    assert refused.stderr == (
        f"Port {port} of 127.0.0.1 is in use: stop what listens there, or set SEATPREVIEW_PORT.\n"
    )
    assert not data_dir.exists()


def test_a_restore_is_refused_while_a_service_uses_the_files(
    service_without_keys: RunningService, tmp_path: Path
) -> None:
    database_flags = ["--data-dir", str(service_without_keys.folder / "data")]
    assert invoke("db", "backup", str(tmp_path / "backup.tar"), *database_flags).exit_code == 0
    refused = invoke("db", "restore", str(tmp_path / "backup.tar"), *database_flags)
    assert refused.exit_code == 1
    assert refused.stderr.endswith("is in use: stop the service first, then restore.\n")
    assert service_without_keys.process.poll() is None


def test_a_metrics_port_in_use_is_refused_where_it_was_chosen(tmp_path: Path, data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = invoke("serve", "--data-dir", str(data_dir), "--port", "0", "--metrics-port", port)
    assert refused.exit_code == 1
    assert f"cannot use 127.0.0.1:{port}" in refused.stderr


def test_a_certificate_with_the_key_of_another_one_is_refused(tmp_path: Path, data_dir: Path) -> None:
    certificate, _ = certificates.write(tmp_path, days=100)
    _, key = certificates.write(tmp_path, days=101)
    flags = ["--tls-cert", str(certificate), "--tls-key", str(key), "--metrics-port", "0"]
    refused = invoke("serve", "--data-dir", str(data_dir), "--port", "0", *flags)
    assert refused.exit_code == 1
    assert refused.stderr.startswith("SEATPREVIEW_TLS_CERT and SEATPREVIEW_TLS_KEY cannot be used: ")


def test_a_database_that_does_not_answer_is_named_without_its_password(data_dir: Path) -> None:
    url = f"postgresql://keeper:geheim@127.0.0.1:{free_port()}/seats"
    refused = invoke("serve", "--data-dir", str(data_dir), "--port", "0", "--database-url", url)
    assert refused.exit_code == 1
    assert re.fullmatch(r"The database at 127.0.0.1:\d+/seats cannot be used: .*\n", refused.stderr)
    assert "geheim" not in refused.output


def installed_in(folder: Path) -> list[str]:
    """Writes the program's script into a folder below, as an installation does."""
    script = folder / "bin" / "seatpreview"
    script.parent.mkdir()
    script.write_text(
        f"#!{sys.executable}\nfrom seatpreview.cli.main import app\nif __name__ == '__main__':\n    app()\n"
    )
    script.chmod(0o755)
    return [str(script)]


def curl_line_of(service: RunningService) -> str:
    [line] = [line for line in service.stdout.splitlines() if line.startswith("curl ")]
    return line


def answers(service: RunningService) -> bool:
    try:
        return service.caller("sk_live_none").status_code == 401
    except httpx.TransportError:
        return False


def workers_of(service: RunningService) -> list[psutil.Process]:
    children = psutil.Process(service.process.pid).children()
    return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
