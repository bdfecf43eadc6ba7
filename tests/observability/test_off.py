"""Traces are off by default: nothing is imported and nothing is asked. Without the extra, that is said."""

import subprocess
import sys
from pathlib import Path

import pytest

from observability.conftest import traced_service
from seatpreview.settings.loader import TRACES_PACKAGES, load
from seatpreview.settings.settings import SettingsFault
from servers.processes import clean_environment

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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_requests_that_are_not_chosen_have_no_spans_and_the_id_of_their_caller(tmp_path: Path) -> None:
    caller = f"00-{'a' * 32}-{'b' * 16}-01"
    with traced_service(tmp_path, traces_one_in=1_000_000_000, traces_trusted=()) as service:
        responses = [service.http.get("/caller", headers={"traceparent": caller}) for _ in range(50)]
        assert {response.headers["traceresponse"].split("-")[1] for response in responses} == {"a" * 32}
        assert {response.headers["traceresponse"].split("-")[3] for response in responses} == {"00"}
        alone = service.http.get("/caller")
        assert "traceresponse" not in alone.headers
        lines = [service.line_of(response) for response in (responses[-1], alone)]
        assert [line.get("trace_id") for line in lines] == ["a" * 32, None]
        service.worker.stop()
        assert service.collector.spans == [], "a client's flag has nothing recorded"


@pytest.mark.parametrize("url", ["http://user:hush@collector:4318", "https://collector/v1/traces?token=hush"])
def test_an_address_with_a_secret_is_refused_and_not_repeated(url: str) -> None:
    """The exporter's messages name the address, and are logged."""
    with pytest.raises(SettingsFault) as refused:
        load({"SEATPREVIEW_TRACES_URL": url})
    assert "OTEL_EXPORTER_OTLP_HEADERS" in str(refused.value)
    assert "hush" not in str(refused.value)
