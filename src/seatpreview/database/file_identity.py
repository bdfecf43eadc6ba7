"""Detects that a file was moved, deleted or replaced while this process has it open.

The system lets a process go on reading and writing such a file. Its writes are lost with the file, and it
does not see what others write under the same name: a revoke by a command, for example.
"""

import os
from pathlib import Path


class FileMoved(Exception):
    """Raised when the file under this name is not the one that is open."""

    def __init__(self, path: Path, is_missing: bool) -> None:
        what = "was moved or deleted" if is_missing else "was replaced by another file"
        super().__init__(f"{path} {what} while the service has it open")
        self.path = path


class FileIdentity:
    """The identity of an SQLite file and of its log, recorded at the first check."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, path.with_name(f"{path.name}-wal"))
        self._known: dict[Path, tuple[int, int]] = {}

    def check(self) -> None:
        """Raises FileMoved unless the files are those of the first call. This takes a few microseconds. A log
        that does not exist yet is recorded when it appears."""
        for path in self._paths:
            found = identity_of(path)
            known = self._known.get(path)
            if known is None and found is not None:
                self._known[path] = found
            elif known != found:
                raise FileMoved(path, is_missing=found is None)


def identity_of(path: Path | str) -> tuple[int, int] | None:
    """Returns what identifies a file whatever its name; None if there is no such file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
