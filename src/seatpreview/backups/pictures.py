"""The pictures of a backup: every object is stored once for all backups of a place.

A key is never given to other bytes, and objects are written before a record names them and deleted after it
has forgotten them. So the records are copied first, then the objects that this copy names and that the place
does not have yet.
"""

import asyncio
import gzip
import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import msgspec

from seatpreview.cli.command_errors import CommandError
from seatpreview.imagery.image_processing import CONTENT_TYPES, extension_of
from seatpreview.objects.store import Objects
from seatpreview.problems import Problem
from seatpreview.results.json_encoding import encode

_OBJECT_KEY = re.compile(r"(ven_[A-Za-z0-9]+/img_[A-Za-z0-9]+)/[A-Za-z0-9._/-]+")
_COPIES_MAX = 4
"""Objects that are copied at the same time, each of which is in memory whole."""
_LIST_BYTES_MAX = 1 << 30
_CONTENT_TYPES = {extension_of(content_type): content_type for content_type in CONTENT_TYPES}


class PictureList(msgspec.Struct, frozen=True, kw_only=True):
    """The objects of a backup, and the images of its records that had none when it was taken."""

    objects: list[str]
    missing: list[str]


def images_of(records: Path) -> set[str]:
    """Returns the images that a copy of the records names, as the beginnings of the keys of their objects."""
    with closing(sqlite3.connect(records)) as connection:
        rows = connection.execute("SELECT venue_id, image_id FROM images").fetchall()
    return {f"{venue_id}/{image_id}" for venue_id, image_id in rows}


def list_pictures(images: set[str], source: Objects) -> PictureList:
    """Lists the objects of these images."""
    found = [key for key in asyncio.run(_keys(source)) if _image_of(key) in images]
    return PictureList(objects=sorted(found), missing=sorted(images - set(map(_image_of, found))))


def write_list(pictures: PictureList, path: Path) -> None:
    """Writes a list of pictures, compressed: it may have a line for each of a million tiles."""
    path.write_bytes(gzip.compress(encode(pictures), compresslevel=6, mtime=0))


def read_list(path: Path) -> PictureList:
    """Reads a list of pictures."""
    try:
        with gzip.open(path) as file:
            return msgspec.json.decode(file.read(_LIST_BYTES_MAX), type=PictureList)
    except (OSError, EOFError, msgspec.MsgspecError) as fault:
        raise CommandError(f"{path.name} is damaged: {fault}.") from fault


def copy_missing(
    wanted: Iterable[str], source: Objects, target: Objects, on_progress: Callable[[int, int], None]
) -> list[str]:
    """Copies the objects that the target lacks. Returns those that the source has not."""
    return asyncio.run(_copy_missing(wanted, source, target, on_progress))


def missing_in(wanted: Iterable[str], objects: Objects) -> list[str]:
    """Returns the objects that are not in the store."""
    present = set(asyncio.run(_keys(objects)))
    return [key for key in wanted if key not in present]


def delete_unnamed(named: set[str], objects: Objects) -> int:
    """Deletes objects that no backup names any more, and nothing that is no object of an image."""
    return asyncio.run(_delete_unnamed(named, objects))


async def _copy_missing(
    wanted: Iterable[str], source: Objects, target: Objects, on_progress: Callable[[int, int], None]
) -> list[str]:
    present = set(await _keys(target))
    missing = [key for key in wanted if key not in present]
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


async def _delete_unnamed(named: set[str], objects: Objects) -> int:
    unnamed = [key for key in await _keys(objects) if key not in named and _image_of(key)]
    for key in unnamed:
        await objects.delete(key)
    return len(unnamed)


async def _keys(objects: Objects) -> list[str]:
    return await objects.keys()


def _content_type_of(key: str) -> str:
    """Returns the media type of an object by its extension: a folder stores none, and a bucket sends it."""
    return _CONTENT_TYPES.get(key.rpartition(".")[2], "application/octet-stream")


def _image_of(key: str) -> str:
    """Returns the part of a key that stands for an image; empty for other objects, such as preview images."""
    match = _OBJECT_KEY.fullmatch(key)
    return match[1] if match else ""


def sentence_of(problem: Problem) -> str:
    """Says why objects could not be read or written, with the storage's own reason."""
    return str(problem.__cause__ or problem.detail).partition("\n")[0].rstrip(".")
