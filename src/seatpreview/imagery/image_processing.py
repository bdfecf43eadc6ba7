"""Processes uploads: checks the format, converts to sRGB, re-encodes the pixels, makes the preview and the
tiles.

A large panorama is cut into tiles at several levels of zoom, so that a viewer loads only what it shows. The
tiles of the full size are JPEG. The tiles of smaller sizes, which most screens load, are WebP: a third fewer
bytes at the same quality. WebP takes ten times as long to encode, too long for the full size.
"""

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from PIL import AvifImagePlugin, Image, ImageChops, ImageCms, ImageOps

from seatpreview.imagery.metadata import (
    ImageRefused,
    StrippedImage,
    checked_profile,
    strip_jpeg,
    strip_png,
    strip_webp,
    too_many_pixels,
)
from seatpreview.imagery.reencoding import clear_hidden_colours, encode_changed, encode_unchanged, save

BYTES_MAX = 50 << 20
PIXELS_MAX = 134_217_728
FLOOR_PLAN_PIXELS_MAX = 40_000_000
"""As many as the console sends. Lines on paper need fewer pixels than a panorama."""
SIDE_MAX = 32_768
PREVIEW_SIDE_MAX = 1024
PREVIEW_BYTES_MAX = 60_000
TILED_WIDTH_MIN = 4096
LEVEL_WIDTHS = (2048, 4096, 8192)
"""The widths of the smaller levels. With the full size, an image has at most 200 tiles."""

FULL = "full"
PREVIEW = "preview.jpg"
CHECKSUMS, LEVEL_CHECKSUMS = "checksums.json", "checksums-levels.json"
"""The names of files with the digests of an image's other files, and with those of levels that were cut
later."""

_JPEG = "image/jpeg"
_WEBP = "image/webp"
_FORMATS = {
    "JPEG": (_JPEG, "jpg"),
    "PNG": ("image/png", "png"),
    "WEBP": (_WEBP, "webp"),
    "AVIF": ("image/avif", "avif"),
}
CONTENT_TYPES = tuple(content_type for content_type, _ in _FORMATS.values())

_PREVIEW_SIZES = ((PREVIEW_SIDE_MAX, 70), (768, 60), (512, 50))
"""Maximum sides and qualities, tried until the preview is small enough. The last one is used in any case."""
_TILE_QUALITY = 85
_WEBP_LEVEL_WIDTH_MAX = 4096
_WEBP_OPTIONS = {"quality": 80, "method": 2}

_TRANSPOSITIONS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""The transposition for each value of EXIF's orientation."""
_ORIENTATION = 0x0112

# Pillow would only warn. The size is checked below, before anything is decoded.
Image.MAX_IMAGE_PIXELS = None
# One thread, as for every other format: one image must not use all processors.
AvifImagePlugin.DEFAULT_MAX_THREADS = 1
SAME_LEVELS_MAX = 3
"""The largest difference, in levels of 255, at which a profile still counts as sRGB. Makers round
differently."""

_SRGB = ImageCms.createProfile("sRGB")

_PROFILE_MODES = {"P": "RGB", "PA": "RGB", "RGBA": "RGB", "I;16": "L", "I": "L"}
"""For modes with other colours, the mode whose colours a profile describes."""


class ImageFile(NamedTuple):
    """A file to store for an image."""

    name: str
    content_type: str
    data: bytes


class Tiles(NamedTuple):
    """The numbers of tiles of a panorama."""

    columns: int
    rows: int


class TileLevel(NamedTuple):
    """A panorama at one width, cut into square tiles."""

    width: int
    columns: int
    rows: int

    @property
    def extension(self) -> str:
        """The file name extension of its tiles."""
        return "webp" if self.width <= _WEBP_LEVEL_WIDTH_MAX else "jpg"

    def tile_name(self, column: int | str, row: int | str) -> str:
        """Returns the file name of a tile."""
        return f"tiles/{self.width}/{column}_{row}.{self.extension}"


