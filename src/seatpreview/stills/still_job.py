"""What is asked of the process that draws stills, and what it returns."""

from typing import NamedTuple

import msgspec

PIXELS = 960
"""The length of a side of a still. It is a square, of which a view of any shape shows the middle."""
SMALL_PIXELS = 400

STILL_BYTES_MAX = 250_000
"""A still with more bytes is refused."""

_WEBP = (b"RIFF", b"WEBP")


class StillEye(msgspec.Struct, frozen=True):
    """The position of the eyes, as in previews."""

    x: float
    y: float
    z: float


class StillLook(msgspec.Struct, frozen=True):
    """The direction of view and the field of view, in degrees."""

    yaw: float
    pitch: float
    fov: float


class StillJob(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A still to draw, as the page reads it (web/source/rendering/venue-still.ts)."""

    eye: StillEye
    look: StillLook
    pixels: int = PIXELS
    small_pixels: int = SMALL_PIXELS


class DrawnStill(NamedTuple):
    """A still as WebP files."""

    full: bytes
    small: bytes

    @property
    def is_valid(self) -> bool:
        """Whether both are WebP files of a permitted size. A browser wrote them, which a worker need not
        trust."""
        return all(
            len(file) <= STILL_BYTES_MAX and (file[:4], file[8:12]) == _WEBP
            for file in (self.full, self.small)
        )
