"""Rewrites the SQLite files without free pages, for `seatpreview db compact`."""

import shutil
import sqlite3
from pathlib import Path

import msgspec

from seatpreview.database import free_pages
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import EXIT_USAGE, CommandError


class CompactedFile(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The size of a file before and after."""

    file: str
    bytes_before: int
    bytes_after: int


def compact(settings: Settings) -> list[CompactedFile]:
    """Compacts both files. Raises CommandError where they are missing, or where the disk is too full."""
    files = DatabaseFiles(settings.data_dir)
    paths = (files.records, files.activity)
    if not settings.uses_sqlite:
        raise CommandError(
            "This command is for SQLite. PostgreSQL reuses free space by itself.", exit_code=EXIT_USAGE
        )
    if not all(path.exists() for path in paths):
        raise CommandError(f"{settings.data_dir} has no database.")
    return [_compact(path) for path in paths]


def _compact(path: Path) -> CompactedFile:
    before = path.stat().st_size
    needed, free = 2 * before, shutil.disk_usage(path.parent).free
    if free < needed:
        raise CommandError(
            f"{path} needs {needed:,} bytes of free space to be rewritten, and the disk has {free:,}. "
            "Nothing was changed."
        )
    try:
        free_pages.compact(path)
    except sqlite3.Error as fault:
        raise CommandError(
            f"{path} could not be rewritten: {fault}. It is unchanged. If a service uses it, stop the "
            "service, or try again in a quiet hour."
        ) from fault
    return CompactedFile(file=str(path), bytes_before=before, bytes_after=path.stat().st_size)
