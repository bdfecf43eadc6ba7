"""What a process does to itself at its start, so that it takes nothing from requests and ends with its
parent.

Most of it exists on Linux alone. Whatever the machine refuses is left out; `seatpreview doctor` says what.

    python -m seatpreview.processes.child_setup NICENESS /PATH/OF/A/PROGRAM ARGUMENT ...
    python -m seatpreview.processes.child_setup NICENESS MODULE ARGUMENT ...

runs a program, or `main` of a module, with this niceness: before anything of it is loaded, which takes longer
than many calls. With neither it writes what had no effect.
"""

import ctypes
import errno
import importlib
import os
import platform
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

HEAVY_NICENESS = 7
"""Changes of records. Reads and searches come after them, by `LANE_NICENESS` for each lane."""
PICTURE_NICENESS = 12
"""Pictures take longest and can wait: their processes come after those that check records."""
LANE_NICENESS = 3
IDLE_NICENESS = 19
"""Work that nobody waits for: it takes the processor time that nobody else wants."""

_AUTOGROUP = Path("/proc/self/autogroup")
_AUTOGROUP_IS_ON = Path("/proc/sys/kernel/sched_autogroup_enabled")
_AUTOGROUP_TRIES, _AUTOGROUP_PAUSE_SECONDS = 20, 0.11
"""The kernel takes one change every tenth of a second from all users but the superuser."""
_OUT_OF_MEMORY_SCORE = Path("/proc/self/oom_score_adj")

_IOPRIO_SET = {"x86_64": 251, "aarch64": 30, "riscv64": 30}
"""The number of the system call ioprio_set, for which the C library has no function."""
_IOPRIO_WHO_PROCESS = 1
_IOPRIO_BEST_EFFORT_LAST = (2 << 13) | 7
_IOPRIO_IDLE = 3 << 13
_PR_SET_PDEATHSIG = 1
# Loaded before a process is forked: nothing may be loaded between fork and exec.
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform != "win32" else None


def lower(niceness: int) -> list[str]:
    """Lowers the priority of this process and of those that it will start: for the processor, for disks, and
    for memory if the machine runs out of it. Returns what had no effect, in words for an operator.

    Where the kernel groups processes by session (sched_autogroup_enabled), niceness counts only between
    processes of the same session. So a process that leads a session lowers the group of that session too. One
    that does not lead its session leaves the group alone: its parent is in it as well.
    """
    if sys.platform == "win32":
        return []
    refused = [*_lower_processor(niceness), *_lower_disk(niceness), *_lower_memory(niceness)]
    _leave_no_core_files()
    return refused


def limit_data(memory_bytes: int | None) -> None:
    """Limits the memory that this process may allocate (None: no longer), if the system permits it.

    `RLIMIT_DATA` counts what the process has allocated, and not the programs and libraries that it has
    mapped, so it is close to the memory that is really used. `RLIMIT_AS` would have to be far larger.
    """
    if sys.platform != "win32":
        import resource

        soft = resource.RLIM_INFINITY if memory_bytes is None else memory_bytes
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (soft, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def end_with_parent(parent: int) -> None:
    """Lets the kernel end this process when its parent dies, on Linux. Ends it at once if that has happened
    already."""
    if sys.platform == "linux" and _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def _lower_processor(niceness: int) -> list[str]:
    try:
        os.setpriority(os.PRIO_PROCESS, 0, max(niceness, os.getpriority(os.PRIO_PROCESS, 0)))
    except OSError as fault:
        return [f"niceness ({fault.strerror})"]
    if os.getsid(0) != os.getpid() or not _is_grouped_by_session():
        return []
    fault_text = _lower_autogroup(niceness)
    return [f"niceness between sessions, in {_AUTOGROUP} ({fault_text})"] if fault_text else []


def _is_grouped_by_session() -> bool:
    """Returns whether the kernel groups by session here. It does not in a control group with shares of its
    own, such as those of systemd's units: processes of one are compared with each other by their niceness."""
    try:
        return _AUTOGROUP_IS_ON.read_text().strip() == "1" and _AUTOGROUP.read_text().strip() != ""
    except OSError:
        return False


def _lower_autogroup(niceness: int) -> str:
    """Lowers the group of this session. Returns why that failed; empty if it did not."""
    for _ in range(_AUTOGROUP_TRIES):
        try:
            _AUTOGROUP.write_text(str(niceness))
        except OSError as fault:
            if fault.errno != errno.EAGAIN:
                return fault.strerror or str(fault)
            time.sleep(_AUTOGROUP_PAUSE_SECONDS)
        else:
            return ""
    return os.strerror(errno.EAGAIN)


def _lower_disk(niceness: int) -> list[str]:
    number = _IOPRIO_SET.get(platform.machine())
    if number is None or _LIBC is None or sys.platform != "linux":
        return []
    priority = _IOPRIO_IDLE if niceness >= IDLE_NICENESS else _IOPRIO_BEST_EFFORT_LAST
    if _LIBC.syscall(number, _IOPRIO_WHO_PROCESS, 0, priority) == 0:
        return []
    return [f"priority of reading and writing ({os.strerror(ctypes.get_errno())})"]


def _lower_memory(niceness: int) -> list[str]:
    """If the machine runs out of memory, the kernel ends this process before the service, and those that
    nobody waits for first."""
    score = 500 + 20 * niceness
    try:
        # The score can be raised by everybody, and lowered by the superuser alone.
        if score > int(_OUT_OF_MEMORY_SCORE.read_text()):
            _OUT_OF_MEMORY_SCORE.write_text(str(score))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as fault:
        return [f"place in the order of those that are ended without memory ({fault})"]
    return []


def _leave_no_core_files() -> None:
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lowered(command: Sequence[str], niceness: int = IDLE_NICENESS) -> list[str]:
    """Returns the command that runs a program, by its path, or `main` of a module with this niceness."""
    return [sys.executable, "-P", "-m", "seatpreview.processes.child_setup", str(niceness), *command]


def main() -> None:
    """Runs a program or a module with lower priority, or writes what had no effect."""
    refused = lower(int(sys.argv.pop(1)))
    command = sys.argv[1:]
    if not command:
        sys.stdout.write("\n".join(refused))
    elif os.sep in command[0]:
        os.execv(command[0], command)  # noqa: S606  # the program that the operator has installed or named
    else:
        del sys.argv[0]
        importlib.import_module(command[0]).main()


if __name__ == "__main__":
    main()
