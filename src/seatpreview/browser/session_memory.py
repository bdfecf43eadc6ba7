"""The memory of all processes of a session, as Linux counts it."""

import os
import re
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_SESSION_FIELD = 3
"""The session in /proc/PID/stat, counted from behind the name of the program."""
_RESIDENT = re.compile(rb"Rss(?:Anon|Shmem):[ \t]+([0-9]{1,15}) kB")


def session_memory_bytes(session: int) -> int:
    """Returns the resident memory of all processes of a session; 0 if the system does not say.

    Pages of files are not counted: processes of one program share them, and the system can drop them.
    """
    total = 0
    for name in _names():
        # A process may end at any moment.
        with suppress(OSError, ValueError, IndexError):
            if _session_of(name) == session:
                status = (_PROCESSES / name / "status").read_bytes()
                total += sum(int(found[1]) for found in _RESIDENT.finditer(status)) * 1024
    return total


def _names() -> list[str]:
    try:
        return [name for name in os.listdir(_PROCESSES) if name.isdecimal()]
    except OSError:
        return []


def _session_of(name: str) -> int:
    return int((_PROCESSES / name / "stat").read_bytes().rpartition(b")")[2].split()[_SESSION_FIELD])
