"""What an image file says beside its pixels, removed without touching them.

A camera writes down where and when a photo was taken, by whom, and often a second, uncropped picture. Of
each file only what is needed to show its pixels in their right colours is taken over. Whatever is not
known to be that is left out, and so is all that follows the image's end.
"""

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

JPEG_SCANS_MAX = 100
"""A file of many small scans would keep the decoder busy for hours."""


class PictureRefused(ValueError):
    """An upload that is not taken. The message is a sentence about it, without its subject."""


class Bare(NamedTuple):
    """An image without what it said beside its pixels, and the EXIF data that it came with."""

    data: bytes
    exif: bytes


def bare_jpeg(data: bytes) -> Bare:
    kept, exif = [b"\xff\xd8"], b""
    for marker, part in _jpeg_parts(data):
        payload = part[4:]
        if marker == _APP1 and payload.startswith(b"Exif\0\0"):
            exif = exif or payload
        elif marker == _APP0 and payload.startswith(b"JFIF\0") and len(payload) >= 14:
            # Its version and density; a thumbnail that may follow shows what was cut off.
            kept.append(b"\xff\xe0\x00\x10" + payload[:12] + b"\0\0")
        elif (
            marker not in _JPEG_TALK
            or (marker == _APP2 and payload.startswith(b"ICC_PROFILE\0"))
            or (marker == _APP14 and payload.startswith(b"Adobe"))
        ):
            kept.append(part)
    return Bare(b"".join(kept), exif)


def bare_png(data: bytes) -> Bare:
    kept, exif = [data[:8]], b""
    for name, chunk in _png_chunks(data):
        if name == b"acTL":
            raise PictureRefused("is animated; send a single picture")
        if name == b"eXIf":
            exif = chunk[8:-4]
        if name in _PNG_KEPT:
            kept.append(chunk)
    return Bare(b"".join(kept), exif)


def bare_webp(data: bytes, pixels_max: int) -> Bare:
    """Its size is judged here, since the decoder makes room for the picture as soon as it sees the file."""
    kept, exif = [], b""
    for name, chunk in _webp_chunks(data):
        if name in (b"ANIM", b"ANMF"):
            raise PictureRefused("is animated; send a single picture")
        if name == b"EXIF":
            exif = chunk[8:]
        if name in _WEBP_KEPT:
            _check_webp_size(name, chunk, pixels_max)
            chunk = _without_talk(chunk) if name == b"VP8X" else chunk
            kept.append(chunk + b"\0" * (len(chunk) % 2))
    body = b"WEBP" + b"".join(kept)
    return Bare(b"RIFF" + struct.pack("<I", len(body)) + body, exif)


_APP0, _APP1, _APP2, _APP14 = 0xE0, 0xE1, 0xE2, 0xEE
_SOS, _EOI = 0xDA, 0xD9
_JPEG_ALONE = frozenset((0x01, *range(0xD0, 0xD9)))
"""Markers without a length, none of which stands between the segments of a sound file."""
_JPEG_TALK = frozenset((*range(0xE0, 0xF0), *range(0xF0, 0xFF)))
"""Application data, JPEG's unused markers, and comments (0xFE)."""
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Every segment; a scan's together with its coded data. Ends with the image's end, whatever follows."""
    place, scans = 2, 0
    while True:
        while data[place : place + 2] == b"\xff\xff":  # Fill bytes.
            place += 1
        head = data[place : place + 4]
        if len(head) < 2 or head[0] != 0xFF or head[1] in _JPEG_ALONE:
            raise _broken("JPEG")
        marker = head[1]
        if marker == _EOI:
            yield marker, head[:2]
            return
        end = place + 2 + int.from_bytes(head[2:], "big")
        if len(head) < 4 or end < place + 4 or end > len(data):
            raise _broken("JPEG")
        if marker == _SOS:
            scans += 1
            if scans > JPEG_SCANS_MAX:
                raise PictureRefused(f"has more than {JPEG_SCANS_MAX} scans; save it again as a plain JPEG")
            found = _NEXT_MARKER.search(data, end)
            if found is None:
                raise _broken("JPEG")
            end = found.start()
        yield marker, data[place:end]
        place = end


_PNG_KEPT = frozenset(
    (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP")
)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    place, name = 8, b""
    while name != b"IEND":
        head = data[place : place + 8]
        end = place + 12 + int.from_bytes(head[:4], "big")
        if len(head) < 8 or end > len(data):
            raise _broken("PNG")
        name = head[4:]
        yield name, data[place:end]
        place = end


_WEBP_KEPT = frozenset((b"VP8X", b"ICCP", b"ALPH", b"VP8 ", b"VP8L"))
_WEBP_EXIF, _WEBP_XMP, _WEBP_ANIMATION = 0x08, 0x04, 0x02


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    end_of_file = 8 + int.from_bytes(data[4:8], "little")
    if end_of_file > len(data):
        raise _broken("WebP")
    place = 12
    while place < end_of_file:
        head = data[place : place + 8]
        end = place + 8 + int.from_bytes(head[4:], "little")
        if len(head) < 8 or end > end_of_file:
            raise _broken("WebP")
        yield head[:4], data[place:end]
        place = end + end % 2


def _check_webp_size(name: bytes, chunk: bytes, pixels_max: int) -> None:
    """The three kinds of header each have their own way to say it, in 14 or 24 bits a side."""
    if name == b"VP8X":
        width = 1 + int.from_bytes(chunk[12:15], "little")
        height = 1 + int.from_bytes(chunk[15:18], "little")
    elif name == b"VP8L":
        sides = int.from_bytes(chunk[9:13], "little")
        width, height = 1 + (sides & 0x3FFF), 1 + (sides >> 14 & 0x3FFF)
    elif name == b"VP8 ":
        width = int.from_bytes(chunk[14:16], "little") & 0x3FFF
        height = int.from_bytes(chunk[16:18], "little") & 0x3FFF
    else:
        return
    if width * height > pixels_max:
        raise too_many_pixels(width, height, pixels_max)


def _without_talk(chunk: bytes) -> bytes:
    """The extended header: no longer promising EXIF and XMP data that are not there any more."""
    if len(chunk) < 18:
        raise _broken("WebP")
    flags = chunk[8]
    if flags & _WEBP_ANIMATION:
        raise PictureRefused("is animated; send a single picture")
    return chunk[:8] + bytes((flags & ~(_WEBP_EXIF | _WEBP_XMP),)) + chunk[9:]


def too_many_pixels(width: int, height: int, pixels_max: int) -> PictureRefused:
    return PictureRefused(f"has {width} x {height} pixels; at most {pixels_max:,} are taken")


def _broken(type_: str) -> PictureRefused:
    return PictureRefused(f"is a {type_} file that is broken or not whole")
