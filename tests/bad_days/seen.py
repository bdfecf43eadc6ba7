"""What an operator sees of a service: its log lines."""

from typing import Any

from servers.polling import wait_until
from servers.service_process import RunningService


def wait_for_line(service: RunningService, event: str, **members: str) -> dict[str, Any]:
    """Waits until the log has such a line, and returns the last one."""
    wait_until(lambda: bool(service.log_lines(event, **members)))
    return service.log_lines(event, **members)[-1]
