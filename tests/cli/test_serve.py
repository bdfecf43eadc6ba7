"""`seatpreview serve`, in real processes: what it prints, what it refuses, and how it stops."""

import asyncio
import json
import re
import resource
import shlex
import signal
import socket
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
import structlog

from bad_days.runbook import assert_told
from cli.program import invoke, result_of
from doctor.findings import findings
from seatpreview.cli.welcome import show_welcome
from seatpreview.database import schema
from seatpreview.database.command_session import run_with_database
from seatpreview.demo import creation
from seatpreview.observability.logging_setup import set_up_logs
from seatpreview.server.heartbeats import STARTS_MAX
from seatpreview.settings.settings import Settings
from seatpreview.values.demo_names import page_origins
from servers import certificates
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.processes import clean_environment
from servers.promtool import series
from servers.service_process import RunningService, running_service
from serving import running

PROGRAM_WITH_ONE_START = [
    *(sys.executable, "-c"),
    "from seatpreview.cli.main import app; from seatpreview.server import heartbeats, granian_adapter; "
    "heartbeats.STARTS_MAX = granian_adapter.STARTS_MAX = 1; "
    "from seatpreview import signing; signing.signing_of = lambda *_: None; app()",
]
"""Gives up on a worker that has once ended before it could serve. Only its workers look at the signing
secret."""

ATTRIBUTES = ("kind", "scope", "tenantId", "groups", "venues", "allowedOrigins", "embedFrameAncestors")


def test_the_demo_shows_keys_that_work(demo: RunningService) -> None:
    names = ("Admin key", "Tenant key", "Shop key", "Reseller key")
    listed = result_of("keys", "list", "--kind", "secret", "--data-dir", str(demo.folder / "data"))["data"]
    assert {key["label"] for key in listed} >= {*names}, "as the panel has them"
    admin, tenant, shop, reseller = (demo.caller(demo.panel_value(name)).json() for name in names)
    assert (admin["scope"], admin["tenantId"]) == ("admin", None)
    assert tenant["scope"] == "tenant"
    assert shop["tenantId"] == tenant["tenantId"] != reseller["tenantId"]
    assert (shop["groups"], tenant["groups"]) == (["sessions"], None)
    assert demo.base_address.endswith("/v1")
    assert httpx.get(demo.panel_value("API reference")).status_code == 200
    assert httpx.get(view_link_in(demo.stdout)).status_code == 200
    [curl] = [line for line in demo.stdout.splitlines() if line.startswith("curl ")]
    _, header, _, address, _ = curl.split('"')
    assert header == f"Authorization: Bearer {demo.panel_value('Tenant key')}"
    answer = httpx.get(address, headers=dict([header.split(": ")]))
    assert answer.json()["seat"]["key"] == "107/K/9"
    assert "sk_live_" not in demo.stderr


