"""What the room costs a process that computes nothing."""

import subprocess
import sys


def test_a_worker_that_computes_nothing_does_not_load_numpy() -> None:
    program = "import sys, seatpreview.seats.computations; print('numpy' in sys.modules)"
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == "False\n"
