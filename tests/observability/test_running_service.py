"""What an operator sees of a running service: log, metrics and traces, which no client can forge or flood."""

import io
import json
import random
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cli.program import invoke
from operated_service import OperatedService, operated_service
from seatpreview.observability import metric_table
from servers.polling import wait_until
from servers.trace_collector import Collector, running_collector

pytestmark = pytest.mark.long

DOCS = Path(__file__).parents[2] / "docs"
ONE_IN = 5
BUSY = {f'seatpreview_refused_total{{reason="{reason}"}}' for reason in metric_table.REFUSAL_REASONS}
"""Series that a busy service may add while it is asked."""


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with running_collector() as collector:
        yield collector


@pytest.fixture(scope="module")
def traced(collector: Collector, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OperatedService]:
    """A service that samples its log and records every request."""
    folder = tmp_path_factory.mktemp("traced")
    flags = ["--traces-url", collector.url, "--traces-one-in", "1", "--log-one-in", str(ONE_IN)]
    assert invoke("db", "upgrade", "--data-dir", str(folder / "data")).exit_code == 0
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OTEL_BSP_SCHEDULE_DELAY", "200")
        with operated_service(folder, *flags) as running:
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
def test_a_malformed_traceparent_begins_a_trace_of_its_own(traced: OperatedService, header: str) -> None:
    response = traced.http.get("/caller", headers=[(b"traceparent", header.encode())])
    assert response.status_code == 200
    found = re.fullmatch(r"00-([0-9a-f]{32})-([0-9a-f]{16})-01", response.headers["traceresponse"])
    assert found is not None
    assert found[1] != TRACE
    assert int(found[1], 16)


def test_a_valid_traceparent_is_continued_in_answer_log_and_collector(
    traced: OperatedService, collector: Collector
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


def test_no_plaintext_of_a_key_reaches_log_metrics_or_traces(
    traced: OperatedService, collector: Collector
) -> None:
    """Attack: whoever reads logs, metrics or traces looks for keys that clients put in the wrong place."""
    key = traced.http.post("/manage/keys", json={"scope": "admin", "label": "Spare"}).json()["plaintext"]
    with httpx.Client(base_url=traced.process.base_address, timeout=60) as http:
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
    wait_until(lambda: last in traced.process.stderr)
    assert not [response for response in responses if response.status_code >= 500]
    secret = key.removeprefix("sk_live_")
    assert secret.encode() not in collector.bodies
    for text in (traced.process.stderr, traced.process.stdout, traced.process.metrics()):
        assert secret not in text
        assert traced.admin_key not in text


def test_labels_stay_bounded_whatever_is_asked(traced: OperatedService) -> None:
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
    operations = set(re.findall(r'operation="([^"]*)"', traced.process.metrics()))
    assert operations <= documented, operations - documented


def test_every_metric_of_a_running_service_is_documented(traced: OperatedService) -> None:
    documented = set(
        re.findall(r"^\| `(seatpreview_\w+)` \|", (DOCS / "metrics.md").read_text(), re.MULTILINE)
    )
    served_names = set(re.findall(r"^# TYPE (\w+) ", traced.process.metrics(), re.MULTILINE))
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
    traced: OperatedService, method: str, path: str, body: object, status: int
) -> None:
    response = traced.http.request(method, path, json=body)
    assert response.status_code == status, response.text
    line = traced.request_line(response)
    assert line["problem"] == response.json()["code"]
    assert line["status"] == status
    assert re.fullmatch(r"/v1(/[a-zA-Z-]+|/\{\w+\})+", line["route"]), line
    assert line.get("stands_for", 1) == 1
    assert line.get("cause") is None


def test_of_requests_that_succeed_one_in_so_many_is_logged_and_says_so(traced: OperatedService) -> None:
    def logged() -> int:
        lines = traced.process.log_lines("request", route="/v1/manage/audit", status=200)
        return sum(line.get("stands_for", 1) for line in lines)

    for _ in range(8 * ONE_IN):
        assert traced.http.get("/manage/audit").status_code == 200
    wait_until(lambda: logged() >= 7 * ONE_IN)
    assert logged() <= 9 * ONE_IN
    refused = [traced.http.get(f"/manage/audit?wrong={number}") for number in range(2 * ONE_IN)]
    for response in refused:
        assert traced.request_line(response)["status"] == 400


