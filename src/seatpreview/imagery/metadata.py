"""Removes metadata from image files without changing their pixels.

A camera records where, when and by whom a photo was taken, and often a second, uncropped image. An allowlist
decides what remains: only the parts of a file that are needed to show its pixels. All other parts are
removed, and so is everything after the end of the image. The colour profile is also removed, and returned for
the conversion of the pixels (image_processing.py).
"""

import re
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

JPEG_SCANS_MAX = 100
"""A file with very many small scans would occupy the decoder for hours."""
PROFILE_BYTES_MAX = 4 << 20
"""The largest colour profile. Those of printing presses have 3 MB; a PNG could expand one to gigabytes."""


class ImageRefused(ValueError):
    """Raised for a refused upload. The message is a sentence about it, without its subject."""


class StrippedImage(NamedTuple):
    """An image file without metadata, and what was removed: its EXIF data and its colour profile."""

    data: bytes
    exif: bytes
    profile: bytes


def strip_jpeg(data: bytes) -> StrippedImage:
    """Removes the metadata of a JPEG file."""
    parts, exif = [b"\xff\xd8"], b""
    profile: list[bytes] = []
    for marker, segment in _jpeg_segments(data):
        payload = segment[4:]
        if marker == _APP1 and payload.startswith(b"Exif\0\0"):
            exif = exif or payload
        elif marker == _APP0 and payload.startswith(b"JFIF\0") and len(payload) >= 14:
            # The version and density remain. A thumbnail that may follow could show cropped parts.
            parts.append(b"\xff\xe0\x00\x10" + payload[:12] + b"\0\0")
        elif marker == _APP2 and payload.startswith(_JPEG_PROFILE):
            profile.append(payload[len(_JPEG_PROFILE) :])
        elif marker == _APP14 and payload.startswith(b"Adobe") and len(payload) >= 12:
            # This says how colours are coded. A decoder ignores what may follow.
            parts.append(b"\xff\xee\x00\x0e" + payload[:12])
        elif marker not in _JPEG_METADATA_MARKERS:
            parts.append(segment)
    # Each part of a profile begins with its number and the count of parts.
    whole = b"".join(part[2:] for part in sorted(profile, key=lambda part: part[:1]))
    return StrippedImage(b"".join(parts), exif, checked_profile(whole))


def strip_png(data: bytes) -> StrippedImage:
    """Removes the metadata of a PNG file."""
    parts, exif, profile = [(b"", data[:8])], b"", b""
    for name, chunk in _png_chunks(data):
        if name == b"acTL":
            raise ImageRefused("is animated; send a single image")
        if name == b"eXIf":
            exif = chunk[8:-4]
        if name == b"iCCP":
            profile = _png_profile(chunk[8:-4])
        if name in _PNG_PIXEL_CHUNKS or len(chunk) - 12 == _PNG_COLOUR_CHUNK_BYTES.get(name):
            parts.append((name, chunk))
    # A profile takes precedence over gamma and primaries, which only approximate it.
    overruled = (b"gAMA", b"cHRM") if profile else ()
    kept = b"".join(chunk for name, chunk in parts if name not in overruled)
    return StrippedImage(kept, exif, profile)


def strip_webp(data: bytes, pixels_max: int) -> StrippedImage:
    """Removes the metadata of a WebP file. The size is checked here, because the decoder allocates memory for
    the whole image as soon as it opens the file."""
    parts, exif, profile = [], b"", b""
    for name, chunk in _webp_chunks(data):
        if name in (b"ANIM", b"ANMF"):
            raise ImageRefused("is animated; send a single image")
        if name == b"EXIF":
            exif = chunk[8:]
        if name == b"ICCP":
            profile = checked_profile(chunk[8:])
        if name in _WEBP_ALLOWED_CHUNKS:
            _check_webp_size(name, chunk, pixels_max)
            chunk = _clear_metadata_flags(chunk) if name == b"VP8X" else chunk
            parts.append(chunk + b"\0" * (len(chunk) % 2))
    body = b"WEBP" + b"".join(parts)
    return StrippedImage(b"RIFF" + struct.pack("<I", len(body)) + body, exif, profile)


