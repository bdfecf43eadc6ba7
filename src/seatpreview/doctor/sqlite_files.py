"""Checks of the SQLite files: that the service has these open, and that they can be read."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from seatpreview.database.file_identity import identity_of
from seatpreview.database.service_lock import holder_of
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.doctor import options as bounds
from seatpreview.doctor.finding import Finding, fail, ok, size_text, warn
from seatpreview.doctor.options import Options
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import deadline

_PROCESSES = Path("/proc")
_SQLITE = b"SQLite format 3\0"
"""The first bytes of an SQLite file."""
_DELETED = " (deleted)"
"""What Linux adds to the name of an open file that was deleted."""
MOVED_REMEDY = (
    "If it was moved by mistake, put it back under its name, with its `-wal` file: the service goes on by "
    "itself. Otherwise stop the service, check that the right files are in the folder, and start it again."
)
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


def check_moved(settings: Settings) -> Iterator[Finding]:
    """Finds files that were moved, deleted or replaced while the service has them open. Only Linux tells, and
    only the user of the service."""
    pid = holder_of(settings.data_dir)
    if pid is None:
        return
    files = DatabaseFiles(settings.data_dir)
    opened = list(_open_files(pid))
    databases = {each.identity for each in opened if each.is_database}
    for path in (files.records, files.activity):
        log = path.with_name(f"{path.name}-wal")
        logs = {each.identity for each in opened if each.name == log.name}
        if databases and identity_of(path) not in databases:
            yield _moved(pid, path)
        elif logs and identity_of(log) not in logs:
            yield _moved(pid, log)


def _moved(pid: int, path: Path) -> Finding:
    detail = (
        f"The service that runs here (process {pid}) has another file open than {path}, which was moved, "
        "deleted or replaced. It serves no requests, so that nothing is lost."
    )
    return fail("database files", detail, MOVED_REMEDY)


class _OpenFile(NamedTuple):
    name: str
    """The last part of its path as it is now: a moved file has its new name."""
    identity: tuple[int, int]
    is_database: bool


def _open_files(pid: int) -> Iterator[_OpenFile]:
    """Yields the files that the processes of a service have open."""
    for process in (pid, *_children(pid)):
        with suppress(OSError):
            for descriptor in (_PROCESSES / str(process) / "fd").iterdir():
                with suppress(OSError):
                    if descriptor.is_file():
                        yield _open_file(descriptor)


def _open_file(descriptor: Path) -> _OpenFile:
    name = os.path.basename(os.readlink(descriptor).removesuffix(_DELETED))
    status = descriptor.stat()
    with descriptor.open("rb") as file:
        is_database = file.read(len(_SQLITE)) == _SQLITE
    return _OpenFile(name, (status.st_dev, status.st_ino), is_database)


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        listed = (_PROCESSES / str(pid) / "task" / str(pid) / "children").read_text()
        return [int(child) for child in listed.split()]
    return []


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
