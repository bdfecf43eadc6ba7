"""Processes beside the service leave the processor, disks and memory to it, and end with their parent."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from seatpreview.processes import child_setup
from seatpreview.processes.pool import child_environment
from seatpreview.stills import headless_chromium

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="niceness of sessions exists on Linux alone")

STATE = """
import os, pathlib
read = lambda name: pathlib.Path("/proc/self", name).read_text().strip()
print(os.getpriority(os.PRIO_PROCESS, 0), read("oom_score_adj"), read("autogroup").split()[-1])
"""
HAS_AUTOGROUPS = Path("/proc/self/autogroup").exists()


def run(*arguments: str, start_new_session: bool) -> list[str]:
    completed = subprocess.run(
        [sys.executable, *arguments],
        start_new_session=start_new_session,
        env=child_environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    return completed.stdout.split()


def lowered_state(niceness: int, *, start_new_session: bool) -> list[str]:
    program = f"from seatpreview.processes.child_setup import lower\nlower({niceness}){STATE}"
    return run("-c", program, start_new_session=start_new_session)


def test_a_process_has_the_niceness_and_the_score_that_it_was_given() -> None:
    niceness, score, _ = lowered_state(10, start_new_session=True)
    assert (niceness, score) == ("10", "700")


def test_a_process_that_leads_its_session_lowers_the_group_that_the_kernel_schedules() -> None:
    """The danger: a niceness that counts among the processes of a session, and against no others, so that
    drawing takes half of the processor from buyers."""
    if HAS_AUTOGROUPS:
        assert lowered_state(19, start_new_session=True)[-1] == "19"


def test_a_process_in_the_session_of_the_service_leaves_its_group_alone() -> None:
    if not HAS_AUTOGROUPS:
        return
    program = f"""
import os, subprocess, sys
lowered = "from seatpreview.processes.child_setup import lower; lower(19)"
subprocess.run([sys.executable, "-c", lowered], check=True)
{STATE}
"""
    assert run("-c", program, start_new_session=True)[-1] == "0"


def test_several_that_start_at_once_are_all_lowered() -> None:
    """The kernel takes one change of a group every tenth of a second, and refuses others for the moment."""
    program = f"from seatpreview.processes.child_setup import lower\nlower(19){STATE}"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            start_new_session=True,
            env=child_environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    states = [process.communicate()[0].split() for process in started]
    assert all(state[0] == "19" for state in states)
    if HAS_AUTOGROUPS:
        assert all(state[-1] == "19" for state in states)


def test_the_command_of_a_browser_runs_it_with_the_lowest_priority(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text(f"#!{sys.executable}\n{STATE}\n")
    program.chmod(0o755)
    command = child_setup.lowered(headless_chromium.command(str(program), tmp_path, "about:blank"))
    assert run(*command[1:], start_new_session=True)[0] == str(child_setup.IDLE_NICENESS)


def test_what_the_machine_refuses_is_named() -> None:
    """A limit of priorities stands for a machine that forbids the system call."""
    program = """
import os
def refuse(*_):
    raise PermissionError(1, "Operation not permitted")
os.setpriority = refuse
from seatpreview.processes.child_setup import lower
print(lower(19)[0])
"""
    assert "niceness" in " ".join(run("-c", program, start_new_session=True))


def test_a_process_ends_at_once_if_its_parent_is_gone_already() -> None:
    program = (
        "from seatpreview.processes.child_setup import end_with_parent\nend_with_parent(1)\nprint('alive')"
    )
    if os.getppid() != 1:
        assert run("-c", program, start_new_session=False) == []
