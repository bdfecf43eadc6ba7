"""Pictures: what an upload really is, cleaned, with a small preview and, of a large panorama, tiles."""

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from PIL import Image, ImageCms, ImageOps

from seatpreview.imagery.metadata import Bare, PictureRefused, bare_jpeg, bare_png, bare_webp, too_many_pixels

BYTES_MAX = 50 << 20
PIXELS_MAX = 134_217_728
SIDE_MAX = 32_768
PREVIEW_SIDE_MAX = 1024
PREVIEW_BYTES_MAX = 60_000
TILED_WIDTH_MIN = 4096

FULL = "full"
PREVIEW = "preview.jpg"

_JPEG = "image/jpeg"
_FORMATS = {
    "JPEG": (_JPEG, "jpg"),
    "PNG": ("image/png", "png"),
    "WEBP": ("image/webp", "webp"),
    "AVIF": ("image/avif", "avif"),
}
CONTENT_TYPES = tuple(content_type for content_type, _ in _FORMATS.values())

_SAVED = {
    "JPEG": {"quality": 92},
    "PNG": {},
    "WEBP": {"quality": 92},
    # The slower steps gain little and take minutes for a panorama.
    "AVIF": {"quality": 85, "speed": 8},
}
_PREVIEWS = ((PREVIEW_SIDE_MAX, 70), (768, 60), (512, 50))
"""Sides and qualities, tried until one is small enough. The last is taken as it is."""
_TILE_QUALITY = 85

_TURNED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What EXIF's orientation asks for."""
_ORIENTATION = 0x0112

# Pillow would only warn. The size is judged below, before anything is decoded.
Image.MAX_IMAGE_PIXELS = None


class PictureFile(NamedTuple):
    name: str
    content_type: str
    data: bytes


class Tiles(NamedTuple):
    columns: int
    rows: int


class Picture(NamedTuple):
    width: int
    height: int
    content_type: str
    extension: str
    tiles: Tiles | None
    files: tuple[PictureFile, ...]
    """The picture itself first, then its preview, then its tiles row by row."""


def read_picture(data: bytes) -> Picture:
    """Its type is what the content says, whatever it is called.

    Turned as its EXIF data ask, it holds nothing beside its pixels but its colour profile. Raises
    ValueError with the reason for anything but one whole picture within the limits.
    """
    if len(data) > BYTES_MAX:
        raise PictureRefused(f"has {len(data):,} bytes; at most {BYTES_MAX:,} are taken")
    format_ = _format_of(data)
    try:
        image, cleaned = _cleaned(format_, data)
        files = tuple(_files(format_, image, cleaned))
    except PictureRefused:
        raise
    except MemoryError:
        raise  # Our fault, and not the file's.
    except Exception as fault:  # Decoders throw whatever they like at a file that is broken or hostile.
        raise PictureRefused("is broken or not whole") from fault
    content_type, extension = _FORMATS[format_]
    return Picture(*image.size, content_type, extension, tiles_of(*image.size), files)


def tiles_of(width: int, height: int) -> Tiles | None:
    """Of a panorama that goes all the way round, where it is large enough to be worth it."""
    if width != 2 * height or width < TILED_WIDTH_MIN:
        return None
    return Tiles(8, 4) if width <= 8192 else Tiles(16, 8)


def extension_of(content_type: str) -> str:
    return dict(_FORMATS.values())[content_type]


def tile_name(column: int | str, row: int | str) -> str:
    return f"tiles/{column}_{row}.jpg"


def _format_of(data: bytes) -> str:
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and b"avi" in data[8 : min(int.from_bytes(data[:4], "big"), 256)]:
        return "AVIF"
    raise PictureRefused("is not a JPEG, PNG, WebP or AVIF picture")


def _cleaned(format_: str, data: bytes) -> tuple[Image.Image, bytes]:
    """The decoded picture, turned, and its file. Where it needs no turning, its pixels are as they came."""
    if format_ == "AVIF":
        image = ImageOps.exif_transpose(_decoded(format_, data))
        return image, _encoded(format_, image)
    bare = _bare(format_, data)
    image = _decoded(format_, bare.data)
    turn = _TURNED.get(_orientation(bare.exif))
    if turn is None:
        return image, bare.data
    info: dict[str | tuple[int, int], Any] = {
        name: value for name, value in image.info.items() if name in ("icc_profile", "transparency")
    }
    image = image.transpose(turn)
    image.info = info
    return image, _encoded(format_, image)


