"""The object store: bytes under keys that the service chooses, in a folder or in an S3-compatible bucket."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import obstore
import structlog
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.objects.address import S3Address, read_address
from seatpreview.problems import Unavailable

CHUNK_BYTES = 1 << 18

_log = structlog.get_logger("seatpreview")

_PRESIGNED_MAX = 10_000
_CACHE_CONTROL = "public, max-age=31536000, immutable"
"""Clients may cache objects for ever, since no key that they are given an address of is written twice."""


class StoredObject(NamedTuple):
    """An object, or a part of it, that is read in chunks."""

    size_bytes: int
    """The size of the whole object, whatever part of it was asked for."""
    chunks: AsyncIterator[bytes]


class Objects:
    """An object store. Every method raises Unavailable where the store does not answer or refuses.

    A key is a path of plain names that the service chooses. No part of it comes from a request.
    """

    def __init__(self, store: LocalStore | S3Store, folder: Path | None = None) -> None:
        self._store = store
        self._folder = folder
        self._presigned: dict[tuple[str, int], str] = {}

    @property
    def presigns(self) -> bool:
        """Whether clients can be given addresses of the store itself."""
        return isinstance(self._store, S3Store)

    async def put(self, key: str, data: bytes | Path, content_type: str) -> None:
        """Writes bytes or a file, whole or not at all. Once this has returned, it survives a power cut."""
        with _errors_as_unavailable():
            if self._folder is None:
                attributes = {"Content-Type": content_type, "Cache-Control": _CACHE_CONTROL}
                await self._store.put_async(key, data, attributes=attributes, use_multipart=False)
                return
            # A folder stores no attributes. The file gets its name once it is whole, but is not synced.
            await self._store.put_async(key, data, use_multipart=False)
            await asyncio.to_thread(_sync, self._folder / key, self._folder)

    async def get(self, key: str, start: int = 0, end: int | None = None) -> StoredObject | None:
        """Returns the object, or its bytes from `start` up to and without `end`; None where there is none."""
        with _errors_as_unavailable():
            try:
                if start == 0 and end is None:
                    found = await self._store.get_async(key)
                elif end is None:
                    found = await self._store.get_async(key, options={"range": {"offset": start}})
                else:
                    found = await self._store.get_async(key, options={"range": (start, end)})
            except FileNotFoundError:
                return None
            return StoredObject(found.meta["size"], _chunks(found))

    async def size_bytes(self, key: str) -> int | None:
        """Returns the size of an object; None where there is none."""
        with _errors_as_unavailable():
            try:
                return (await self._store.head_async(key))["size"]
            except FileNotFoundError:
                return None

    async def delete(self, key: str) -> None:
        """Deletes an object. Deleting one that does not exist is no error."""
        with _errors_as_unavailable():
            try:
                await self._store.delete_async(key)
            except FileNotFoundError:
                return

    async def delete_prefix(self, prefix: str) -> None:
        """Deletes every object whose key starts with the prefix, which ends where a name of the path does."""
        for key in await self.keys(prefix):
            await self.delete(key)

    async def keys(self, prefix: str = "") -> list[str]:
        """Lists the keys that start with the prefix."""
        with _errors_as_unavailable():
            pages = obstore.list(self._store, prefix or None)
            return [found["path"] async for page in pages for found in page]

    def presign(self, key: str, at: Moment, until_seconds: int) -> str:
        """Returns an address at which anyone can GET the object from `at` until an end in seconds since 1970.

        The same key and end give the same address, so that a browser can cache the response.
        """
        if not isinstance(self._store, S3Store):
            raise TypeError("A folder presigns nothing.")
        address = self._presigned.get((key, until_seconds))
        if address is None:
            seconds = until_seconds - -(-at // MICROSECONDS)
            address = obstore.sign(self._store, "GET", key, timedelta(seconds=seconds))
            while len(self._presigned) >= _PRESIGNED_MAX:
                del self._presigned[next(iter(self._presigned))]
            self._presigned[key, until_seconds] = address
        return address


def objects_of(data_dir: Path, url: str) -> Objects:
    """Opens the bucket of the address; without one, a folder in the data folder, created where it is missing.

    Raises SettingsFault for an address that cannot be used, or one without credentials.
    """
    if url:
        return Objects(_bucket(read_address(url, os.environ)))
    folder = data_dir / "objects"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Objects(LocalStore(folder, automatic_cleanup=True), folder)


def _bucket(address: S3Address) -> S3Store:
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


async def _chunks(found: "obstore.GetResult") -> AsyncIterator[bytes]:
    with _errors_as_unavailable():
        async for chunk in found.stream(min_chunk_size=CHUNK_BYTES):
            yield bytes(chunk)


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


@contextmanager
def _errors_as_unavailable() -> Iterator[None]:
    try:
        yield
    except (BaseError, OSError) as fault:
        # The first line says what happened; the rest is the library's chain of causes.
        _log.warning("the object store does not answer", reason=str(fault).partition("\n")[0])
        raise Unavailable(
            "The image storage does not answer. Try again in a few seconds.", retry_after_seconds=5
        ) from fault
