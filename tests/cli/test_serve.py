"""`seatpreview serve`, in real processes: what it prints, what it refuses, and how it stops."""

import json
import os
import re
import resource
import shlex
import signal
import socket
import ssl
import subprocess
import sys
from contextlib import chdir, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
import structlog

from bad_days.runbook import assert_told
from cli.program import DEMO_WITH_ONE_PICTURE, invoke, result_of
from doctor.findings import findings
from seatpreview.database import schema
from seatpreview.database.command_session import run_with_database
from seatpreview.observability.logging_setup import set_up_logs
from seatpreview.server.failed_starts import STARTS_MAX
from seatpreview.settings.settings import Settings
from seatpreview.values.demo_names import page_origins
from servers import certificates
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.processes import clean_environment
from servers.promtool import series
from servers.service_process import RunningService, running_service

ATTRIBUTES = ("kind", "scope", "tenantId", "groups", "venues", "allowedOrigins", "embedFrameAncestors")


def test_the_demo_shows_keys_that_work_and_a_second_start_how_to_create_new_ones(tmp_path: Path) -> None:
    program = installed_in(tmp_path)
    with running_service(tmp_path, "--demo", program=program) as first:
        names = ("Admin key", "Tenant key", "Shop key", "Reseller key")
        listed = httpx.get(
            f"{first.base_address}/manage/keys?kind=secret",
            headers={"authorization": f"Bearer {first.panel_value('Admin key')}"},
        )
        first_keys = {key["label"]: key for key in listed.json()["data"]}
        assert {*first_keys} == {*names}, "as the panel has them"
        admin, tenant = (
            first.caller(first.panel_value("Admin key")),
            first.caller(first.panel_value("Tenant key")),
        )
        assert (admin.json()["scope"], admin.json()["tenantId"]) == ("admin", None)
        assert tenant.json()["scope"] == "tenant"
        shop = first.caller(first.panel_value("Shop key"))
        assert shop.json()["tenantId"] == tenant.json()["tenantId"]
        assert (shop.json()["groups"], tenant.json()["groups"]) == (["sessions"], None)
        assert first.caller(first.panel_value("Reseller key")).json()["tenantId"] != tenant.json()["tenantId"]
        assert first.base_address.endswith("/v1")
        assert httpx.get(first.panel_value("API reference")).status_code == 200
        viewer = view_link_of(first)
        assert httpx.get(viewer).status_code == 200
        _, header, _, address, _ = curl_line_of(first).split('"')
        assert header == f"Authorization: Bearer {first.panel_value('Tenant key')}"
        answer = httpx.get(address, headers=dict([header.split(": ")]))
        assert answer.json()["seat"]["key"] == "107/K/9"
        assert first.stop() == 0
        assert "sk_live_" not in first.stderr

    with running_service(tmp_path, "--demo", program=program) as second:
        assert "sk_live_" not in second.stdout + second.stderr
        assert second.base_address.endswith("/v1")
        assert second.panel_value("Venue") == first.panel_value("Venue")
        assert second.panel_value("Your page") == first.panel_value("Your page")
        link = urlsplit(view_link_of(second))
        assert link.path == urlsplit(viewer).path, "of the same key"
        assert link.fragment != urlsplit(viewer).fragment, "each start prints a new session"
        session = link.fragment.partition("&")[0]
        assert preview(second, session).json()["seat"]["key"] == "107/K/9"
        new = {name: new_key(second, name) for name in ("Tenant key", "Shop key")}
        new["Admin key"] = pasted_key(second, "Admin key")
        assert {name: key["label"] for name, key in new.items()} == {name: name for name in new}
        assert (new["Admin key"]["scope"], new["Admin key"]["tenantId"]) == ("admin", None)
        assert new["Tenant key"]["tenantId"] == new["Shop key"]["tenantId"] == tenant.json()["tenantId"]
        assert (new["Tenant key"]["groups"], new["Shop key"]["groups"]) == (None, ["sessions"])
        for name, key in new.items():
            assert {member: key[member] for member in ATTRIBUTES} == {
                member: first_keys[name][member] for member in ATTRIBUTES
            }, f"the new {name} may do what the first one may, from the same origins"
        assert new["Shop key"]["embedFrameAncestors"] == ["'self'", *page_origins(8000)]
        answer = preview(second, new["Tenant key"]["plaintext"])
        assert answer.status_code == 200, "the alias of every guide is one of this tenant"
        assert second.stop() == 0


