"""The end of a worker whose parent was killed."""

import subprocess
import sys

import pytest

from servers.processes import clean_environment

AFTER_THE_SIGNAL = """
import os, signal
from seatpreview.server.worker_process import end_after_the_parent
end_after_the_parent()
os.kill(os.getpid(), signal.SIGUSR1)
print(signal.alarm(0), signal.getsignal(signal.SIGALRM) is signal.SIG_DFL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sends a signal at the end of a parent")
def test_the_signal_of_the_kernel_sets_an_alarm_that_ends_the_process_in_ten_seconds() -> None:
    """That a process ends which can run no Python any more, tests/bad_days/test_workers.py shows."""
    done = subprocess.run(
        [sys.executable, "-c", AFTER_THE_SIGNAL], env=clean_environment(), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "10 True\n"), done.stderr
