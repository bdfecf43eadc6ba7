"""Whether a running service says the truth about its stills: under a unit that forbids what Chromium needs,
with a browser that fails, and with a real one."""

import sys
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import pytest

from doctor.findings import finding
from seatpreview.observability.metric_table import STILL_STATES
from servers.free_ports import free_port
from servers.polling import wait_until
from servers.promtool import series
from servers.service_process import PROGRAM, RunningService, running_service

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="units of systemd exist on Linux alone"),
]

# What MemoryDenyWriteExecute=yes of a unit does, on kernels that have it (6.3), is inherited by all programs.
STRICT = """
import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0:
    sys.exit("this kernel cannot forbid memory that is written and then run")
os.execv(sys.argv[1], sys.argv[1:])
"""


def state_of(service: RunningService) -> str:
    states = [
        state
        for state in STILL_STATES
        if series(service.metrics()).get(f'seatpreview_stills_state{{state="{state}"}}') == 1
    ]
    return states[0] if states else ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def service(folder: Path, *program: str, **settings: str) -> AbstractContextManager[RunningService]:
    flags = ("--data-dir", str(folder / "data"), "--metrics-port", str(free_port()))
    more = {f"SEATPREVIEW_{name.upper()}": value for name, value in settings.items()}
    return running_service(folder, *flags, program=program or PROGRAM, settings=more)


def test_under_a_strict_unit_the_service_and_doctor_say_at_once_that_nothing_is_drawn(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEATPREVIEW_STILLS", "on")
    with service(folder, sys.executable, "-c", STRICT, *PROGRAM, stills="on") as strict:
        wait_until(lambda: state_of(strict) == "no_executable_memory")
        found = finding(folder / "data", "stills")
    assert found.state == "warn"
    assert "MemoryDenyWriteExecute" in found.detail
    assert "docs/preview-images.md" in str(found.remedy)
    # The service has ended, and this process may do what its unit forbade: nothing is promised.
    assert "Whether it can is not known" in finding(folder / "data", "stills").detail


def test_a_browser_that_fails_is_known_at_the_start_with_its_own_words(folder: Path) -> None:
    broken = folder / "chromium"
    broken.write_text("#!/bin/sh\necho a library is missing >&2\nexit 1\n")
    broken.chmod(0o755)
    with service(folder, stills="on", chromium=str(broken)) as running:
        line = running.wait_for_line("the browser cannot draw")
        wait_until(lambda: state_of(running) == "cannot_draw")
        found = finding(folder / "data", "stills")
    assert line["browser"] == "a library is missing"
    assert (found.state, "failed with the smallest scene" in found.detail) == ("warn", True)
    assert "`the browser cannot draw` of its log" in str(found.remedy)


def test_chromium_is_tried_at_the_start_and_doctor_asks_the_service(folder: Path) -> None:
    with service(folder, stills="on") as running:
        # On a busy machine the trial may take longer than one wait.
        for _ in range(3):
            with suppress(AssertionError):
                wait_until(lambda: state_of(running) != "checking")
        assert state_of(running) == "ready", running.log_lines("the browser cannot draw")
        assert finding(folder / "data", "stills").detail == (
            "The running service has tried its Chromium: it draws stills of seats."
        )