_APP0, _APP1, _APP2, _APP14 = 0xE0, 0xE1, 0xE2, 0xEE
_SOS, _EOI = 0xDA, 0xD9
_JPEG_PROFILE = b"ICC_PROFILE\0"
_JPEG_MARKERS_WITHOUT_LENGTH = frozenset((0x01, *range(0xD0, 0xD9)))
"""Markers without a length, which do not occur between the segments of a valid file."""
_JPEG_METADATA_MARKERS = frozenset((*range(0xE0, 0xF0), *range(0xF0, 0xFF)))
"""Markers of application data, unused markers, and comments (0xFE)."""
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields every segment, a scan together with its coded data, up to the end of the image."""
    offset, scans = 2, 0
    while True:
        while data[offset : offset + 2] == b"\xff\xff":  # Fill bytes.
            offset += 1
        head = data[offset : offset + 4]
        if len(head) < 2 or head[0] != 0xFF or head[1] in _JPEG_MARKERS_WITHOUT_LENGTH:
            raise _broken("JPEG")
        marker = head[1]
        if marker == _EOI:
            yield marker, head[:2]
            return
        end = offset + 2 + int.from_bytes(head[2:], "big")
        if len(head) < 4 or end < offset + 4 or end > len(data):
            raise _broken("JPEG")
        if marker == _SOS:
            scans += 1
            if scans > JPEG_SCANS_MAX:
                raise ImageRefused(f"has more than {JPEG_SCANS_MAX} scans; save it again as a plain JPEG")
            found = _NEXT_MARKER.search(data, end)
            if found is None:
                raise _broken("JPEG")
            end = found.start()
        yield marker, data[offset:end]
        offset = end


_PNG_PIXEL_CHUNKS = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS"))
_PNG_COLOUR_CHUNK_BYTES = {b"cHRM": 32, b"gAMA": 4, b"sRGB": 1, b"cICP": 4}
"""Chunks about colours and their sizes. One of another size could hide something, and is removed."""


def _png_profile(chunk: bytes) -> bytes:
    """Returns the profile of an iCCP chunk: a name, a zero byte, the method, and the compressed profile."""
    _, _, compressed = chunk.partition(b"\0")
    try:
        return checked_profile(zlib.decompressobj().decompress(compressed[1:], PROFILE_BYTES_MAX + 1))
    except zlib.error:
        return b""  # Browsers ignore it too.


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    offset, name = 8, b""
    while name != b"IEND":
        head = data[offset : offset + 8]
        end = offset + 12 + int.from_bytes(head[:4], "big")
        if len(head) < 8 or end > len(data):
            raise _broken("PNG")
        name = head[4:]
        yield name, data[offset:end]
        offset = end


_WEBP_ALLOWED_CHUNKS = frozenset((b"VP8X", b"ALPH", b"VP8 ", b"VP8L"))
_WEBP_PROFILE, _WEBP_EXIF, _WEBP_XMP, _WEBP_ANIMATION = 0x20, 0x08, 0x04, 0x02


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    end_of_file = 8 + int.from_bytes(data[4:8], "little")
    if end_of_file > len(data):
        raise _broken("WebP")
    offset = 12
    while offset < end_of_file:
        head = data[offset : offset + 8]
        end = offset + 8 + int.from_bytes(head[4:], "little")
        if len(head) < 8 or end > end_of_file:
            raise _broken("WebP")
        yield head[:4], data[offset:end]
        offset = end + end % 2


def _check_webp_size(name: bytes, chunk: bytes, pixels_max: int) -> None:
    """Reads the size from any of the three kinds of header, which have 14 or 24 bits per side."""
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


def _clear_metadata_flags(chunk: bytes) -> bytes:
    """Clears the flags of the extended header that announce what was removed."""
    if len(chunk) < 18:
        raise _broken("WebP")
    flags = chunk[8]
    if flags & _WEBP_ANIMATION:
        raise ImageRefused("is animated; send a single image")
    return chunk[:8] + bytes((flags & ~(_WEBP_PROFILE | _WEBP_EXIF | _WEBP_XMP),)) + chunk[9:]


def checked_profile(profile: bytes) -> bytes:
    """Returns a colour profile, or refuses one that is too large."""
    if len(profile) > PROFILE_BYTES_MAX:
        detail = f"has a colour profile of more than {PROFILE_BYTES_MAX:,} bytes; convert it to sRGB"
        raise ImageRefused(detail)
    return profile


def too_many_pixels(width: int, height: int, pixels_max: int) -> ImageRefused:
    """Returns the refusal of an image that has too many pixels."""
    return ImageRefused(f"has {width} x {height} pixels; at most {pixels_max:,} are accepted")


def _broken(type_: str) -> ImageRefused:
    return ImageRefused(f"is a {type_} file that is broken or incomplete")