def _bare(format_: str, data: bytes) -> Bare:
    if format_ == "JPEG":
        return bare_jpeg(data)
    return bare_png(data) if format_ == "PNG" else bare_webp(data, PIXELS_MAX)


def _decoded(format_: str, data: bytes) -> Image.Image:
    """Opening reads the header alone: what is too large never reaches the decoder."""
    image = Image.open(io.BytesIO(data), formats=(format_,))
    width, height = image.size
    if width * height > PIXELS_MAX:
        raise too_many_pixels(width, height, PIXELS_MAX)
    if not 1 <= min(width, height) <= max(width, height) <= SIDE_MAX:
        raise PictureRefused(f"has {width} x {height} pixels; each side must have 1 to {SIDE_MAX}")
    if getattr(image, "n_frames", 1) > 1:
        raise PictureRefused("is animated; send a single picture")
    image.load()
    return image


def _orientation(exif: bytes) -> int:
    """EXIF data that cannot be read ask for nothing."""
    read = Image.Exif()
    try:
        read.load(exif)
        return int(read.get(_ORIENTATION, 1))
    except Exception:  # The reader throws whatever it likes, and the picture is none the worse for it.
        return 1


def _encoded(format_: str, image: Image.Image) -> bytes:
    return _saved(image, format_, icc_profile=image.info.get("icc_profile") or b"", **_SAVED[format_])


def _files(format_: str, image: Image.Image, cleaned: bytes) -> Iterator[PictureFile]:
    content_type, extension = _FORMATS[format_]
    yield PictureFile(f"{FULL}.{extension}", content_type, cleaned)
    yield PictureFile(PREVIEW, _JPEG, _preview(image))
    tiles = tiles_of(*image.size)
    if tiles is None:
        return
    side = image.width // tiles.columns
    exact = image.width / tiles.columns
    for row in range(tiles.rows):
        for column in range(tiles.columns):
            box = (column * exact, row * exact, (column + 1) * exact, (row + 1) * exact)
            tile = _in_srgb(image.resize((side, side), Image.Resampling.LANCZOS, box), image)
            data = _saved(tile, "JPEG", quality=_TILE_QUALITY)
            yield PictureFile(tile_name(column, row), _JPEG, data)


def _preview(image: Image.Image) -> bytes:
    data = b""
    for side_max, quality in _PREVIEWS:
        scale = min(1.0, side_max / max(image.size))
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        small = _in_srgb(_scalable(image).resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0), image)
        data = _saved(small, "JPEG", quality=quality, optimize=True)
        if len(data) <= PREVIEW_BYTES_MAX:
            break
    return data


def _scalable(image: Image.Image) -> Image.Image:
    """A palette's numbers cannot be averaged."""
    return image.convert("RGBA") if image.mode in ("P", "PA", "1") else image


def _in_srgb(part: Image.Image, image: Image.Image) -> Image.Image:
    """A part in the colours that every screen expects, on white, without a profile of its own."""
    profile = image.info.get("icc_profile")
    part = _eight_bit(part)
    opaque = _on_white(part) if part.mode in ("RGBA", "LA", "PA", "P") else part
    if profile and opaque.mode in ("RGB", "CMYK", "L"):
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            converted = ImageCms.profileToProfile(opaque, source, _SRGB, outputMode="RGB")
            opaque = opaque if converted is None else converted
        except (ImageCms.PyCMSError, OSError):
            pass  # A profile that does not fit the picture; browsers pass over it as well.
    opaque = opaque.convert("RGB")
    opaque.info = {}
    return opaque


def _eight_bit(part: Image.Image) -> Image.Image:
    if part.mode.startswith("I"):
        return part.convert("I").point(lambda value: value / 256).convert("L")
    return part


def _on_white(part: Image.Image) -> Image.Image:
    see_through = part.convert("RGBA")
    white = Image.new("RGBA", part.size, "white")
    return Image.alpha_composite(white, see_through).convert("RGB")


def _saved(image: Image.Image, format_: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, format_, exif=b"", xmp=b"", **options)
    return file.getvalue()


_SRGB = ImageCms.createProfile("sRGB")
