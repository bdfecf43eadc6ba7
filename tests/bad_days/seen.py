"""What an operator sees of a service: its log lines and its metrics."""

import json
from typing import Any

from cli.program import RunningService, wait_until


def log_lines(service: RunningService, event: str, **members: str) -> list[dict[str, Any]]:
    """The lines of the log about an event that have these members."""
    lines = [json.loads(line) for line in service.stderr.splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == event and members.items() <= line.items()]


def wait_for_line(service: RunningService, event: str, **members: str) -> dict[str, Any]:
    """Waits until the log has such a line, and returns the last one."""
    wait_until(lambda: bool(log_lines(service, event, **members)))
    return log_lines(service, event, **members)[-1]
