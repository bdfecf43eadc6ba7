"""The images of backups: one copy of each object serves all backups of a storage, and is checked.

A key is never given to other bytes. Objects are written before a record names them, and deleted after it has
forgotten them. So a backup copies the records first, and then the objects that this copy names and that the
storage lacks, or has damaged. The list of a backup has the size and the hash of each object.

A disk that loses a byte says nothing. So a damaged object is found by reading it, and noted beside the
objects: the next backup writes it anew.
"""

import asyncio
import gzip
import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

import msgspec

from seatpreview.backups.archive import OnProgress
from seatpreview.imagery.image_processing import CONTENT_TYPES, extension_of
from seatpreview.objects.digests import ObjectDigest, digest_in, each_of
from seatpreview.objects.store import Objects
from seatpreview.problems import Problem
from seatpreview.results import encode
from seatpreview.values.command_error import CommandError

_OBJECT_KEY = re.compile(r"(ven_[A-Za-z0-9]+/img_[A-Za-z0-9]+)/[A-Za-z0-9._/-]+")
_LIST_BYTES_MAX = 1 << 30
_CONTENT_TYPES = {extension_of(content_type): content_type for content_type in CONTENT_TYPES}
SAMPLE_OBJECTS = 200
"""Objects that every check reads. Where there are no more, all are read."""

_DAMAGE_NOTE = "damaged-copies.json"


class ObjectList(msgspec.Struct, frozen=True, kw_only=True):
    """The objects of a backup, and the images that had none when the backup was taken."""

    objects: list[str]
    missing: list[str]
    digests: list[ObjectDigest | None] = []
    """The digest of each object, in their order. Empty in a backup of a release that noted none."""

    @property
    def known(self) -> dict[str, ObjectDigest]:
        """The digests that the list has, by key."""
        pairs = zip(self.objects, self.digests, strict=False)
        return {key: digest for key, digest in pairs if digest is not None}

    def with_digests(self, known: Mapping[str, ObjectDigest]) -> "ObjectList":
        """Returns this list with other digests."""
        return msgspec.structs.replace(self, digests=[known.get(key) for key in self.objects])


@dataclass
class Copied:
    """What became of objects that were to be copied."""

    digests: dict[str, ObjectDigest] = field(default_factory=dict)
    """The digests of the objects that the target has now."""
    written: list[str] = field(default_factory=list)
    """Objects that the target did not have, or not so."""
    lost: list[str] = field(default_factory=list)
    """Objects that the source does not have."""
    damaged: list[str] = field(default_factory=list)
    """Objects of the source that are not what was backed up. They were not copied."""


def images_of(records: Path) -> set[str]:
    """Returns the images that a copy of the records names, as the prefixes of their objects' keys."""
    with closing(sqlite3.connect(records)) as connection:
        rows = connection.execute("SELECT venue_id, image_id FROM images").fetchall()
    return {f"{venue_id}/{image_id}" for venue_id, image_id in rows}


def list_objects(images: set[str], source: Objects) -> ObjectList:
    """Lists the objects of these images."""
    found = [key for key in asyncio.run(source.keys()) if _image_of(key) in images]
    return ObjectList(objects=sorted(found), missing=sorted(images - set(map(_image_of, found))))


def write_list(listed: ObjectList, path: Path) -> None:
    """Writes a list, compressed: it may have a line for each of a million tiles."""
    path.write_bytes(gzip.compress(encode(listed), compresslevel=6, mtime=0))


def read_list(path: Path) -> ObjectList:
    """Reads a list."""
    try:
        with gzip.open(path) as file:
            return msgspec.json.decode(file.read(_LIST_BYTES_MAX), type=ObjectList)
    except (OSError, EOFError, msgspec.MsgspecError) as fault:
        raise CommandError(f"{path.name} is damaged: {fault}.") from fault


