"""What processes use, as Linux says it, and a bound on the memory of all processes of a worker together.

Each call has a limit of its own, which the kernel holds. But many calls at once could still use more than the
machine has, and the kernel might then end the worker, or everything in its container.
"""

import asyncio
import os
from pathlib import Path
from typing import Protocol

WATCH_SECONDS = 0.25
_PROCESSES = Path("/proc")
_USER_TIME_FIELD = 11
"""The user time in /proc/PID/stat, counted from behind the name of the program. The system time follows."""


class WatchedProcess(Protocol):
    """A process of a worker."""

    pid: int
    is_idle: bool

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        ...

    def end_for_others(self) -> None:
        """Kills the process because all processes together use too much memory."""
        ...


class MemoryWatch:
    """Looks at the processes of a worker while one of them works, and ends some if they use too much."""

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._processes: set[WatchedProcess] = set()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, process: WatchedProcess) -> None:
        """Watches a process until it ends."""
        self._processes.add(process)
        if self._timer is None:
            self._look_later()

    def look(self) -> None:
        """Ends processes until the others fit: those that have nothing to do first, then the largest ones."""
        self._processes = {process for process in self._processes if process.is_alive}
        sizes = {process: memory_bytes(process.pid) for process in self._processes}
        total = sum(sizes.values())
        for process in sorted(sizes, key=lambda each: (not each.is_idle, -sizes[each])):
            if total <= self._bytes_max:
                return
            process.end_for_others()
            total -= sizes[process]

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(WATCH_SECONDS, self._look_and_go_on)

    def _look_and_go_on(self) -> None:
        self._timer = None
        self.look()
        if self._processes:
            self._look_later()


def processor_seconds(pid: int) -> float:
    """Returns the processor time that a process has used; 0 if the system does not say."""
    try:
        fields = (_PROCESSES / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        ticks = sum(map(int, fields[_USER_TIME_FIELD : _USER_TIME_FIELD + 2]))
    except (OSError, ValueError):
        return 0.0
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int) -> int:
    """Returns the memory that a process has to itself; 0 if the system does not say. Pages of files are not
    counted: processes of one program share them, and the system can drop them."""
    try:
        resident, shared = map(int, (_PROCESSES / str(pid) / "statm").read_bytes().split()[1:3])
    except (OSError, ValueError):
        return 0
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")


def is_alive(pid: int) -> bool:
    """Returns whether a process with this id runs, of whichever user."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
