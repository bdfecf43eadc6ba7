"""Places in pictures where a file can be hidden without being a pixel of it, each made by hand."""

import io
import struct
import zlib
from collections.abc import Callable

from PIL import Image

SECRET = b"<script>hidden-in-a-picture-4711</script>"
"""What is hidden. Its length is 41: no length of a field of a picture."""


def png_of_chunks(header: bytes, *chunks: tuple[bytes, bytes]) -> bytes:
    """Returns a PNG with this IHDR and these chunks, and its end."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in ((b"IHDR", header), *chunks, (b"IEND", b""))
    )


def _header(width: int, height: int, depth: int, colour: int) -> bytes:
    return struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)


def png_with_colours_that_no_pixel_has() -> bytes:
    """A palette of 256 colours, of which the pixels use two. The others spell the secret."""
    spelled = SECRET + b"\0" * (-len(SECRET) % 3)
    palette = b"\xff\xff\xff\x10\x20\x30" + spelled
    rows = b"".join(b"\0" + bytes(column % 2 for column in range(64)) for _ in range(48))
    chunks = ((b"PLTE", palette), (b"tRNS", b"\xff\xff" + SECRET[: len(spelled) // 3]))
    return png_of_chunks(_header(64, 48, 8, 3), *chunks, (b"IDAT", zlib.compress(rows)))


def png_with_rows_below_its_height() -> bytes:
    """Pixels that go on below the last row, and bytes behind the end of the compressed stream."""
    rows = b"".join(b"\0" + b"\x10\x20\x30" * 64 for _ in range(48))
    below = (b"\0" + (SECRET * 8)[: 64 * 3].ljust(64 * 3, b"\0")) * 48
    return png_of_chunks(_header(64, 48, 8, 2), (b"IDAT", zlib.compress(rows + below, 0) + SECRET * 4))


def png_with_a_second_frame() -> bytes:
    """An animation whose second frame nobody sees who looks at the first."""
    size = (64, 48)
    row = (SECRET * 5)[: 64 * 3]
    hidden = Image.frombytes("RGB", size, row * 48)
    file = io.BytesIO()
    Image.new("RGB", size, (16, 32, 48)).save(file, "PNG", save_all=True, append_images=[hidden])
    return file.getvalue()


def png_with_words_in_every_chunk_for_words() -> bytes:
    """The secret as text, palette, scale, private chunk and EXIF data, before and behind the pixels."""
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
    return png_of_chunks(_header(64, 48, 8, 2), *before, (b"IDAT", rows), *behind)


def jpeg_with_two_pictures() -> bytes:
    """A multi-picture file, as cameras for depth write it: the second picture has the secret as comment."""
    first, second = (Image.new("RGB", (64, 48), colour) for colour in ((16, 32, 48), (200, 30, 30)))
    second.info["comment"] = SECRET
    file = io.BytesIO()
    first.save(file, "MPO", save_all=True, append_images=[second], comment=SECRET)
    return file.getvalue() + SECRET


def jpeg_with_tables_that_no_part_uses() -> bytes:
    """A quantization table that no component names, and fields of applications, one of them between scans."""
    file = io.BytesIO()
    Image.new("RGB", (64, 48), (16, 32, 48)).save(file, "JPEG", progressive=True)
    data = file.getvalue()
    table = bytes(max(1, each) for each in (SECRET * 2)[:64])
    unused = b"\xff\xdb" + struct.pack(">H", 67) + b"\x03" + table
    field = b"\xff\xef" + struct.pack(">H", 2 + len(SECRET)) + SECRET
    last_scan = data.rindex(b"\xff\xda")
    return data[:2] + unused + field + data[2:last_scan] + field + data[last_scan:]


def webp_with_later_frames() -> bytes:
    """An animation, whose second frame spells the secret without loss, and chunks that are not known."""
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
    """Boxes at the end of the file that nothing refers to: free, of a private kind, and more media data."""
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
    """A sequence, whose second frame nobody sees who looks at the first."""
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
    """A JPEG of 16 x 16 pixels, white at the top left and black elsewhere, that says that it is 8 x 8.

    Its only unit of blocks is 16 x 16, three quarters of which are behind the edge.
    """
    picture = Image.new("RGB", (16, 16), (0, 0, 0))
    picture.paste((255, 255, 255), (0, 0, 8, 8))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=95, subsampling="4:2:0")
    return resized_jpeg(file.getvalue(), 8, 8)


def resized_jpeg(data: bytes, width: int, height: int) -> bytes:
    """Returns the same JPEG with another size in its header, so that what is behind the edge can be seen."""
    for marker in (b"\xff\xc0", b"\xff\xc2"):
        at = data.find(marker)
        if at >= 0:
            return data[: at + 5] + struct.pack(">HH", height, width) + data[at + 9 :]
    raise AssertionError("it is no JPEG")


def jpeg_of_very_many_scans(scans: int) -> bytes:
    """A progressive JPEG of 2000 x 2000 grey pixels, the last scan of which is repeated so many times."""
    file = io.BytesIO()
    Image.new("L", (2000, 2000), 128).save(file, "JPEG", progressive=True)
    data = file.getvalue()
    scan = data[data.rindex(b"\xff\xda") : data.rindex(b"\xff\xd9")]
    return data[: data.rindex(b"\xff\xd9")] + scan * scans + b"\xff\xd9"


def png_of_texts_that_unpack(texts: int) -> bytes:
    """A small PNG with so many texts, each of a few kB in the file and of 4 MB once it is unpacked."""
    rows = zlib.compress(b"".join(b"\0" + b"\x10\x20\x30" * 64 for _ in range(48)))
    packed = zlib.compress(b"a" * (4 << 20), 9)
    chunks = [(b"zTXt", f"t{number}".encode() + b"\0\0" + packed) for number in range(texts)]
    return png_of_chunks(_header(64, 48, 8, 2), *chunks, (b"IDAT", rows), *chunks)
