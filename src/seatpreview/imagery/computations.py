"""Computations on pictures and on the uses of images: pure functions, which run in processes of their own.

Decoders of pictures are the code that attackers know best. They run where there is no secret to steal, with
limits of memory and time.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from seatpreview.imagery.model import ImageUse, Uses
from seatpreview.imagery.pictures import PictureFile, read_levels, read_picture
from seatpreview.problems import ValidationFailed


class ProcessedFile(msgspec.Struct, frozen=True, array_like=True):
    """A file that was made of a picture."""

    name: str
    """Its name in the object store, below the image's."""
    content_type: str
    size_bytes: int


class ProcessedPicture(msgspec.Struct, frozen=True, array_like=True):
    """What the worker needs of a picture that was uploaded."""

    width: int
    height: int
    content_type: str
    tiles: tuple[int, int] | None
    """Columns and rows, where there are tiles."""
    sha256: str
    """The hash of the file as it was sent."""
    files: tuple[ProcessedFile, ...]
    """The picture itself, its preview and its tiles. They are in the folder under their numbers from 0 on."""


class RecordUses(msgspec.Struct, frozen=True, array_like=True):
    """Which parts of a record use images, and which images are missing."""

    uses: Uses
    """Uses of the images that were asked for, by their names."""
    missing: list[str]
    """Names that the record uses and that are not among those that exist, in order."""


def process_picture(upload: bytes, folder: bytes) -> bytes:
    """Reads the uploaded file and writes what is made of it to the folder, both given by their paths.

    Raises ValidationFailed for a file that is no picture within the limits.
    """
    data = Path(os.fsdecode(upload)).read_bytes()
    try:
        picture = read_picture(data)
    except ValueError as refusal:
        raise ValidationFailed(f"The body {refusal}.") from refusal
    files = _write(picture.files, folder)
    return msgspec.msgpack.encode(
        ProcessedPicture(
            picture.width,
            picture.height,
            picture.content_type,
            picture.tiles,
            hashlib.sha256(data).hexdigest(),
            files,
        )
    )


def process_levels(stored: bytes, folder: bytes) -> bytes:
    """Cuts a stored picture into the tiles of its smaller levels, and writes them to the folder."""
    return msgspec.msgpack.encode(_write(read_levels(Path(os.fsdecode(stored)).read_bytes()), folder))


def _write(files: Sequence[PictureFile], folder: bytes) -> tuple[ProcessedFile, ...]:
    for number, file in enumerate(files):
        (Path(os.fsdecode(folder)) / str(number)).write_bytes(file.data)
    return tuple(ProcessedFile(file.name, file.content_type, len(file.data)) for file in files)


def find_uses(document: bytes, wanted: bytes, existing: bytes) -> bytes:
    """Returns how a record uses the wanted images, and which existing ones it lacks; both lists of names are
    MessagePack, and without the second nothing is looked for."""
    found: dict[str, dict[ImageUse, None]] = {}
    record = _DECODER.decode(document)
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


class _UsedImage(msgspec.Struct):
    object: str | None = None


class _UsingSet(msgspec.Struct):
    id: str
    images: tuple[_UsedImage, ...] = ()


class _UsingAd(msgspec.Struct):
    id: str
    image: str


class _UsingRecord(msgspec.Struct, rename="camel"):
    """The part of a stored record that names images. The rest is passed over."""

    imagery_sets: tuple[_UsingSet, ...] = ()
    ads: tuple[_UsingAd, ...] = ()


_DECODER = msgspec.json.Decoder(_UsingRecord)
