"""Receives the bodies of requests: into memory, a budget or files. Drains those that nobody needs.

A client may stop in the middle of a large body, and what it has sent so far occupies memory or disk until the
deadline. So there is a fixed amount of both, and each tenant has a share of it.
"""

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from seatpreview.api.operation import Operation
from seatpreview.context import ON_THE_LOOP_BYTES_MAX, Context
from seatpreview.http.admission import Admission
from seatpreview.http.request import Request
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.shares import parts
from seatpreview.objects.store import problem_of_store
from seatpreview.observability.outages import Outages, Part
from seatpreview.processes.memory_watch import is_alive
from seatpreview.settings.settings import Settings
from seatpreview.values.client_address import client_network

SMALL_BODY_BYTES = ON_THE_LOOP_BYTES_MAX
"""Bodies up to this size are received at once: rate limits and the limit of requests in progress bound
them."""

SENT_SECONDS_MAX = 0.02
"""How long a response that needs no body waits for one that may have been sent already."""

_MIB = 1 << 20
_SHARES = 4
"""A tenant gets at most 1/4 of the whole amount. So do all visitors together, of which the visitors of one
tenant get 1/4."""
_WAITING_MAX = 100
_WRITE_BYTES = 1 << 20


class RequestBodies:
    """Receives bodies for a worker, each within its tenant's share."""

    def __init__(self, settings: Settings, outages: Outages) -> None:
        self._outages = outages
        in_memory, in_files = settings.bodies_mb, settings.uploads_max
        share, of_visitors = parts(in_memory, _SHARES, _SHARES * _SHARES)
        self.memory = FairQueue(
            max(1, in_memory - share), share, _WAITING_MAX, share, of_visitors, reserve=share // _SHARES
        )
        """Bodies in memory, counted in MiB."""
        self.files = FairQueue(in_files, max(1, in_files // _SHARES), _WAITING_MAX, reserve=1)
        """Uploads in files, counted one by one: the size of each is limited. Visitors upload nothing."""
        self._folder = _folder(settings) / str(os.getpid())

    @asynccontextmanager
    async def received(
        self, request: Request, operation: Operation, context: Context, admission: Admission
    ) -> AsyncIterator[bytes | Path]:
        """Receives the body of a request and hands it to the block: as a file if the operation takes bytes.
        Its memory or file is freed at the end of the block."""
        bytes_max, share = operation.body_bytes_max, context.share
        request.check_length(bytes_max)
        if operation.body is bytes:
            async with self._turn(self.files, context), self._file() as file:
                with admission.receiving_body(share):
                    await context.receive(self._save(request.receive_chunks(bytes_max), file))
                yield Path(file.name)
            return
        size = request.length_max(bytes_max)
        if size <= SMALL_BODY_BYTES:
            with admission.receiving_body(share):
                body = await request.body(bytes_max)
            yield body
            return
        async with self._turn(self.memory, context, -(-size // _MIB)):
            with admission.receiving_body(share):
                body = await context.receive(request.body(bytes_max))
            yield body

    @asynccontextmanager
    async def _turn(self, queue: FairQueue, context: Context, size: int = 1) -> AsyncIterator[None]:
        """Waits for the turn of a body. The wait ends with the key that the body is sent with."""
        async with AsyncExitStack() as stack:
            await context.receive(stack.enter_async_context(queue.turn(context.share, size)))
            yield

    @asynccontextmanager
    async def _file(self) -> AsyncIterator[IO[bytes]]:
        with self._errors_as_unavailable():
            file = self._new_file()
        try:
            yield file
        finally:
            # The disk takes a moment to free a large file, and many uploads may end at once.
            await asyncio.shield(asyncio.to_thread(file.close))

    def _new_file(self) -> IO[bytes]:
        # `mkdir` sets the mode of the last folder only, so each folder has its own call.
        for folder in (self._folder.parent, self._folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return NamedTemporaryFile(dir=self._folder, prefix="upload-", buffering=0)

    async def _save(self, chunks: AsyncIterator[bytes], file: IO[bytes]) -> None:
        waiting = bytearray()
        async for chunk in chunks:
            waiting += chunk
            if len(waiting) >= _WRITE_BYTES:
                await self._write(file, waiting)
        await self._write(file, waiting)

    async def _write(self, file: IO[bytes], waiting: bytearray) -> None:
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
    """Deletes files of workers that were killed, and of an earlier process with the id of this one."""
    with suppress(FileNotFoundError):
        for folder in _folder(settings).iterdir():
            if folder.name == str(os.getpid()) or not _is_of_living_worker(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _folder(settings: Settings) -> Path:
    return settings.data_dir / "uploads"


def _write_all(file: IO[bytes], data: bytes) -> None:
    """Writes all of the data. An unbuffered file may take only a part of it at a time. A buffered file would
    write when it is closed, and fail once more on a full disk."""
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[file.write(remaining) :]


def _is_of_living_worker(folder: Path) -> bool:
    return folder.name.isdecimal() and is_alive(int(folder.name))


# Drains bodies that nobody needs: receives the rest of them after the response, and drops it.
#
# If the connection were closed while a client is still sending, the client would lose the response before
# reading it. Such a request holds nothing but its connection: it no longer counts as in progress, and keeps
# no other request out. The number of such requests is bounded, for each address and for each tenant, so that
# a client that announces bodies and does not send them is left with closed connections.


class BodyDrain:
    """The answered requests of a worker whose bodies are still being received."""

    def __init__(self, requests_max: int, requests_per_client: int) -> None:
        self._requests_max = max(1, requests_max // _SHARES)
        self._requests_per_client = max(1, requests_per_client // _SHARES)
        self._by_client: Counter[str] = Counter()
        self.waiting = 0

    def has_room(self, request: Request) -> bool:
        """Returns whether this request's body may be drained."""
        if self.waiting >= self._requests_max:
            return False
        return all(self._by_client[client] < self._requests_per_client for client in _clients(request))

    async def begin(self, request: Request) -> asyncio.Task[None]:
        """Begins to receive the rest of a body, up to a limit. Returns after a moment in which a small body
        arrives that was sent with the head: `request.has_unread_body` is then False, and the connection can
        serve the next request."""
        rest = asyncio.create_task(self._discard(request))
        try:
            await asyncio.wait((rest,), timeout=SENT_SECONDS_MAX)
        except asyncio.CancelledError:
            rest.cancel()
            raise
        return rest

    async def _discard(self, request: Request) -> None:
        with self._counted(request):
            await request.discard_unread_body()

    @contextmanager
    def _counted(self, request: Request) -> Iterator[None]:
        clients = _clients(request)
        self.waiting += 1
        self._by_client.update(clients)
        try:
            yield
        finally:
            self.waiting -= 1
            self._by_client.subtract(clients)
            for client in clients:
                if not self._by_client[client]:
                    del self._by_client[client]


def _clients(request: Request) -> tuple[str, ...]:
    """Returns the clients that a request counts for: its address and, once it is authenticated, its tenant or
    admin key."""
    address = client_network(request.address)
    if request.identity is None:
        return (address,)
    caller = request.identity.caller
    return (address, str(caller.tenant_id or caller.actor))
