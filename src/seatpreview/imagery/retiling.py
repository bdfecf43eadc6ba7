"""Cuts panoramas of earlier versions again, so that they have tiles at every level of zoom."""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from seatpreview.context import Resources
from seatpreview.imagery import store
from seatpreview.imagery.computations import ProcessedFile, process_levels
from seatpreview.imagery.image_upload import write_files
from seatpreview.imagery.model import StoredImage
from seatpreview.problems import Problem
from seatpreview.values.ids import VenueId

_PAGE = 100


class RetiledImage(NamedTuple):
    """The result for one image."""

    venue_id: VenueId
    name: str
    failure: str | None
    """Why it could not be cut; None if it now has its levels."""


async def images_to_retile(resources: Resources, venue_id: VenueId | None) -> list[StoredImage]:
    """Returns the panoramas without levels, of one venue or of all."""
    found: list[StoredImage] = []
    position = ("", "")
    while True:
        page = await resources.database.read(store.list_without_levels, venue_id, _PAGE, position)
        found += page
        if len(page) < _PAGE:
            return found
        position = (page[-1].venue_id, page[-1].name)


async def retile(
    resources: Resources, images: list[StoredImage], on_done: Callable[[RetiledImage], None]
) -> None:
    """Cuts images one after the other. Each is finished before the next begins, so the command can be stopped
    at any time and run again: finished images are not in the list any more, and the rest is rewritten."""
    for image in images:
        failure = None
        try:
            await _retile_one(resources, image)
        except Problem as problem:
            failure = problem.detail
        except (ValueError, FileNotFoundError) as fault:
            failure = f"The stored image {fault}."
        on_done(RetiledImage(image.venue_id, image.name, failure))


async def _retile_one(resources: Resources, image: StoredImage) -> None:
    stored = await resources.objects.get(image.full_key)
    if stored is None:
        raise FileNotFoundError("is missing in the object store")
    with TemporaryDirectory(prefix="seatpreview-retile-") as folder:
        source, tiles = Path(folder) / "image", Path(folder) / "tiles"
        tiles.mkdir()
        with source.open("wb") as file:
            async for chunk in stored.chunks():
                file.write(chunk)
        cut = process_levels(os.fsencode(source), os.fsencode(tiles))
        files = msgspec.msgpack.decode(cut, type=tuple[ProcessedFile, ...])
        await write_files(resources.objects, image.prefix, files, tiles)
    at = await resources.records.check_and_get_time()
    # If the image was replaced meanwhile, there is nothing to do: its objects are deleted by their prefix.
    await resources.database.write("operator", at, store.set_levels, image)
