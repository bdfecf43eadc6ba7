"""Files with a text in places that decoders pass over, by the name of the place."""

import io
import struct
import zlib
from collections.abc import Iterator

from PIL import Image

from imagery.sample_pictures import corners, encode

MARKER = b"<script>alert('hidden')</script>"
"""As long as the longest chunk of numbers that a PNG may keep."""


def files_with_marker() -> Iterator[tuple[str, str, bytes]]:
    """Yields the format, the place and the file."""
    for format_, places in (("JPEG", _jpegs), ("PNG", _pngs), ("WEBP", _webps), ("AVIF", _avifs)):
        for place, data in places().items():
            yield format_, place, data


def png_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(header: bytes, pixels: bytes, before: bytes = b"") -> bytes:
    chunks = png_chunk(b"IHDR", header) + before + png_chunk(b"IDAT", pixels) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def rows_of(image: Image.Image) -> bytes:
    """Returns the rows of a PNG, none of them filtered."""
    size = image.width * len(image.getbands())
    data = image.tobytes()
    return b"".join(b"\0" + data[place : place + size] for place in range(0, len(data), size))


def _pngs() -> dict[str, bytes]:
    picture = corners()
    whole, rows = encode(picture, "PNG"), rows_of(picture)
    header = struct.pack(">IIBBBBB", *picture.size, 8, 2, 0, 0, 0)
    stream = zlib.compress(rows)
    return {
        "in IDAT after its stream": png(header, stream + MARKER),
        "in an IDAT of its own": png(header, stream)[:-12] + png_chunk(b"IDAT", MARKER) + whole[-12:],
        "in the stream after the last row": png(header, _stored(rows + MARKER)),
        "after IEND": whole + MARKER,
        "in an unknown chunk": whole[:33] + png_chunk(b"prVt", MARKER) + whole[33:],
        "in a palette that is only a proposal": png(header, stream, png_chunk(b"PLTE", MARKER[:30])),
        "in primaries": png(header, stream, png_chunk(b"cHRM", MARKER)),
        "in a palette that no pixel uses": _png_with_palette(png_chunk(b"PLTE", bytes(6) + MARKER[:30])),
        "in transparencies that no pixel uses": _png_with_palette(
            png_chunk(b"PLTE", bytes(3 * 40)) + png_chunk(b"tRNS", b"\xff\xff" + MARKER)
        ),
        "in colours below full transparency": _png_with_hidden_colours(),
        "in bits after the last pixel of a row": _png_with_padding(),
    }


def _stored(data: bytes) -> bytes:
    """Returns a stream that shows its data as they are."""
    compressor = zlib.compressobj(0)
    return compressor.compress(data) + compressor.flush()


def _png_with_palette(before: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", 4, 2, 8, 3, 0, 0, 0)
    return png(header, zlib.compress(b"\0\0\1\0\1" * 2), before)


def _png_with_hidden_colours() -> bytes:
    header = struct.pack(">IIBBBBB", len(MARKER), 1, 8, 6, 0, 0, 0)
    # Red is the marker, and all of it is transparent.
    return png(header, _stored(b"\0" + b"".join(bytes((byte, 0, 0, 0)) for byte in MARKER)))


def _png_with_padding() -> bytes:
    """The last byte of each row has one pixel in its first bit, and the bits of a letter in the others."""
    header = struct.pack(">IIBBBBB", 1, len(MARKER), 1, 0, 0, 0, 0)
    return png(header, _stored(b"".join(b"\0" + bytes((byte & 0x7F,)) for byte in MARKER)))


def _jpegs() -> dict[str, bytes]:
    whole = encode(corners(), "JPEG", quality=90)
    scan = whole.index(b"\xff\xda")
    progressive = encode(corners(), "JPEG", quality=90, progressive=True)
    second_scan = progressive.index(b"\xff\xda", progressive.index(b"\xff\xda") + 2)
    segments = b"".join(_segment(marker, MARKER) for marker in (*range(0xE0, 0xF0), 0xFE, 0xF7))
    return {
        "after EOI": whole + MARKER,
        "in segments of applications and comments": whole[:2] + segments + whole[2:],
        "before EOI, after the last scan": whole[:-2] + MARKER + whole[-2:],
        "between two scans": progressive[:second_scan] + MARKER + progressive[second_scan:],
        "in a comment between two scans": progressive[:second_scan]
        + _segment(0xFE, MARKER)
        + progressive[second_scan:],
        "in a table of steps that nothing uses": whole[:scan]
        + _segment(0xDB, b"\3" + MARKER * 2)
        + whole[scan:],
        "in the steps of high frequencies": whole.replace(_last_steps(whole), MARKER),
        "in a table of codes that nothing uses": whole[:scan]
        + _segment(0xC4, b"\3" + bytes(7) + bytes((len(MARKER),)) + bytes(8) + MARKER)
        + whole[scan:],
    }


def _segment(marker: int, data: bytes) -> bytes:
    return b"\xff" + bytes((marker,)) + struct.pack(">H", 2 + len(data)) + data


def _last_steps(jpeg: bytes) -> bytes:
    """Returns the last steps of the first table: a picture of four plain fields has no such frequencies."""
    start = jpeg.index(b"\xff\xdb") + 5
    return jpeg[start + 64 - len(MARKER) : start + 64]


def _webps() -> dict[str, bytes]:
    lossy, lossless = encode(corners(), "WEBP"), encode(corners(), "WEBP", lossless=True)
    extended = b"VP8X" + struct.pack("<I", 10) + bytes(4) + struct.pack("<I", 63)[:3] + b"\x1f\0\0"
    return {
        "after the file (lossy)": lossy + MARKER,
        "after the file (lossless)": lossless + MARKER,
        "in the chunk after the pixels (lossy)": _riff(_webp_chunk(lossy, MARKER)),
        "in the chunk after the pixels (lossless)": _riff(_webp_chunk(lossless, MARKER)),
        "in an unknown chunk": _riff(extended + lossy[12:] + _named(b"prVt", MARKER)),
        "in a second picture": _riff(extended + lossy[12:] + _named(b"ALPH", MARKER)),
        "in an unknown chunk of a simple file": _riff(lossless[12:] + _named(b"prVt", MARKER)),
    }


def _webp_chunk(webp: bytes, more: bytes) -> bytes:
    length = int.from_bytes(webp[16:20], "little")
    return _named(webp[12:16], webp[20 : 20 + length] + more)


def _named(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _riff(chunks: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks


def _avifs() -> dict[str, bytes]:
    whole = encode(corners(), "AVIF", quality=90)
    data_box = whole.index(b"mdat") - 4
    longer = struct.pack(">I", len(whole) - data_box + len(MARKER))
    return {
        "after the last box": whole + MARKER,
        "in a free box": whole + _box(b"free", MARKER),
        "in a box of anybody": whole + _box(b"uuid", bytes(16) + MARKER),
        "in data that nothing refers to": whole[:data_box] + longer + whole[data_box + 4 :] + MARKER,
    }


def _box(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", 8 + len(data)) + name + data


def decoded(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image.convert("RGBA")
