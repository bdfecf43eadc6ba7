"""Room on the disk of SQLite's files that is reserved for changes that end access: a leaked key can be
revoked although the disk is full.

The room is a file of zeros. Whoever may use it makes the file shorter, writes, and makes it longer again.
"""

import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from seatpreview.database.sqlite import ConnectionThreads
from seatpreview.database.unavailability import cause_of
from seatpreview.problems import Cause

FILE_NAME = "reserved-room"

RESERVED_BYTES = 8 << 20
"""Enough for hundreds of revokes. A revoke adds some ten pages to the log, 40 kB, and from 4 MB on the log is
copied to the file and used again."""

RELEASED_BYTES = 1 << 20
"""How much is released at a time. Other writers of the disk may take some of it."""

_STEPS_BYTES = (RELEASED_BYTES, 65_536, 4096)
"""Sizes in which room is taken: a disk that is nearly full has no large ones."""

T = TypeVar("T")


class ReservedRoom:
    """The reserved room of a data folder. Any process may use it."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / FILE_NAME

    def call(self, function: Callable[[], T]) -> T:
        """Calls the function, and again with more room as long as the disk is too full for it. The room that
        it leaves is reserved again."""
        has_released = False
        try:
            while True:
                try:
                    return function()
                except Exception as error:
                    if cause_of(error) is not Cause.STORAGE_FULL or not self._release():
                        raise
                    has_released = True
        finally:
            if has_released:
                self.fill()

    def fill(self) -> None:
        """Reserves what is missing, as far as the disk has it. Raises nothing: without it, the service runs
        as well."""
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return
        try:
            for step in _STEPS_BYTES:
                _lengthen(file, step)
        finally:
            os.close(file)

    def size_bytes(self) -> int:
        """Returns how much is reserved at the moment."""
        try:
            return self._path.stat().st_size
        except OSError:
            return 0

    def _release(self) -> bool:
        """Gives some of the room back to the disk. Returns False if there is none left."""
        size = self.size_bytes()
        if not size:
            return False
        try:
            os.truncate(self._path, max(0, size - RELEASED_BYTES))
        except OSError:
            return False
        return True


class UrgentWriter:
    """Writes like `writer`, in its thread, and also while the disk is full: in the room that is reserved."""

    def __init__(self, writer: ConnectionThreads, room: ReservedRoom) -> None:
        self.waits = writer.waits
        self._writer = writer
        self._room = room

    async def run(self, function: Callable[..., Awaitable[T]], *arguments: Any, **options: Any) -> T:
        """Runs a transaction."""
        call = partial(self._writer.call, function, *arguments, **options)
        return await self._writer.submit(partial(self._room.call, call))

    async def close(self) -> None:
        """Does nothing: the thread is the writer's."""


def _lengthen(file: int, step: int) -> None:
    """Takes room for the file in steps of this size until it is complete or the disk is full."""
    try:
        while (missing := RESERVED_BYTES - os.fstat(file).st_size) > 0:
            size = os.fstat(file).st_size
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file, size, min(step, missing))
            else:
                os.pwrite(file, bytes(min(step, missing)), size)
    except OSError:
        return
