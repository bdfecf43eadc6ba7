"""Decides by the settings and the machine whether a worker draws stills."""

import mmap
import re
import sys
from pathlib import Path
from typing import Literal

from seatpreview.caching import content_id
from seatpreview.settings.settings import Settings
from seatpreview.stills import headless_chromium, page_server

StillState = Literal[
    "ready", "checking", "off", "no_chromium", "too_little_memory", "no_executable_memory", "cannot_draw"
]
"""Whether stills are drawn, or why not. Unless they are off, stills that are stored already are shown."""

_MEMORY_TOTAL = re.compile(r"MemTotal:[ \t]+([0-9]{1,15}) kB")
_MEMORY_FILES = ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")


def state_before_trial(settings: Settings) -> StillState:
    """Returns why a worker with these settings draws no stills here; "checking" if its Chromium is to be
    tried."""
    if settings.stills == "off":
        return "off"
    if headless_chromium.find_if_any(settings.chromium) is None or not page_server.is_built():
        return "no_chromium"
    if settings.stills == "auto" and not has_enough_memory(settings, machine_memory_bytes()):
        return "too_little_memory"
    return "checking" if may_write_code() else "no_executable_memory"


def may_write_code() -> bool:
    """Returns whether this process may write machine code and run it, as JavaScript and graphics in software
    do. Units of systemd with MemoryDenyWriteExecute=yes may not, nor may the programs that they start."""
    if sys.platform == "win32":
        return True
    try:
        mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()
    except OSError:
        return False
    return True


def drawing_version() -> bytes:
    """Returns the id of the drawing, which changes whenever a still could look different."""
    return content_id(page_server.page_text()) if page_server.is_built() else b""


def has_enough_memory(settings: Settings, memory_bytes: int) -> bool:
    """Returns whether the machine has as much memory for each worker as the settings ask for."""
    return memory_bytes >= settings.workers * settings.stills_machine_mb * 1_000_000


def machine_memory_bytes(root: Path = Path("/")) -> int:
    """Returns the memory of the machine, or of the container if that has less; 0 if the system does not
    say."""
    found = _MEMORY_TOTAL.search(_text(root / "proc/meminfo"))
    total = 0 if found is None else int(found[1]) * 1024
    limits = [int(text) for name in _MEMORY_FILES if (text := _text(root / name).strip()).isdecimal()]
    return min([total, *limits]) if total else 0


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