def test_a_stop_finishes_requests_in_flight_and_writes_when_keys_were_used(
    tmp_path: Path, data_dir: Path
) -> None:
    admin, _ = (
        result_of("keys", "create", "--scope", "admin", "--label", label, "--data-dir", str(data_dir))
        for label in ("Used", "Not used")
    )
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        head = (
            f"POST /v1/manage/tenants HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n"
            f"authorization: Bearer {admin['plaintext']}\r\n"
            f"content-type: application/json\r\ncontent-length: 15\r\n\r\n"
        )
        with socket.create_connection(service.address, timeout=PATIENCE_SECONDS) as connection:
            connection.sendall(head.encode())
            assert b"100 Continue" in connection.recv(1000), "the operation waits for its body"
            service.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not service.is_listening())
            assert service.process.poll() is None
            connection.sendall(b'{"name":"Late"}')
            assert connection.recv(1000).startswith(b"HTTP/1.1 201 ")
        assert service.process.wait(PATIENCE_SECONDS) == 0
    tenants = result_of("tenants", "list", "--data-dir", str(data_dir))["data"]
    assert [tenant["name"] for tenant in tenants] == ["Late"]
    keys = result_of("keys", "list", "--data-dir", str(data_dir))["data"]
    assert [key["label"] for key in keys if key["lastUsedAt"]] == ["Used"]


def test_ctrl_c_reaches_every_process_and_is_no_failure(tmp_path: Path, data_dir: Path) -> None:
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        os.killpg(service.process.pid, signal.SIGINT)
        assert service.process.wait(PATIENCE_SECONDS) == 0
        assert service.stderr == "", "nor is there a word on a service that begins, since there was one"


def test_a_worker_that_dies_is_replaced_and_so_is_its_replacement(
    service_without_keys: RunningService,
) -> None:
    """The danger: the second death within seconds ends the whole service, with all other workers."""
    service = service_without_keys
    assert answers(service)
    first = kill_worker(service)
    wait_until(lambda: workers_of(service) not in ([], [first]))
    second = kill_worker(service)
    wait_until(lambda: workers_of(service) not in ([], [second]) and answers(service))


def test_what_serve_prints_leaves_its_log_alone(data_dir: Path) -> None:
    """The danger: it looks into the database for the text that it prints, and cannot log after that."""
    before = structlog.get_config()
    try:
        set_up_logs("json")
        expected = structlog.get_config()
        run_with_database(Settings(data_dir=data_dir), schema.status)
        assert structlog.get_config() == expected
    finally:
        structlog.configure(**before)


def kill_worker(service: RunningService) -> psutil.Process:
    [worker] = workers_of(service)
    worker.kill()
    return worker


def test_a_worker_that_cannot_start_ends_the_service_and_says_why(tmp_path: Path, data_dir: Path) -> None:
    (data_dir / "signing-secret").mkdir(parents=True)
    with running_service(tmp_path, "--data-dir", str(data_dir)) as service:
        assert service.process.wait(PATIENCE_SECONDS) == 1
        assert service.stderr.count("the worker could not start") == STARTS_MAX
        reason = f"worker 1 ended {STARTS_MAX} times before it could serve"
        assert f'"reason":"{reason}"' in service.stderr
        assert_told("A worker hangs", '"event":"the service ends"', reason)
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
        found = series(service.metrics())
        assert found["seatpreview_workers"] == 2
        assert found["seatpreview_freshness_check_seconds_count"] >= 20
        assert found['seatpreview_heavy_work_capacity{queue="reports"}'] == 2 * 3, "the sum of both"
        assert [found[name] for name in found if name.startswith("seatpreview_build_info")] == [1]
        for metric in ("worker_alive_timestamp_seconds", "worker_open_files", "worker_cpu_seconds_total"):
            assert len([name for name in found if name.startswith(f"seatpreview_{metric}{{")]) == 2
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
        assert offered_protocol(service, trusting) == "http/1.1"
        answers.append(httpx.options(f"{address}/v1/caller", verify=trusting))
        answers.append(httpx.post(f"{address}/v1/sessions", json={}, headers=bearer, verify=trusting))
        for each in answers:
            assert each.headers.get_list("strict-transport-security") == ["max-age=31536000"], each.url
        assert service.stop(signal.SIGHUP) == 0, "closing the terminal stops it as well"


def offered_protocol(service: RunningService, trusting: ssl.SSLContext) -> str | None:
    """The protocol that the service chooses of those that a browser offers. HTTP/2 has to be switched on: its
    streams may leave answers unread for as long as a client likes."""
    trusting.set_alpn_protocols(["h2", "http/1.1"])
    plain = socket.create_connection(service.address, timeout=PATIENCE_SECONDS)
    with trusting.wrap_socket(plain, server_hostname="127.0.0.1") as connection:
        return connection.selected_alpn_protocol()


