"""The log of requests: which requests have a line, and what is in it."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from captured_log import captured_log
from seatpreview.http import request_log as request_log_module
from seatpreview.http.request import Request, TrustedAddresses
from seatpreview.http.request_log import RequestLog
from seatpreview.observability.metric_families import RequestMetrics
from serving import BUSY_MACHINE_SECONDS, running, settings_for

pytestmark = pytest.mark.anyio


def request_lines(log: io.BytesIO) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line for line in lines if line["event"] == "request"]


async def test_one_in_n_successes_of_an_operation_is_logged_and_every_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Slow requests have lines of their own.
    monkeypatch.setattr(request_log_module, "SLOW_MS", BUSY_MACHINE_SECONDS * 1000)
    with captured_log() as log:
        async with running(settings_for(tmp_path, log_one_in=5)) as service:
            admin = [("authorization", f"Bearer {service.admin_key}")]
            for _ in range(11):
                assert (await service.ask("GET", "/caller", admin)).status_code == 200
            assert (await service.ask("GET", "/manage/keys", admin)).status_code == 200
            for _ in range(3):
                assert (await service.ask("GET", "/caller")).status_code == 401
            service.internals.request_log.flush()
            counted = service.internals.registry.get_sample_value(
                "seatpreview_requests_total", {"operation": "getCaller", "status": "200"}
            )
        lines = request_lines(log)
    seen = [(line["operation"], line["status"], line.get("stands_for")) for line in lines]
    assert sorted(seen, key=str) == [
        *[("getCaller", 200, 5)] * 3,
        *[("getCaller", 401, None)] * 3,
        ("listKeys", 200, 5),
    ]
    assert counted == 11, "metrics count all"


async def test_a_method_that_a_path_does_not_have_is_logged_with_the_pattern_of_the_path(
    tmp_path: Path,
) -> None:
    with captured_log() as log:
        async with running(settings_for(tmp_path)) as service:
            assert (await service.ask("PUT", "/manage/keys/key_000000000000")).status_code == 405
            service.internals.request_log.flush()
        [line] = request_lines(log)
    assert (line["operation"], line["problem"]) == ("unknownMethod", "method_not_allowed")
    assert line["route"] == "/v1/manage/keys/{keyId}"


async def test_every_request_is_logged_by_default(tmp_path: Path) -> None:
    with captured_log() as log:
        async with running(settings_for(tmp_path)) as service:
            for _ in range(5):
                await service.ask("GET", f"{service.address}/healthz")
        lines = request_lines(log)
    assert [(line["operation"], line.get("stands_for")) for line in lines] == [("healthz", None)] * 5


async def test_a_slow_request_is_always_logged() -> None:
    request_log = RequestLog(RequestMetrics(CollectorRegistry()), log_one_in=1000)
    scope = {"method": "GET", "raw_path": b"/v1/caller", "query_string": b"", "headers": []}
    for seconds in (0, 0, 0, 1.5):

        async def receive() -> dict[str, Any]:
            return {}

        request = Request(scope, receive, TrustedAddresses(frozenset(), ()))
        request.started -= seconds
        request_log.observe(request, 200)
    with captured_log() as log:
        request_log.flush()
        assert [line.get("stands_for") for line in request_lines(log)] == [1000, None]
