"""Receives the bodies of requests: small ones in memory, larger ones within a budget, pictures into files.

Whoever sends a large body may stop half-way. What it has sent so far costs memory or disk all the while, so
there is a fixed amount of both, and a share of it for each tenant.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from pathlib import Path
from tempfile import NamedTemporaryFile, _TemporaryFileWrapper

from seatpreview.api.operation import Operation
from seatpreview.context import ON_THE_LOOP_BYTES_MAX, Context
from seatpreview.http.admission import Admission
from seatpreview.http.request import Request
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.shares import Share, parts
from seatpreview.objects.unavailability import problem_of_store
from seatpreview.observability.outages import Outages, Part
from seatpreview.server.process_ids import is_alive
from seatpreview.settings.settings import Settings

SMALL_BODY_BYTES = ON_THE_LOOP_BYTES_MAX
"""Bodies up to this size are received at once: the limits of rates and of requests in flight bound them."""

_MIB = 1 << 20
_SHARES = 4
"""A tenant gets at most this fraction of what there is, 1/4. All visitors together get as much, and those of
one tenant this fraction of that."""
_WAITING_MAX = 100
_WRITE_BYTES = 1 << 20


class Bodies:
    """Receives bodies for a worker, each within its tenant's share."""

    def __init__(self, settings: Settings, outages: Outages) -> None:
        self._outages = outages
        in_memory, in_files = settings.bodies_mb, settings.uploads_max
        share, *of_visitors = parts(in_memory, _SHARES, _SHARES, _SHARES * _SHARES)
        self.memory = FairQueue(max(1, in_memory - share), share, _WAITING_MAX, *of_visitors)
        """Bodies in memory, counted in MiB."""
        self.files = FairQueue(in_files, max(1, in_files // _SHARES), _WAITING_MAX)
        """Uploads in files, counted one by one: the size of each is limited. Visitors upload none."""
        self._folder = _folder(settings) / str(os.getpid())

    @asynccontextmanager
    async def received(
        self, request: Request, operation: Operation, context: Context, admission: Admission
    ) -> AsyncIterator[bytes | Path]:
        """Receives the body of a request. The block gets it, as a file where the operation takes bytes; what
        it took is freed at the end of the block."""
        bytes_max, share = operation.body_bytes_max, context.share
        key_share = share._replace(owner=context.caller.key_id or "")
        request.check_length(bytes_max)
        if operation.body is bytes:
            async with self.files.turn(share), self._file() as file:
                with admission.receiving_body(key_share):
                    await self._save(request.receive_chunks(bytes_max), file)
                yield Path(file.name)
            return
        size = request.length_max(bytes_max)
        async with self._memory_for(size, share):
            with admission.receiving_body(key_share):
                body = await request.body(bytes_max)
            yield body

    def _memory_for(self, size: int, share: Share) -> AbstractAsyncContextManager[None]:
        return nullcontext() if size <= SMALL_BODY_BYTES else self.memory.turn(share, -(-size // _MIB))

    @asynccontextmanager
    async def _file(self) -> AsyncIterator["_TemporaryFileWrapper[bytes]"]:
        with self._errors_as_unavailable():
            file = self._new_file()
        with file:
            yield file

    def _new_file(self) -> "_TemporaryFileWrapper[bytes]":
        # A mode is given to the last folder alone, so each has its own call.
        for folder in (self._folder.parent, self._folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return NamedTemporaryFile(dir=self._folder, prefix="upload-", buffering=0)

    async def _save(self, chunks: AsyncIterator[bytes], file: "_TemporaryFileWrapper[bytes]") -> None:
        waiting = bytearray()
        async for chunk in chunks:
            waiting += chunk
            if len(waiting) >= _WRITE_BYTES:
                await self._write(file, waiting)
        await self._write(file, waiting)

    async def _write(self, file: "_TemporaryFileWrapper[bytes]", waiting: bytearray) -> None:
        with self._errors_as_unavailable():
            await asyncio.to_thread(_write_all, file, bytes(waiting))
        waiting.clear()

    @contextmanager
    def _errors_as_unavailable(self) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            raise problem_of_store(fault, Part.IMAGE_WRITES, self._outages) from fault


def delete_leftovers(settings: Settings) -> None:
    """Deletes the files of workers that were killed, and of one that had this process's id before."""
    with suppress(FileNotFoundError):
        for folder in _folder(settings).iterdir():
            if folder.name == str(os.getpid()) or not _is_of_living_worker(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _folder(settings: Settings) -> Path:
    return settings.data_dir / "uploads"


def _write_all(file: "_TemporaryFileWrapper[bytes]", data: bytes) -> None:
    """Writes everything: an unbuffered file may take a part, and keeps nothing to be written when it closes,
    which would fail once more on a full disk."""
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[file.write(remaining) :]


def _is_of_living_worker(folder: Path) -> bool:
    return folder.name.isdecimal() and is_alive(int(folder.name))
