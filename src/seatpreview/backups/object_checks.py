"""Checks stored objects against their digests: the sizes of all, and the bytes of a sample or of all.

A disk that loses a byte says nothing, and one copy of each object serves all backups. So a damaged copy is
found by reading it, and noted beside the objects: the next backup writes it anew.
"""

import asyncio
import errno
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from random import SystemRandom
from typing import NamedTuple

import msgspec

from seatpreview.objects.store import Objects
from seatpreview.problems import Problem

SAMPLE_OBJECTS = 200
"""Objects that every check reads. Where there are no more, all are read."""

_READ_AT_ONCE = 4
"""Objects that are read at the same time."""
_NOTE = "damaged-copies.json"


class ObjectDigest(NamedTuple):
    """The size and the SHA-256 of an object."""

    size_bytes: int
    sha256: str

    @classmethod
    def of(cls, data: bytes) -> "ObjectDigest":
        """Computes the digest of these bytes."""
        return cls(len(data), hashlib.sha256(data).hexdigest())


class CheckedObjects(NamedTuple):
    """The result of a check."""

    lost: list[str]
    damaged: list[str]
    read: int
    """The number of objects that were read and compared."""


def check(
    keys: Iterable[str],
    known: Mapping[str, ObjectDigest],
    objects: Objects,
    *,
    thorough: bool = False,
    doubtful: Iterable[str] = (),
) -> CheckedObjects:
    """Compares the sizes of all these objects with their digests, and the bytes of a sample, of the doubtful
    ones, or of all. Of an object without a known digest, only an empty one is damaged."""
    return asyncio.run(_check(list(keys), known, objects, thorough, frozenset(doubtful)))


async def digest_in(objects: Objects, key: str) -> ObjectDigest | None:
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


def noted_as_damaged(objects: Objects) -> list[str]:
    """Returns the copies that earlier checks have found damaged."""
    return asyncio.run(_read_note(objects))


def note_damaged(objects: Objects, keys: Iterable[str]) -> None:
    """Notes which copies are damaged, for the next backup. Without any, the note is deleted."""
    noted = sorted(set(keys))
    if noted:
        asyncio.run(objects.put(_NOTE, msgspec.json.encode(noted), "application/json"))
    else:
        asyncio.run(objects.delete(_NOTE))


async def _check(
    keys: list[str],
    known: Mapping[str, ObjectDigest],
    objects: Objects,
    thorough: bool,
    doubtful: frozenset[str],
) -> CheckedObjects:
    sizes = {found.key: found.size_bytes async for found in objects.listed()}
    present = [key for key in keys if key in sizes]
    damaged = [key for key in present if not _has_right_size(sizes[key], known.get(key))]
    wrong_sizes = frozenset(damaged)
    readable = [key for key in present if key in known and key not in wrong_sizes]
    chosen = readable if thorough else _sample(readable, doubtful)

    async def compare(key: str) -> None:
        if await digest_in(objects, key) != known[key]:
            damaged.append(key)

    await each_of(chosen, compare)
    return CheckedObjects([key for key in keys if key not in sizes], sorted(damaged), len(chosen))


def _has_right_size(size_bytes: int, digest: ObjectDigest | None) -> bool:
    return size_bytes > 0 if digest is None else size_bytes == digest.size_bytes


def _sample(keys: list[str], doubtful: frozenset[str]) -> list[str]:
    """Chooses by chance, so that repeated checks come to all of them in time."""
    by_chance = SystemRandom().sample(keys, min(SAMPLE_OBJECTS, len(keys)))
    return [*by_chance, *(doubtful.intersection(keys) - set(by_chance))]


def _is_lost_sector(error: Problem | OSError) -> bool:
    """Tells one file that a disk cannot read any more from a storage that does not answer."""
    cause = error.__cause__ if isinstance(error, Problem) else error
    return isinstance(cause, OSError) and cause.errno == errno.EIO


async def _read_note(objects: Objects) -> list[str]:
    found = await objects.get(_NOTE)
    if found is None:
        return []
    try:
        return msgspec.json.decode(b"".join([chunk async for chunk in found.chunks()]), type=list[str])
    except msgspec.MsgspecError:
        return []