class ProcessedImage(NamedTuple):
    """A processed upload."""

    width: int
    height: int
    content_type: str
    extension: str
    tiles: Tiles | None
    levels: tuple[TileLevel, ...]
    files: tuple[ImageFile, ...]
    """The image itself first, then its preview, then its tiles row by row, then those of smaller levels."""


def read_floor_plan(data: bytes) -> ProcessedImage:
    """Processes a floor plan as `read_image` does, with a lower limit of pixels. It is shown as a whole, and
    never cut into tiles."""
    return read_image(data, has_tiles=False, pixels_max=FLOOR_PLAN_PIXELS_MAX)


def read_image(data: bytes, *, has_tiles: bool = True, pixels_max: int = PIXELS_MAX) -> ProcessedImage:
    """Processes an upload. The format is detected from the content, whatever name or type was sent. Without
    `has_tiles`, not even a large panorama is cut into tiles.

    The result is rotated as the EXIF data say, its colours are sRGB, and it contains nothing but its pixels.
    Raises ValueError with the reason for anything but one complete image within the limits.
    """
    if len(data) > BYTES_MAX:
        raise ImageRefused(f"has {len(data):,} bytes; at most {BYTES_MAX:,} are accepted")
    format_ = _detect_format(data)
    try:
        image, file_data = _decode_and_encode(format_, data, pixels_max)
        tiles = tile_grid(*image.size) if has_tiles else None
        files = tuple(_files(format_, image, file_data, tiles))
    except ImageRefused:
        raise
    except MemoryError:
        raise  # The fault is in the service, not in the file.
    except Exception as fault:  # Decoders raise any exception for a broken or hostile file.
        raise ImageRefused("is broken or incomplete") from fault
    content_type, extension = _FORMATS[format_]
    levels = () if tiles is None else smaller_levels(*image.size)
    return ProcessedImage(*image.size, content_type, extension, tiles, levels, files)


def read_levels(data: bytes) -> tuple[ImageFile, ...]:
    """Returns the tiles of the smaller levels of an image that `read_image` processed."""
    image = _decode(_detect_format(data), data)
    return tuple(_level_files(image))


def tile_grid(width: int, height: int) -> Tiles | None:
    """Returns the tile grid of a full panorama (2:1) that is large enough to need tiles; None for other
    images."""
    if width != 2 * height or width < TILED_WIDTH_MIN:
        return None
    return Tiles(8, 4) if width <= 8192 else Tiles(16, 8)


