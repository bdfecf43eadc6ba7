"""The object store: bytes under keys that the service chooses, in a folder or in an S3-compatible bucket."""

import asyncio
import os
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from io import FileIO
from itertools import chain, islice
from os import fstat, stat
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple, TypeVar

import obstore
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import LocalStore, S3Store

from seatpreview.objects.bucket_address import S3Address, read_address
from seatpreview.observability.measurements import Calls
from seatpreview.observability.outages import Outages, Part, cause_of_system_error
from seatpreview.problems import Cause, StorageFull, Unavailable
from seatpreview.settings.settings import SettingsFault
from seatpreview.values.clock import MICROSECONDS, Moment, moment_of
from seatpreview.values.ids import random_text

T = TypeVar("T")

ANSWER_SECONDS = 5
"""Seconds to wait for a bucket's first byte. A bucket that stays silent longer counts as down, not slow. The
transfer that follows may take a minute."""
WRITTEN_BYTES_PER_SECOND_MIN = 1_000_000
"""A write gets another second for this many bytes."""

CALLS = ("get", "put", "copy", "head", "delete", "list")
"""The calls of the store, by their names in metrics."""

DELETED_AT_ONCE = 1000
"""The most objects that one call deletes: the limit of S3."""

_LISTED_AT_ONCE = 8
"""The number of prefixes that are listed at once, before their objects are deleted."""

_PRESIGNED_MAX = 10_000
_PROBE = "probe"
_PROBE_BYTES = 65_536
"""Large enough to show that a disk has some room again."""
_CACHE_CONTROL = "public, max-age=31536000, immutable"
"""Clients may cache objects for ever, because no key with a published address is written twice."""
READING_THREADS = 8

NOT_FOUND = (FileNotFoundError, IsADirectoryError, NotADirectoryError)
READ_BYTES = 1 << 17
"""The bytes of an object that are read at once. A larger object is read as the client takes it, so a slow
client holds no more memory than this, however large the object is."""
_SYSTEM_ERROR = re.compile(r"\(os error (\d+)\)")
"""How the library writes the number of a system error."""
_WORDS = (
    ("StorageFull", Cause.STORAGE_FULL),
    ("QuotaExceeded", Cause.STORAGE_FULL),
    ("InsufficientStorage", Cause.STORAGE_FULL),
    ("NoSuchBucket", Cause.MISSING),
    ("AccessDenied", Cause.REFUSED),
    ("InvalidAccessKeyId", Cause.REFUSED),
    ("SignatureDoesNotMatch", Cause.REFUSED),
    ("timed out", Cause.SILENT),
    ("Timeout", Cause.SILENT),
    ("error sending request", Cause.UNREACHABLE),
    ("Connection refused", Cause.UNREACHABLE),
    ("ConnectError", Cause.UNREACHABLE),
)
"""Words of servers and of the library for causes that have no exception class."""


class ListedObject(NamedTuple):
    """An object in a listing of the store."""

    key: str
    size_bytes: int
    modified_at: Moment
    """When it was written, by the clock of the store."""


class ByteRange(NamedTuple):
    """The bytes from `start` up to but not including `end`."""

    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        """Whether the range contains no byte, so that it cannot be satisfied."""
        return self.start >= self.end

    @property
    def size_bytes(self) -> int:
        """The number of bytes in the range."""
        return max(0, self.end - self.start)


Select = Callable[[int], ByteRange | None]
"""A function that returns the wanted part of an object with this many bytes; None for all of it."""


def select_all(_size_bytes: int) -> ByteRange | None:
    """Selects all of an object, whatever its size."""
    return None


class StoredObject(NamedTuple):
    """An object, or a part of it."""

    size_bytes: int
    """The size of the whole object, whichever part was requested."""
    part: ByteRange | None
    """The part that was selected; None for all of it."""
    body: bytes
    """The content, if it has at most READ_BYTES bytes."""
    stream: AsyncGenerator[bytes] | None = None
    """Replaces `body` if the content has more bytes than that."""

    async def chunks(self) -> AsyncGenerator[bytes]:
        """Yields the content."""
        if self.stream is None:
            yield self.body
            return
        async for chunk in self.stream:
            yield chunk


