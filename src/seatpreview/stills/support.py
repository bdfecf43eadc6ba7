"""Decides by the settings and the machine whether a worker draws stills."""

import re
from pathlib import Path
from typing import Literal

from seatpreview.caching import content_id
from seatpreview.settings.settings import Settings
from seatpreview.stills import headless_chromium, page_server

Support = Literal["ready", "off", "no_chromium", "too_little_memory"]
"""Whether stills are drawn, or why not. Unless they are off, stills that are stored already are shown."""

_MEMORY_TOTAL = re.compile(r"MemTotal:[ \t]+([0-9]{1,15}) kB")
_MEMORY_FILES = ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")


def support_of(settings: Settings) -> Support:
    """Returns whether a worker with these settings draws stills on this machine."""
    if settings.stills == "off":
        return "off"
    if headless_chromium.find_if_any(settings.chromium) is None or not page_server.is_built():
        return "no_chromium"
    if settings.stills == "auto" and not has_enough_memory(settings, machine_memory_bytes()):
        return "too_little_memory"
    return "ready"


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