def copy(
    keys: list[str],
    source: Objects,
    target: Objects,
    known: Mapping[str, ObjectDigest],
    on_progress: OnProgress,
    *,
    compared: Collection[str] = (),
) -> Copied:
    """Copies objects, each whole or not at all. One that differs from its known digest is not copied. Objects
    in `compared` have none, and are written only where what the target has is cut off."""
    copied, done = Copied(), 0

    async def copy_one(key: str) -> None:
        nonlocal done
        data = await _read(key, source, known.get(key), copied)
        if data is not None:
            await _write(key, data, target, key in compared, copied)
        done += 1
        on_progress(done, len(keys))

    asyncio.run(each_of(keys, copy_one))
    return copied


def delete_unnamed(named: set[str], objects: Objects) -> None:
    """Deletes the objects of images that no backup names any more. Other objects are left alone."""
    unnamed = [key for key in asyncio.run(objects.keys()) if key not in named and _image_of(key)]
    asyncio.run(_delete(unnamed, objects))


def some(keys: list[str]) -> str:
    """Names the first of some objects in a sentence, and says how many others there are."""
    return keys[0] if len(keys) == 1 else f"{keys[0]} and {len(keys) - 1} more"


def reason_of(problem: Problem) -> str:
    """Returns why objects could not be read or written, in the storage's own words."""
    return str(problem.__cause__ or problem.detail).partition("\n")[0].rstrip(".")


async def _read(key: str, source: Objects, known: ObjectDigest | None, copied: Copied) -> bytes | None:
    found = await source.get(key)
    if found is None:
        copied.lost.append(key)
        return None
    data = b"".join([chunk async for chunk in found.chunks()])
    if not data or (known is not None and ObjectDigest.of(data) != known):
        copied.damaged.append(key)
        return None
    return data


async def _write(key: str, data: bytes, target: Objects, is_compared: bool, copied: Copied) -> None:
    digest = ObjectDigest.of(data)
    stored = await digest_in(target, key) if is_compared else None
    if stored is not None and stored != digest and stored.size_bytes >= digest.size_bytes:
        # Nobody knows which of the two is whole, and it may be the stored one.
        copied.damaged.append(key)
        return
    if stored != digest:
        await target.put(key, data, _content_type_of(key))
        copied.written.append(key)
    copied.digests[key] = digest


async def _delete(keys: list[str], objects: Objects) -> None:
    for key in keys:
        await objects.delete(key)


def _content_type_of(key: str) -> str:
    """Returns the media type of an object by its extension. A folder stores no types, and a bucket needs
    them."""
    return _CONTENT_TYPES.get(key.rpartition(".")[2], "application/octet-stream")


def _image_of(key: str) -> str:
    """Returns the prefix of a key that stands for an image; empty for other objects, such as previews."""
    match = _OBJECT_KEY.fullmatch(key)
    return match[1] if match else ""


class CheckedObjects(NamedTuple):
    """The result of a check."""

    lost: list[str]
    damaged: list[str]
    read: int
    """The number of objects that were read and compared."""


def check_objects(
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


def noted_as_damaged(objects: Objects) -> list[str]:
    """Returns the copies that earlier checks have found damaged."""
    return asyncio.run(_read_note(objects))


def note_damaged(objects: Objects, keys: Iterable[str]) -> None:
    """Notes which copies are damaged, for the next backup. Without any, the note is deleted."""
    noted = sorted(set(keys))
    if noted:
        asyncio.run(objects.put(_DAMAGE_NOTE, msgspec.json.encode(noted), "application/json"))
    else:
        asyncio.run(objects.delete(_DAMAGE_NOTE))


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


async def _read_note(objects: Objects) -> list[str]:
    found = await objects.get(_DAMAGE_NOTE)
    if found is None:
        return []
    try:
        return msgspec.json.decode(b"".join([chunk async for chunk in found.chunks()]), type=list[str])
    except msgspec.MsgspecError:
        return []