class Objects:
    """An object store. Every method raises Unavailable if the store does not answer or refuses.

    A key is a path of plain names that the service chooses. No part of it comes from a request.
    """

    def __init__(
        self, store: LocalStore | S3Store, folder: Path | None = None, outages: Outages | None = None
    ) -> None:
        self._store = store
        self._outages = outages or Outages()
        self._folder = folder
        self._reader = None if folder is None else FolderReader(folder)
        self._presigned: dict[tuple[str, int], str] = {}
        self.calls = Calls(CALLS)

    @property
    def presigns(self) -> bool:
        """Whether clients can be given addresses of the store itself."""
        return isinstance(self._store, S3Store)

    async def put(self, key: str, data: bytes | Path, content_type: str) -> None:
        """Writes bytes or a file, completely or not at all. Once this has returned, the object survives a
        power cut."""
        with self._reporting(Part.IMAGE_WRITES, "put"):
            if self._folder is None:
                attributes = {"Content-Type": content_type, "Cache-Control": _CACHE_CONTROL}
                seconds = ANSWER_SECONDS + _size_bytes(data) / WRITTEN_BYTES_PER_SECOND_MIN
                put = self._store.put_async(key, data, attributes=attributes, use_multipart=False)
                await _answer_within(seconds, put)
                return
            # A folder stores no attributes. The file gets its name when it is complete, but is not synced.
            await self._store.put_async(key, data, use_multipart=False)
            await asyncio.to_thread(_sync, self._folder / key, self._folder)

    async def copy(self, key: str, target: str) -> bool:
        """Copies an object within the store, without its bytes passing through here. Returns False if there
        is no such object. Once this has returned True, the copy survives a power cut."""
        with self._reporting(Part.IMAGE_WRITES, "copy") as call:
            try:
                await _answer_within(ANSWER_SECONDS, self._store.copy_async(key, target))
            except NOT_FOUND:
                call.result = "missing"
                return False
            if self._folder is not None:
                await asyncio.to_thread(_sync, self._folder / target, self._folder)
            return True

    async def get(self, key: str, select: Select = select_all) -> StoredObject | None:
        """Returns the object, or the part of it that `select` chooses by its size; None if there is none.

        This is one call of the store. A bucket sends the object from its beginning, and bytes before the part
        are skipped: clients fetch parts from the bucket itself.
        """
        with self._reporting(Part.IMAGES, "get") as call:
            try:
                if self._reader is not None:
                    return await self._reader.get(key, select)
                found = await _answer_within(ANSWER_SECONDS, self._store.get_async(key))
            except NOT_FOUND:
                call.result = "missing"
                return None
            size_bytes = found.meta["size"]
            part = select(size_bytes)
            wanted = part or ByteRange(0, size_bytes)
            if size_bytes <= READ_BYTES:
                data = bytes(await found.bytes_async())
                return StoredObject(size_bytes, part, data[wanted.start : wanted.end])
            return StoredObject(size_bytes, part, b"", self._chunks(found, wanted))

    async def _chunks(self, found: "obstore.GetResult", wanted: ByteRange) -> AsyncGenerator[bytes]:
        start = 0
        with self._reporting(Part.IMAGES):
            async for chunk in found.stream(min_chunk_size=READ_BYTES):
                if start >= wanted.end:
                    return
                part = bytes(chunk)[max(0, wanted.start - start) : wanted.end - start]
                start += len(chunk)
                if part:
                    yield part

    async def size_bytes(self, key: str) -> int | None:
        """Returns the size of an object; None if there is none."""
        with self._reporting(Part.IMAGES, "head") as call:
            try:
                if self._reader is not None:
                    return await self._reader.size_bytes(key)
                return (await _answer_within(ANSWER_SECONDS, self._store.head_async(key)))["size"]
            except NOT_FOUND:
                call.result = "missing"
                return None

    async def delete(self, key: str) -> None:
        """Deletes an object. A missing object is not an error."""
        with self._reporting(Part.IMAGE_WRITES, "delete") as call:
            try:
                await _answer_within(ANSWER_SECONDS, self._store.delete_async(key))
            except FileNotFoundError:
                call.result = "missing"

    async def delete_prefixes(self, prefixes: Iterable[str]) -> int:
        """Deletes every object whose key starts with one of the prefixes, each of which ends at a path
        separator. Returns their number.

        A bucket deletes DELETED_AT_ONCE objects with one call. A folder deletes as many in one hop to a
        thread.
        """
        remaining, found, deleted = iter(prefixes), list[str](), 0
        while some := list(islice(remaining, _LISTED_AT_ONCE)):
            found += chain.from_iterable(await asyncio.gather(*map(self.keys, some)))
            while len(found) >= DELETED_AT_ONCE:
                await self._delete_many(found[:DELETED_AT_ONCE])
                del found[:DELETED_AT_ONCE]
                deleted += DELETED_AT_ONCE
        if found:
            await self._delete_many(found)
        return deleted + len(found)

    async def _delete_many(self, keys: list[str]) -> None:
        with self._reporting(Part.IMAGE_WRITES, "delete"):
            if self._folder is None:
                await self._store.delete_async(keys)
            else:
                await asyncio.to_thread(delete_files, self._folder, keys)

    async def keys(self, prefix: str = "") -> list[str]:
        """Lists the keys that start with the prefix."""
        return [found.key async for found in self.listed(prefix)]

    async def listed(self, prefix: str = "") -> AsyncGenerator[ListedObject]:
        """Yields the objects whose keys start with the prefix."""
        with self._reporting(Part.IMAGES, "list"):
            async for page in obstore.list(self._store, prefix or None, chunk_size=DELETED_AT_ONCE):
                for found in page:
                    yield ListedObject(found["path"], found["size"], moment_of(found["last_modified"]))

    async def time(self) -> Moment:
        """Returns the time by the clock of the store, which also dates its objects. An object is written,
        queried and deleted again for this."""
        key = f"clock-{random_text(20)}"
        await self.put(key, b"", "text/plain")
        try:
            with self._reporting(Part.IMAGES, "head"):
                found = await _answer_within(ANSWER_SECONDS, self._store.head_async(key))
                return moment_of(found["last_modified"])
        finally:
            await self.delete(key)

    async def probe(self) -> None:
        """Checks whether an outage has ended, because few requests may come during one. Reports outages, and
        raises nothing."""
        with suppress(Unavailable):
            if Part.IMAGES in self._outages.causes:
                await self.size_bytes(_PROBE)
            if Part.IMAGE_WRITES in self._outages.causes:
                try:
                    await self.put(_PROBE, bytes(_PROBE_BYTES), "application/octet-stream")
                finally:
                    await self.delete(_PROBE)

    @contextmanager
    def _reporting(self, part: Part, call: str | None = None) -> Iterator["_Call"]:
        """Reports failures and successes of a part, and measures the call if it has a name."""
        measured, started = _Call(), time.perf_counter()
        try:
            yield measured
            self._outages.report_success(part)
        except (BaseError, OSError) as fault:
            measured.result = "failed"
            raise problem_of_store(fault, part, self._outages) from fault
        finally:
            if call is not None:
                self.calls.add(call, measured.result, time.perf_counter() - started)

    def presign(self, key: str, at: Moment, until_seconds: int) -> str:
        """Returns an address at which anyone can GET the object from `at` until an end in seconds since 1970.

        The same key and end give the same address, so that a browser can cache the response.
        """
        if not isinstance(self._store, S3Store):
            raise TypeError("A folder cannot presign addresses.")
        address = self._presigned.get((key, until_seconds))
        if address is None:
            seconds = until_seconds - -(-at // MICROSECONDS)
            address = obstore.sign(self._store, "GET", key, timedelta(seconds=seconds))
            while len(self._presigned) >= _PRESIGNED_MAX:
                del self._presigned[next(iter(self._presigned))]
            self._presigned[key, until_seconds] = address
        return address


def problem_of_store(fault: Exception, part: Part, outages: Outages) -> Unavailable:
    """Reports a failure, and creates the problem for the client."""
    cause = cause_of(fault)
    # The first line says what happened; the rest is the library's chain of causes.
    outages.report_failure(part, cause, str(fault).partition("\n")[0])
    if cause is Cause.STORAGE_FULL:
        return StorageFull()
    return Unavailable(
        "The image storage does not answer. Try again in a few seconds.", cause=cause, retry_after_seconds=5
    )


def cause_of(fault: Exception) -> Cause:
    """Returns why an object store cannot be used."""
    text = str(fault)
    if "RequestTimeTooSkewed" in text:
        return Cause.CLOCK
    if isinstance(fault, PermissionDeniedError | UnauthenticatedError):
        return Cause.REFUSED
    number = _SYSTEM_ERROR.search(text)
    if number is not None:
        return cause_of_system_error(OSError(int(number[1]), ""))
    for words, cause in _WORDS:
        if words in text:
            return cause
    return cause_of_system_error(fault) if isinstance(fault, OSError) else Cause.OTHER


def delete_files(folder: Path, keys: Iterable[str]) -> None:
    """Deletes the files with these keys. Missing files are skipped. Call this in a thread.

    Folders that become empty are deleted too. An object that is written there meanwhile creates its folder
    again.
    """
    parents: set[Path] = set()
    for key in keys:
        path = folder / key
        with suppress(FileNotFoundError, NotADirectoryError):
            os.unlink(path)
        parents.add(path.parent)
    while parents:
        # The deepest first, so that a folder is empty when its turn comes.
        deepest = max(parents, key=lambda path: len(path.parts))
        parents.remove(deepest)
        if deepest != folder and _is_removed(deepest):
            parents.add(deepest.parent)


def _is_removed(folder: Path) -> bool:
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return True
    except OSError:  # The folder is not empty.
        return False
    return True


class _Call:
    """A call of the store and its outcome, in the words of the metrics."""

    result = "ok"


def objects_of(data_dir: Path, url: str, outages: Outages | None = None) -> Objects:
    """Opens the bucket of the address; without an address, a folder in the data folder, which is created if
    missing.

    Raises SettingsFault for an address that cannot be used or has no credentials, and for a folder that
    cannot be created.
    """
    if url:
        return Objects(bucket_of(read_address(url, os.environ)), outages=outages)
    folder = data_dir / "objects"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError as fault:
        raise SettingsFault([not_a_folder(folder)]) from fault
    return Objects(LocalStore(folder, automatic_cleanup=True), folder, outages)


def not_a_folder(path: Path) -> str:
    """Returns a message that something else is in place of the image folder: a file, or a broken link."""
    return f"The images should be in the folder {path}, but that is not a folder: is its disk mounted?"


def bucket_of(address: S3Address) -> S3Store:
    """Opens the bucket of an address, at its prefix."""
    return S3Store(
        address.bucket,
        prefix=address.prefix or None,
        region=address.region,
        config={"endpoint": address.endpoint} if address.endpoint else {},
        access_key_id=address.access_key_id,
        secret_access_key=address.secret_access_key,
        client_options={
            "allow_http": address.endpoint.startswith("http://"),
            "connect_timeout": timedelta(seconds=5),
            "timeout": timedelta(seconds=60),
        },
        retry_config={"max_retries": 2, "retry_timeout": timedelta(seconds=20)},
    )


async def _answer_within(seconds: float, answer: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError:
        raise TimeoutError(f"The bucket did not answer within {seconds:.0f} seconds.") from None


def _size_bytes(data: bytes | Path) -> int:
    return len(data) if isinstance(data, bytes) else data.stat().st_size


def _sync(file: Path, folder: Path) -> None:
    """Syncs the file's bytes, its name, and the names of the folders that were created for it."""
    for path in (file, *file.parents):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if path == folder:
            return


# Reads the files of a folder in threads: a small file is opened, read and closed in one hop.
#
# The threads are used for nothing else, so a disk that does not answer blocks no other work of the process.


class FolderReader:
    """Reads the files of a folder. Its methods raise one of NOT_FOUND if there is no such file, and another
    OSError if the folder does not answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}/"
        self._threads = ThreadPoolExecutor(READING_THREADS, thread_name_prefix="objects")

    async def get(self, key: str, select: Select) -> StoredObject:
        """Returns the part of a file that `select` chooses by its size."""
        opened = await self._run(_open, self._folder + key, select)
        stream = None if opened.file is None else self._chunks(opened.file, opened.first, opened.wanted_bytes)
        return StoredObject(opened.size_bytes, opened.part, opened.first, stream)

    async def size_bytes(self, key: str) -> int:
        """Returns the size of a file."""
        return await self._run(_file_size_bytes, self._folder + key)

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


def _file_size_bytes(path: str) -> int:
    found = stat(path)
    if not S_ISREG(found.st_mode):
        raise IsADirectoryError(path)
    return found.st_size
