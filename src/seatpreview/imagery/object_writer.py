"""Writes the files made from an image to the object store."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from seatpreview.imagery.computations import ProcessedFile
from seatpreview.objects.store import Objects

_WRITES_MAX = 8
"""The most objects of one image that are written concurrently."""


async def write_files(objects: Objects, prefix: str, files: Sequence[ProcessedFile], folder: Path) -> None:
    """Writes files that are in the folder under their numbers. When this returns or raises, no write is in
    progress any more."""
    remaining = iter(enumerate(files))

    async def write_remaining() -> None:
        for number, file in remaining:
            await objects.put(prefix + file.name, folder / str(number), file.content_type)

    results = await asyncio.gather(*(write_remaining() for _ in range(_WRITES_MAX)), return_exceptions=True)
    for fault in results:
        if fault is not None:
            raise fault
