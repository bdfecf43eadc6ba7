"""Checks of the SQLite files: that both exist, and that their pages can be read."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.doctor import options as bounds
from seatpreview.doctor.finding import Finding, fail, ok, size_text, warn
from seatpreview.doctor.options import Options
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import deadline

FAULTS_MAX = 100
"""Faults that SQLite lists at most. One is shown: only who knows its file format can use the others."""

STEPS_BETWEEN_CHECKS = 1000
"""Steps of SQLite's engine between two looks at the deadline."""

REMEDY = (
    "Stop the service, copy the data folder to another place, and restore the newest backup: "
    "`seatpreview db restore FILE`."
)

UNREADABLE_REMEDY = (
    "Look at its disk (`df`, `dmesg`) and at who may read it. It is not known to be damaged: restore nothing "
    "yet."
)


def check(settings: Settings, options: Options) -> list[Finding]:
    """Checks both files, each by a connection of its own, so that one does not hide the other."""
    files = DatabaseFiles(settings.data_dir)
    return [_check_file(path, options) for path in (files.records, files.activity)]


def version() -> Finding:
    """Reports the version of SQLite."""
    return ok("database", f"SQLite {sqlite3.sqlite_version}.")


def _check_file(path: Path, options: Options) -> Finding:
    if not os.path.exists(path):
        return fail("database files", f"{path} is missing.", REMEDY)
    size = size_text(path.stat().st_size)
    try:
        with options.working_on(f"Reading {path.name} ({size})"):
            faults = _faults(path, options)
    except sqlite3.OperationalError as fault:
        if str(fault) != "interrupted":
            return fail("database files", f"{path} cannot be read: {fault}.", UNREADABLE_REMEDY)
        detail = f"{path} ({size}) was not read to its end within {bounds.SECONDS_MAX} seconds."
        return warn("database files", detail, "Run `seatpreview doctor --thorough`, which reads all of it.")
    except sqlite3.DatabaseError as fault:
        return _damaged(path, [str(fault)])
    if faults:
        return _damaged(path, faults)
    return ok("database files", f"{path} ({size}) has no damaged page.")


def _damaged(path: Path, faults: list[str]) -> Finding:
    count = f"at least {FAULTS_MAX} faults" if len(faults) >= FAULTS_MAX else f"{len(faults)} faults"
    number = "" if len(faults) == 1 else f" ({count}, of which this is the first)"
    return fail("database files", f"{path} is damaged: {faults[0].rstrip('.')}{number}.", REMEDY)


def _faults(path: Path, options: Options) -> list[str]:
    """Returns what SQLite finds wrong with the file.

    `quick_check` reads each page once, and finds pages that were overwritten: some 400 MB a second.
    `integrity_check` looks up each row in each index besides, which takes thirty times as long, and finds
    what a fault of a program would leave behind rather than one of a disk.
    """
    pragma = "integrity_check" if options.thorough else "quick_check"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only = ON")
        if not options.thorough:
            connection.set_progress_handler(deadline(bounds.SECONDS_MAX), STEPS_BETWEEN_CHECKS)
        rows = connection.execute(f"PRAGMA {pragma}({FAULTS_MAX})").fetchall()
    faults = [line for (text,) in rows for line in str(text).splitlines() if not line.startswith("***")]
    return [] if faults == ["ok"] else faults
