"""What Linux says about a process: the processor time and the memory that it has used."""

import os
from pathlib import Path

_PROCESSES = Path("/proc")
_USER_TIME_FIELD = 11
"""The user time in /proc/PID/stat, counted from behind the name of the program. The system time follows."""


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
