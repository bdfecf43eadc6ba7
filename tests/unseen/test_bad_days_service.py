"""A running service on bad days: what its log, metrics, traces and answers say, and that it comes back."""

import json
import os
import random
import re
import secrets
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import psutil
import pytest

from cli.program import invoke
from servers import promtool
from servers.service_process import PROGRAM, RunningService
from servers.small_disk import fill, with_small_disk
from servers.trace_collector import Collector, running_collector
from unseen.served import Served, doctor, log_lines, served, wait_until
from unseen.uploads import noise

pytestmark = pytest.mark.long

DOCS = Path(__file__).parents[2] / "docs"
ONE_IN = 5


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with running_collector() as collector:
        yield collector


@pytest.fixture(scope="module")
def traced(collector: Collector, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service that samples its log and records every request."""
    folder = tmp_path_factory.mktemp("traced")
    flags = ["--traces-url", collector.url, "--traces-one-in", "1", "--log-one-in", str(ONE_IN)]
    assert invoke("db", "upgrade", "--data-dir", str(folder / "data")).exit_code == 0
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OTEL_BSP_SCHEDULE_DELAY", "200")
        with served(folder, *flags) as running:
            yield running


TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.mark.parametrize(
    "header",
    [
        *("", "00", "-", "---", "0" * 55, "x" * 5000, "ü", f"00-{TRACE}-{SPAN}", f"00-{TRACE}-{SPAN}-1"),
        *(f"ff-{TRACE}-{SPAN}-01", f"00-{'0' * 32}-{SPAN}-01", f"00-{TRACE}-{'0' * 16}-01"),
        *(f"00-{TRACE.upper()}-{SPAN}-01", f"00-{TRACE}-{SPAN}-01-more", f"00-{TRACE[1:]}-{SPAN}-01"),
        *(f"00-{TRACE}-{SPAN}-zz", f"00_{TRACE}_{SPAN}_01", f"00-{TRACE[:-1]}g-{SPAN}-01"),
    ],
)
def test_a_malformed_traceparent_begins_a_trace_of_its_own(traced: Served, header: str) -> None:
    response = traced.http.get("/caller", headers=[(b"traceparent", header.encode())])
    assert response.status_code == 200
    found = re.fullmatch(r"00-([0-9a-f]{32})-([0-9a-f]{16})-01", response.headers["traceresponse"])
    assert found is not None
    assert found[1] != TRACE
    assert int(found[1], 16)


def test_a_valid_traceparent_is_continued_in_answer_log_and_collector(
    traced: Served, collector: Collector
) -> None:
    trace_id, parent = secrets.token_hex(16), secrets.token_hex(8)
    response = traced.http.get(
        "/manage/keys/key_00000000000000000000", headers={"traceparent": f"00-{trace_id}-{parent}-00"}
    )
    assert response.status_code == 404
    assert response.headers["traceresponse"].split("-")[1] == trace_id
    assert traced.request_line(response)["trace_id"] == trace_id
    wait_until(lambda: any(span.trace_id == trace_id for span in collector.spans))
    [root] = [span for span in collector.spans if span.trace_id == trace_id and span.parent_id == parent]
    assert root.name == "getKey"


def test_no_plaintext_of_a_key_reaches_log_metrics_or_traces(traced: Served, collector: Collector) -> None:
    """Attack: whoever reads logs, metrics or traces looks for keys that clients put in the wrong place."""
    key = traced.http.post("/manage/keys", json={"scope": "admin", "label": "Spare"}).json()["plaintext"]
    with httpx.Client(base_url=traced.service.base_address, timeout=60) as http:
        bearer = {"authorization": f"Bearer {key}"}
        responses = [
            http.get("/caller", headers=bearer),
            http.get("/caller", params={"token": key}, headers=bearer),
            http.get(f"/manage/keys/{key}", headers=bearer),
            http.get(f"/{key}"),
            http.get(f"{traced.root}/{key}?key={key}"),
            http.get("/caller", headers={"authorization": key}),
            http.get("/caller", headers={"x-key-id": key, "origin": "https://shop.example"}),
            http.post("/sessions", json={"venue": key}, headers=bearer),
            http.post("/events", json={"events": [], "token": key}),
            http.get("/caller", headers=bearer | {"traceparent": key, "tracestate": f"a={key}"}),
        ]
    last = secrets.token_hex(16)
    traced.http.get("/caller/none", headers={"traceparent": f"00-{last}-{SPAN}-01"})
    wait_until(lambda: any(span.trace_id == last for span in collector.spans))
    wait_until(lambda: last in traced.service.stderr)
    assert not [response for response in responses if response.status_code >= 500]
    secret = key.removeprefix("sk_live_")
    assert secret.encode() not in collector.bodies
    for text in (traced.service.stderr, traced.service.stdout, traced.service.metrics()):
        assert secret not in text
        assert traced.admin_key not in text


def test_labels_stay_bounded_whatever_is_asked(traced: Served) -> None:
    """Attack: a client makes up paths, methods and ids until Prometheus runs out of memory."""
    choose = random.Random(18)

    def ask() -> None:
        word = secrets.token_hex(6)
        for path in (f"/{word}", f"/v1/{word}/{word}", f"/v1/manage/venues/{word}", f"/v1/sessions/{word}"):
            traced.http.request(choose.choice(["GET", "DELETE", word.upper(), "PUT"]), traced.root + path)
        traced.http.get(f"{traced.root}/v1/manage/venues/ven_{word}/imagery/{word}?{word}=1")
        traced.http.get(f"{traced.root}/images/{word}/{word}.jpg")
        traced.http.request(
            "OPTIONS", f"{traced.root}/v1/{word}", headers={"origin": f"https://{word}.example"}
        )

    for _ in range(25):
        ask()
    before = set(traced.metrics())
    for _ in range(25):
        ask()
    new = set(traced.metrics()) - before
    assert len(new) < 60, "series grow with what clients make up"
    documented = set(re.findall(r"`(\w+)`", (DOCS / "operations.md").read_text()))
    documented |= set(re.findall(r"^- `(\w+)`:", (DOCS / "metrics.md").read_text(), re.MULTILINE))
    operations = set(re.findall(r'operation="([^"]*)"', traced.service.metrics()))
    assert operations <= documented, operations - documented


def test_every_metric_of_a_running_service_is_documented(traced: Served) -> None:
    documented = set(
        re.findall(r"^\| `(seatpreview_\w+)` \|", (DOCS / "metrics.md").read_text(), re.MULTILINE)
    )
    served_names = set(re.findall(r"^# TYPE (\w+) ", traced.service.metrics(), re.MULTILINE))
    assert served_names
    assert served_names <= documented
    assert {name.partition("{")[0] for name in traced.metrics() if name.startswith("seatpreview_build")}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/manage/keys/key_00000000000000000000", None, 404),
        ("PATCH", "/manage/tenants/ten_00000000000000000000", {"name": "More"}, 404),
        ("POST", "/manage/keys", {"unknown": 1}, 400),
        ("PUT", "/caller", None, 405),
        ("GET", "/seats/preview", None, 400),
    ],
)
def test_the_line_of_a_failed_request_names_problem_and_route(
    traced: Served, method: str, path: str, body: object, status: int
) -> None:
    response = traced.http.request(method, path, json=body)
    assert response.status_code == status, response.text
    line = traced.request_line(response)
    assert line["problem"] == response.json()["code"]
    assert line["status"] == status
    assert re.fullmatch(r"/v1(/[a-zA-Z-]+|/\{\w+\})+", line["route"]), line
    assert line.get("stands_for", 1) == 1
    assert line.get("cause") is None


def test_of_requests_that_succeed_one_in_so_many_is_logged_and_says_so(traced: Served) -> None:
    def logged() -> int:
        lines = traced.lines(event="request", route="/v1/manage/audit", status=200)
        return sum(line.get("stands_for", 1) for line in lines)

    for _ in range(8 * ONE_IN):
        assert traced.http.get("/manage/audit").status_code == 200
    wait_until(lambda: logged() >= 7 * ONE_IN)
    assert logged() <= 9 * ONE_IN
    refused = [traced.http.get(f"/manage/audit?wrong={number}") for number in range(2 * ONE_IN)]
    for response in refused:
        assert traced.request_line(response)["status"] == 400


def test_every_line_of_the_log_is_an_object_with_event_level_and_time(traced: Served) -> None:
    text = traced.service.stderr
    lines = text[: text.rfind("\n")].splitlines()
    assert lines
    for line in lines:
        assert {"event", "level", "timestamp"} <= json.loads(line).keys(), line


def test_the_metrics_listener_answers_what_is_not_there_without_a_fault(traced: Served) -> None:
    root = traced.service.panel_value("Metrics").removesuffix("/metrics")
    assert httpx.get(f"{root}/healthz").status_code == 200
    assert httpx.get(f"{root}/readyz").status_code == 200
    for method, path in (("GET", "/nothing"), ("POST", "/metrics"), ("BREW", "/"), ("GET", "/v1/caller")):
        assert httpx.request(method, root + path).status_code in (400, 404, 405, 501)


def test_restore_refuses_while_the_service_runs(traced: Served, tmp_path: Path) -> None:
    archive = tmp_path / "archive.tar"
    data = ["--data-dir", str(traced.data_dir)]
    assert invoke("db", "backup", str(archive), *data).exit_code == 0
    refused = invoke("db", "restore", str(archive), *data)
    assert refused.exit_code == 1
    assert "in use" in refused.stderr
    assert traced.create_tenant().status_code == 201


@pytest.fixture(scope="module")
def on_small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service whose data folder is a disk of 40 MB."""
    folder = tmp_path_factory.mktemp("small")
    data = folder / "data"
    data.mkdir()
    with served(folder, data_dir=data, program=with_small_disk(data, 40, PROGRAM)) as running:
        yield running


def object_files(service: Served) -> list[str]:
    """The files of images. During an outage the service writes a probe among them, and deletes it."""
    return sorted(
        path.name
        for path in (service.data_dir / "objects").rglob("*")
        if path.is_file() and path.name != "probe"
    )


def test_a_disk_that_fills_up_during_an_upload(on_small_disk: Served, tmp_path: Path) -> None:
    service = on_small_disk
    venue = service.create_venue()
    picture = noise((64, 48))
    assert service.upload(venue, "before.png", picture).status_code in (200, 201)
    filling = service.data_dir / "filling"
    room = os.statvfs(service.data_dir)
    # 2 MB are left: enough to begin with a picture of 8 MB.
    filling.write_bytes(bytes(room.f_bavail * room.f_frsize - 2_000_000))
    objects = object_files(service)
    scraped = promtool.scrape(service.service.panel_value("Metrics"))
    refused = service.upload(venue, "large.png", noise((1900, 1500)))
    assert refused.status_code == 507, refused.text
    assert refused.json()["code"] == "storage_full"
    assert "sqlite" not in refused.text.lower()
    assert str(service.data_dir) not in refused.text
    line = service.request_line(refused)
    assert (line["problem"], line["cause"]) == ("storage_full", "storage_full")
    assert line["route"] == "/v1/manage/venues/{venueId}/imagery/{name}"
    outages = service.outages("storage_full")
    assert [each["part"] for each in outages] == ["image_storage_writes"]
    assert outages[0]["remedy"]
    assert object_files(service) == objects
    # Reads go on, and so does the service.
    assert service.http.get("/caller").status_code == 200
    assert service.readiness() == 200
    assert service.http.get(f"/manage/venues/{venue}/imagery").json()["data"][0]["name"] == "before.png"
    wait_until(lambda: service.outage_series() != {})
    failing = promtool.scrape(service.service.panel_value("Metrics"))
    only = ("up", "seatpreview_outage")
    phases = [
        promtool.Scrape(
            each.at, {name: value for name, value in each.values.items() if name.startswith(only)}
        )
        for each in (scraped, failing)
    ]
    alerts = {"SeatPreviewStorageFull", "SeatPreviewImageStorageFails"}
    promtool.assert_alerts(tmp_path, [(phases[0], set()), (phases[1], alerts)])
    filling.unlink()
    assert service.upload(venue, "large.png", noise((1900, 1500))).status_code in (200, 201)
    wait_until(lambda: bool(service.lines(event="outage ends", part="image_storage_writes")))
    wait_until(lambda: service.outage_series() == {})


def test_records_on_a_full_disk_are_refused_with_507_and_read_as_before(on_small_disk: Served) -> None:
    service = on_small_disk
    stored = service.http.post("/manage/keys", json={"scope": "admin"}).json()
    filling = fill(service.data_dir)
    refused: list[httpx.Response] = []

    def is_refused() -> bool:
        """What is left of pages takes some changes still."""
        refused.append(service.create_tenant())
        return refused[-1].status_code != 201

    wait_until(is_refused)
    assert refused[-1].status_code == 507, refused[-1].text
    assert service.request_line(refused[-1])["cause"] == "storage_full"
    bearer = {"authorization": f"Bearer {stored['plaintext']}"}
    assert service.http.get("/caller", headers=bearer).status_code == 200
    assert service.readiness() == 200
    found = [each for each in service.doctor() if each["check"] == "disk space"]
    assert [each["state"] for each in found if "data folder" in each["detail"]] == ["fail"]
    filling.unlink()
    # A revoke is done as soon as there is room.
    wait_until(lambda: service.http.delete(f"/manage/keys/{stored['keyId']}").status_code < 300)
    assert service.http.get("/caller", headers=bearer).status_code == 401
    wait_until(lambda: service.outage_series() == {})


def test_a_file_in_place_of_the_folder_of_pictures(on_small_disk: Served) -> None:
    service = on_small_disk
    venue = service.create_venue()
    assert service.upload(venue, "one.png", noise((64, 48))).status_code in (200, 201)
    objects = service.data_dir / "objects"
    objects.rename(service.data_dir / "elsewhere")
    objects.write_text("A file.")
    refused = service.upload(venue, "two.png", noise((64, 50)))
    assert refused.status_code == 503, refused.text
    assert refused.json()["code"] == "unavailable"
    assert service.request_line(refused)["cause"] in {"missing", "other", "refused"}
    wait_until(lambda: service.outage_series() != {})
    found = [each for each in service.doctor() if each["state"] == "fail"]
    assert any("objects" in each["detail"] for each in found), found
    assert service.readiness() == 200
    objects.unlink()
    (service.data_dir / "elsewhere").rename(objects)
    assert service.upload(venue, "two.png", noise((64, 50))).status_code in (200, 201)
    wait_until(lambda: service.outage_series() == {})


def worker_of(service: RunningService) -> psutil.Process | None:
    found = []
    for child in psutil.Process(service.process.pid).children():
        with suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found[0] if len(found) == 1 else None


def replaced(running: Served, reason: str) -> float:
    return running.metrics().get(f'seatpreview_workers_replaced_total{{reason="{reason}"}}', 0)


def wait_for_worker(running: Served, other_than: int) -> int:
    """Waits for another worker that answers, and returns its process id."""

    def answers() -> bool:
        assert running.service.process.poll() is None, running.service.stderr[-500:]
        worker = worker_of(running.service)
        if worker is None or worker.pid == other_than:
            return False
        try:
            return running.http.get("/caller", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    wait_until(answers)
    worker = worker_of(running.service)
    assert worker is not None
    pid: int = worker.pid
    return pid


def test_workers_that_are_killed_or_stopped_are_replaced_and_told_apart(tmp_path: Path) -> None:
    with served(tmp_path, "--worker-hang-seconds", "8") as running:
        keys = [running.http.post("/manage/keys", json={"scope": "admin"}).json() for _ in range(3)]
        pid = wait_for_worker(running, 0)
        psutil.Process(pid).send_signal(signal.SIGKILL)
        pid = wait_for_worker(running, pid)
        wait_until(lambda: replaced(running, "ended") == 1)
        assert replaced(running, "hung") == 0
        assert running.http.delete(f"/manage/keys/{keys[0]['keyId']}").status_code < 300
        stopped = psutil.Process(pid)
        stopped.send_signal(signal.SIGSTOP)
        wait_for_worker(running, pid)
        assert not stopped.is_running() or stopped.status() == psutil.STATUS_ZOMBIE
        wait_until(lambda: replaced(running, "hung") == 1)
        assert replaced(running, "ended") == 1
        ended = running.lines(event="worker replaced", reason="ended")
        assert [line["exit_code"] for line in ended] == [-9]
        [hung] = running.lines(event="worker replaced", reason="hung")
        assert hung["pid"] == pid
        statuses = [
            running.http.get("/caller", headers={"authorization": f"Bearer {key['plaintext']}"}).status_code
            for key in keys
        ]
        assert statuses == [401, 200, 200]
        assert running.service.stop() == 0
    for line in log_lines(running.service):
        assert "event" in line


def test_a_stop_with_a_delay_serves_on_and_a_second_signal_ends_it(tmp_path: Path) -> None:
    # The delay is longer than any test waits: only the second signal can end it in time.
    with served(tmp_path, "--stop-delay-seconds", "200") as running:
        metrics = running.service.panel_value("Metrics").removesuffix("/metrics")
        assert running.readiness() == 200
        running.service.process.send_signal(signal.SIGTERM)
        wait_until(lambda: running.readiness() == 503)
        wait_until(lambda: httpx.get(f"{metrics}/readyz").status_code == 503)
        assert httpx.get(f"{running.root}/healthz").status_code == 200
        for _ in range(5):
            assert running.create_tenant().status_code == 201
        assert running.service.process.poll() is None
        running.service.stop()
        assert not running.service.is_listening()
    assert (
        len(
            json.loads(invoke("tenants", "list", "--json", "--data-dir", str(tmp_path / "data")).stdout)[
                "data"
            ]
        )
        == 5
    )


def test_an_upload_in_flight_is_finished_after_the_port_was_closed(tmp_path: Path) -> None:
    with served(tmp_path) as running:
        venue = running.create_venue()
        picture = noise((640, 480))
        head = (
            f"PUT /v1/manage/venues/{venue}/imagery/late.png HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {running.admin_key}\r\nContent-Type: image/png\r\n"
            f"Content-Length: {len(picture)}\r\nConnection: close\r\n\r\n"
        )
        with socket.create_connection(running.service.address, timeout=60) as connection:
            connection.sendall(head.encode() + picture[:1000])
            wait_until(lambda: running.metrics()["seatpreview_requests_in_progress"] >= 1)
            running.service.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not running.service.is_listening())
            connection.sendall(picture[1000:])
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert answer.split()[1] in (b"200", b"201"), answer
        assert running.service.process.wait(120) == 0
    flags = ["--data-dir", str(tmp_path / "data")]
    assert "late.png" in invoke("imagery", "list", venue, *flags).stdout


def test_a_log_that_was_deleted_after_a_kill_leaves_a_service_that_starts(tmp_path: Path) -> None:
    """Somebody tidies up: the -wal files of a killed service are deleted, with the changes in them."""
    data = tmp_path / "data"
    with served(tmp_path) as running:
        for _ in range(20):
            assert running.create_tenant().status_code == 201
        os.killpg(running.service.process.pid, signal.SIGKILL)
        running.service.process.wait()
    for path in data.glob("*.sqlite-*"):
        path.unlink()
    doctor("--data-dir", str(data))
    (tmp_path / "again").mkdir()
    with served(tmp_path / "again", data_dir=data) as running:
        assert running.readiness() == 200
        assert running.create_tenant().status_code == 201
        assert running.lines(level="error") == []
