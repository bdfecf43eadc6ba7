"""The lock on a data folder with SQLite files, which lets one service at a time use it.

It is a lock of the system on an empty file, and ends with the process that holds it, however that ends: no
stale lock is ever left behind, and the file may stay. Commands do not take it, and work beside a running
service. Only a restore takes it, because it replaces the files.
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
    """Raised when another process holds the lock of the folder."""

    def __init__(self, pid: int | None) -> None:
        self.pid = pid
        """The id of that process; None if the system does not know it, for example if it is on another
        machine."""
        super().__init__(f"process {pid}" if pid else "another process")


@contextmanager
def service_lock(folder: Path) -> Iterator[None]:
    """Holds the lock of the folder. Raises FolderInUse if another process holds it.

    On a file system without locks, such as some network ones, there is no lock, and nothing is raised.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    # The lock belongs to this process only: children inherit neither it nor, as usual in Python, the file.
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
    """Returns the id of the process that holds the lock, if the system knows it. Asking does not take the
    lock.

    The holder itself must not call this: its lock would end when the file is closed here.
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
