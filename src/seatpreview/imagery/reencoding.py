"""Re-encodes a decoded image, so that its file holds the pixels and nothing else.

A decoder reads what it needs and skips the rest: bytes after the compressed data, palette entries that no
pixel uses, tables that nothing refers to, colours of fully transparent pixels. Any of these could hide
something, and a file that was merely cut would still have them. PNG and lossless WebP keep every pixel. JPEG
gets the quality of the original, so that a second encoding changes almost nothing.
"""

import io
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from PIL import Image, JpegImagePlugin, PngImagePlugin

FAST_PNG_PIXELS_MIN = 4_000_000
"""Larger PNG files use run-length compression, which bounds the time for smooth images."""

_TURNED_QUALITY = 92
"""The minimum quality of a lossy image whose pixels were turned or converted, and of every lossy WebP."""
_OTHER_TABLES_QUALITY_MAX = 95
_WEBP_QUALITIES = (92, 80, 60)
"""Tried in turn. A large image of noise does not fit into a WebP of high quality."""
_WEBP_METHOD = 2
"""Higher methods take seven times as long, and save a tenth of the bytes at best."""
_AVIF_OPTIONS = {"quality": 85, "speed": 8}
"""Slower speeds gain little and take minutes for a panorama."""

_PNG_NUMBERS_MAX: Mapping[bytes, tuple[int, int]] = {
    b"cHRM": (4, 100_000),  # Coordinates of primaries, in units of 0.00001.
    b"gAMA": (4, 1_000_000),
    b"sRGB": (1, 3),
    b"cICP": (1, 22),
}
"""For each PNG chunk that says how colours are meant: the bytes of a number, and the largest one."""


def encode_unchanged(format_: str, image: Image.Image, source: bytes) -> bytes:
    """Encodes the image that was decoded from this file, which has no metadata any more."""
    if format_ == "JPEG" and isinstance(image, JpegImagePlugin.JpegImageFile):
        return save(image, "JPEG", quality=_quality_of(image), subsampling=_subsampling_of(image))
    if format_ == "PNG":
        return _encode_png(image, source)
    if format_ == "WEBP" and b"VP8L" in (source[12:16], source[30:34]):
        # More effort gains little here, and takes minutes for a panorama.
        return save(image, "WEBP", lossless=True, quality=0, method=0)
    return encode_changed(format_, image)


def encode_changed(format_: str, image: Image.Image) -> bytes:
    """Encodes an image whose pixels were turned or converted."""
    if format_ == "PNG":
        return _encode_png(image)
    if format_ == "WEBP":
        return _encode_webp(image)
    if format_ == "AVIF":
        return save(image, "AVIF", **_AVIF_OPTIONS)
    return save(image, "JPEG", quality=_TURNED_QUALITY)


def clear_hidden_colours(image: Image.Image, source: bytes = b"") -> Image.Image:
    """Returns the image without invisible colours: those of fully transparent pixels, and palette entries
    that no pixel uses. `source` is the PNG file that it was decoded from."""
    if image.mode in ("RGBA", "LA"):
        alpha = image.getchannel("A")
        is_hidden = alpha.point([255] + [0] * 255)
        image.paste((0,) * len(image.getbands()), mask=is_hidden)
    elif image.mode == "P":
        _clear_unused_entries(image)
    elif source:
        _scale_transparency(image, source)
    return image


def save(image: Image.Image, format_: str, **options: Any) -> bytes:
    """Encodes an image without metadata."""
    file = io.BytesIO()
    kept: dict[str | tuple[int, int], Any] = {
        name: value for name, value in image.info.items() if name == "transparency"
    }
    image.info = kept  # Pillow would write a comment that it finds there.
    image.save(file, format_, exif=b"", xmp=b"", icc_profile=b"", **options)
    return file.getvalue()


def _encode_png(image: Image.Image, source: bytes = b"") -> bytes:
    colours = PngImagePlugin.PngInfo()
    for name, data in _colour_chunks(source):
        colours.add(name, data)
    if image.width * image.height < FAST_PNG_PIXELS_MIN:
        return save(image, "PNG", pnginfo=colours)
    return save(image, "PNG", pnginfo=colours, compress_level=1, compress_type=zlib.Z_RLE)


