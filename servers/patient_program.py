"""The program `seatpreview` for tests: it waits for its databases as long as a busy machine takes.

A service gives up a freshness check after a second, and Valkey after half of one, which tests/database and
tests/limits test. Elsewhere that would fail whichever test happens to run while the machine is busy.
"""

import os
import sys

from seatpreview.database import postgresql

PATIENT_PROGRAM = [sys.executable, "-P", __file__]

ANSWER_SECONDS = "TESTS_ANSWER_SECONDS"
"""The variable in which a test whose database is silent on purpose says for how long it is waited for."""


def be_patient() -> None:
    """Sets the time limits of this process."""
    seconds = float(os.environ.get(ANSWER_SECONDS, "60"))
    postgresql.ANSWER_SECONDS = postgresql.PING_SECONDS = seconds
    postgresql.POOL_SECONDS = max(seconds, postgresql.POOL_SECONDS)
    if os.environ.get("SEATPREVIEW_VALKEY_URL"):
        # Imported only where it is used, since its client takes a while to import.
        from seatpreview.limits import valkey

        valkey.CONNECT_SECONDS = valkey.ANSWER_SECONDS = seconds


# It is run as a script: workers, which are spawned, run the script of their parent first, under this name.
if __name__ == "__mp_main__":
    be_patient()

if __name__ == "__main__":
    from seatpreview.cli.main import app

    app()
