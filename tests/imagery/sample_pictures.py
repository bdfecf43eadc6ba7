"""Sample pictures for tests. Each corner has its own colour, so that a rotation can be recognised."""

import functools
import io
import random
from typing import Any

from PIL import Image

from seatpreview.imagery.image_processing import read_image

FORMATS = ["JPEG", "PNG", "WEBP", "AVIF"]
EXTENSIONS = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp", "AVIF": "avif"}
TYPES = {name: f"image/{name.lower()}" for name in FORMATS}

RED, GREEN, BLUE, GREY = (220, 20, 20), (20, 200, 20), (20, 20, 220), (128, 128, 128)

ORIENTATION = 0x0112
_GPS = 0x8825

SECRET_PLACE = b"Villa Secreta"
"""A text that is in every kind of metadata of `talkative`."""


def corners(width: int = 64, height: int = 32) -> Image.Image:
    image = Image.new("RGB", (width, height))
    half_width, half_height = (width + 1) // 2, (height + 1) // 2
    for place, colour in {
        (0, 0): RED,
        (half_width, 0): GREEN,
        (0, half_height): BLUE,
        (half_width, half_height): GREY,
    }.items():
        image.paste(colour, (*place, place[0] + half_width, place[1] + half_height))
    return image


def encode(image: Image.Image, format_: str = "JPEG", **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


def photo(width: int = 64, height: int = 32, format_: str = "JPEG", **options: Any) -> bytes:
    return encode(corners(width, height), format_, **options)


def noise(width: int, height: int) -> bytes:
    """Returns a PNG that no encoder makes smaller."""
    pixels = random.Random(1).randbytes(width * height * 3)
    return encode(Image.frombytes("RGB", (width, height), pixels), "PNG", compress_level=0)


@functools.cache
def stored(data: bytes) -> bytes:
    """Returns the file that is stored for an upload: its pixels, encoded anew."""
    return read_image(data).files[0].data


def exif(orientation: int = 1) -> Image.Exif:
    """Returns EXIF data with a location, a description and the orientation."""
    data = Image.Exif()
    data[ORIENTATION] = orientation
    data[0x010E] = SECRET_PLACE.decode()
    gps = data.get_ifd(_GPS)
    gps[1], gps[2] = "N", (52.0, 31.0, 12.0)
    gps[3], gps[4] = "E", (13.0, 24.0, 18.0)
    gps[0x1D] = "2026:11:15"
    return data


def decode(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def colour_at(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """Returns which of our colours is nearest to the pixel at a position, given as fractions of width and
    height."""
    found = image.convert("RGB").getpixel((int(x * image.width), int(y * image.height)))
    assert isinstance(found, tuple)
    return min(
        (RED, GREEN, BLUE, GREY),
        key=lambda ours: sum(abs(a - b) for a, b in zip(ours, found, strict=True)),
    )