def _encode_webp(image: Image.Image) -> bytes:
    for quality in _WEBP_QUALITIES[:-1]:
        try:
            return save(image, "WEBP", quality=quality, method=_WEBP_METHOD)
        except ValueError:
            continue
    return save(image, "WEBP", quality=_WEBP_QUALITIES[-1], method=_WEBP_METHOD)


def _colour_chunks(source: bytes) -> Iterable[tuple[bytes, bytes]]:
    """Yields the chunks before the pixels that say how colours are meant. Chunks with meaningless numbers are
    left out: they could be a text."""
    offset = 8
    while source and source[offset + 4 : offset + 8] != b"IDAT":
        length, name = int.from_bytes(source[offset : offset + 4], "big"), source[offset + 4 : offset + 8]
        data = source[offset + 8 : offset + 8 + length]
        if name in _PNG_NUMBERS_MAX and _is_plausible(name, data):
            yield name, data
        offset += 12 + length


def _is_plausible(name: bytes, data: bytes) -> bool:
    size, largest = _PNG_NUMBERS_MAX[name]
    numbers = [int.from_bytes(data[place : place + size], "big") for place in range(0, len(data), size)]
    return max(numbers) <= largest


def _clear_unused_entries(image: Image.Image) -> None:
    used = [count > 0 for count in image.histogram()[:256]]
    size = 256 - used[::-1].index(True)
    before = bytes(image.getpalette("RGB") or ()).ljust(3 * size, b"\0")
    image.putpalette(
        b"".join(before[3 * index : 3 * index + 3] if used[index] else bytes(3) for index in range(size))
    )
    transparency = image.info.get("transparency")
    if isinstance(transparency, bytes):
        padded = transparency.ljust(size, b"\xff")
        image.info["transparency"] = bytes(
            padded[index] if used[index] else 255 for index in range(size)
        ).rstrip(b"\xff")
    elif isinstance(transparency, int) and not used[transparency]:
        del image.info["transparency"]


def _scale_transparency(image: Image.Image, source: bytes) -> None:
    """Scales the transparent colour of a PNG as Pillow has scaled its pixels: to eight bits."""
    depth, transparency = source[24], image.info.get("transparency")
    if depth == 16 and image.mode == "RGB" and isinstance(transparency, tuple):
        image.info["transparency"] = tuple(value >> 8 for value in transparency)
    elif depth in (2, 4) and image.mode == "L" and isinstance(transparency, int):
        image.info["transparency"] = transparency * 255 // (2**depth - 1)


def _subsampling_of(image: JpegImagePlugin.JpegImageFile) -> int:
    """Returns the chroma subsampling; none if Pillow cannot write that of the file."""
    return max(0, JpegImagePlugin.get_sampling(image))


def _quality_of(image: JpegImagePlugin.JpegImageFile) -> int:
    """Returns the quality at which a second encoding changes almost nothing: that of the file if its tables
    are the usual ones, otherwise one with steps half as wide. The tables of the file are not copied, because
    they have room for a text."""
    is_colour = image.mode == "RGB"
    return max(
        _quality_of_table(image.quantization[layer[3]], _CHROMINANCE if is_colour and place else _LUMINANCE)
        for place, layer in enumerate(image.layer)
    )


def _quality_of_table(steps: list[int], usual: tuple[int, ...]) -> int:
    for quality in range(1, 101):
        if list(steps) == _scaled(usual, quality):
            return quality
    wanted_all, wanted_low = sum(steps) / 2, sum(steps[place] for place in _LOW) / 2
    for quality in range(1, _OTHER_TABLES_QUALITY_MAX):
        scaled = _scaled(usual, quality)
        if sum(scaled) <= wanted_all and sum(scaled[place] for place in _LOW) <= wanted_low:
            return quality
    return _OTHER_TABLES_QUALITY_MAX


def _scaled(usual: tuple[int, ...], quality: int) -> list[int]:
    """Returns the table of a quality, as the library of the Independent JPEG Group scales it."""
    scale = 5000 // quality if quality < 50 else 200 - 2 * quality
    return [min(255, max(1, (step * scale + 50) // 100)) for step in usual]


_LOW = [8 * row + column for row in range(4) for column in range(4 - row)]
"""Positions of low frequencies in a table, whose errors are the most visible."""

# fmt: off
_LUMINANCE = (
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
)
_CHROMINANCE = (
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
    24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    *(99,) * 32,
)
# fmt: on
"""Annex K of the JPEG standard: the tables that most encoders scale by their quality."""
