"""A stored picture is its pixels: whatever else a file has is gone from every file that is made of it."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from imagery.hidden_bytes import MARKER, decoded, files_with_marker, png, png_chunk
from imagery.sample_pictures import corners, encode
from seatpreview.imagery import reencoding
from seatpreview.imagery.image_processing import ProcessedImage, read_image
from seatpreview.imagery.metadata import ImageRefused

LOSSY_MEAN_MAX = 1.0
"""By how many of 255 levels pixels of a lossy picture may change on average."""

FILES = list(files_with_marker())


def largest_change(before: Image.Image, after: Image.Image) -> int:
    """Returns by how much a pixel changed at most. Colours that nobody sees do not count."""
    shown = [Image.alpha_composite(Image.new("RGBA", each.size, "white"), each) for each in (before, after)]
    extremes = ImageChops.difference(*shown).getextrema()
    return max(largest for _, largest in extremes)  # type: ignore[misc]  # of four bands


def mean_change(before: Image.Image, after: Image.Image) -> float:
    counts = ImageChops.difference(before.convert("L"), after.convert("L")).histogram()
    return sum(level * count for level, count in enumerate(counts)) / sum(counts)


def holds(picture: ProcessedImage, text: bytes) -> list[str]:
    """Returns the files that hold the text: as it is, in a compressed stream, or under it."""
    return [file.name for file in picture.files if text in file.data or text in _inflated(file.data)]


def _inflated(data: bytes) -> bytes:
    """Returns all that can be read from the streams of a PNG, with what follows them."""
    if not data.startswith(b"\x89PNG"):
        return b""
    offset, streams = 8, b""
    while offset < len(data):
        length = int.from_bytes(data[offset : offset + 4], "big")
        if data[offset + 4 : offset + 8] == b"IDAT":
            streams += data[offset + 8 : offset + 8 + length]
        offset += 12 + length
    stream = zlib.decompressobj()
    return stream.decompress(streams) + stream.unused_data


@pytest.mark.parametrize(
    ("format_", "data"), [pytest.param(*each[::2], id=f"{each[0]} {each[1]}") for each in FILES]
)
def test_what_hides_beside_the_pixels_is_not_stored(format_: str, data: bytes) -> None:
    """Attack: a text or a program in a part of a file that decoders pass over, which the service would serve
    from its own address for as long as it is paid for."""
    try:
        before = decoded(data)
        picture = read_image(data)
    except (OSError, ImageRefused):
        return  # Refused whole: nothing is stored.
    assert holds(picture, MARKER) == []
    assert holds(picture, MARKER[:30]) == []
    after = decoded(picture.files[0].data)
    is_lossless = format_ == "PNG" or b"VP8L" in data[12:40]
    assert largest_change(before, after) == 0 if is_lossless else mean_change(before, after) < LOSSY_MEAN_MAX


def test_all_of_these_files_but_one_are_taken() -> None:
    """A file that is refused proves nothing about what is stored. The decoder takes the one for damaged."""
    refused = []
    for format_, place, data in FILES:
        try:
            read_image(data)
        except ImageRefused:
            refused.append((format_, place))
    assert refused == [("JPEG", "between two scans")]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
@pytest.mark.parametrize("pixels_min", [0, 1 << 40])
def test_a_png_keeps_every_pixel_of_every_mode(
    mode: str, pixels_min: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reencoding, "FAST_PNG_PIXELS_MIN", pixels_min)
    image = Image.new(mode, (64, 32), 0x1234) if mode == "I;16" else corners().convert(mode)
    data = encode(image, "PNG")
    [full, _] = read_image(data).files
    assert decoded(full.data).tobytes() == decoded(data).tobytes()


@pytest.mark.parametrize("depth", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("colour", [0, 2, 3])
def test_the_transparent_colour_of_a_png_stays_transparent(depth: int, colour: int) -> None:
    if (colour == 2 and depth < 8) or (colour == 3 and depth == 16):
        return
    header = struct.pack(">IIBBBBB", 8, 1, depth, colour, 0, 0, 0)
    largest = 2**depth - 1
    row = bytes(8 * (3 if colour == 2 else 1) * max(depth, 8) // 8)
    row = row[: -len(row) // 2] + b"\xff" * (len(row) // 2) if depth >= 8 and colour != 3 else row
    before = {
        0: png_chunk(b"tRNS", struct.pack(">H", largest)),
        2: png_chunk(b"tRNS", struct.pack(">HHH", *(largest,) * 3)),
        3: png_chunk(b"PLTE", b"\1\2\3") + png_chunk(b"tRNS", b"\x40"),
    }[colour]
    data = png(
        header, zlib.compress(b"\0" + row[: max(1, 8 * depth * (3 if colour == 2 else 1) // 8)]), before
    )
    [full, _] = read_image(data).files
    expected = decoded(data)
    if (colour, depth) not in ((2, 16), (0, 16)):  # Pillow shows no transparency for these.
        assert largest_change(expected, decoded(full.data)) == 0


@given(st.integers(30, 100), st.sampled_from([0, 1, 2]), st.booleans())
def test_a_jpeg_of_any_quality_looks_as_before(quality: int, subsampling: int, progressive: bool) -> None:
    photo = Image.effect_noise((20, 10), 80).resize((160, 80), Image.Resampling.BICUBIC)
    coloured = Image.merge("RGB", [photo, photo.transpose(Image.Transpose.ROTATE_180), photo])
    data = encode(coloured, "JPEG", quality=quality, subsampling=subsampling, progressive=progressive)
    [full, _] = read_image(data).files
    assert mean_change(decoded(data), decoded(full.data)) < LOSSY_MEAN_MAX
    assert len(full.data) < 1.3 * len(data) + 700


def test_a_jpeg_with_tables_of_its_own_looks_as_before() -> None:
    photo = Image.effect_noise((20, 10), 80).resize((160, 80), Image.Resampling.BICUBIC).convert("RGB")
    tables = [[3 + (place % 8 + place // 8) * 2 for place in range(64)], [9] * 64]
    data = encode(photo, "JPEG", qtables=tables)
    [full, _] = read_image(data).files
    assert mean_change(decoded(data), decoded(full.data)) < LOSSY_MEAN_MAX


def test_a_large_webp_of_noise_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first part of a lossy WebP has a bound, which noise of high quality exceeds."""
    tried: list[object] = []
    save = reencoding.save

    def save_if_small(image: Image.Image, format_: str, **options: object) -> bytes:
        tried.append(options["quality"])
        if options["quality"] == 92:
            raise ValueError("encoding error 6")
        return save(image, format_, **options)

    monkeypatch.setattr(reencoding, "save", save_if_small)
    assert read_image(encode(corners(), "WEBP")).width == 64
    assert tried == [92, 80]


def test_what_gamma_a_png_has_is_kept() -> None:
    data = encode(corners(), "PNG")
    data = data[:33] + png_chunk(b"gAMA", struct.pack(">I", 100_000)) + data[33:]
    assert b"gAMA\x00\x01\x86\xa0" in read_image(data).files[0].data
