"""Digests of objects: what was written, to be compared with what is there. A disk that loses a byte says
nothing."""

import asyncio
import errno
import hashlib
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from seatpreview.problems import Problem

if TYPE_CHECKING:
    # Processes that cut pictures make digests, and need no store.
    from seatpreview.objects.store import Objects

_READ_AT_ONCE = 4
"""Objects that are read at the same time."""


class ObjectDigest(NamedTuple):
    """The size and the SHA-256 of an object."""

    size_bytes: int
    sha256: str

    @classmethod
    def of(cls, data: bytes) -> "ObjectDigest":
        """Computes the digest of these bytes."""
        return cls(len(data), hashlib.sha256(data).hexdigest())


async def digest_in(objects: "Objects", key: str) -> ObjectDigest | None:
    """Reads an object, and returns its digest; None if there is none, or if the disk has lost it."""
    sha256, size_bytes = hashlib.sha256(), 0
    try:
        found = await objects.get(key)
        if found is None:
            return None
        async for chunk in found.chunks():
            sha256.update(chunk)
            size_bytes += len(chunk)
    except (Problem, OSError) as error:
        if not _is_lost_sector(error):
            raise
        return None
    return ObjectDigest(size_bytes, sha256.hexdigest())


async def each_of(keys: Iterable[str], do: Callable[[str], Awaitable[None]]) -> None:
    """Calls a function with each key, a few at the same time."""
    remaining = iter(keys)

    async def do_remaining() -> None:
        for key in remaining:
            await do(key)

    await asyncio.gather(*(do_remaining() for _ in range(_READ_AT_ONCE)))


def _is_lost_sector(error: Problem | OSError) -> bool:
    """Tells one file that a disk cannot read any more from a storage that does not answer."""
    cause = error.__cause__ if isinstance(error, Problem) else error
    return isinstance(cause, OSError) and cause.errno == errno.EIO
