"""Runs `db compact`: writes the SQLite files anew, without free pages."""

import shutil
import sqlite3
from pathlib import Path

import msgspec

from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.database import free_pages
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings


class CompactedFile(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A file, and its size before and after."""

    file: str
    bytes_before: int
    bytes_after: int


def compact(settings: Settings) -> list[CompactedFile]:
    """Compacts both files. Raises CommandError where there are none, or where the disk has no room for it."""
    files = DatabaseFiles(settings.data_dir)
    paths = (files.records, files.activity)
    if not settings.uses_sqlite:
        raise CommandError(
            "This command is for SQLite. PostgreSQL uses free room again by itself.", exit_code=EXIT_USAGE
        )
    if not all(path.exists() for path in paths):
        raise CommandError(f"{settings.data_dir} has no database.")
    return [_compact(path) for path in paths]


def _compact(path: Path) -> CompactedFile:
    before = path.stat().st_size
    needed, free = 2 * before, shutil.disk_usage(path.parent).free
    if free < needed:
        raise CommandError(
            f"{path} needs {needed:,} bytes of free room to be written anew, and the disk has {free:,}. "
            "It is as it was."
        )
    try:
        free_pages.compact(path)
    except sqlite3.Error as fault:
        raise CommandError(
            f"{path} could not be written anew: {fault}. It is as it was. If a service uses it, stop that, "
            "or try again in a quiet hour."
        ) from fault
    return CompactedFile(file=str(path), bytes_before=before, bytes_after=path.stat().st_size)