def test_every_line_of_the_log_is_an_object_with_event_level_and_time(traced: OperatedService) -> None:
    text = traced.process.stderr
    lines = text[: text.rfind("\n")].splitlines()
    assert lines
    for line in lines:
        assert {"event", "level", "timestamp"} <= json.loads(line).keys(), line


def test_the_metrics_listener_answers_what_is_not_there_without_a_fault(traced: OperatedService) -> None:
    root = traced.process.panel_value("Metrics").removesuffix("/metrics")
    assert httpx.get(f"{root}/healthz").status_code == 200
    assert httpx.get(f"{root}/readyz").status_code == 200
    for method, path in (("GET", "/nothing"), ("POST", "/metrics"), ("BREW", "/"), ("GET", "/v1/caller")):
        assert httpx.request(method, root + path).status_code in (400, 404, 405, 501)


def count_requests(service: OperatedService) -> float:
    total = "seatpreview_requests_total{"
    return sum(value for name, value in service.metrics().items() if name.startswith(total))


def request_series(service: OperatedService) -> set[str]:
    """The series that count requests, whatever their status: a busy service refuses some of them."""
    counted = re.compile(r"seatpreview_(?:requests?|refused)_")
    return {re.sub(r'status="\d+"', "", name) for name in service.metrics() if counted.match(name)}


def test_what_a_stranger_invents_adds_no_series_and_no_long_or_forged_lines(tmp_path: Path) -> None:
    """Attack: a stranger sends ever new paths, methods, ids, origins and user agents, some very long and some
    with the line of a log in them, so that metrics and logs grow, or tell what did not happen.

    Must hold: after a first round of each kind was counted, further rounds add no series of requests, and no
    label has a value that was invented; a request adds at most 8 kB to the log, however long it is; no line
    is forged, and an id of a request that is not one is replaced.
    """
    with operated_service(tmp_path) as service, httpx.Client(timeout=60) as stranger:
        address = service.root
        invented: list[str] = []

        def ask_all() -> int:
            new = secrets.token_hex(8)
            invented.append(new)
            forged = '%0A{"event": "forged"}%0D%0A%1B[2J'
            paths = [f"/v1/{new}", f"/{new}/{new}", f"/v1/manage/keys/key_{new}", f"/viewer/key_{new}"]
            paths += [f"/v1/{forged}{new}", f"/v1/seats?venue={forged}", f"/v1/{new * 1000}"]
            paths += [
                f"/v1/sessions/ses_{new}",
                f"/images/{new}/{new}/full.jpg",
                f"/preview-images/{new}.jpg",
            ]
            headers = {
                "user-agent": f'{new} {{"event": "forged"}}',
                "origin": f"https://{new}.example",
                "x-request-id": f'{new}"}} {{"event": "forged"}}',
                "referer": f"https://{new}.example/{new * 200}",
                "x-key-id": f"key_{new}",
                "traceparent": f"00-{new}{new}-{new}-01",
            }
            methods = ("GET", "POST", f"M{new}".upper())
            for path in paths:
                for method in methods:
                    answer = stranger.request(method, address + path, headers=headers)
                    assert 400 <= answer.status_code < 500 or answer.status_code == 200, (method, path[:60])
                    assert "forged" not in answer.headers.get("x-request-id", "")
            return len(paths) * len(methods)

        first = ask_all()
        # Requests are counted a moment after they were answered.
        wait_until(lambda: count_requests(service) >= first)
        series, log = request_series(service), len(service.process.stderr)
        requests = sum(ask_all() for _ in range(4))
        wait_until(lambda: count_requests(service) >= first + requests)
        assert request_series(service) - series <= BUSY
        names = service.metrics().keys()
        assert not [name for name in names if any(new in name.lower() for new in invented)]
        assert len(service.process.stderr) - log <= requests * 8192
        assert service.process.log_lines("forged") == []
        assert "\x1b[2J" not in service.process.stderr
        for line in io.StringIO(service.process.stderr):
            assert not line.startswith('{"event": "forged"}')
