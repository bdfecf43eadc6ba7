"""Lines of the server and of libraries have the form of all other lines of the log."""

import json
import logging
import os
import signal
from pathlib import Path

from seatpreview.observability.logging_setup import StandardLogFormatter
from servers.free_ports import free_port
from servers.polling import wait_until
from servers.promtool import scrape
from servers.service_process import running_service


def test_lines_of_the_server_have_the_form_of_all_others(tmp_path: Path) -> None:
    flags = ("--log-format", "json", "--metrics-port", str(free_port()))
    with running_service(tmp_path, *flags) as service:
        metrics = service.panel_value("Metrics")
        [worker] = pids_of_workers(metrics)
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: pids_of_workers(metrics) - {worker} != set())
        # Before it starts, the command itself tells a person that it begins a new service.
        _, *written = service.stderr.splitlines()
    lines = [json.loads(line) for line in written]
    [line] = [line for line in lines if line.get("logger") == "granian"]
    assert line["event"] == "Unexpected exit from worker-1"
    assert {*line} == {"event", "level", "logger", "timestamp"}


def test_a_line_of_a_library_is_text_where_text_was_asked_for() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "it %s", ("failed",), None)
    text = StandardLogFormatter("text").format(record)
    assert "it failed" in text
    assert "asyncio" in text
    assert not text.startswith("{")


def test_a_traceback_of_a_library_is_a_member_of_its_line() -> None:
    try:
        raise ValueError("at fault")
    except ValueError as fault:
        error = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "it failed", (), error)
    line = json.loads(StandardLogFormatter("json").format(record))
    assert line["exception"].endswith("ValueError: at fault")


def pids_of_workers(metrics: str) -> set[int]:
    alive = "seatpreview_worker_alive_timestamp_seconds"
    return {int(name.split('"')[1]) for name in scrape(metrics).values if name.startswith(alive)}
