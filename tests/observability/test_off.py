"""Traces are off by default: nothing is imported and nothing is asked. Without the extra, that is said."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from observability.conftest import traced_service
from seatpreview.settings.loader import TRACES_PACKAGES, load
from seatpreview.settings.settings import SettingsFault
from servers.admin_key import create_admin_key
from servers.granian import running_workers
from servers.polling import wait_until
from servers.processes import clean_environment
from serving import settings_for

WITHOUT_EXTRA = """
import sys
sys.modules |= dict.fromkeys({packages!r})  # As if they were not installed.
from seatpreview.cli.main import app
app()
"""


def run_python(code: str, *arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
    )


def test_without_the_setting_nothing_of_it_is_imported(tmp_path: Path) -> None:
    code = """
import sys
from seatpreview.http import app
from seatpreview.server import worker
TRACES = ("opentelemetry", "seatpreview.observability.trace_", "seatpreview.server.trace")
print(sorted(name for name in sys.modules if name.startswith(TRACES)))
"""
    result = run_python(code, folder=tmp_path)
    assert result.stdout.strip() == "[]", result.stderr


def test_without_the_setting_a_response_and_a_line_have_no_trace(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    key = create_admin_key(settings)
    with running_workers([settings], tmp_path) as [worker]:
        headers = {"authorization": f"Bearer {key}", "traceparent": f"00-{'1' * 32}-{'2' * 16}-01"}
        response = httpx.get(f"{settings.address}/v1/caller", headers=headers)
        assert response.status_code == 200
        assert "traceresponse" not in response.headers
        wait_until(lambda: response.headers["x-request-id"] in worker.log())
        assert "trace" not in worker.log()


def test_a_setting_without_the_packages_is_a_fault_of_the_settings(tmp_path: Path) -> None:
    code = WITHOUT_EXTRA.format(packages=TRACES_PACKAGES)
    refused = run_python(
        code, "serve", "--port", "0", "--traces-url", "http://127.0.0.1:4318", folder=tmp_path
    )
    assert refused.returncode == 2
    assert "SEATPREVIEW_TRACES_URL needs packages that are not installed" in refused.stderr
    assert "pip install 'seatpreview[traces]'" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert run_python(code, "--version", folder=tmp_path).returncode == 0


def test_requests_that_are_not_chosen_have_no_spans_and_the_id_of_their_caller(tmp_path: Path) -> None:
    caller = f"00-{'a' * 32}-{'b' * 16}-01"
    with traced_service(tmp_path, traces_one_in=1_000_000_000) as service:
        responses = [service.http.get("/caller", headers={"traceparent": caller}) for _ in range(50)]
        assert {response.headers["traceresponse"].split("-")[1] for response in responses} == {"a" * 32}
        assert {response.headers["traceresponse"].split("-")[3] for response in responses} == {"00"}
        alone = service.http.get("/caller")
        assert "traceresponse" not in alone.headers
        wait_until(lambda: alone.headers["x-request-id"] in service.worker.log())
        assert [line.get("trace_id") for line in service.lines()][-2:] == ["a" * 32, None]
        service.worker.stop()
        assert service.collector.spans == [], "a client's flag has nothing recorded"


@pytest.mark.parametrize("url", ["http://user:hush@collector:4318", "https://collector/v1/traces?token=hush"])
def test_an_address_with_a_secret_is_refused_and_not_repeated(url: str) -> None:
    """The exporter's messages name the address, and are logged."""
    with pytest.raises(SettingsFault) as refused:
        load({"SEATPREVIEW_TRACES_URL": url})
    assert "OTEL_EXPORTER_OTLP_HEADERS" in str(refused.value)
    assert "hush" not in str(refused.value)