def smaller_levels(width: int, height: int) -> tuple[TileLevel, ...]:
    """Returns the smaller levels of a panorama with tiles. A full size of 4096 pixels is also a level,
    because its WebP tiles are smaller than the JPEG ones."""
    if tile_grid(width, height) is None:
        return ()
    return tuple(
        TileLevel(level, columns, columns // 2)
        for level, columns in zip(LEVEL_WIDTHS, (4, 8, 8), strict=True)
        if level < width or (level == width and level <= _WEBP_LEVEL_WIDTH_MAX)
    )


def extension_of(content_type: str) -> str:
    """Returns the file name extension for a media type."""
    return dict(_FORMATS.values())[content_type]


def tile_name(column: int | str, row: int | str) -> str:
    """Returns the file name of a tile."""
    return f"tiles/{column}_{row}.jpg"


def _detect_format(data: bytes) -> str:
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and b"avi" in data[8 : min(int.from_bytes(data[:4], "big"), 256)]:
        return "AVIF"
    raise ImageRefused("is not a JPEG, PNG, WebP or AVIF image")


def _decode_and_encode(format_: str, data: bytes, pixels_max: int) -> tuple[Image.Image, bytes]:
    """Returns the decoded image, rotated and in sRGB, and a file that was encoded from its pixels."""
    if format_ == "AVIF":
        decoded = _decode(format_, data, pixels_max)
        profile = checked_profile(decoded.info.pop("icc_profile", b""))
        image = ImageOps.exif_transpose(decoded)
        image = clear_hidden_colours(to_srgb(image, profile) or image)
        return image, encode_changed(format_, image)
    stripped = _strip(format_, data, pixels_max)
    decoded = clear_hidden_colours(
        _decode(format_, stripped.data, pixels_max), stripped.data if format_ == "PNG" else b""
    )
    rotated = _rotated(decoded, _orientation(stripped.exif))
    converted = to_srgb(rotated, stripped.profile)
    if converted is None and (rotated is decoded or format_ == "PNG"):
        return rotated, encode_unchanged(format_, rotated, stripped.data)
    image = converted or rotated
    return image, encode_changed(format_, image)


def _rotated(image: Image.Image, orientation: int) -> Image.Image:
    transposition = _TRANSPOSITIONS.get(orientation)
    if transposition is None:
        return image
    info: dict[str | tuple[int, int], Any] = {
        name: value for name, value in image.info.items() if name == "transparency"
    }
    image = image.transpose(transposition)
    image.info = info
    return image


def _strip(format_: str, data: bytes, pixels_max: int) -> StrippedImage:
    if format_ == "JPEG":
        return strip_jpeg(data)
    return strip_png(data) if format_ == "PNG" else strip_webp(data, pixels_max)


def _decode(format_: str, data: bytes, pixels_max: int = PIXELS_MAX) -> Image.Image:
    """Decodes an image. Opening reads only the header, so an image that is too large is never decoded."""
    image = Image.open(io.BytesIO(data), formats=(format_,))
    width, height = image.size
    if width * height > pixels_max:
        raise too_many_pixels(width, height, pixels_max)
    if not 1 <= min(width, height) <= max(width, height) <= SIDE_MAX:
        raise ImageRefused(f"has {width} x {height} pixels; each side must have 1 to {SIDE_MAX}")
    if getattr(image, "n_frames", 1) > 1:
        raise ImageRefused("is animated; send a single image")
    image.load()
    return image


def cut_out(data: bytes, box: tuple[int, int, int, int]) -> Image.Image:
    """Returns a part of a stored floor plan, in three colours on white."""
    image = _decode(_detect_format(data), data, FLOOR_PLAN_PIXELS_MAX)
    return opaque(image.crop(box)).convert("RGB")


def _orientation(exif: bytes) -> int:
    """Returns EXIF's orientation; 1, which means none, if the EXIF data cannot be read."""
    read = Image.Exif()
    try:
        read.load(exif)
        return int(read.get(_ORIENTATION, 1))
    except Exception:  # The reader raises any exception; the image itself is intact.
        return 1


def _files(format_: str, image: Image.Image, file_data: bytes, tiles: Tiles | None) -> Iterator[ImageFile]:
    content_type, extension = _FORMATS[format_]
    yield ImageFile(f"{FULL}.{extension}", content_type, file_data)
    yield ImageFile(PREVIEW, _JPEG, _preview(image))
    if tiles is None:
        return
    side = image.width // tiles.columns
    exact_side = image.width / tiles.columns
    for row in range(tiles.rows):
        for column in range(tiles.columns):
            box = (column * exact_side, row * exact_side, (column + 1) * exact_side, (row + 1) * exact_side)
            tile = opaque(image.resize((side, side), Image.Resampling.LANCZOS, box))
            data = save(tile, "JPEG", quality=_TILE_QUALITY)
            yield ImageFile(tile_name(column, row), _JPEG, data)
    yield from _level_files(image)


def _level_files(image: Image.Image) -> Iterator[ImageFile]:
    """Yields the tiles of the smaller levels, the widest first: each level is made from the one before."""
    for level in reversed(smaller_levels(*image.size)):
        size = (level.width, level.width // 2)
        if image.size != size:
            image = _without_palette(image).resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
        image = opaque(image)
        side = level.width // level.columns
        for row in range(level.rows):
            for column in range(level.columns):
                box = (column * side, row * side, (column + 1) * side, (row + 1) * side)
                yield _level_tile(level, column, row, image.crop(box))


def _level_tile(level: TileLevel, column: int, row: int, tile: Image.Image) -> ImageFile:
    name = level.tile_name(column, row)
    if level.extension == "webp":
        return ImageFile(name, _WEBP, save(tile, "WEBP", **_WEBP_OPTIONS))
    return ImageFile(name, _JPEG, save(tile, "JPEG", quality=_TILE_QUALITY))


def _preview(image: Image.Image) -> bytes:
    data = b""
    for side_max, quality in _PREVIEW_SIZES:
        scale = min(1.0, side_max / max(image.size))
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        small = opaque(_without_palette(image).resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0))
        data = save(small, "JPEG", quality=quality, optimize=True)
        if len(data) <= PREVIEW_BYTES_MAX:
            break
    return data


def _without_palette(image: Image.Image) -> Image.Image:
    """Converts an image with a palette, because palette indexes cannot be averaged."""
    return image.convert("RGBA") if image.mode in ("P", "PA", "1") else image


def opaque(part: Image.Image) -> Image.Image:
    """Returns the image on white, with red, green and blue."""
    part = to_eight_bit(part)
    opaque = _flatten_on_white(part) if part.mode in ("RGBA", "LA", "PA", "P") else part
    opaque = opaque.convert("RGB")
    opaque.info = {}
    return opaque


def _flatten_on_white(part: Image.Image) -> Image.Image:
    transparent = part.convert("RGBA")
    white = Image.new("RGBA", part.size, "white")
    return Image.alpha_composite(white, transparent).convert("RGB")


# Colour profiles: images are stored in sRGB, without their original profile.
#
# An embedded profile is a file in its own right, which can hide anything, and which every viewer would have
# to parse. Browsers take an image without a profile for sRGB.


def to_srgb(image: Image.Image, profile: bytes) -> Image.Image | None:
    """Converts the image to sRGB by its embedded profile, in place if possible: memory then holds two such
    images at most.

    Returns None if there is nothing to convert: no profile, an sRGB profile, or one that is broken or does
    not fit, which browsers ignore too.
    """
    if not profile:
        return None
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = _PROFILE_MODES.get(image.mode, image.mode)
        if _is_srgb(source, "L" if mode in ("L", "LA") else mode):
            return None
        return _convert(image, source)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None


def _is_srgb(source: ImageCms.ImageCmsProfile, mode: str) -> bool:
    """Compares the effect of the profile: its name and its bytes prove nothing."""
    if mode not in ("RGB", "L"):
        return False
    sample = _colours() if mode == "RGB" else Image.linear_gradient("L")
    converted = ImageCms.buildTransform(source, _SRGB, mode, "RGB").apply(sample)
    extremes = ImageChops.difference(converted, sample.convert("RGB")).getextrema()
    return all(largest <= SAME_LEVELS_MAX for _, largest in extremes)  # type: ignore[misc]  # of three bands


def _colours() -> Image.Image:
    """Returns an image with colours from the whole colour cube."""
    levels = range(0, 256, 15)
    pixels = bytes(
        level for red in levels for green in levels for blue in levels for level in (red, green, blue)
    )
    return Image.frombytes("RGB", (len(levels), len(levels) ** 2), pixels)


def _convert(image: Image.Image, source: ImageCms.ImageCmsProfile) -> Image.Image:
    image = _in_eight_bits(image)
    if image.mode in ("RGB", "RGBA"):
        # In place, because a panorama takes half a gigabyte.
        ImageCms.buildTransform(source, _SRGB, image.mode, image.mode).apply_in_place(image)
        converted = image
    elif image.mode == "LA":
        grey, alpha = image.split()
        converted = ImageCms.buildTransform(source, _SRGB, "L", "RGB").apply(grey)
        converted.putalpha(alpha)
    else:
        converted = ImageCms.buildTransform(source, _SRGB, image.mode, "RGB").apply(image)
    converted.info = {}
    return converted


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """Returns the image without a palette: each pixel has its own eight-bit colour and transparency."""
    is_transparent = image.mode in ("PA", "RGBA", "LA") or "transparency" in image.info
    if image.mode in ("P", "PA"):
        return image.convert("RGBA" if is_transparent else "RGB")
    if image.mode.startswith("I"):
        return to_eight_bit(image)
    if is_transparent and image.mode in ("RGB", "L"):
        return image.convert(image.mode + "A")
    return image


def to_eight_bit(image: Image.Image) -> Image.Image:
    """Reduces a grey image of 16 bits to 8 bits. Returns any other unchanged."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    return image