def test_without_tls_of_its_own_it_does_not_ask_browsers_for_tls(
    service_without_keys: RunningService,
) -> None:
    """A proxy that terminates TLS sets this header itself: deploy/nginx.conf and deploy/Caddyfile do."""
    address = service_without_keys.base_address
    answers = [httpx.get(f"{address}{path}") for path in ("/caller", "/nothing")]
    assert all("strict-transport-security" not in answer.headers for answer in answers)


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
    service_without_keys: RunningService, missing_dir: Path
) -> None:
    """Granian sets SO_REUSEPORT: without a probe, two services would each get half of the requests."""
    port = str(service_without_keys.address[1])
    refused = invoke("serve", "--data-dir", str(missing_dir), "--port", port)
    assert refused.exit_code == 1
    assert refused.stderr == (
        f"Port {port} of 127.0.0.1 is in use: stop what listens there, or set SEATPREVIEW_PORT.\n"
    )
    assert not missing_dir.exists()


def test_a_restore_is_refused_while_a_service_uses_the_files(
    service_without_keys: RunningService, tmp_path: Path
) -> None:
    database_flags = ["--data-dir", str(service_without_keys.folder / "data")]
    assert invoke("db", "backup", str(tmp_path / "backup.tar"), *database_flags).exit_code == 0
    refused = invoke("db", "restore", str(tmp_path / "backup.tar"), *database_flags)
    assert refused.exit_code == 1
    assert refused.stderr == in_use(service_without_keys)
    assert service_without_keys.process.poll() is None


def test_a_second_service_on_the_same_sqlite_files_is_refused(service_without_keys: RunningService) -> None:
    folder = str(service_without_keys.folder / "data")
    refused = invoke("serve", "--data-dir", folder, "--port", "0", "--metrics-port", "0")
    assert refused.exit_code == 1
    assert refused.stderr == in_use(service_without_keys)
    assert answers(service_without_keys)
    assert result_of("keys", "list", "--data-dir", folder)["data"] == [], "commands work beside it"


def test_doctor_tells_of_the_open_files_of_the_service_that_runs(
    service_without_keys: RunningService,
) -> None:
    """The danger: it tells of the limit of whoever runs it, and the service has another one."""
    pid = service_without_keys.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (2255, limits[1]))
    [found] = findings(service_without_keys.folder / "data", "open files")
    resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
    assert (found.state, found.detail) == (
        "warn",
        f"The service that runs here (process {pid}) may open 2255 files, enough for 999 connections of a "
        "worker.",
    )


def in_use(service: RunningService) -> str:
    folder = service.folder / "data"
    return (
        f"The data folder {folder} is in use by process {service.process.pid}: a service or a restore. "
        "SQLite takes only one at a time.\n"
        "Stop that one first, or name another folder with --data-dir or SEATPREVIEW_DATA_DIR.\n"
    )


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
        f"#!{sys.executable}\nfrom seatpreview.cli.main import app\n{DEMO_WITH_ONE_PICTURE}\n"
        "if __name__ == '__main__':\n    app()\n"
    )
    script.chmod(0o755)
    return [str(script)]


def command_for(service: RunningService, name: str) -> str:
    """The command that the panel gives for a new key of this name."""
    found = re.search(rf"^  {name} +(\S.+)$", service.stdout, re.MULTILINE)
    assert found is not None, service.stdout
    return found[1]


def pasted_key(service: RunningService, name: str) -> Any:
    """Runs the command for a new key as it would be pasted, and returns the key."""
    pasted = subprocess.run(
        ["sh", "-c", f"{command_for(service, name)} --json"],
        cwd=service.folder,
        env=clean_environment(),
        capture_output=True,
        check=True,
    )
    return json.loads(pasted.stdout)


def new_key(service: RunningService, name: str) -> Any:
    """Runs the command for a new key in this process, and returns the key."""
    _, *arguments = shlex.split(command_for(service, name))
    with chdir(service.folder):
        return result_of(*arguments)


def view_link_of(service: RunningService) -> str:
    [line] = [line for line in service.stdout.splitlines() if "/viewer/" in line]
    return line


def preview(service: RunningService, plaintext: str) -> httpx.Response:
    """The view from a seat of the demo, asked for with a key or a session's token."""
    address = f"{service.base_address}/seats/preview?venue=harbour&seat=107/K/9"
    return httpx.get(address, headers={"authorization": f"Bearer {plaintext}"})


def curl_line_of(service: RunningService) -> str:
    [line] = [line for line in service.stdout.splitlines() if line.startswith("curl ")]
    return line


def answers(service: RunningService) -> bool:
    try:
        return service.caller("sk_live_none").status_code == 401
    except httpx.TransportError:
        return False


def workers_of(service: RunningService) -> list[psutil.Process]:
    workers = []
    for child in psutil.Process(service.process.pid).children():
        with suppress(psutil.NoSuchProcess):  # One that has just ended has no command any more.
            if "spawn_main" in " ".join(child.cmdline()):
                workers.append(child)
    return workers
