"""Checks of the free space on the disks that the service writes to."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.doctor.finding import Finding, fail, ok, size_text, warn
from seatpreview.settings.settings import Settings

FREE_BYTES_MIN = 100_000_000
"""Two uploads of the largest size. With less, writes fail soon, if not already."""
FREE_BYTES_ENOUGH = 1_000_000_000
"""With less, the operator is warned while there is still time."""


def check(settings: Settings) -> Iterator[Finding]:
    """Checks each disk once, even if several of the folders are on it."""
    seen: dict[int, str] = {}
    for purpose, folder in _folders(settings):
        device = folder.stat().st_dev
        if device not in seen:
            seen[device] = purpose
            yield _check_disk(purpose, folder, _bytes_needed(settings, purpose))


def _folders(settings: Settings) -> Iterator[tuple[str, Path]]:
    """Yields the folders that are written to, with what they are for."""
    candidates = {
        "the data folder": settings.data_dir,
        "the images": settings.data_dir / "objects",
        "temporary files": Path(tempfile.gettempdir()),
    }
    yield from ((purpose, folder) for purpose, folder in candidates.items() if os.path.isdir(folder))


def _bytes_needed(settings: Settings, purpose: str) -> int:
    """Returns the bytes that upgrades and backups need beside the SQLite files, which they copy."""
    files = DatabaseFiles(settings.data_dir)
    if purpose != "the data folder" or not settings.uses_sqlite:
        return 0
    return sum(os.path.getsize(path) for path in (files.records, files.activity) if os.path.exists(path))


def _check_disk(purpose: str, folder: Path, needed: int) -> Finding:
    free = shutil.disk_usage(folder).free
    detail = f"The disk of {purpose} ({folder}) has {size_text(free)} left."
    if free < FREE_BYTES_MIN:
        return fail(
            "disk space",
            f"{detail} Changes, events and uploads are refused, or soon will be; reads go on.",
            "Make room on it, or enlarge it. The service goes on by itself.",
        )
    if _has_no_file_left(folder):
        return fail(
            "disk space",
            f"The disk of {purpose} ({folder}) can hold no more files, although it has room.",
            "Delete files on it that nobody needs, or make a file system with more inodes.",
        )
    if free < FREE_BYTES_ENOUGH:
        return warn("disk space", detail, "Make room on it, or enlarge it.")
    if free < needed:
        return warn(
            "disk space",
            f"{detail} An upgrade copies the database, which has {size_text(needed)}.",
            "Make room on it before the next upgrade, or enlarge it.",
        )
    return ok("disk space", detail)


def _has_no_file_left(folder: Path) -> bool:
    if sys.platform == "win32":
        return False
    disk = os.statvfs(folder)
    return disk.f_files > 0 and disk.f_favail == 0
