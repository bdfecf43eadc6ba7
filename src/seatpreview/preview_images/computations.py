"""Makes preview images: pure functions of bytes, which run in separate processes."""

import io

import msgspec
from PIL import Image, ImageOps

from seatpreview.imagery.image_processing import opaque
from seatpreview.labels.model import place_of
from seatpreview.preview_images.captions import Caption, encode_jpeg, paint_caption
from seatpreview.preview_images.panorama_view import Direction, cut_view, needed_width
from seatpreview.preview_images.venue_map import draw_map
from seatpreview.venues.computations import layout_of
from seatpreview.venues.imagery_kinds import Projection

FORM = 3
"""The version of the way images are drawn. Raising it invalidates images that were stored before."""


class CutoutRequest(msgspec.Struct, frozen=True, array_like=True):
    """An image that is cut out of an uploaded one."""

    size: tuple[int, int]
    projection: Projection
    direction: tuple[float, float, float]
    """To the right of the uploaded image's middle and up, and the field of view, in degrees."""
    caption: Caption


class StillRequest(msgspec.Struct, frozen=True, array_like=True):
    """An image that is the middle of a still."""

    size: tuple[int, int]
    caption: Caption


class MapRequest(msgspec.Struct, frozen=True, array_like=True):
    """An image of the venue from above."""

    size: tuple[int, int]
    configuration: str | None
    places: tuple[tuple[str, ...], ...]
    """The ids of the section, row and seat of each place, as far as it has them. The row of a seat in a
    section without rows is empty."""
    caption: Caption


def make_cutout(request: bytes, data: bytes) -> bytes:
    """Returns the JPEG of an image that is cut out of an uploaded one."""
    asked = msgspec.msgpack.decode(request, type=CutoutRequest)
    image = Image.open(io.BytesIO(data))
    if asked.projection == "flat":
        cover = max(asked.size[0] / image.width, asked.size[1] / image.height)
        _decode_smaller(image, image.width * cover)
        view = ImageOps.fit(opaque(image), asked.size, Image.Resampling.LANCZOS)
    else:
        direction = Direction(*asked.direction)
        share = image.width / max(image.width, 2 * image.height)
        _decode_smaller(image, needed_width(asked.size, direction) * share)
        view = cut_view(opaque(image), asked.size, direction)
    return encode_jpeg(paint_caption(view, asked.caption))


def make_of_still(request: bytes, data: bytes) -> bytes:
    """Returns the JPEG of the middle of a still. The longer side has the still's field of view."""
    asked = msgspec.msgpack.decode(request, type=StillRequest)
    still = opaque(Image.open(io.BytesIO(data)))
    view = ImageOps.fit(still, asked.size, Image.Resampling.LANCZOS)
    return encode_jpeg(paint_caption(view, asked.caption))


def make_map(request: bytes, document: bytes, compiled: bytes) -> bytes:
    """Returns the JPEG of the venue from above, with a place marked."""
    asked = msgspec.msgpack.decode(request, type=MapRequest)
    layout = layout_of(compiled, document)
    configuration = None if asked.configuration is None else layout.configurations.get(asked.configuration)
    places = [place_of(*ids) for ids in asked.places]
    return encode_jpeg(draw_map(asked.size, layout, configuration, places, asked.caption))


def _decode_smaller(image: Image.Image, width: float) -> None:
    """Lets a JPEG be decoded at a fraction of its size that is still at least this wide, which takes less
    time and memory. Other formats are decoded at full size."""
    image.draft("RGB", (round(width), 1))
