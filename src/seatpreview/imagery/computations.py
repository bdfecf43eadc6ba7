"""Computations on uploads and on the uses of images: pure functions, which run in separate processes.

Image decoders are the code that attackers know best. They run where there is no secret to steal, with limits
of memory and time.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from seatpreview.imagery.image_processing import (
    CHECKSUMS,
    LEVEL_CHECKSUMS,
    ImageFile,
    ProcessedImage,
    cut_out,
    read_floor_plan,
    read_image,
    read_levels,
)
from seatpreview.imagery.model import ImageUse, PicturePart, SeatInPicture, SeatsInPicture, Uses
from seatpreview.objects.digests import ObjectDigest
from seatpreview.problems import ValidationFailed
from seatpreview.results import encode
from seatpreview.venues.image_names import decode_naming, names_in_draft


class ProcessedFile(msgspec.Struct, frozen=True, array_like=True):
    """A file made from an image."""

    name: str
    """Its name in the object store, below the image's prefix."""
    content_type: str
    size_bytes: int


class ProcessedUpload(msgspec.Struct, frozen=True, array_like=True):
    """What the worker needs to know about an uploaded image."""

    width: int
    height: int
    content_type: str
    tiles: tuple[int, int] | None
    """Columns and rows, if there are tiles."""
    sha256: str
    """The hash of the uploaded file."""
    files: tuple[ProcessedFile, ...]
    """The image itself, its preview, its tiles, and their digests. In the folder they are named by their
    numbers, from 0 on."""


class RecordUses(msgspec.Struct, frozen=True, array_like=True):
    """Which parts of a record use images, and which images are missing."""

    uses: Uses
    """Uses of the requested images, by name."""
    missing: list[str]
    """Names that the record uses but that do not exist, in order."""


def process_upload(upload: bytes, folder: bytes) -> bytes:
    """Reads the uploaded file and writes the files made from it to the folder. Both arguments are paths.

    Raises ValidationFailed for a file that is not an image within the limits.
    """
    return _process(upload, folder, read_image)


def process_floor_plan(upload: bytes, folder: bytes) -> bytes:
    """Does the same with the picture of a floor plan, which is shown as a whole and needs no tiles."""
    return _process(upload, folder, read_floor_plan)


def _process(upload: bytes, folder: bytes, read: Callable[[bytes], ProcessedImage]) -> bytes:
    data = Path(os.fsdecode(upload)).read_bytes()
    try:
        image = read(data)
    except ValueError as refusal:
        raise ValidationFailed(f"The body {refusal}.") from refusal
    files = _write(image.files, folder, CHECKSUMS)
    return msgspec.msgpack.encode(
        ProcessedUpload(
            image.width,
            image.height,
            image.content_type,
            image.tiles,
            hashlib.sha256(data).hexdigest(),
            files,
        )
    )


def find_seats(stored: bytes, part: bytes) -> bytes:
    """Returns the seats in a part of a stored picture. The first argument is its path, the second a
    `PicturePart` as MessagePack, and the result `SeatsInPicture` as JSON."""
    from seatpreview.imagery.seats_in_picture import find_seats as find

    wanted = msgspec.msgpack.decode(part, type=PicturePart)
    found = find(cut_out(Path(os.fsdecode(stored)).read_bytes(), wanted))
    rows = [
        [SeatInPicture(x=round(wanted.left + seat.x, 2), y=round(wanted.top + seat.y, 2)) for seat in row]
        for row in found.rows
    ]
    return encode(SeatsInPicture(rows=rows, size_px=found.size_px))


def process_levels(stored: bytes, folder: bytes) -> bytes:
    """Cuts a stored image into the tiles of its smaller levels, and writes them to the folder."""
    return msgspec.msgpack.encode(_write(_levels_of(stored), folder, LEVEL_CHECKSUMS))


def _levels_of(stored: bytes) -> Sequence[ImageFile]:
    return read_levels(Path(os.fsdecode(stored)).read_bytes())


def _write(files: Sequence[ImageFile], folder: bytes, checksums: str) -> tuple[ProcessedFile, ...]:
    digests = {file.name: ObjectDigest.of(file.data) for file in files}
    files = [*files, ImageFile(checksums, "application/json", msgspec.json.encode(digests))]
    for number, file in enumerate(files):
        (Path(os.fsdecode(folder)) / str(number)).write_bytes(file.data)
    return tuple(ProcessedFile(file.name, file.content_type, len(file.data)) for file in files)


def find_uses(document: bytes, wanted: bytes, existing: bytes) -> bytes:
    """Returns how a record uses the wanted images, and which images it uses that are not in `existing`. Both
    lists of names are MessagePack. An empty second list skips that search."""
    found: dict[str, dict[ImageUse, None]] = {}
    record = decode_naming(document)
    for imagery_set in record.imagery_sets:
        use = ImageUse(kind="imagerySet", id=imagery_set.id)
        for image in imagery_set.images:
            if image.object is not None:
                found.setdefault(image.object, {})[use] = None
    for ad in record.ads:
        found.setdefault(ad.image, {})[ImageUse(kind="ad", id=ad.id)] = None
    names = msgspec.msgpack.decode(wanted, type=list[str])
    missing = sorted(found.keys() - msgspec.msgpack.decode(existing, type=set[str])) if existing else []
    return msgspec.msgpack.encode(RecordUses({name: [*found.get(name, ())] for name in names}, missing))


def is_in_draft(document: bytes, name: bytes) -> bytes:
    """Returns something if a draft names an image."""
    return b"named" if name.decode() in names_in_draft(document) else b""