@pytest.mark.long
def test_a_second_start_of_the_demo_shows_how_to_create_new_keys(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `serve --demo` prints, without the processes of a service."""
    monkeypatch.setattr(creation, "picture_names", list)
    monkeypatch.setattr(sys, "argv", [str(installed_in(data_dir.parent))])
    monkeypatch.chdir(data_dir.parent)
    settings = Settings(demo=True, port=free_port())
    show_welcome(settings, None, hides_requests=False)
    first = capsys.readouterr().out
    show_welcome(settings, None, hides_requests=False)
    second = capsys.readouterr().out

    assert "sk_live_" in first
    assert "sk_live_" not in second
    for name in ("Base address", "Venue", "Your page"):
        assert panel_line(second, name) == panel_line(first, name)
    link, earlier = urlsplit(view_link_in(second)), urlsplit(view_link_in(first))
    assert link.path == earlier.path, "of the same key"
    assert link.fragment != earlier.fragment, "each start prints a new session"

    new = {name: new_key(second, name) for name in ("Tenant key", "Shop key")}
    new["Admin key"] = pasted_key(second, "Admin key")
    assert {name: key["label"] for name, key in new.items()} == {name: name for name in new}
    assert (new["Admin key"]["scope"], new["Admin key"]["tenantId"]) == ("admin", None)
    assert new["Tenant key"]["tenantId"] == new["Shop key"]["tenantId"]
    keys_of_first_start = result_of("keys", "list")["data"]
    for name, key in new.items():
        [of_first_start] = [each for each in keys_of_first_start if each["label"] == name][1:]
        assert {member: key[member] for member in ATTRIBUTES} == {
            member: of_first_start[member] for member in ATTRIBUTES
        }, f"the new {name} may do what the first one may, from the same origins"
    assert new["Shop key"]["embedFrameAncestors"] == ["'self'", *page_origins(8000)]
    session = link.fragment.partition("&")[0]
    for credential in (session, new["Tenant key"]["plaintext"]):
        assert asyncio.run(previewed_seat(settings, credential)) == "107/K/9", (
            "the alias of every guide is one of this tenant"
        )


def test_a_worker_that_dies_is_replaced_and_so_is_its_replacement(
    service_without_keys: RunningService,
) -> None:
    """The danger: the second death within seconds ends the whole service, with all other workers."""
    service = service_without_keys
    assert answers(service)
    first = kill_worker(service)
    wait_until(lambda: service.workers() not in ([], [first]))
    second = kill_worker(service)
    wait_until(lambda: service.workers() not in ([], [second]) and answers(service))
    ends = service.log_lines("Unexpected exit from worker-1")
    assert len(ends) == 2
    # Before it starts, the command itself tells a person that it begins a new service.
    assert all(isinstance(json.loads(line), dict) for line in service.stderr.splitlines()[1:])
    assert all({*line} == {"event", "level", "logger", "timestamp"} for line in ends), "as all other lines"


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
    [worker] = service.workers()
    worker.kill()
    return worker


def test_a_worker_that_cannot_start_ends_the_service_and_says_why(tmp_path: Path, data_dir: Path) -> None:
    """After one start, since each takes a second; tests/server/test_failed_starts.py counts them."""
    (data_dir / "signing-secret").mkdir(parents=True)
    with running_service(tmp_path, "--data-dir", str(data_dir), program=PROGRAM_WITH_ONE_START) as service:
        assert service.process.wait(PATIENCE_SECONDS) == 1
        assert service.stderr.count("the worker could not start") == 1
        reason = "worker 1 ended {} times before it could serve"
        assert f'"reason":"{reason.format(1)}"' in service.stderr
        assert_told("A worker hangs", '"event":"the service ends"', reason.format(STARTS_MAX))
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
        assert len(service.workers()) == 2
        for _ in range(20):
            assert service.caller(admin_key).status_code == 200
        assert service.panel_value("Metrics") == f"http://127.0.0.1:{port}/metrics"
        counted = 'seatpreview_requests_total{operation="getCaller",status="200"} 20.0'
        kept = re.compile(r'seatpreview_memory_records\{kind="keys"\} [1-9]')
        # Workers update their metrics a moment after a request.
        wait_until(lambda: counted in (metrics := service.metrics()) and bool(kept.search(metrics)))
        assert "seatpreview_valkey_away 0.0" in service.metrics()
        wait_until(lambda: series(service.metrics())["seatpreview_freshness_check_seconds_count"] >= 20)
        found = series(service.metrics())
        assert found["seatpreview_workers"] == 2
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


@pytest.mark.long
def test_https_is_served_until_a_stop_which_finishes_requests_in_flight(
    tmp_path: Path, data_dir: Path
) -> None:
    certificate, key = certificates.write(tmp_path, days=100)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(certificate)
    flags = ["--tls-cert", str(certificate), "--tls-key", str(key)]
    with running_service(tmp_path, "--data-dir", str(data_dir), *flags) as service:
        assert service.stderr == "", "there is no word on a service that begins, since there was one"
        assert service.base_address.startswith("https://127.0.0.1:")
        used, _ = (
            result_of("keys", "create", "--scope", "admin", "--label", label, "--data-dir", str(data_dir))
            for label in ("Used", "Not used")
        )
        bearer = {"authorization": f"Bearer {used['plaintext']}"}
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
        stop_during_a_request(service, trusting, used["plaintext"])
    tenants = result_of("tenants", "list", "--data-dir", str(data_dir))["data"]
    assert [tenant["name"] for tenant in tenants] == ["Late"]
    keys = result_of("keys", "list", "--data-dir", str(data_dir))["data"]
    assert [key["label"] for key in keys if key["lastUsedAt"]] == ["Used"], "its use was written"


def stop_during_a_request(service: RunningService, trusting: ssl.SSLContext, plaintext: str) -> None:
    """Begins to create a tenant, stops the service, and sends the rest, which is still answered."""
    head = (
        f"POST /v1/manage/tenants HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n"
        f"authorization: Bearer {plaintext}\r\n"
        f"content-type: application/json\r\ncontent-length: 15\r\n\r\n"
    )
    plain = socket.create_connection(service.address, timeout=PATIENCE_SECONDS)
    with trusting.wrap_socket(plain, server_hostname="127.0.0.1") as connection:
        connection.sendall(head.encode())
        assert b"100 Continue" in connection.recv(1000), "the operation waits for its body"
        service.process.send_signal(signal.SIGTERM)
        wait_until(lambda: not service.is_listening())
        assert service.process.poll() is None
        connection.sendall(b'{"name":"Late"}')
        assert connection.recv(1000).startswith(b"HTTP/1.1 201 ")
    assert service.process.wait(PATIENCE_SECONDS) == 0


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


def test_without_the_setting_a_response_and_a_line_have_no_trace(
    service_without_keys: RunningService,
) -> None:
    headers = {"authorization": "Bearer sk_live_none", "traceparent": f"00-{'1' * 32}-{'2' * 16}-01"}
    response = httpx.get(f"{service_without_keys.base_address}/caller", headers=headers)
    assert "traceresponse" not in response.headers
    line = service_without_keys.wait_for_line("request", request_id=response.headers["x-request-id"])
    assert not any("trace" in name for name in line)


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
    named = f"SEATPREVIEW_TLS_CERT {certificate} and SEATPREVIEW_TLS_KEY {key} cannot be used: "
    assert refused.stderr.startswith(named)


def test_a_database_that_does_not_answer_is_named_without_its_password(data_dir: Path) -> None:
    url = f"postgresql://keeper:geheim@127.0.0.1:{free_port()}/seats"
    refused = invoke("serve", "--data-dir", str(data_dir), "--port", "0", "--database-url", url)
    assert refused.exit_code == 1
    assert re.fullmatch(r"The database at 127.0.0.1:\d+/seats cannot be used: .*\n", refused.stderr)
    assert "geheim" not in refused.output


def installed_in(folder: Path) -> Path:
    """Writes the program's script into a folder below, as an installation does, and returns its path."""
    script = folder / "bin" / "seatpreview"
    script.parent.mkdir()
    script.write_text(f"#!{sys.executable}\nfrom seatpreview.cli.main import app\napp()\n")
    script.chmod(0o755)
    return script


def panel_line(panel: str, name: str) -> str:
    """What the panel has beside this name: a value, or the command for a new key."""
    found = re.search(rf"^  {name} +(\S.*)$", panel, re.MULTILINE)
    assert found is not None, panel
    return found[1]


def pasted_key(panel: str, name: str) -> Any:
    """Runs the command for a new key as it would be pasted, and returns the key."""
    pasted = subprocess.run(
        ["sh", "-c", f"{panel_line(panel, name)} --json"],
        env=clean_environment(),
        capture_output=True,
        check=True,
    )
    return json.loads(pasted.stdout)


def new_key(panel: str, name: str) -> Any:
    """Runs the command for a new key in this process, and returns the key."""
    _, *arguments = shlex.split(panel_line(panel, name))
    return result_of(*arguments)


def view_link_in(panel: str) -> str:
    [line] = [line for line in panel.splitlines() if "/viewer/" in line]
    return line


async def previewed_seat(settings: Settings, credential: str) -> str:
    """The seat of the demo that a service with these settings shows to whoever has a key or a token."""
    async with running(settings) as service:
        bearer = [("authorization", f"Bearer {credential}")]
        answer = await service.ask("GET", "/seats/preview?venue=harbour&seat=107/K/9", bearer)
        return str(answer.json()["seat"]["key"])


def answers(service: RunningService) -> bool:
    try:
        return service.caller("sk_live_none").status_code == 401
    except httpx.TransportError:
        return False
