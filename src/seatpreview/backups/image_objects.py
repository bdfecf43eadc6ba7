"""The images of backups: one copy of each object serves all backups of a storage.

A key is never given to other bytes. Objects are written before a record names them, and deleted after it has
forgotten them. So a backup copies the records first, and then the objects that this copy names and that the
storage lacks.
"""

import asyncio
import gzip
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import msgspec

from seatpreview.backups.reporter import OnProgress
from seatpreview.imagery.image_processing import CONTENT_TYPES, extension_of
from seatpreview.objects.store import Objects
from seatpreview.problems import Problem
from seatpreview.results.json_encoding import encode
from seatpreview.values.command_error import CommandError

_OBJECT_KEY = re.compile(r"(ven_[A-Za-z0-9]+/img_[A-Za-z0-9]+)/[A-Za-z0-9._/-]+")
_COPIES_MAX = 4
"""Objects that are copied at the same time. Each is in memory as a whole."""
_LIST_BYTES_MAX = 1 << 30
_CONTENT_TYPES = {extension_of(content_type): content_type for content_type in CONTENT_TYPES}


class ObjectList(msgspec.Struct, frozen=True, kw_only=True):
    """The objects of a backup, and the images that had none when the backup was taken."""

    objects: list[str]
    missing: list[str]


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


def copy_missing(
    wanted: Iterable[str], source: Objects, target: Objects, on_progress: OnProgress
) -> list[str]:
    """Copies the objects that the target lacks. Returns those that the source lacks, too."""
    return asyncio.run(_copy_all(missing_in(wanted, target), source, target, on_progress))


def missing_in(wanted: Iterable[str], objects: Objects) -> list[str]:
    """Returns the objects that are not in the store."""
    present = set(asyncio.run(objects.keys()))
    return [key for key in wanted if key not in present]


def delete_unnamed(named: set[str], objects: Objects) -> None:
    """Deletes the objects of images that no backup names any more. Other objects are left alone."""
    unnamed = [key for key in asyncio.run(objects.keys()) if key not in named and _image_of(key)]
    asyncio.run(_delete(unnamed, objects))


def reason_of(problem: Problem) -> str:
    """Returns why objects could not be read or written, in the storage's own words."""
    return str(problem.__cause__ or problem.detail).partition("\n")[0].rstrip(".")


async def _copy_all(
    missing: list[str], source: Objects, target: Objects, on_progress: OnProgress
) -> list[str]:
    remaining, copied, lost = iter(missing), 0, []

    async def copy_remaining() -> None:
        nonlocal copied
        for key in remaining:
            if not await _copy(key, source, target):
                lost.append(key)
            copied += 1
            on_progress(copied, len(missing))

    await asyncio.gather(*(copy_remaining() for _ in range(_COPIES_MAX)))
    return lost


async def _copy(key: str, source: Objects, target: Objects) -> bool:
    found = await source.get(key)
    if found is None:
        return False
    data = b"".join([chunk async for chunk in found.chunks()])
    await target.put(key, data, _content_type_of(key))
    return True


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
