"""Uploads of files, which are read in parts while they are sent, with a report of the progress."""

import io
import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import IO, Any, TypeAlias

import anyio.to_thread

from seatpreview_client.generated.models import UploadedImage
from seatpreview_client.generated.operations import PUT_IMAGE
from seatpreview_client.senders import AsyncGroup, Group

CHUNK_BYTES = 256 * 1024

File: TypeAlias = str | os.PathLike[str] | IO[bytes]
"""A file by its path, or one that is open for reading bytes."""

Progress: TypeAlias = Callable[[int, int | None], object]
"""Is called with the bytes that were sent, and those of the whole file if that is known."""


class Uploads(Group):
    """Adds `upload` to the operations for images."""

    def upload(
        self, venue_id: str, name: str, file: File, *, progress: Progress | None = None
    ) -> UploadedImage:
        """Uploads an image from a file without reading the whole of it into memory.

        `progress(sent, total)` is called after each part. When a failed upload is repeated, it starts again
        at 0."""
        path = {"venueId": venue_id, "name": name}
        return self._call(PUT_IMAGE, path=path, content=FileContent(file, progress))


class AsyncUploads(AsyncGroup):
    """Adds `upload` to the operations for images."""

    async def upload(
        self, venue_id: str, name: str, file: File, *, progress: Progress | None = None
    ) -> UploadedImage:
        """Uploads an image from a file without reading the whole of it into memory, and without blocking.

        `progress(sent, total)` is called after each part. When a failed upload is repeated, it starts again
        at 0."""
        path = {"venueId": venue_id, "name": name}
        return await self._call(PUT_IMAGE, path=path, content=FileContent(file, progress))


class BytesContent:
    """The body of a request that is in memory already."""

    can_be_sent_again = True

    def __init__(self, content: bytes) -> None:
        """Takes the whole body."""
        self._content = content

    def for_request(self, *, is_async: bool) -> tuple[Any, dict[str, str]]:
        """Returns the bytes, which httpx takes as they are."""
        del is_async
        return self._content, _TYPE


class FileContent:
    """The body of a request that is read from a file, from where an open file stands."""

    def __init__(self, file: File | io.TextIOBase, progress: Progress | None = None) -> None:
        """Takes a path or an open file. A path is opened for each attempt."""
        if isinstance(file, io.TextIOBase):
            raise TypeError("The file is open for text. Open it with mode 'rb'.")
        self._file = Path(file) if isinstance(file, (str, os.PathLike)) else file
        self._progress = progress or (lambda sent, total: None)
        self._start = 0
        self._size: int | None = None
        if isinstance(self._file, Path):
            self._size = self._file.stat().st_size
        elif self._file.seekable():
            self._start = self._file.tell()
            self._size = self._file.seek(0, os.SEEK_END) - self._start

    @property
    def can_be_sent_again(self) -> bool:
        """Whether it can be read from the start again, which a pipe cannot."""
        return self._size is not None

    def for_request(self, *, is_async: bool) -> tuple[Any, dict[str, str]]:
        """Returns an iterator over the parts of the file, and their length if it is known."""
        headers = dict(_TYPE)
        if self._size is not None:
            headers["Content-Length"] = str(self._size)
        return (self._async_parts() if is_async else self._parts()), headers

    def _parts(self) -> Iterator[bytes]:
        file = self._open()
        try:
            sent = 0
            while part := file.read(CHUNK_BYTES):
                yield part
                sent += len(part)
                self._progress(sent, self._size)
        finally:
            self._close(file)

    async def _async_parts(self) -> AsyncIterator[bytes]:
        file = await anyio.to_thread.run_sync(self._open)
        try:
            sent = 0
            while part := await anyio.to_thread.run_sync(file.read, CHUNK_BYTES):
                yield part
                sent += len(part)
                self._progress(sent, self._size)
        finally:
            self._close(file)

    def _open(self) -> IO[bytes]:
        if isinstance(self._file, Path):
            return self._file.open("rb")
        if self.can_be_sent_again:
            self._file.seek(self._start)
        return self._file

    def _close(self, file: IO[bytes]) -> None:
        """Closes a file that was opened here; one that the caller opened is the caller's."""
        if file is not self._file:
            file.close()


_TYPE = {"Content-Type": "application/octet-stream"}
