"""Reads the files of a folder in threads: a small file is opened, read and closed in one hop.

The threads are used for nothing else, so a disk that does not answer blocks no other work of the process.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from io import FileIO
from os import fstat, stat
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple, TypeVar

from seatpreview.objects.stored_object import READ_BYTES, ByteRange, Select, StoredObject

THREADS = 8

NOT_FOUND = (FileNotFoundError, IsADirectoryError, NotADirectoryError)

T = TypeVar("T")


class FolderReader:
    """Reads the files of a folder. Its methods raise one of NOT_FOUND if there is no such file, and another
    OSError if the folder does not answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}/"
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="objects")

    async def get(self, key: str, select: Select) -> StoredObject:
        """Returns the part of a file that `select` chooses by its size."""
        opened = await self._run(_open, self._folder + key, select)
        stream = None if opened.file is None else self._chunks(opened.file, opened.first, opened.wanted_bytes)
        return StoredObject(opened.size_bytes, opened.part, opened.first, stream)

    async def size_bytes(self, key: str) -> int:
        """Returns the size of a file."""
        return await self._run(_size_bytes, self._folder + key)

    async def _chunks(self, file: FileIO, first: bytes, wanted_bytes: int) -> AsyncGenerator[bytes]:
        """Yields the first chunk and then the rest. Each chunk is read when the one before it was taken."""
        with file:
            chunk, remaining = first, wanted_bytes
            while chunk:
                remaining -= len(chunk)
                yield chunk
                # A truncated file has no more bytes, and the client sees that some are missing.
                chunk = await self._run(file.read, min(READ_BYTES, remaining)) if remaining else b""

    def _run(self, function: Callable[..., T], *arguments: object) -> "asyncio.Future[T]":
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)


class _OpenedFile(NamedTuple):
    size_bytes: int
    part: ByteRange | None
    first: bytes
    """The first READ_BYTES of the wanted part."""
    file: FileIO | None
    """The file, positioned at the end of `first`; None if that is everything."""
    wanted_bytes: int


def _open(path: str, select: Select) -> _OpenedFile:
    file = FileIO(path)
    try:
        size_bytes = fstat(file.fileno()).st_size
        part = select(size_bytes)
        wanted = part or ByteRange(0, size_bytes)
        # An empty part may begin so far beyond the end that the system refuses to seek there.
        if wanted.start and not wanted.is_empty:
            file.seek(wanted.start)
        first = file.read(min(READ_BYTES, wanted.size_bytes))
    except BaseException:
        file.close()
        raise
    if len(first) < wanted.size_bytes:
        return _OpenedFile(size_bytes, part, first, file, wanted.size_bytes)
    file.close()
    return _OpenedFile(size_bytes, part, first, None, wanted.size_bytes)


def _size_bytes(path: str) -> int:
    found = stat(path)
    if not S_ISREG(found.st_mode):
        raise IsADirectoryError(path)
    return found.st_size
