"""The lock on a data folder with SQLite files, so that one service at a time uses it.

It is a lock of the system on an empty file, which ends with the process that holds it, however that ends: no
lock is ever left behind, and the file may stay. Commands take none, and work beside a running service; only a
restore takes it, since it replaces the files.
"""

import errno
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FILE_NAME = "service.lock"

_FLOCK = struct.Struct("hhqqi4x")
"""The record `flock` of fcntl(2), as 64-bit Linux has it: type, whence, start, length, process."""
_HELD_BY_ANOTHER = (errno.EACCES, errno.EAGAIN)


class FolderInUse(Exception):
    """Another process holds the lock of the folder."""

    def __init__(self, pid: int | None) -> None:
        self.pid = pid
        """Its id; None where the system does not tell, for example of a process on another machine."""
        super().__init__(f"process {pid}" if pid else "another process")


@contextmanager
def service_lock(folder: Path) -> Iterator[None]:
    """Holds the lock of the folder. Raises FolderInUse where another process does.

    A file system without locks, such as some network ones, takes no lock, and nothing is raised for it.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    # The lock belongs to this process alone: children inherit neither it nor, as usual in Python, the file.
    descriptor = os.open(folder / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _HELD_BY_ANOTHER:
                raise FolderInUse(_holder(descriptor)) from error
        yield
    finally:
        os.close(descriptor)


def holder_of(folder: Path) -> int | None:
    """Returns the id of the process that holds the lock, if this system tells it. Asking takes no lock.

    It is for other processes than that one, whose lock would end when the file is closed here.
    """
    if sys.platform == "win32":
        return None
    with suppress(OSError):
        descriptor = os.open(folder / FILE_NAME, os.O_RDONLY)
        try:
            return _holder(descriptor)
        finally:
            os.close(descriptor)
    return None


def _holder(descriptor: int) -> int | None:
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return None
    import fcntl

    asked = _FLOCK.pack(fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    kind, _, _, _, pid = _FLOCK.unpack(fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
    return pid if kind != fcntl.F_UNLCK and pid > 0 else None
