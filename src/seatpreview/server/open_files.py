"""Logs when this process can open no more files, and when it can again.

Without that, the limit shows up in many places that do not name it: connections wait, pictures and statements
fail, and each of them looks like an outage of its own.
"""

import asyncio
import os
import time
from pathlib import Path

import structlog

LOOK_SECONDS = 1

log = structlog.get_logger("seatpreview")


async def watch_open_files() -> None:
    """Logs each change, until the task is cancelled."""
    watch = OpenFilesWatch()
    while True:
        watch.look()
        await asyncio.sleep(LOOK_SECONDS)


def check_files_can_be_opened() -> None:
    """Opens and closes a file, which takes a few microseconds. Raises OSError if that fails: then no
    connection can be accepted either."""
    os.close(os.open(os.devnull, os.O_RDONLY))


def limit_of_open_files(process: Path) -> float:
    """Returns how many files a process may open, by its folder in /proc, on Linux."""
    lines = (process / "limits").read_text().splitlines()
    [soft] = [line.split()[3] for line in lines if line.startswith("Max open files")]
    return float("inf") if soft == "unlimited" else float(soft)


class OpenFilesWatch:
    """Notices the changes from one look to the next."""

    def __init__(self) -> None:
        self._since: float | None = None

    def look(self) -> None:
        """Logs whether files can be opened, if that has changed since the last look."""
        try:
            check_files_can_be_opened()
        except OSError as error:
            if self._since is None:
                self._since = time.monotonic()
                log.error("no file can be opened", reason=error.strerror, limit=_limit())
            return
        if self._since is not None:
            seconds = round(time.monotonic() - self._since, 1)
            self._since = None
            log.warning("files can be opened again", seconds=seconds, limit=_limit())


def _limit() -> int:
    if os.name == "nt":
        return 0
    import resource

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
