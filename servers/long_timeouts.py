"""The service with long database timeouts, so that a busy test machine does not count as an outage.

By default a service gives up on PostgreSQL after a second, and on Valkey after half a second; tests/database
and tests/limits test that. Other tests would fail for it whenever the machine is busy.
"""

import os
import sys

from seatpreview.database import postgresql, sqlite

LONG_TIMEOUTS_PROGRAM = [sys.executable, "-P", __file__]
"""Runs the command line with long timeouts. Use it in place of `seatpreview`."""

TIMEOUT_VARIABLE = "TESTS_TIMEOUT_SECONDS"
"""The variable that sets another timeout, for tests in which a database stays silent on purpose."""


def lengthen_timeouts() -> None:
    """Sets the timeouts of this process, and lets it commit without waiting for the disk, as tests do."""
    sqlite.SYNCHRONOUS = "OFF"
    seconds = float(os.environ.get(TIMEOUT_VARIABLE, "60"))
    postgresql.ANSWER_SECONDS = postgresql.PING_SECONDS = seconds
    postgresql.POOL_SECONDS = max(seconds, postgresql.POOL_SECONDS)
    if os.environ.get("SEATPREVIEW_VALKEY_URL"):
        # Imported only where it is used: its client takes a while to import.
        from seatpreview.limits import valkey_limiter

        valkey_limiter.CONNECT_SECONDS = valkey_limiter.ANSWER_SECONDS = seconds


def application() -> object:
    """Returns the application of a worker, as Granian's `--factory` expects it."""
    from seatpreview.server import worker

    lengthen_timeouts()
    return worker.application()


# Worker processes are spawned. They first run the script of their parent, under this name.
if __name__ == "__mp_main__":
    lengthen_timeouts()

if __name__ == "__main__":
    from seatpreview.cli.main import app

    app()
