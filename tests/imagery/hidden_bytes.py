"""Files with a text in places that decoders pass over, by the name of the place."""

import io
import struct
import zlib
from collections.abc import Callable, Iterator

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


SECRET = b"<script>hidden-in-a-picture-4711</script>"
"""The bytes that are hidden. No field of an image has their length of 41."""


def _png_of_chunks(depth_and_colour: tuple[int, int], *chunks: tuple[bytes, bytes]) -> bytes:
    """Returns a PNG of 64 x 48 pixels with these chunks."""
    header = struct.pack(">IIBBBBB", 64, 48, *depth_and_colour, 0, 0, 0)
    parts = ((b"IHDR", header), *chunks, (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(name, data) for name, data in parts)


def png_with_colours_that_no_pixel_has() -> bytes:
    """A palette of which the pixels use two colours. The others spell the secret."""
    spelled = SECRET + b"\0" * (-len(SECRET) % 3)
    palette = b"\xff\xff\xff\x10\x20\x30" + spelled
    rows = b"".join(b"\0" + bytes(column % 2 for column in range(64)) for _ in range(48))
    chunks = ((b"PLTE", palette), (b"tRNS", b"\xff\xff" + SECRET[: len(spelled) // 3]))
    return _png_of_chunks((8, 3), *chunks, (b"IDAT", zlib.compress(rows)))


def png_with_rows_below_its_height() -> bytes:
    """More rows than the height says, and bytes after the end of the compressed stream."""
    rows = b"".join(b"\0" + b"\x10\x20\x30" * 64 for _ in range(48))
    below = (b"\0" + (SECRET * 8)[: 64 * 3].ljust(64 * 3, b"\0")) * 48
    return _png_of_chunks((8, 2), (b"IDAT", zlib.compress(rows + below, 0) + SECRET * 4))


def png_with_a_second_frame() -> bytes:
    """An animation whose second frame spells the secret."""
    size = (64, 48)
    row = (SECRET * 5)[: 64 * 3]
    hidden = Image.frombytes("RGB", size, row * 48)
    return encode(Image.new("RGB", size, (16, 32, 48)), "PNG", save_all=True, append_images=[hidden])


def png_with_words_in_every_chunk_for_words() -> bytes:
    """The secret as text, palette, scale, private chunk and EXIF data, before and after the pixels."""
    rows = zlib.compress(b"".join(b"\0" + b"\x10\x20\x30" * 64 for _ in range(48)))
    packed = zlib.compress(SECRET)
    before = (
        (b"sPLT", SECRET[:20] + b"\0\x08" + (SECRET * 6)[:60]),
        (b"pCAL", b"x\0" + b"\0" * 8 + b"\0\2" + SECRET + b"\0" + b"1\0" + b"2"),
        (b"iCCP", b"x\0\0" + packed),
        (b"eXIf", b"MM\0*\0\0\0\x08\0\0" + SECRET),
        (b"prVt", SECRET),
    )
    behind = ((b"zTXt", b"x\0\0" + packed), (b"iTXt", b"x\0\1\0\0\0" + packed), (b"tEXt", b"x\0" + SECRET))
    return _png_of_chunks((8, 2), *before, (b"IDAT", rows), *behind)


def jpeg_with_two_pictures() -> bytes:
    """A multi-picture file, as stereo cameras write it, with the secret as comment of the second one."""
    first, second = (Image.new("RGB", (64, 48), colour) for colour in ((16, 32, 48), (200, 30, 30)))
    second.info["comment"] = SECRET
    file = io.BytesIO()
    first.save(file, "MPO", save_all=True, append_images=[second], comment=SECRET)
    return file.getvalue() + SECRET


def jpeg_with_tables_that_no_part_uses() -> bytes:
    """A quantization table that no component uses, and application segments, one of them between scans."""
    data = encode(Image.new("RGB", (64, 48), (16, 32, 48)), "JPEG", progressive=True)
    table = bytes(max(1, each) for each in (SECRET * 2)[:64])
    unused = b"\xff\xdb" + struct.pack(">H", 67) + b"\x03" + table
    field = b"\xff\xef" + struct.pack(">H", 2 + len(SECRET)) + SECRET
    last_scan = data.rindex(b"\xff\xda")
    return data[:2] + unused + field + data[2:last_scan] + field + data[last_scan:]


def webp_with_later_frames() -> bytes:
    """An animation whose second frame spells the secret without loss, and an unknown chunk."""
    hidden = Image.frombytes("RGB", (64, 48), (SECRET * 5)[: 64 * 3] * 48)
    file = io.BytesIO()
    shown = Image.new("RGB", (64, 48), (16, 32, 48))
    shown.save(file, "WEBP", save_all=True, append_images=[hidden], lossless=True, xmp=SECRET)
    return _with_riff_chunk(file.getvalue(), b"HIDE", SECRET)


def _with_riff_chunk(data: bytes, name: bytes, content: bytes) -> bytes:
    padded = content + b"\0" * (len(content) % 2)
    body = data[8:] + name + struct.pack("<I", len(content)) + padded
    return b"RIFF" + struct.pack("<I", len(body)) + body


def avif_with_boxes_behind_it() -> bytes:
    """Boxes at the end of the file that nothing refers to: free, private, and media data."""
    file = io.BytesIO()
    Image.new("RGB", (64, 48), (16, 32, 48)).save(file, "AVIF", xmp=SECRET)
    boxes = (
        (b"free", SECRET),
        (b"uuid", b"\x47\x11" * 8 + SECRET),
        (b"mdat", SECRET * 10),
        (b"skip", SECRET),
    )
    return file.getvalue() + b"".join(
        struct.pack(">I", 8 + len(content)) + name + content for name, content in boxes
    )


def avif_with_a_second_frame() -> bytes:
    """A sequence whose second frame spells the secret."""
    hidden = Image.frombytes("RGB", (64, 48), (SECRET * 5)[: 64 * 3] * 48)
    file = io.BytesIO()
    Image.new("RGB", (64, 48), (16, 32, 48)).save(
        file, "AVIF", save_all=True, append_images=[hidden], xmp=SECRET
    )
    return file.getvalue()


HIDING_PLACES: list[Callable[[], bytes]] = [
    png_with_colours_that_no_pixel_has,
    png_with_rows_below_its_height,
    png_with_a_second_frame,
    png_with_words_in_every_chunk_for_words,
    jpeg_with_two_pictures,
    jpeg_with_tables_that_no_part_uses,
    webp_with_later_frames,
    avif_with_boxes_behind_it,
    avif_with_a_second_frame,
]


def jpeg_larger_than_it_says() -> bytes:
    """A JPEG whose header says 8 x 8 white pixels, and whose only block of 16 x 16 is black elsewhere."""
    picture = Image.new("RGB", (16, 16), (0, 0, 0))
    picture.paste((255, 255, 255), (0, 0, 8, 8))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=95, subsampling="4:2:0")
    return resized_jpeg(file.getvalue(), 8, 8)


def resized_jpeg(data: bytes, width: int, height: int) -> bytes:
    """Returns the same JPEG with another size in its header, which shows pixels beyond the edge."""
    for marker in (b"\xff\xc0", b"\xff\xc2"):
        at = data.find(marker)
        if at >= 0:
            return data[: at + 5] + struct.pack(">HH", height, width) + data[at + 9 :]
    raise AssertionError("not a JPEG")


def jpeg_of_very_many_scans(scans: int) -> bytes:
    """A progressive JPEG of 2000 x 2000 grey pixels with many more scans than it needs."""
    data = encode(Image.new("L", (2000, 2000), 128), "JPEG", progressive=True)
    scan = data[data.rindex(b"\xff\xda") : data.rindex(b"\xff\xd9")]
    return data[: data.rindex(b"\xff\xd9")] + scan * scans + b"\xff\xd9"


def png_of_texts_that_unpack(texts: int) -> bytes:
    """A small PNG with this number of texts, each of a few kB in the file and of 4 MB once unpacked."""
    rows = zlib.compress(b"".join(b"\0" + b"\x10\x20\x30" * 64 for _ in range(48)))
    packed = zlib.compress(b"a" * (4 << 20), 9)
    chunks = [(b"zTXt", f"t{number}".encode() + b"\0\0" + packed) for number in range(texts)]
    return _png_of_chunks((8, 2), *chunks, (b"IDAT", rows), *chunks)
