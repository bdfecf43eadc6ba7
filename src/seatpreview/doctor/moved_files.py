"""Checks that a running service has the SQLite files open that its data folder has now, on Linux."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from seatpreview.database.file_identity import identity_of
from seatpreview.database.service_lock import holder_of
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.doctor.finding import Finding, fail
from seatpreview.settings.settings import Settings

_PROCESSES = Path("/proc")
_SQLITE = b"SQLite format 3\0"
"""The first bytes of an SQLite file."""
_DELETED = " (deleted)"
"""What Linux adds to the name of an open file that was deleted."""

REMEDY = (
    "If it was moved by mistake, put it back under its name, with its `-wal` file: the service goes on by "
    "itself. Otherwise stop the service, check that the right files are in the folder, and start it again."
)


def check(settings: Settings) -> Iterator[Finding]:
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
    return fail("database files", detail, REMEDY)


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
